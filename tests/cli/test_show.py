import json

import pytest

from agentstate.cli import show
from agentstate.vocabulary.plan import Commit, Plan, Remove, Step, Write

PLAN = Plan(
    (
        Write(".agent/checkpoints/one.yaml", b"reason: manual\n", None),
        Write(".agent/STATE.yaml", b"a: 1\nb: 3\n", b"a: 1\nb: 2\n"),
        Write(".agent/TODO.md", b"same\n", b"same\n"),
        Remove(".agent/checkpoints/zero.yaml", b"x"),
    ),
    Commit("agentstate: checkpoint"),
    result="one",
    messages=("saved",),
)
DIFFERENCE = """\
--- .agent/STATE.yaml
+++ .agent/STATE.yaml
@@ -1,2 +1,2 @@
 a: 1
-b: 2
+b: 3
"""


def test_a_plan_as_text() -> None:
    assert show.text(PLAN) == (
        "create .agent/checkpoints/one.yaml (15 bytes)\n"
        "change .agent/STATE.yaml (10 to 10 bytes)\n"
        "remove .agent/checkpoints/zero.yaml (1 byte)\n"
        f"{DIFFERENCE}"
        "commit agentstate: checkpoint\n"
    )


@pytest.mark.parametrize("plan", [Plan(), Plan((Write("a", b"1", b"1"),))])
def test_a_plan_that_changes_nothing_says_so(plan: Plan) -> None:
    assert show.text(plan) == "nothing to change\n"


def test_a_plan_as_json() -> None:
    assert json.loads(show.data(PLAN, dry_run=False, committed="4b1d", reason="")) == {
        "version": 1,
        "dry_run": False,
        "result": "one",
        "messages": ["saved"],
        "steps": [
            {"action": "create", "path": ".agent/checkpoints/one.yaml", "bytes_before": None, "bytes_after": 15, "diff": ""},
            {"action": "change", "path": ".agent/STATE.yaml", "bytes_before": 10, "bytes_after": 10, "diff": DIFFERENCE},
            {"action": "remove", "path": ".agent/checkpoints/zero.yaml", "bytes_before": 1, "bytes_after": None, "diff": ""},
        ],
        "commit": {"subject": "agentstate: checkpoint", "id": "4b1d", "reason": ""},
    }


def test_the_json_of_a_plan_always_has_the_same_keys() -> None:
    empty = json.loads(show.data(Plan(), dry_run=True))
    assert empty == {"version": 1, "dry_run": True, "result": "", "messages": [], "steps": [], "commit": None}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (b"a\r\nb\r\n", b"a\r\nc\r\n", [" a", "-b", "+c"]),
        (b"a\r\nb\r\n", b"a\nb\n", ["-a\r", "-b\r", "+a", "+b"]),
        (b"a", b"a\n", ["-a\n\\ No newline at end of file", "+a"]),
        (b"", b"a\n", ["+a"]),
        (b"caf\xe9\n", b"caf\xc3\xa9\n", ["-caf\udce9", "+café"]),
        (b"a\xe2\x80\xa8b\n", b"c\n", ["-a\u2028b", "+c"]),
        (b"a\0", b"b", None),
    ],
)
def test_differences(before: bytes, after: bytes, expected: list[str] | None) -> None:
    lines = list(show.difference(Write("a\nb", after, before)))
    assert lines[3:] == (expected or [])
    assert lines[:2] == ([] if expected is None else ["--- a\\x0ab", "+++ a\\x0ab"])


@pytest.mark.parametrize("step", [Write("a", b"1\n", None), Remove("a", b"1\n"), Write("a", b"1\n", b"1\n")])
def test_no_difference_is_shown_but_of_a_change(step: Step) -> None:
    assert list(show.difference(step)) == []


def test_a_name_cannot_start_a_line_of_its_own() -> None:
    plan = Plan((Write("a\ncommit x", b"", None),), Commit("s\ncreate y"))
    assert show.text(plan) == "create a\\x0acommit x (0 bytes)\ncommit s\\x0acreate y\n"
