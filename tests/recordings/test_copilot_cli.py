"""Events of Copilot CLI to steps, and what its adapter makes of their payloads."""

from agentstate.recordings.copilot_cli import FORMAT, steps
from tests.support.told import event, lines, told


def record(kind: str, **data: object) -> dict[str, object]:
    return {"type": kind, "id": "e", "parentId": None, "timestamp": "2026-05-01T10:00:00.000Z", "data": data}


def start(identifier: str, name: str, given: object, **more: object) -> dict[str, object]:
    return record("tool.execution_start", toolCallId=identifier, toolName=name, arguments=given, **more)


def end(identifier: str, said: str, *, success: bool = True) -> dict[str, object]:
    told_of = {"result": {"content": said}} if success else {"error": {"message": said, "code": "failure"}}
    return record("tool.execution_complete", toolCallId=identifier, success=success, **told_of)


BEGUN = record("session.start", sessionId="s-1", copilotVersion="1.0.0", context={"cwd": "/repo"})


def test_a_session_is_told_in_the_order_in_which_hooks_are_called() -> None:
    found = list(
        steps(
            lines(
                BEGUN,
                record("user.message", content="mend it"),
                record("assistant.turn_start", turnId="1"),
                record("assistant.message", content="I look", toolRequests=[]),
                start("1", "bash", {"command": "pytest -q"}),
                start("2", "view", {"path": "/repo/a.py"}),
                end("2", "x = 1"),
                end("1", "1 failed\n<exited with exit code 1>"),
                start("3", "edit", '{"path": "/repo/a.py"}'),
                end("3", "no such text", success=False),
                start("4", "create", {"path": "/repo/b.py"}),
                end("4", "made"),
                start("5", "linear-list", {}, mcpServerName="linear", mcpToolName="list"),
                end("5", "[]"),
                start("6", "bash", {"command": "sleep 9"}),
            )
        )
    )
    assert [told(step) for step in found] == [
        (2, "prompt", "mend it"),
        (4, "said", "I look"),
        (6, "read", (("/repo/a.py", "read"),), None, True),
        (5, "shell", "pytest -q", 1, True),
        (9, "edit", (("/repo/a.py", "edit"),), None, False),
        (11, "write", (("/repo/b.py", "create"),), None, True),
        (13, "mcp", (), None, True),
        (15, "shell", "sleep 9", None, None),
    ]
    assert {(event(step).session, event(step).cwd) for step in found} == {("s-1", "/repo")}


def test_a_compaction_that_succeeded_is_one() -> None:
    found = list(
        steps(
            lines(
                BEGUN,
                record("assistant.message", content="so far"),
                record("session.compaction_start"),
                record("session.compaction_complete", success=False, error="no"),
                record("session.compaction_complete", success=True, preCompactionTokens=100_000, summaryContent="The summary"),
            )
        )
    )
    assert [(step.kind, step.text, step.tokens) for step in found] == [("said", "so far", 0), ("compaction", "The summary", 100_000)]
    assert event(found[1]).kind == "compact_before"


def test_a_call_without_a_result_at_a_compaction_is_told_before_it_and_only_there() -> None:
    compacted = record("session.compaction_complete", success=True, summaryContent="The summary")
    found = list(steps(lines(BEGUN, start("1", "bash", {"command": "make"}), compacted, end("1", "done"))))
    assert [told(step) for step in found] == [(2, "shell", "make", None, None), (3, "compaction", "The summary")]


def test_what_a_subagent_does_is_a_side() -> None:
    (step,) = steps(lines(BEGUN, start("1", "bash", {"command": "ls"}, parentToolCallId="0"), end("1", "a")))
    assert (step.side, event(step).subagent, event(step).command) == (True, "0", "ls")


def test_the_format_is_told_by_its_events() -> None:
    assert FORMAT.recognises("\n".join(lines(BEGUN)))
    assert not FORMAT.recognises('{"type": "user", "sessionId": "s"}')
