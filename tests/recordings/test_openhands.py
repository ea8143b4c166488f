"""OpenHands: actions and their observations, in the newer form, the older one, and in pairs."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.agents import adapter
from agentstate.hooks.event import Touch
from agentstate.recordings.openhands import FORMAT
from agentstate.recordings.step import Step
from tests.recordings.broken import check, check_cut
from tests.recordings.normalised import compared, found, read
from tests.support.laws import law

LIBRARY = "/workspace/shop/src/lib.py"


def _action(number: int, action: str, **given_values: object) -> dict[str, object]:
    source = "user" if action == "message" else "agent"
    return {"id": number, "timestamp": "2026-03-01T10:00:00", "source": source, "action": action, "args": given_values}


def _seen(cause: int, observation: str, content: str, **extras: object) -> dict[str, object]:
    return {"id": cause + 1, "source": "agent", "cause": cause, "observation": observation, "content": content, "extras": extras}


NEW = json.dumps(
    {
        "instance_id": "shop-1",
        "history": [
            _action(1, "message", content="<uploaded_files>\n/workspace/shop\n</uploaded_files>\nMend the total"),
            _action(2, "recall", query="x"),
            _seen(2, "recall", "Added workspace context"),
            _action(5, "run", command="make test", thought="First the tests."),
            _seen(5, "run", "1 failed", metadata={"exit_code": 1, "working_dir": "/workspace/shop/src"}),
            _action(7, "read", path=LIBRARY),
            _seen(7, "read", "1 total = 0"),
            _action(9, "read", path="/workspace/shop/src"),
            _seen(9, "read", "Here's the files and directories up to 2 levels deep in /workspace/shop/src"),
            _action(11, "edit", path=LIBRARY, command="str_replace", old_str="a", new_str="b"),
            _seen(11, "edit", "ERROR:\nNo replacement was performed"),
            _action(13, "edit", path="/workspace/shop/new.py", command="create", file_text="x"),
            _seen(13, "edit", "File created successfully at: /workspace/shop/new.py", prev_exist=False),
            _action(15, "run", command="npm start"),
            _seen(15, "run", "listening", metadata={"exit_code": -1, "working_dir": "/workspace/shop"}),
            _action(17, "call_tool_mcp", name="fetch", arguments={"url": "x"}),
            _seen(17, "mcp", "gone"),
            _action(19, "think", thought="Nearly there."),
            _seen(19, "think", "Your thought has been logged."),
            _action(21, "condensation", summary="The total was mended."),
            _action(23, "run", command="git diff"),
            _action(25, "finish", final_thought="Done.", thought="All is well."),
        ],
    }
)
OLD = json.dumps(
    [
        [{"action": "message", "content": "Fix /workspace now"}],
        [
            {"action": "run_ipython", "code": "open_file('/workspace/src/App.css')", "thought": "Look"},
            {"observation": "run_ipython", "content": "[File: /workspace/src/App.css]"},
        ],
        [
            {"action": "run_ipython", "code": "print(1)"},
            {"observation": "run_ipython", "content": "1"},
        ],
        [{"action": "run", "command": "ls"}, {"observation": "run", "content": "a", "exit_code": 0}],
    ]
)


def _told(steps: list[Step]) -> list[tuple[object, ...]]:
    told: list[tuple[object, ...]] = []
    for step in steps:
        event = adapter(step.agent).event(dict(step.payload), "")
        told.append((step.line, step.kind, event.tool or step.text[-14:], event.touches, event.command, event.exit_code, event.ok))
    return told


def test_an_action_ends_with_the_observation_that_names_it() -> None:
    assert _told(read(FORMAT, NEW)) == [
        (1, "prompt", "Mend the total", (), "", None, None),
        (4, "said", "rst the tests.", (), "", None, None),
        (4, "tool", "shell", (), "make test", 1, False),
        (6, "tool", "read", (Touch(LIBRARY, "read"),), "", None, True),
        (8, "tool", "search", (), "", None, True),
        (10, "tool", "edit", (Touch(LIBRARY, "edit"),), "", None, False),
        (12, "tool", "write", (Touch("/workspace/shop/new.py", "create"),), "", None, True),
        (14, "tool", "shell", (), "npm start", None, None),
        (16, "tool", "mcp", (), "", None, True),
        (18, "said", " Nearly there."[1:], (), "", None, None),
        (20, "compaction", "al was mended.", (), "", None, None),
        (21, "tool", "shell", (), "git diff", None, None),
        (22, "said", "s well.\n\nDone.", (), "", None, None),
    ]


def test_the_folder_is_that_of_the_task_until_a_command_tells_another_one() -> None:
    steps = read(FORMAT, NEW)
    assert [step.payload["cwd"] for step in steps if step.kind == "tool"] == [
        "/workspace/shop",
        *["/workspace/shop/src"] * 5,
        *["/workspace/shop"] * 2,
    ]
    assert (steps[0].time, steps[10].trigger, steps[10].initial) == (1_772_359_200_000, "auto", False)


def test_the_older_form_has_the_arguments_beside_the_action() -> None:
    assert _told(read(FORMAT, OLD)) == [
        (1, "prompt", "/workspace now", (), "", None, None),
        (2, "said", "Look", (), "", None, None),
        (2, "tool", "read", (Touch("/workspace/src/App.css", "read"),), "", None, True),
        (3, "tool", "other", (), "", None, True),
        (4, "tool", "shell", (), "ls", 0, True),
    ]


def test_an_observation_of_another_action_ends_nothing() -> None:
    events = [_action(1, "run", command="make"), _seen(5, "run", "other", metadata={"exit_code": 1}), _action(9, "run", command="ls")]
    assert _told(read(FORMAT, json.dumps(events))) == [
        (1, "tool", "shell", (), "make", None, None),
        (3, "tool", "shell", (), "ls", None, None),
    ]


@pytest.mark.parametrize(
    ("text", "folder"), [("no path", "/workspace"), ("in /workspace/a-b.", "/workspace/a-b"), ("/workspaces", "/workspace")]
)
def test_where_the_work_is(text: str, folder: str) -> None:
    events = [{"action": "message", "content": text}, {"action": "read", "path": LIBRARY}]
    assert [step.payload["cwd"] for step in read(FORMAT, json.dumps(events))] == [folder] * 2


@pytest.mark.parametrize(
    ("head", "expected"),
    [(NEW, True), (OLD, True), ('{"history": [{"role": "user"}]}', False), ('{"messages": [{"action": "run"}]}', False), ("", False)],
)
def test_what_is_recognised(head: str, expected: bool) -> None:
    assert FORMAT.recognises(head) is expected


@law(200)
@given(st.text(), st.text())
def test_no_text_raises(text: str, other: str) -> None:
    check(FORMAT, text)
    events = [
        _action(1, text, command=other),
        _seen(1, other, text),
        {"action": "run_ipython", "code": text},
        [text, 1],
        {"content": other},
    ]
    check(FORMAT, json.dumps({"history": events}))


@law(100)
@given(st.integers(0, len(NEW)), st.integers(0, len(OLD)))
def test_a_cut_file_tells_what_came_before_the_cut(new: int, old: int) -> None:
    check_cut(FORMAT, NEW, new)
    check_cut(FORMAT, OLD, old)


@pytest.mark.skipif(not found("All-Hands-AI__OpenHands/*.json"), reason="the real recordings are not here")
def test_real_recordings_agree_with_their_normalised_form() -> None:
    """84 %; the rest are one session whose task names its folder, where the other program guesses another one from the paths.

    What is said last is one step here, where the other program makes two of it, or has the word "finish" for what was not said.
    """
    calls, fewer = Counter[str](), Counter[str]()
    for path in found("All-Hands-AI__OpenHands/*.json"):
        wanted, kinds, differences = compared(FORMAT, path)
        fewer += wanted - kinds
        assert not kinds - wanted
        calls += differences
    assert calls == Counter({"agrees": 102, "another root": 20})
    assert fewer == Counter({"said": 3})
