"""Records of Claude Code to steps, and what its adapter makes of their payloads."""

from typing import Any

from agentstate.recordings.claude_code import FORMAT, steps
from agentstate.recordings.step import Step
from tests.support.told import event, lines, told

WHERE = {"sessionId": "s-1", "cwd": "/repo", "timestamp": "2026-05-01T10:00:00.000Z"}
TIME = 1_777_629_600_000


def user(content: object, **more: object) -> dict[str, object]:
    return {**WHERE, "type": "user", "message": {"role": "user", "content": content}, **more}


def agent(*blocks: object, **more: object) -> dict[str, object]:
    return {**WHERE, "type": "assistant", "message": {"role": "assistant", "content": list(blocks)}, **more}


def use(identifier: str, name: str, **given: object) -> dict[str, object]:
    return {"type": "tool_use", "id": identifier, "name": name, "input": given}


def result(identifier: str, said: str, response: object = None, *, failed: bool = False, **more: object) -> dict[str, object]:
    block = {"type": "tool_result", "tool_use_id": identifier, "content": said, **({"is_error": True} if failed else {})}
    return user([block], toolUseResult=response, **more)


def test_a_session_is_told_in_the_order_in_which_hooks_are_called() -> None:
    found = steps(
        lines(
            {"type": "queue-operation", "sessionId": "s-1"},
            user("mend the parser"),
            agent({"type": "thinking", "thinking": "hm"}, {"type": "text", "text": " I look. "}, use("a", "Bash", command="pytest -q")),
            agent(use("b", "Read", file_path="/repo/a.py")),
            result("b", "1 x = 1", {"type": "text"}),
            result("a", "Exit code 1\n1 failed", "Error: Exit code 1\n1 failed", failed=True),
            agent(use("c", "Edit", file_path="/repo/a.py", old_string="1", new_string="2"), use("d", "Bash", command="pytest -q")),
            result("c", "updated", {"filePath": "/repo/a.py"}),
            result("d", "1 passed", {"stdout": "1 passed", "stderr": "", "interrupted": False}),
            agent(use("e", "Write", file_path="/repo/b.py", content="")),
            result("e", "created", {"type": "create", "filePath": "/repo/b.py"}),
        )
    )
    assert [told(step) for step in found] == [
        (2, "prompt", "mend the parser"),
        (3, "said", "I look."),
        (4, "read", (("/repo/a.py", "read"),), None, True),
        (3, "shell", "pytest -q", 1, False),
        (7, "edit", (("/repo/a.py", "edit"),), None, True),
        (7, "shell", "pytest -q", 0, True),
        (10, "write", (("/repo/b.py", "create"),), None, True),
    ]


def test_the_payload_is_that_of_the_hook() -> None:
    (step,) = steps(lines(agent(use("a", "Bash", command="ls")), result("a", "x", {"stdout": "x", "stderr": ""})))
    assert step == Step(
        "tool",
        1,
        payload={
            "session_id": "s-1",
            "cwd": "/repo",
            "tool_name": "Bash",
            "tool_input": {"command": "ls"},
            "tool_use_id": "a",
            "hook_event_name": "PostToolUse",
            "tool_response": {"stdout": "x", "stderr": ""},
        },
        text="x",
        time=TIME,
    )


def test_a_compaction_and_its_summary_are_one_step() -> None:
    boundary = {**WHERE, "type": "system", "subtype": "compact_boundary", "compactMetadata": {"trigger": "manual", "preTokens": 150_000}}
    found = list(
        steps(lines(agent({"type": "text", "text": "so far"}), boundary, user("The summary", isCompactSummary=True), user("go on")))
    )
    compaction = found[1]
    assert [step.kind for step in found] == ["said", "compaction", "prompt"]
    assert (compaction.text, compaction.trigger, compaction.tokens, compaction.initial) == ("The summary", "manual", 150_000, False)
    assert event(compaction).kind == "compact_before"
    assert event(compaction).trigger == "manual"


def test_a_session_that_goes_on_with_an_older_one_begins_with_a_compaction() -> None:
    summary = "This session is being continued from a previous conversation that ran out of context. It was about x"
    found = list(steps(lines(user(summary), user("go on"), agent({"type": "text", "text": "yes"}), user(summary))))
    assert [(step.kind, step.initial) for step in found] == [
        ("compaction", True),
        ("prompt", False),
        ("said", False),
        ("compaction", False),
    ]


def test_what_the_program_wrote_is_no_prompt_and_a_command_is_as_it_was_typed() -> None:
    found = steps(
        lines(
            user("<local-command-stdout>ok</local-command-stdout>"),
            user("Caveat: what follows was run by the user"),
            user([{"type": "text", "text": "[Request interrupted by user for tool use]"}]),
            user("<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>a.py</command-args>"),
            user("how it is done", isMeta=True),
            user("<system-reminder>be kind</system-reminder>"),
            agent({"type": "text", "text": "API Error: 500"}, isApiErrorMessage=True),
        )
    )
    assert [told(step) for step in found] == [(4, "prompt", "/review a.py")]


def test_a_record_that_is_repeated_is_told_once() -> None:
    found = steps(lines(user("once", uuid="u-1"), user("once", uuid="u-1"), user("twice"), user("twice")))
    assert [step.text for step in found] == ["once", "twice", "twice"]


def test_steps_of_a_subagent_are_told_as_its_own() -> None:
    side: dict[str, Any] = {"isSidechain": True, "agentId": "a1"}
    found = list(
        steps(lines(user("look", **side), agent(use("a", "Bash", command="ls"), **side), result("a", "x", {"stdout": "x"}, **side)))
    )
    assert [(step.kind, step.side, bool(event(step).subagent)) for step in found] == [("prompt", True, True), ("tool", True, True)]
    assert event(found[1]).subagent == "a1"


def test_a_call_without_a_result_is_told_at_the_end_or_after_two_thousand_lines() -> None:
    called = agent(use("a", "Bash", command="sleep 9"), use("b", "Read", file_path="a.py"))
    unknown = [(1, "shell", "sleep 9", None, None), (1, "read", (("a.py", "read"),), None, None)]
    assert [told(step) for step in steps(lines(called, user("stop")))] == [(2, "prompt", "stop"), *unknown]
    blank = [{"type": "progress"}] * 2_000
    assert [told(step) for step in steps(lines(called, *blank, user("on")))] == [*unknown, (2_002, "prompt", "on")]


def test_a_call_without_a_result_at_a_compaction_is_told_before_it_and_only_there() -> None:
    boundary = {**WHERE, "type": "system", "subtype": "compact_boundary", "compactMetadata": {"trigger": "auto"}}
    summary = user("The summary", isCompactSummary=True)
    found = list(steps(lines(agent(use("a", "Bash", command="make t1")), boundary, summary, result("a", "done", {"stdout": "done"}))))
    assert [told(step) for step in found] == [(1, "shell", "make t1", None, None), (2, "compaction", "The summary")]
    assert [step.initial for step in found] == [False, False]


def test_a_compaction_of_a_subagent_leaves_the_calls_of_others_waiting() -> None:
    side: dict[str, Any] = {"isSidechain": True, "agentId": "a1"}
    boundary = {**WHERE, "type": "system", "subtype": "compact_boundary", **side}
    calls = agent(use("a", "Bash", command="make")), agent(use("b", "Bash", command="ls"), **side)
    found = steps(lines(*calls, boundary, result("a", "done", {"stdout": "done"})))
    assert [told(step)[:3] for step in found] == [(2, "shell", "ls"), (3, "compaction", ""), (1, "shell", "make")]


def test_a_call_that_the_user_refused_is_no_failure() -> None:
    said = "The user doesn't want to proceed with this tool use. The tool use was rejected"
    (step,) = steps(lines(agent(use("a", "Bash", command="rm x")), result("a", said, f"Error: {said}", failed=True)))
    assert (event(step).kind, event(step).source, event(step).ok) == ("tool", "refused", None)


def test_a_broken_line_is_a_fault_and_the_rest_is_told() -> None:
    found = steps(lines('{"type": "user", "mess', "", "[1]", user("go"), {"type": "user", "message": 5}, "[" * 100_000))
    assert [told(step) for step in found] == [
        (1, "fault", "no JSON on this line"),
        (3, "fault", "no JSON object on this line"),
        (4, "prompt", "go"),
        (6, "fault", "no JSON on this line"),
    ]


def test_the_format_is_told_by_its_records() -> None:
    assert FORMAT.recognises('{"parentUuid": null, "sessionId": "s"}')
    assert FORMAT.recognises('\ufeff{"type":"summary","summary":"x"}\n{"parentUuid":null,"sessionId":"s"}')
    assert not FORMAT.recognises('# A text about "sessionId" and {"parentUuid": null}')
    assert not FORMAT.recognises('{"sessionId": "s", "projectHash": "h"}')
