import subprocess
import sys

import pytest

from agentstate.schema import Violation, violations
from agentstate.yaml import Value, parse

STATE = "project: shop\ncurrent_task: write it\nnext_action: add the guard\n"
ONE_OF = "write one of them"


ACCEPTED = """\
goal:
constraints:
constraints: []
blocked: false
blocked: no access
unknown: {a: [1]}
confidence: low
updated_at: 2026-11-29
version: 1
commands: pytest -q
recent_findings: "a\\nb"
goal: "one line\\n"
verified: [plain, {fact: a, how: b, more: 1}]
failed_attempts: [{tried: a, because: b}]
"""


@pytest.mark.parametrize("added", ACCEPTED.split("\n"))
def test_what_people_write_is_accepted(added: str) -> None:
    assert violations(parse(STATE + added).data, "state") == ()


def test_the_smallest_state_may_hold_empty_text() -> None:
    assert violations({"project": "", "current_task": "", "next_action": ""}, "state") == ()


STATES: dict[str, tuple[str, Violation]] = {
    "next-list": (
        "next_action: [a, b]",
        Violation(
            ("next_action",),
            "next_action is a list: expected one line of text",
            "keep the first action here and put the next into then",
            "wrong-type",
        ),
    ),
    "number": (
        "goal: 123",
        Violation(("goal",), "goal is the number 123: expected one line of text", "put it in quotes", "wrong-type"),
    ),
    "boolean": ("goal: true", Violation(("goal",), "goal is true: expected one line of text", "put it in quotes", "wrong-type")),
    "mapping": (
        "goal: {a: b}",
        Violation(("goal",), "goal is a mapping: expected one line of text", 'put text that holds ": " in quotes', "wrong-type"),
    ),
    "list-in-line": (
        "goal: [a]",
        Violation(("goal",), "goal is a list: expected one line of text", "write it as one line of text", "wrong-type"),
    ),
    "two-lines": (
        "goal: |\n  a\n  b",
        Violation(("goal",), "goal has 2 lines: expected one line of text", "join them into one", "wrong-form"),
    ),
    "too-long": (
        f"goal: {'x' * 201}",
        Violation(("goal",), "goal has 201 characters: expected at most 200", "shorten it", "too-long"),
    ),
    "text-for-list": (
        "do_not: deploy",
        Violation(("do_not",), 'do_not is "deploy": expected a list', 'write one "- item" a line', "wrong-type"),
    ),
    "long-text-for-list": (
        f"do_not: {'y' * 500}",
        Violation(("do_not",), f'do_not is "{"y" * 60}…": expected a list', 'write one "- item" a line', "wrong-type"),
    ),
    "mapping-item": (
        "done:\n  - a\n  - fix: it",
        Violation(("done", 1), "done item 2 is a mapping: expected one line of text", 'put text that holds ": " in quotes', "wrong-type"),
    ),
    "empty-item": (
        "done:\n  -",
        Violation(("done", 0), "done item 1 is empty: expected one line of text", "fill it in or take it out", "wrong-type"),
    ),
    "many": (
        f"done: [{', '.join('abcdefghijklmnopqrstu')}]",
        Violation(("done",), "done has 21 items: expected at most 20", "drop what is settled", "too-many"),
    ),
    "commit": (
        "verified:\n  - fact: a\n    commit: 1234567",
        Violation(
            ("verified", 0, "commit"),
            "verified item 1 (commit) is the number 1234567: expected one line of text",
            "put it in quotes",
            "wrong-type",
        ),
    ),
    "no-fact": (
        "verified: [{how: a}]",
        Violation(("verified", 0, "fact"), "verified item 1 (fact) is missing", 'add "fact: …"', "missing"),
    ),
    "choice": (
        "confidence: hihg",
        Violation(("confidence",), 'confidence is "hihg": expected high, medium or low', 'write "high"', "not-allowed"),
    ),
    "choice-far": (
        "confidence: 90%",
        Violation(("confidence",), 'confidence is "90%": expected high, medium or low', ONE_OF, "not-allowed"),
    ),
    "choice-number": (
        "confidence: 0.9",
        Violation(("confidence",), "confidence is the number 0.9: expected high, medium or low", ONE_OF, "not-allowed"),
    ),
    "blocked-true": (
        "blocked: true",
        Violation(
            ("blocked",),
            "blocked is true: expected false or the reason in one line",
            "write what blocks the work, or false",
            "not-allowed",
        ),
    ),
    "time": (
        "updated_at: yesterday",
        Violation(
            ("updated_at",),
            'updated_at is "yesterday": expected a time such as 2026-11-29T19:30:00Z',
            "write a time such as 2026-11-29T19:30:00Z",
            "wrong-form",
        ),
    ),
    "version": ("version: 2", Violation(("version",), "version is 2: expected at most 1", "lower it", "out-of-range")),
    "version-text": (
        'version: "1"',
        Violation(("version",), 'version is "1": expected the number 1', "write a number, without quotes", "wrong-type"),
    ),
}


@pytest.mark.parametrize("name", STATES)
def test_a_wrong_state_is_explained(name: str) -> None:
    added, violation = STATES[name]
    text = STATE.replace("next_action: add the guard\n", "") if added.startswith("next_action") else STATE
    assert violations(parse(text + added).data, "state") == (violation,)


def test_a_state_without_its_three_fields() -> None:
    assert violations({"project": "x"}, "state") == (
        Violation(("current_task",), "current_task is missing", 'add "current_task: …"', "missing"),
        Violation(("next_action",), "next_action is missing", 'add "next_action: …"', "missing"),
    )


@pytest.mark.parametrize(("value", "what"), [([], "a list"), ("x", '"x"'), (1, "the number 1"), (None, "empty")])
def test_a_state_that_is_no_mapping(value: Value, what: str) -> None:
    hint = "fill it in or take it out" if value is None else 'write one "key: value" a line'
    message = f"the document is {what}: expected a mapping with one field a line"
    assert violations(value, "state") == (Violation((), message, hint, "wrong-type"),)


CONFIGS = {
    "limits: {state_bytes: 16385}": Violation(
        ("limits", "state_bytes"),
        "limits.state_bytes is 16385: expected at most 16384",
        "lower it",
        "out-of-range",
    ),
    "freshness: {max_commits: 100000000000000000000}": Violation(
        ("freshness", "max_commits"),
        'freshness.max_commits is "100000000000000000000": expected at most 10000',
        "lower it",
        "out-of-range",
    ),
    'freshness: {max_commits: "20"}': Violation(
        ("freshness", "max_commits"),
        'freshness.max_commits is "20": expected a number',
        "write a number, without quotes",
        "wrong-type",
    ),
    "limits: {todo_items: 0}": Violation(
        ("limits", "todo_items"),
        "limits.todo_items is 0: expected at least 1",
        "raise it",
        "out-of-range",
    ),
    "limits: {state_byte: 1}": Violation(
        ("limits", "state_byte"),
        '"limits.state_byte" is not known here',
        'write "state_bytes"',
        "unknown",
    ),
    "rotate: {auto: yes}": Violation(
        ("rotate", "auto"),
        'rotate.auto is "yes": expected true or false',
        "write true or false, without quotes",
        "wrong-type",
    ),
    "hooks: x": Violation(
        ("hooks",),
        '"hooks" is not known here',
        "known here: language, agents, limits, freshness, trees, journal, handoff, recall, rules, waivers, rotate, checkpoint",
        "unknown",
    ),
    "rules: {ignore: [a b]}": Violation(
        ("rules", "ignore", 0),
        'rules.ignore item 1 is "a b": expected a code such as AS305, or its beginning, or a rule\'s name',
        "write a code such as AS305, or its beginning, or a rule's name",
        "wrong-form",
    ),
    'freshness: {ignore: [""]}': Violation(
        ("freshness", "ignore", 0),
        'freshness.ignore item 1 is "": expected a pattern in one line',
        "fill it in or take it out",
        "too-short",
    ),
}


@pytest.mark.parametrize("text", CONFIGS)
def test_a_wrong_configuration_is_explained(text: str) -> None:
    assert violations(parse(text).data, "config") == (CONFIGS[text],)


def test_everything_wrong_is_named_in_order_and_no_more_than_a_hundred_times() -> None:
    found = violations(parse(STATE + "done: [1, {a: b}]\nconfidence: x\nacceptance: y\n").data, "state")
    assert [violation.path for violation in found] == [("acceptance",), ("confidence",), ("done", 0), ("done", 1)]
    assert len(violations({"done": list(range(500))}, "state")) == 100
    assert len(violations({f"key-{number}": 1 for number in range(500)}, "config")) == 100


def test_keys_that_hide_characters_are_shown_escaped() -> None:
    assert violations({"a\u202eb": 1}, "config")[0].message == '"a\\u202eb" is not known here'


def test_a_valid_value_loads_no_jsonschema() -> None:
    code = (
        "import sys; from agentstate.schema import violations; "
        "print(violations({'project': '', 'current_task': '', 'next_action': ''}, 'state'), 'jsonschema' in sys.modules); "
        "print(len(violations({}, 'state')), 'jsonschema' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stdout == "() False\n3 True\n"


@pytest.mark.parametrize(
    ("value", "message", "hint"),
    [
        ("0.1", "handoff.at is 0.1: expected at least 0.5", "raise it"),
        ("high", 'handoff.at is "high": expected a number from 0.5 to 1', "write a number, without quotes"),
    ],
)
def test_a_share_that_cannot_be_used_is_explained(value: str, message: str, hint: str) -> None:
    (found,) = violations(parse(f"handoff: {{at: {value}}}").data, "config")
    assert (found.path, found.message, found.hint) == (("handoff", "at"), message, hint)
