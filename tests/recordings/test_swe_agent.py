"""SWE-agent: its own commands as tools, the folder and the open file from the state, and the task first."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.agents import adapter
from agentstate.hooks.event import Touch
from agentstate.recordings.step import Step
from agentstate.recordings.swe_agent import FORMAT
from tests.recordings.broken import check, check_cut
from tests.recordings.normalised import compared, found, read
from tests.support.laws import law


def _step(action: str, observation: str = "", open_file: str = "n/a", thought: str = "", **more: object) -> dict[str, object]:
    state = json.dumps({"open_file": open_file, "working_dir": "/repo"})
    return {"action": action, "observation": observation, "thought": thought, "state": state, **more}


EXAMPLE = json.dumps(
    {
        "environment": "main",
        "trajectory": [
            _step("create try.py\n", "[File: /repo/try.py (1 lines total)]", thought="Reproduce it.\n"),
            _step("edit 1:1\nimport lib\nend_of_edit", "[File: /repo/try.py]", "/repo/try.py"),
            _step("edit 2:2\nimport (", "Your proposed edit has introduced new syntax error(s).", "/repo/try.py"),
            _step("python try.py", "Traceback (most recent call last):\n  x", "/repo/try.py"),
            _step('open "src/lib.py" 12', "[File: /repo/src/lib.py]", "/repo/try.py"),
            _step("scroll_down", "…", "/repo/src/lib.py"),
            _step("search_file total", "Found 1", "/repo/src/lib.py"),
            _step("search_dir total src", "Found 2", "/repo/src/lib.py"),
            _step("str_replace_editor view /repo/src", "Here's the files and directories up to 2 levels deep in /repo/src"),
            _step("str_replace_editor str_replace /repo/src/lib.py --old_str x", "The file has been edited."),
            _step("cd src && ls", "lib.py"),
            _step("submit", ""),
        ],
        "history": [
            {"role": "system", "content": "You are an engineer"},
            {"role": "user", "content": "A demonstration", "is_demo": True},
            {"role": "user", "content": [{"type": "text", "text": "The total is wrong"}]},
            {"role": "user", "content": "later"},
        ],
        "info": {"exit_status": "submitted"},
    }
)


def _told(steps: list[Step]) -> list[tuple[object, ...]]:
    told: list[tuple[object, ...]] = []
    for step in steps:
        event = adapter(step.agent).event(dict(step.payload), "")
        told.append((step.line, event.tool or event.text, event.touches, event.command, event.exit_code, event.ok))
    return told


def test_each_action_is_the_tool_that_does_the_same() -> None:
    file, library = "/repo/try.py", "/repo/src/lib.py"
    assert _told(read(FORMAT, EXAMPLE)) == [
        (1, "The total is wrong", (), "", None, None),
        (1, "Reproduce it.", (), "", None, None),
        (1, "write", (Touch("try.py", "create"),), "", None, True),
        (2, "edit", (Touch(file, "edit"),), "", None, True),
        (3, "edit", (Touch(file, "edit"),), "", None, False),
        (4, "shell", (), "python try.py", None, False),
        (5, "read", (Touch("src/lib.py", "read"),), "", None, True),
        (6, "read", (Touch(library, "read"),), "", None, True),
        (7, "search", (Touch(library, "read"),), "", None, True),
        (8, "search", (), "", None, True),
        (9, "search", (), "", None, True),
        (10, "edit", (Touch(library, "edit"),), "", None, True),
        (11, "shell", (), "cd src && ls", None, True),
        (12, "other", (), "", None, True),
    ]
    assert {step.payload["cwd"] for step in read(FORMAT, EXAMPLE)[1:]} == {"/repo"}


def test_the_state_is_the_one_after_the_step_where_its_time_is_told() -> None:
    steps = [
        {"action": "cd a", "observation": "", "execution_time": 0.1, "state": {"working_dir": "/repo/a", "open_file": "/repo/a/x.py"}},
        {"action": "edit 1:1\nx", "observation": "", "execution_time": 0.1, "state": {"working_dir": "/repo/b", "open_file": "/repo/y.py"}},
    ]
    found_steps = read(FORMAT, json.dumps({"trajectory": steps}))
    assert [step.payload["cwd"] for step in found_steps] == ["/repo/a", "/repo/a"]
    assert found_steps[1].payload["tool_input"] == {"file_path": "/repo/a/x.py"}


def test_chunks_of_any_size_read_the_same() -> None:
    assert read(FORMAT, EXAMPLE, 1) == read(FORMAT, EXAMPLE, 17) == read(FORMAT, EXAMPLE)


def test_only_so_much_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agentstate.recordings.swe_agent.HELD_STEPS", 2)
    assert [step.kind for step in read(FORMAT, EXAMPLE)] == ["said", *["tool"] * 12, "prompt"]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (EXAMPLE[:200], True),
        ('{"trajectory": [{"id": 1, "action": "run"}]}', False),
        ('{"history": []}', False),
        ("", False),
    ],
)
def test_what_is_recognised(head: str, expected: bool) -> None:
    assert FORMAT.recognises(head) is expected


@law(200)
@given(st.text(), st.text())
def test_no_text_raises(text: str, other: str) -> None:
    check(FORMAT, text)
    check(FORMAT, json.dumps({"trajectory": [_step(text, other), text, {"state": text, "action": other}], "history": [text]}))


@law(100)
@given(st.integers(0, len(EXAMPLE)))
def test_a_cut_file_tells_what_came_before_the_cut(length: int) -> None:
    check_cut(FORMAT, EXAMPLE, length)


@pytest.mark.skipif(not found("SWE-agent__SWE-agent/*.traj"), reason="the real recordings are not here")
def test_real_recordings_agree_with_their_normalised_form() -> None:
    """94 %; the rest are edits that the tool refused for their syntax, which the other program takes for done."""
    calls = Counter[str]()
    for path in found("SWE-agent__SWE-agent/*.traj"):
        wanted, kinds, differences = compared(FORMAT, path)
        assert kinds == wanted
        calls += differences
    assert calls == Counter({"agrees": 130, "ok True, here False": 8})
