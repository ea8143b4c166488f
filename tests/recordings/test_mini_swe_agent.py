"""mini-SWE-agent: commands in blocks of code, commands beside the answer, and their exit status."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.agents import adapter
from agentstate.recordings.mini_swe_agent import FORMAT
from agentstate.recordings.step import Step
from tests.recordings.broken import check, check_cut
from tests.recordings.normalised import compared, found, read
from tests.support.laws import law

FIRST = json.dumps(
    [
        {"role": "system", "content": "Answer with one block."},
        {"role": "user", "content": "Mend the build"},
        {"role": "assistant", "content": "Look first.\n\n```bash\nmake all\n```"},
        {"role": "user", "content": "<returncode>2</returncode>\n<output>\nno rule\n</output>"},
        {"role": "assistant", "content": "```mswea_bash_command\ntrue\n```\nDone."},
        {"role": "user", "content": "<returncode>0</returncode>\n<output>\n</output>"},
        {"role": "user", "content": "Please give exactly one action"},
        {"role": "assistant", "content": "```bash\necho COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n```"},
    ]
)
SECOND = json.dumps(
    {
        "info": {"mini_version": "2.1.0"},
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Go on"}]},
            {
                "role": "assistant",
                "content": "Two at once",
                "extra": {"timestamp": 1700000000.5, "actions": [{"command": "ls"}, {"command": "pwd"}]},
            },
            {"role": "tool", "content": "a b", "extra": {"returncode": 0}},
            {"role": "tool", "content": "", "extra": {"returncode": 1}},
            {"role": "user", "content": "stop that", "extra": {"interrupt_type": "UserInterruption"}},
        ],
        "trajectory_format": "mini-swe-agent-1.1",
    }
)


def _told(steps: list[Step]) -> list[tuple[object, ...]]:
    told: list[tuple[object, ...]] = []
    for step in steps:
        event = adapter(step.agent).event(dict(step.payload), "")
        told.append((step.line, step.kind, event.text or event.command, event.exit_code, event.ok, step.text))
    return told


def test_a_command_in_a_block_has_its_status_from_the_next_message() -> None:
    assert _told(read(FORMAT, FIRST)) == [
        (2, "prompt", "Mend the build", None, None, "Mend the build"),
        (3, "said", "Look first.", None, None, "Look first."),
        (3, "tool", "make all", 2, False, "no rule"),
        (5, "said", "Done.", None, None, "Done."),
        (5, "tool", "true", 0, True, ""),
        (8, "tool", "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", None, None, ""),
    ]


def test_actions_beside_the_answer_have_their_results_in_their_order() -> None:
    assert _told(read(FORMAT, SECOND)) == [
        (1, "prompt", "Go on", None, None, "Go on"),
        (2, "said", "Two at once", None, None, "Two at once"),
        (2, "tool", "ls", 0, True, "a b"),
        (2, "tool", "pwd", 1, False, ""),
        (5, "prompt", "stop that", None, None, "stop that"),
    ]
    assert [step.time for step in read(FORMAT, SECOND)] == [0, *[1_700_000_000_500] * 3, 0]
    assert len({step.payload.get("tool_use_id") for step in read(FORMAT, SECOND)}) == 3


@pytest.mark.parametrize(("head", "expected"), [(FIRST, True), (SECOND, True), ('{"messages": [{"role": "user"}]}', False), ("", False)])
def test_what_is_recognised(head: str, expected: bool) -> None:
    assert FORMAT.recognises(head) is expected


def test_what_is_no_message_is_a_fault() -> None:
    assert [(step.kind, step.line, step.text) for step in read(FORMAT, '[1, {"role": "user", "content": "x"}')] == [
        ("fault", 1, "no message"),
        ("prompt", 2, "x"),
        ("fault", 0, "the text ends in the middle"),
    ]


@law(200)
@given(st.text())
def test_no_text_raises(text: str) -> None:
    check(FORMAT, text)
    check(FORMAT, json.dumps([{"role": "assistant", "content": text}, {"role": "user", "content": text}]))


@law(100)
@given(st.integers(0, len(FIRST)), st.integers(0, len(SECOND)))
def test_a_cut_file_tells_what_came_before_the_cut(first: int, second: int) -> None:
    check_cut(FORMAT, FIRST, first)
    check_cut(FORMAT, SECOND, second)


@pytest.mark.skipif(not found("SWE-agent__mini-swe-agent/*.json"), reason="the real recordings are not here")
def test_real_recordings_agree_with_their_normalised_form() -> None:
    for path in found("SWE-agent__mini-swe-agent/*.json"):
        wanted, kinds, calls = compared(FORMAT, path)
        assert kinds == wanted
        assert calls == Counter({"agrees": 10})
