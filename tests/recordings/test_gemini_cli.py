"""Both formats of Gemini CLI to steps, and what its adapter makes of their payloads."""

import json

from agentstate.recordings import gemini_cli, gemini_cli_lines
from tests.support.told import event, lines, told

HEAD = {"sessionId": "s-1", "projectHash": "h", "startTime": "2026-01-01T10:00:00.000Z"}
TRAILER = "Command: pytest\nDirectory: (root)\nOutput: 1 failed\nError: (none)\nExit Code: 1\nSignal: 0\nProcess Group PGID: 7"


def call(identifier: str, name: str, status: str, said: str, **given: object) -> dict[str, object]:
    answer = {"output": said} if status == "success" else {"error": said}
    result = [{"functionResponse": {"id": identifier, "name": name, "response": answer}}]
    return {"id": identifier, "name": name, "args": given, "status": status, "result": result, "timestamp": "2026-01-01T10:00:01.000Z"}


CALLS = [
    call("1", "run_shell_command", "success", TRAILER, command="pytest"),
    call("2", "read_file", "error", "File not found", absolute_path="/repo/a.py"),
    call("3", "run_shell_command", "cancelled", "[Operation Cancelled] Reason: User cancelled the operation.", command="top"),
    {"id": "4", "name": "run_shell_command", "args": {"command": "sleep 9"}, "status": "executing"},
]
PROMPT = {"id": "m1", "type": "user", "content": [{"text": "mend it"}], "timestamp": "2026-01-01T10:00:00.000Z"}
ANSWER = {"id": "m2", "type": "gemini", "content": "I look", "toolCalls": CALLS}
INFO = {"id": "m3", "type": "info", "content": "Chat history compressed from 120,000 to 8,000 tokens."}
TOLD = [
    ("prompt", "mend it"),
    ("said", "I look"),
    ("shell", "pytest", 1, False),
    ("read", (("/repo/a.py", "read"),), None, False),
    ("shell", "top", None, None),
    ("shell", "sleep 9", None, None),
    ("compaction", INFO["content"]),
]


def test_a_document_is_told_message_by_message() -> None:
    text = json.dumps({**HEAD, "messages": [PROMPT, ANSWER, INFO]}, indent=2)
    found = list(gemini_cli.steps(iter(text)))
    assert [told(step)[1:] for step in found] == TOLD
    assert [step.line for step in found] == [1, 2, 2, 2, 2, 2, 3]
    assert {step.payload["session_id"] for step in found} == {"s-1"}
    assert event(found[4]).source == "refused"
    assert (found[6].tokens, event(found[6]).kind) == (120_000, "compact_before")
    assert gemini_cli.FORMAT.recognises(text)
    assert not gemini_cli_lines.FORMAT.recognises(text)


def test_a_document_that_is_torn_tells_what_came_before() -> None:
    text = json.dumps({**HEAD, "messages": [PROMPT, 5, ANSWER]})
    assert [told(step) for step in gemini_cli.steps([text[:-200]])] == [
        (1, "prompt", "mend it"),
        (2, "fault", "a message that is no object"),
        (3, "fault", "the text ends in the middle"),
    ]


def test_a_message_that_grew_on_later_lines_is_told_once() -> None:
    growing = [{**ANSWER, "toolCalls": CALLS[:count]} for count in range(len(CALLS) + 1)]
    records = lines(HEAD, PROMPT, *growing, {"$set": {"lastUpdated": "x"}}, INFO, PROMPT, {"$rewindTo": "m1"})
    assert [told(step)[1:] for step in gemini_cli_lines.steps(records)] == TOLD
    text = "\n".join(records)
    assert gemini_cli_lines.FORMAT.recognises(text)
    assert not gemini_cli.FORMAT.recognises(text)
