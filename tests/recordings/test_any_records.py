"""What holds for the formats of agents that have hooks: no file whatever raises, neither in its reader nor in the adapter."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.recordings import claude_code, codex, copilot_cli, gemini_cli, gemini_cli_lines, neutral
from agentstate.recordings.step import Format
from tests.recordings.broken import check
from tests.support.laws import law

CALL = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "ls"}}
RESULT = {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": "x"}], "is_error": True}
WHERE = {"uuid": "u", "sessionId": "s", "cwd": "/repo", "timestamp": "2026-05-01T10:00:00Z", "isSidechain": True, "agentId": "a"}
GEMINI = {"id": "1", "name": "replace", "args": {"file_path": "a"}, "status": "error", "result": [{"functionResponse": {"response": {}}}]}
PATCH = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"


def item(kind: str, **more: object) -> dict[str, object]:
    return {"timestamp": "2026-05-01T10:00:00Z", "type": "response_item", "payload": {"type": kind, **more}}


def data(kind: str, **more: object) -> dict[str, object]:
    return {"type": kind, "timestamp": "2026-05-01T10:00:00Z", "data": {"toolCallId": "1", "parentToolCallId": "0", **more}}


SAMPLES: dict[str, list[dict[str, Any]]] = {
    "claude-code": [
        {**WHERE, "type": "user", "message": {"content": "<command-name>/a</command-name>"}},
        {**WHERE, "uuid": "v", "type": "assistant", "message": {"content": [{"type": "text", "text": "a"}, CALL]}},
        {**WHERE, "uuid": "w", "type": "user", "message": {"content": [RESULT]}, "toolUseResult": {"stdout": "x"}},
        {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"trigger": "auto", "preTokens": 5}},
        {"type": "user", "isCompactSummary": True, "message": {"content": "summary"}},
    ],
    "codex": [
        {"type": "session_meta", "payload": {"id": "t", "cwd": "/repo", "source": {"subagent": "review"}}},
        item("message", role="user", content=[{"type": "input_text", "text": "go"}]),
        item("function_call", name="shell", arguments='{"command": ["ls"]}', call_id="1"),
        item("function_call_output", call_id="1", output='{"output": "", "metadata": {"exit_code": 0}}'),
        item("custom_tool_call", name="apply_patch", input=PATCH, call_id="2"),
        item("local_shell_call", action={"command": ["apply_patch", PATCH]}, call_id="3"),
        {"type": "event_msg", "payload": {"type": "token_count", "info": {"last_token_usage": {"total_tokens": 5}}}},
        {"type": "compacted", "payload": {"message": "", "replacement_history": [{"content": "a"}]}},
    ],
    "copilot-cli": [
        data("session.start", sessionId="s", context={"cwd": "/repo"}),
        data("user.message", content="go"),
        data("tool.execution_start", toolName="bash", arguments={"command": "ls"}, mcpServerName="m", mcpToolName="t"),
        data("tool.execution_complete", success=False, result={"content": "x"}, error={"message": "no"}),
        data("session.compaction_complete", success=True, preCompactionTokens=5.5, summaryContent="summary"),
    ],
    "gemini-cli": [
        {"sessionId": "s", "projectHash": "h", "messages": []},
        {"id": "m1", "type": "user", "content": [{"text": "go"}], "timestamp": "2026-05-01T10:00:00Z"},
        {"id": "m2", "type": "gemini", "content": "a", "toolCalls": [GEMINI]},
        {"id": "m3", "type": "info", "content": "compressed from 5,000 to 10"},
    ],
    "neutral": [
        {"agentstate": "recording", "session": "s", "cwd": "/repo"},
        {"kind": "prompt", "text": "go", "time": 5, "side": True},
        {"kind": "tool", "tool": "patch", "patch": PATCH, "exit": 0, "ok": True, "output": "x"},
        {"kind": "tool", "tool": "plan", "steps": [{"content": "a", "status": "done"}]},
        {"kind": "tool", "agent": "cursor", "payload": {"hook_event_name": "afterFileEdit", "file_path": "a"}},
        {"kind": "compaction", "text": "summary", "trigger": "auto", "tokens": 5},
    ],
}
FORMS = [module.FORMAT for module in (claude_code, codex, copilot_cli, gemini_cli, gemini_cli_lines, neutral)]
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["\ud800", "{}", '{"a"', "1", ""])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3), max_leaves=8
)


def spoiled(record: dict[str, Any], draw: st.DataObject) -> None:
    """Put another value, or none, in some place of the record, however deep."""
    place: Any = record
    while True:
        key = draw.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
        inner = place[key]
        if not (isinstance(inner, dict | list) and inner) or draw.draw(st.integers(min_value=0, max_value=2)) == 0:
            place[key] = draw.draw(VALUES)
            return
        place = inner


@pytest.mark.parametrize("form", FORMS, ids=[form.name for form in FORMS])
@law(200)
@given(st.data())
def test_no_value_in_no_place_raises(form: Format, data: st.DataObject) -> None:
    records = copy.deepcopy(SAMPLES[form.name.removesuffix("-lines")])
    for _ in range(data.draw(st.integers(min_value=1, max_value=3))):
        spoiled(data.draw(st.sampled_from(records)), data)
    text = "\n".join(map(json.dumps, data.draw(st.permutations(records))))
    check(form, text)
    check(form, text[: data.draw(st.integers(min_value=0, max_value=len(text)))])
    check(form, json.dumps({"sessionId": "s", "projectHash": "h", "messages": records}))


@pytest.mark.parametrize("form", FORMS, ids=[form.name for form in FORMS])
@law(50)
@given(st.text(max_size=60))
def test_no_text_whatever_raises(form: Format, text: str) -> None:
    check(form, text)
