"""The neutral format to steps: each kind of line of docs/recordings.md, and lines that are none."""

import re
from pathlib import Path

from agentstate.recordings.neutral import FORMAT, steps
from tests.support.told import event, lines, told

HEAD = {"agentstate": "recording", "session": "s-1", "cwd": "/repo"}
PATCH = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** Delete File: b.py\n*** End Patch"
DOCUMENT = Path(__file__).parents[2] / "docs/recordings.md"


def tool(**more: object) -> dict[str, object]:
    return {"kind": "tool", **more}


def test_each_kind_of_line_is_a_step() -> None:
    found = list(
        steps(
            lines(
                HEAD,
                {"kind": "prompt", "text": "mend it", "time": "2026-05-01T10:00:00Z"},
                {"kind": "said", "text": "I look", "time": 1_777_629_600_000},
                tool(tool="shell", command="pytest", exit=1, output="1 failed"),
                tool(tool="shell", command="make", exit=0),
                tool(tool="shell", command="sleep 9"),
                tool(tool="read", path="a.py", ok=True),
                tool(tool="edit", path="a.py", ok=False, output="no such text"),
                tool(tool="patch", patch=PATCH, ok=True),
                tool(tool="other", name="Browser", ok=True, side=True),
                tool(agent="cursor", payload={"hook_event_name": "afterFileEdit", "file_path": "/repo/c.py", "edits": []}),
                {"kind": "compaction", "text": "The summary", "trigger": "auto", "tokens": 9},
            )
        )
    )
    assert [told(step) for step in found] == [
        (2, "prompt", "mend it"),
        (3, "said", "I look"),
        (4, "shell", "pytest", 1, False),
        (5, "shell", "make", 0, True),
        (6, "shell", "sleep 9", None, None),
        (7, "read", (("a.py", "read"),), None, True),
        (8, "edit", (("a.py", "edit"),), None, False),
        (9, "patch", (("a.py", "update"), ("b.py", "delete")), 0, True),
        (10, "other", (), None, True),
        (11, "edit", (("/repo/c.py", "edit"),), None, True),
        (12, "compaction", "The summary"),
    ]
    assert [step.time for step in found[:2]] == [1_777_629_600_000] * 2
    assert (found[8].side, found[8].payload["tool_name"], event(found[8]).subagent) == (True, "Browser", "side")
    assert (found[10].trigger, found[10].tokens) == ("auto", 9)


def test_a_line_that_is_no_step_is_a_fault() -> None:
    found = steps(lines(HEAD, {"kind": "thought"}, {"kind": "prompt"}, tool(tool="hammer"), tool(agent="nobody", payload={"a": 1}), "{"))
    assert [told(step) for step in found] == [
        (2, "fault", 'no step of the kind "thought" with what it needs'),
        (3, "fault", 'no step of the kind "prompt" with what it needs'),
        (4, "fault", 'no tool "hammer"'),
        (5, "fault", 'no agent "nobody" with hooks'),
        (6, "fault", "no JSON on this line"),
    ]


def test_the_example_of_the_document_is_read_without_a_fault() -> None:
    (example,) = re.findall(r"```jsonl\n([\s\S]*?)```", DOCUMENT.read_text(encoding="utf-8"))
    found = list(steps(example.split("\n")))
    assert FORMAT.recognises(example)
    assert len(found) == len(example.strip().split("\n")) - 1
    assert {step.kind for step in found} == {"prompt", "said", "tool", "compaction"}
