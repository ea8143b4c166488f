"""AS30x, AS31x: a state can be read, has the fields it needs, and holds pointers rather than text."""

import difflib
from collections.abc import Callable, Iterator

from agentstate import schema
from agentstate.documents.state import FIELDS, LIST_LIMIT, StateDocument
from agentstate.rules.code import stored_code
from agentstate.rules.documents import passed_on, states
from agentstate.rules.rule import Check, Example, Rule
from agentstate.rules.wording import quoted, says_nothing
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.yaml import Path, Value

_NEXT = ("next_action",)
_TIME = ("updated_at",)


def _violations(*kinds: str, of: Callable[[Path], bool] = lambda path: path not in {_NEXT, _TIME}) -> Check:
    """The check of a rule that reports what the schema says of readable states, for some kinds of faults and some paths."""

    def check(tree: Tree) -> Iterator[Finding]:
        for document in _readable(tree):
            for violation in schema.violations(document.data, "state"):
                if violation.kind in kinds and of(violation.path):
                    place = (*violation.path, LIST_LIMIT) if violation.kind == "too-many" else violation.path
                    yield _finding(document, place, violation.message, violation.hint)

    return check


def _readable(tree: Tree) -> Iterator[StateDocument]:
    """The states that YAML could be read from; of the others only that is reported."""
    return (document for document in states(tree) if all(fault.kind != "invalid-yaml" for fault in document.faults))


def _finding(document: StateDocument, path: Path, message: str, hint: str) -> Finding:
    line, column = document.position(*path)
    return Finding(document.source.path, line, column, message, hint)


def _unknown_keys(tree: Tree) -> Iterator[Finding]:
    for document in _readable(tree):
        for key in document.data.keys() - set(FIELDS):
            mark = document.yaml.key_marks[(key,)]
            near = difflib.get_close_matches(key, FIELDS, n=1)
            hint = f"did you mean {near[0]}" if near else "leave it where another tool reads it"
            yield Finding(document.source.path, mark.line, mark.column, f"unknown field {quoted(key)}", hint)


def _no_task(tree: Tree) -> Iterator[Finding]:
    for document in _readable(tree):
        for field, hint in (("current_task", "run `agentstate task TITLE`"), ("next_action", "run `agentstate set next_action TEXT`")):
            if document.data.get(field, "?") in ("", None):
                yield _finding(document, (field,), f"{field} is not recorded", hint)
                break


def _placeholders(tree: Tree) -> Iterator[Finding]:
    for document in _readable(tree):
        for path, text in _texts(document.data):
            if text and path[0] != "files_to_load" and says_nothing(text):
                yield _finding(document, path, f"{quoted(text)} says nothing", 'write what is known, or "" where nothing is')


def _stored_code(tree: Tree) -> Iterator[Finding]:
    for document in _readable(tree):
        for path, text in _texts(document.data):
            code = stored_code(text)
            if code:
                line, column = _place_of(document, path, code)
                message = f"code is stored here: {quoted(code)}"
                yield Finding(document.source.path, line, column, message, "name the file and the symbol instead")


def _place_of(document: StateDocument, path: Path, code: str) -> tuple[int, int]:
    """Where a line of the value at `path` stands in the file; the place of the value where it is written in another way."""
    mark = document.yaml.marks[path]
    for number, line in enumerate(document.source.lines[mark.line - 1 :], mark.line):
        if line.strip() == code:
            return number, len(line) - len(line.lstrip()) + 1
    return mark.line, mark.column


def _texts(value: Value, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text in a value with the way to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, (*path, key))


def _state(*lines: str, **fields: str) -> Example:
    known = {"project": "shop", "current_task": "cache the profiles", "next_action": "write the test of the cache key", **fields}
    return Example({layout.STATE: "\n".join([*(f"{name}: {text}" for name, text in known.items() if text), *lines, ""])})


_GOOD = _state()

RULES = (
    Rule(
        code="AS301",
        slug="invalid-yaml",
        severity=Severity.ERROR,
        summary="a file cannot be read as YAML",
        what="STATE.yaml, the lanes and config.yaml each are one YAML document of plain mappings, lists and values, without anchors, "
        "aliases, tags, merge keys and directives.",
        why="What one reader takes for a date, a reference or an error, another takes for text. The plain part means the same to all.",
        mend="Correct the line that is named; put text that holds `: ` or ` #` in quotes.",
        bad=_state("goal: fast: below 50 ms"),
        good=_state('goal: "fast: below 50 ms"'),
        check=passed_on("invalid-yaml"),
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
        bad=_state("do_not: run migrations"),
        good=_state("do_not:", "  - run migrations"),
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
        check=_violations("wrong-form", of=lambda path: path == _TIME),
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
    Rule(
        code="AS311",
        slug="unknown-field",
        severity=Severity.INFO,
        summary="a field of the state is not one of the convention's",
        what="Names fields that no verb reads, with the one that may have been meant. They are kept as they are.",
        why="A field with a slip in its name is not shown to the agent that needs it.",
        mend="Correct the name; leave it where another tool reads it.",
        bad=_state("nextaction: measure the cache"),
        good=_GOOD,
        check=_unknown_keys,
    ),
    Rule(
        code="AS312",
        slug="no-task",
        severity=Severity.INFO,
        summary="no task or no next action is recorded",
        what='Says that `current_task`, or `next_action`, is empty, which is written as `""`.',
        why="An agent that wakes up asks what to do, which is right, and better than an invented task.",
        mend="Run `agentstate task TITLE` when work begins.",
        bad=_state(current_task='""'),
        good=_GOOD,
        check=_no_task,
    ),
    Rule(
        code="AS313",
        slug="placeholder",
        severity=Severity.WARNING,
        summary="a value fills a field and says nothing",
        what='Finds values such as "TBD", "n/a" or "待定".',
        why="It reads like an answer. What is unknown is shown as not recorded, so that nobody relies on it.",
        mend='Write what is known; leave the field out, or write `""`.',
        bad=_state("goal: TBD"),
        good=_state("goal: halve the latency of the profile page"),
        check=_placeholders,
    ),
    Rule(
        code="AS314",
        slug="stored-code",
        severity=Severity.ERROR,
        summary="code is stored in the state",
        what="Finds code fences, and texts of several lines of which most read like statements of a programming language.",
        why="The code is the truth, and a copy of it is wrong after the next edit. The note is a pointer.",
        mend="Name the file and the symbol: `` `src/auth.py:verify_token` ``.",
        bad=_state("recent_findings: |", "  def key(user):", "      return f'user:{user.id}:profile'"),
        good=_state("recent_findings: the key is made in `src/cache.py:key`"),
        check=_stored_code,
    ),
)
