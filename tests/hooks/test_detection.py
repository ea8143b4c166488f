"""The table of marks, row by row: the payload decides, and the hint only where the payload fits several agents."""

import pytest

from agentstate.hooks.detection import detect

CLAUDE = {"session_id": "s", "transcript_path": "/home/dev/.claude/projects/x/s.jsonl", "cwd": "/w"}
STAMPED = {"session_id": "s", "timestamp": "2026-11-29T10:00:00.000Z", "cwd": "/w"}


def at(path: str) -> dict[str, object]:
    return {**STAMPED, "hook_event_name": "SessionStart", "transcript_path": path}


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"agentstate_envelope": 1, "agent_action_name": "x"}, "opencode"),
        ({"agent_action_name": "post_write_code"}, "windsurf"),
        ({"conversation_id": "c", "cursor_version": "2", "hook_event_name": "PostToolUse", "session_id": "s"}, "cursor"),
        ({"conversation_id": "c", "generation_id": "g", "hook_event_name": "stop"}, "cursor"),
        ({"hookName": "TaskStart", "taskId": "1"}, "cline"),
        ({"hookName": "TaskStart", "clineVersion": "3"}, "cline"),
        ({"sessionId": "s", "timestamp": 1}, "copilot-cli"),
        ({**STAMPED, "hook_event_name": "PostToolUse", "tool_result": {}, "tool_name": "edit"}, "copilot-cli"),
        ({**STAMPED, "hook_event_name": "BeforeAgent"}, "gemini-cli"),
        ({"hook_event_name": "agentSpawn", "cwd": "/w"}, "kiro"),
        ({**STAMPED, "hook_event_name": "PostToolUse", "tool_name": "run_shell_command", "tool_response": {}}, "qwen-code"),
        (at("/home/dev/.qwen/tmp/chats/x.jsonl"), "qwen-code"),
        (at("/home/dev/.gemini/tmp/chats/x.json"), "gemini-cli"),
        (at("/home/dev/.copilot/session-state/x/events.jsonl"), "copilot-cli"),
        (at("C:\\Users\\dev\\AppData\\Roaming\\Code\\User\\workspaceStorage\\x\\t.json"), "vscode-copilot"),
        ({**at("/home/dev/.config/Code/x.json"), "hook_event_name": "PostToolUse", "tool_name": "read_file"}, "vscode-copilot"),
        ({**CLAUDE, "timestamp": "2026", "hook_event_name": "PreCompact"}, "claude-code"),
        ({**CLAUDE, "transcript_path": None, "turn_id": "t", "hook_event_name": "PreCompact"}, "codex"),
        ({**CLAUDE, "turn_id": "t", "hook_event_name": "PreCompact"}, "codex"),
        ({"session_id": "s", "model": "m", "permission_mode": "p", "transcript_path": None, "hook_event_name": "SessionStart"}, "codex"),
        ({"session_id": "s", "transcript_path": "C:\\x\\rollout-2026.jsonl", "hook_event_name": "SessionEnd"}, "codex"),
        ({"session_id": "s", "transcript_path": "/h/.codex/x.jsonl", "hook_event_name": "SessionEnd"}, "codex"),
        ({**CLAUDE, "model": "m", "permission_mode": "p", "hook_event_name": "PostToolUse"}, "claude-code"),
        ({"session_id": "s", "model": "m", "permission_mode": "p", "effort": {}, "hook_event_name": "Stop"}, "claude-code"),
        ({"session_id": "s", "model": "m", "permission_mode": "p", "prompt_id": "i", "hook_event_name": "Stop"}, "claude-code"),
        ({"session_id": "s", "hook_event_name": "AnEventOfTomorrow"}, "claude-code"),
        ({"type": "agent-turn-complete", "thread-id": "t"}, "codex"),
        ({"type": "agent-turn-complete"}, ""),
        ({"hook_event_name": "Stop"}, ""),
        ({"hook_event_name": "preCompact", "session_id": "s"}, ""),
        ({"trigger": "PostToolUse"}, ""),
        ({"hook_event_name": ["Stop"], "session_id": {}, "type": [], "thread-id": 1}, ""),
        ({}, ""),
    ],
)
@pytest.mark.parametrize("hint", ["", "claude-code", "codex", "no such agent"])
def test_the_payload_decides(payload: dict[str, object], hint: str, expected: str) -> None:
    assert detect(payload, hint) == expected


@pytest.mark.parametrize("hint", ["vscode-copilot", "copilot-cli", "gemini-cli", "qwen-code"])
def test_the_hint_decides_where_the_payload_fits_several(hint: str) -> None:
    assert detect({**STAMPED, "hook_event_name": "SessionStart"}, hint) == hint
    assert detect(at("/home/dev/.copilot/x"), hint) == "copilot-cli"
    assert detect({**CLAUDE, "hook_event_name": "SessionStart"}, hint) == "claude-code"


def test_a_settings_file_of_claude_that_others_run_too() -> None:
    start = {**STAMPED, "hook_event_name": "SessionStart"}
    assert detect(start, "claude-code") == "copilot-cli"
    assert detect({**start, "transcript_path": "/somewhere/else.json"}, "claude-code") == "vscode-copilot"
    assert detect({**start, "permission_mode": "default"}, "claude-code") == "claude-code"
    assert detect({**start, "permission_mode": "default"}, "claude-code", {"QWEN_PROJECT_DIR"}) == "qwen-code"
    assert detect({**CLAUDE, "hook_event_name": "SessionStart"}, "claude-code", {"QWEN_PROJECT_DIR"}) == "claude-code"


def test_kiro_in_its_newer_form_is_known_by_the_hint_alone() -> None:
    assert detect({"trigger": "PostToolUse"}, "kiro") == detect({"trigger": "PostToolUse", "sessionId": "s"}, "kiro") == "kiro"
    assert detect({"trigger": "auto", "sessionId": "s"}, "kiro") == "copilot-cli"
    assert detect({"hook_event_name": "PostToolUse", "session_id": "s"}, "kiro") == "kiro"
    assert detect({**CLAUDE, "hook_event_name": "PostToolUse"}, "kiro") == "claude-code"
    assert detect({**CLAUDE, "hook_event_name": "PostToolUse", "transcript_path": "/elsewhere.jsonl"}, "kiro") == "claude-code"
