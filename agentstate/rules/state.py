"""AS30x: a state can be read, and each of its fields holds what the convention says."""

from collections.abc import Callable, Iterator
from itertools import chain

from agentstate.documents.state import LIST_LIMIT
from agentstate.rules.documents import at, passed_on, readable_states
from agentstate.rules.rule import Check, Example, Rule, state_text
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.calendar import is_moment, is_time
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.patterns import pattern
from agentstate.yaml import Path

_NEXT = ("next_action",)
_TIME = ("updated_at",)


def _violations(*kinds: str, of: Callable[[Path], bool] = lambda path: path not in {_NEXT, _TIME}) -> Check:
    """The check of a rule that reports what the schema says of readable states, for some kinds of faults and some paths."""

    def check(tree: Tree) -> Iterator[Finding]:
        for document in readable_states(tree):
            for violation in document.violations:
                if violation.kind in kinds and of(violation.path):
                    place = (*violation.path, LIST_LIMIT) if violation.kind == "too-many" else violation.path
                    yield at(document, place, violation.message, violation.hint)

    return check


def _invalid_times(tree: Tree) -> Iterator[Finding]:
    """Times that do not have the form, and those that have it and do not exist."""
    malformed = {finding.path: finding for finding in _malformed_times(tree)}
    yield from malformed.values()
    for document in readable_states(tree):
        time = document.data.get(*_TIME)
        if isinstance(time, str) and document.source.path not in malformed and not _is_time(time):
            yield at(document, _TIME, f"updated_at is {quoted(time)}, which no calendar or clock shows", "write the time it was")


_YAML_TIME = pattern(
    r"(?P<date>[0-9]{4}-(?:[0-9]{2}-[0-9]{2}\Z|[0-9]{1,2}-[0-9]{1,2}))"
    r"(?:(?:[Tt]|[ \t]+)(?P<clock>[0-9]{1,2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+](?P<hours>[0-9]{1,2})(?::?(?P<minutes>[0-9]{2}))?))?)?"
)
"""What readers of YAML 1.1 take for a time where it stands without quotes."""


def _impossible_times(tree: Tree) -> Iterator[Finding]:
    """Values without quotes that other readers take for a time that does not exist: they stop there and read nothing of the file."""
    for document in readable_states(tree):
        text = document.source.text
        for path, mark in document.yaml.marks.items():
            found = _YAML_TIME.fullmatch(text[mark.start : mark.end]) if text[mark.start + 4 : mark.start + 5] == "-" else None
            if found and path != _TIME and not _exists(found["date"], found["clock"] or "0:0:0", found["hours"], found["minutes"]):
                yield at(document, path, f"{quoted(found[0])} is a time that does not exist, for readers of YAML", "put it in quotes")


def _exists(date: str, clock: str, hours: str | None, minutes: str | None) -> bool:
    (year, month, day), (hour, minute, second) = map(int, date.split("-")), map(int, clock.split(":"))
    return is_moment(year, month, day, hour, minute, second) and int(hours or 0) < 24 and int(minutes or 0) < 60


_malformed_times = _violations("wrong-form", of=lambda path: path == _TIME)


def _is_time(text: str) -> bool:
    if is_time(text):
        return True
    from datetime import datetime

    try:
        datetime.fromisoformat(text.upper())
    except ValueError:
        return False
    return True


def _unreadable(tree: Tree) -> Iterator[Finding]:
    return chain(passed_on("invalid-yaml")(tree), _impossible_times(tree))


def _state(*lines: str, **fields: str) -> Example:
    return Example({layout.STATE: state_text(*lines, **fields)})


_GOOD = _state()

RULES = (
    Rule(
        code="AS301",
        slug="invalid-yaml",
        severity=Severity.ERROR,
        summary="a file cannot be read as YAML",
        what="STATE.yaml, the lanes, config.yaml and the newest snapshots each are one YAML document of plain mappings, lists and values, "
        "without anchors, aliases, tags, merge keys and directives, and no value without quotes is a time that does not exist.",
        why="What one reader takes for a date, a reference or an error, another takes for text. The plain part means the same to all.",
        mend="Correct the line that is named; put text that holds `: ` or ` #` in quotes.",
        bad=_state("goal: fast: below 50 ms"),
        good=_state('goal: "fast: below 50 ms"'),
        check=_unreadable,
        security=True,
    ),
    Rule(
        code="AS302",
        slug="duplicate-key",
        severity=Severity.ERROR,
        summary="a key stands twice in the same mapping",
        what="Names both lines.",
        why="One reader takes the first value, another the last; a merge leaves such pairs behind.",
        mend="Keep the one that is right.",
        bad=_state("next_action: measure the cache"),
        good=_GOOD,
        check=passed_on("duplicate-key"),
        security=True,
    ),
    Rule(
        code="AS303",
        slug="missing-field",
        severity=Severity.ERROR,
        summary="a field that every state has is missing",
        what="A state has `project`, `current_task` and `next_action`; in `verified` an entry has `fact`, in `failed_attempts` `tried`.",
        why="They are the first three things an agent must know when it wakes up.",
        mend='Add the field; a task that is not known is written as `""`.',
        bad=_state(next_action=""),
        good=_GOOD,
        check=_violations("missing", of=bool),
    ),
    Rule(
        code="AS304",
        slug="wrong-type",
        severity=Severity.ERROR,
        summary="a field holds another type of value than it should",
        what="Each field is declared as a text, a list, a number or a choice.",
        why="A reader that expects a list and finds a text leaves it out, or takes it apart.",
        mend="Write the value in the form that is named.",
        bad=_state("do_not: run `manage.py migrate`"),
        good=_state("do_not:", "  - run `manage.py migrate`"),
        check=_violations("wrong-type", of=lambda path: path != _NEXT),
    ),
    Rule(
        code="AS305",
        slug="several-next-actions",
        severity=Severity.ERROR,
        summary="there is not one next action",
        what="`next_action` is one line of text, not a list.",
        why="It answers what to do first. A list asks the agent to choose, which is what it cannot do without its memory.",
        mend="Keep the first; the one after it goes into `then`, the others into TODO.md.",
        bad=_state(next_action="[write the test, measure the cache]"),
        good=_state("then: measure the cache", next_action="write the test"),
        check=_violations("wrong-type", of=lambda path: path == _NEXT),
    ),
    Rule(
        code="AS306",
        slug="value-not-allowed",
        severity=Severity.ERROR,
        summary="a field holds a value that is none of its choices",
        what="`confidence` is high, medium or low; `blocked` is false or a reason; `version` is 1.",
        why="A value nobody knows is treated as if it were not there.",
        mend="Write one of the values that are named.",
        bad=_state("confidence: certain"),
        good=_state("confidence: high"),
        check=_violations("not-allowed", "out-of-range", "too-short", of=bool),
    ),
    Rule(
        code="AS307",
        slug="several-lines",
        severity=Severity.ERROR,
        summary="a value that should be one line has several",
        what="Texts of the state are one line each, but for `recent_findings`.",
        why="They are shown in one line; what stands further down is lost.",
        mend="Join the lines, or make it a list.",
        bad=_state("goal: |", "  halve the latency", "  of the profile page"),
        good=_state("goal: halve the latency of the profile page"),
        check=_violations("wrong-form", of=lambda path: path != _TIME),
    ),
    Rule(
        code="AS308",
        slug="invalid-time",
        severity=Severity.ERROR,
        summary="updated_at is not a time",
        what="`updated_at` is a time as in RFC 3339, in UTC.",
        why="It is read by programs. Freshness does not depend on it.",
        mend="Write it as `2026-11-29T19:30:00Z`, or take it out.",
        bad=_state("updated_at: last Monday"),
        good=_state("updated_at: 2026-11-29T19:30:00Z"),
        check=_invalid_times,
    ),
    Rule(
        code="AS309",
        slug="value-too-long",
        severity=Severity.ERROR,
        summary="a line of the state is too long",
        what="A text or an item of a list has at most 200 characters.",
        why="The state says where the work stands. What needs more room is a decision, a fact or a document.",
        mend="Shorten it; put the reason into DECISIONS.md.",
        bad=_state(f"goal: {'very ' * 40}fast"),
        good=_state("goal: very fast"),
        check=_violations("too-long", of=bool),
    ),
    Rule(
        code="AS310",
        slug="list-too-long",
        severity=Severity.ERROR,
        summary="a list of the state has too many items",
        what="A list has at most 20 items.",
        why="A long list is skimmed, and the item that counts is the one that is missed.",
        mend="Drop what is settled, or conclude the task.",
        bad=_state("done:", *(f"  - step {number}" for number in range(1, 22))),
        good=_state("done:", *(f"  - step {number}" for number in range(1, 21))),
        check=_violations("too-many", of=bool),
    ),
)
