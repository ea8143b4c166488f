"""Rollouts of Codex CLI to steps, and what its adapter makes of their payloads."""

import json

import pytest

from agentstate.recordings.codex import FORMAT, steps
from tests.support.told import event, lines, told

PATCH = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** Add File: b.py\n+z\n*** End Patch"
FILES = (("a.py", "update"), ("b.py", "create"))


def record(kind: str, **payload: object) -> dict[str, object]:
    return {"timestamp": "2026-05-01T10:00:00.000Z", "type": kind, "payload": payload}


def item(kind: str, **more: object) -> dict[str, object]:
    return record("response_item", type=kind, **more)


def message(role: str, text: str) -> dict[str, object]:
    return item("message", role=role, content=[{"type": "input_text" if role == "user" else "output_text", "text": text}])


def call(identifier: str, name: str, **given: object) -> dict[str, object]:
    return item("function_call", name=name, arguments=json.dumps(given), call_id=identifier)


def output(identifier: str, said: object) -> dict[str, object]:
    return item("function_call_output", call_id=identifier, output=said)


META = record("session_meta", id="t-1", cwd="/repo")


def test_a_session_is_told_in_the_order_in_which_hooks_are_called() -> None:
    found = list(
        steps(
            lines(
                META,
                message("user", "<environment_context>\n</environment_context>"),
                message("user", "mend it"),
                record("event_msg", type="user_message", message="mend it"),
                call("1", "shell", command=["bash", "-lc", "pytest -q"], workdir="."),
                output("1", json.dumps({"output": "1 failed", "metadata": {"exit_code": 1, "duration_seconds": 0.1}})),
                call("2", "update_plan", plan=[{"step": "mend", "status": "in_progress"}]),
                output("2", "Plan updated"),
                call("3", "exec_command", cmd="ls"),
                output("3", "Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\na.py"),
                item("local_shell_call", call_id="4", action={"type": "exec", "command": ["git", "status"]}),
                output("4", "clean"),
                message("assistant", "done"),
            )
        )
    )
    assert [told(step) for step in found] == [
        (3, "prompt", "mend it"),
        (5, "shell", "pytest -q", 1, False),
        (7, "plan", (), None, None),
        (9, "shell", "ls", 0, True),
        (11, "shell", "git status", None, None),
        (13, "said", "done"),
    ]
    assert event(found[2]).text == "[~] mend"
    assert {(event(step).session, event(step).cwd, event(step).turn) for step in found} == {("t-1", "/repo", "turn-1")}


@pytest.mark.parametrize(
    "called",
    [
        call("1", "apply_patch", input=PATCH),
        item("custom_tool_call", name="apply_patch", input=PATCH, call_id="1"),
        call("1", "shell", command=["apply_patch", PATCH]),
        call("1", "shell", command=["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF"]),
        call("1", "exec_command", cmd=f"cd /repo && apply_patch <<'EOF'\n{PATCH}\nEOF"),
    ],
)
def test_a_patch_is_one_however_it_was_called(called: dict[str, object]) -> None:
    (step,) = steps(lines(META, called, output("1", "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess")))
    assert told(step) == (2, "patch", FILES, 0, True)
    assert step.payload["tool_name"] == "apply_patch"


def test_a_shell_that_only_mentions_a_patch_stays_a_command() -> None:
    (step,) = steps(lines(META, call("1", "shell", command=["bash", "-lc", "grep -n '*** Begin Patch' a.md"]), output("1", "x")))
    assert told(step) == (2, "shell", "grep -n '*** Begin Patch' a.md", None, None)


def test_a_result_that_was_shortened_still_tells_how_the_command_ended() -> None:
    said = '{"output":"1 fai\n[shortened]\nled","metadata":{"exit_code":2,"duration_seconds":0.1}}'.replace("fai", 'fa"i')
    (step,) = steps(lines(META, call("1", "shell", command="make"), output("1", said)))
    assert told(step) == (2, "shell", "make", 2, False)


def test_a_compaction_says_how_full_the_context_was_and_what_took_its_place() -> None:
    usage = record("event_msg", type="token_count", info={"last_token_usage": {"total_tokens": 240_000}})
    kept = [{"role": "user", "content": [{"type": "input_text", "text": "first"}]}, {"content": "second"}]
    found = list(
        steps(
            lines(
                META,
                message("assistant", "so far"),
                usage,
                record("compacted", message="", replacement_history=kept),
                record("event_msg", type="context_compacted"),
                message("user", "go on"),
                record("compacted", message="The summary"),
            )
        )
    )
    assert [(step.kind, step.text, step.tokens, step.trigger, step.initial) for step in found] == [
        ("said", "so far", 0, "", False),
        ("compaction", "first\n\nsecond", 240_000, "", False),
        ("prompt", "go on", 0, "", False),
        ("compaction", "The summary", 240_000, "", False),
    ]


def test_a_call_without_a_result_at_a_compaction_is_told_before_it_and_only_there() -> None:
    compacted = record("compacted", message="The summary"), record("event_msg", type="context_compacted")
    found = list(steps(lines(META, call("1", "shell", command=["make"]), *compacted, output("1", "done"))))
    assert [told(step) for step in found] == [(2, "shell", "make", None, None), (3, "compaction", "The summary")]
    assert not found[1].initial


def test_the_first_rollouts_had_no_envelope() -> None:
    bare = [
        {"id": "t-0", "timestamp": "2025-05-01T10:00:00Z", "instructions": ""},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command":["ls"]}', "call_id": "1"},
        {"type": "function_call_output", "call_id": "1", "output": '{"output":"","metadata":{"exit_code":0}}'},
    ]
    assert [told(step) for step in steps(lines(*bare))] == [(3, "prompt", "go"), (4, "shell", "ls", 0, True)]
    assert FORMAT.recognises("\n".join(lines(*bare)))


def test_the_thread_of_a_subagent_is_a_side() -> None:
    meta = record("session_meta", id="t-2", cwd="/repo", source={"subagent": {"other": "review"}})
    (step,) = steps(lines(meta, message("assistant", "looked")))
    assert (step.side, event(step).subagent) == (True, "t-2")


def test_what_is_broken_is_a_fault_or_tells_what_is_there() -> None:
    found = steps(lines("{", META, record("response_item"), item("function_call"), item("function_call", name="shell", arguments="{oops")))
    assert [told(step) for step in found] == [
        (1, "fault", "no JSON on this line"),
        (4, "other", (), None, None),
        (5, "shell", (), None, None),
    ]


def test_the_format_is_told_by_its_records() -> None:
    assert FORMAT.recognises("\n".join(lines(META)))
    assert not FORMAT.recognises('{"type": "user", "sessionId": "s"}')
