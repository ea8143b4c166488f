"""Which agent a payload is from: one settings file is run by several of them, so what the command line says is only a hint."""

from agentstate.hooks import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Mapping

_GEMINI_EVENTS = frozenset(
    ("BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "PreCompress", "BeforeModel", "AfterModel", "BeforeToolSelection")
)
_KIRO_EVENTS = frozenset(("agentSpawn", "userPromptSubmit", "preToolUse", "postToolUse", "stop"))
_QWEN_TOOLS = frozenset(
    ("run_shell_command", "write_file", "read_many_files", "list_directory", "google_web_search", "save_memory", "todo_write")
)
"""Names that Qwen Code shares with Gemini CLI only: of those that others use too ("edit", "read_file") none tells anything."""

_TRANSCRIPTS = {
    "/.claude/": "claude-code",
    "/.codex/": "codex",
    "/.gemini/": "gemini-cli",
    "/.qwen/": "qwen-code",
    "/.copilot/": "copilot-cli",
    "/Code/": "vscode-copilot",
    "/Code - Insiders/": "vscode-copilot",
}
_STAMPED = frozenset(("vscode-copilot", "copilot-cli", "gemini-cli", "qwen-code", "kiro"))
"""Agents whose payloads in the form of Claude Code hold the time, or may (Kiro's are not documented); Claude Code and Codex send none."""


def detect(payload: "Mapping[str, object]", hint: str, environment: "Container[str]" = ()) -> str:
    """The name of the agent, as in `agentstate.agents.ADAPTERS`; "" where nothing tells.

    `hint` is the agent that the command line names, and counts where the payload fits several. `environment` holds the names of the
    environment variables that are set.
    """
    name = fields.text(payload, "hook_event_name")
    if hint == "kiro" and not name and fields.text(payload, "trigger")[:1].isupper():
        return "kiro"
    marked = _marked(payload)
    if marked or not name:
        return marked
    if name in _GEMINI_EVENTS:
        return "gemini-cli"
    if name in _KIRO_EVENTS:
        return "kiro"
    if fields.text(payload, "timestamp") and name[:1].isupper():
        return _stamped(payload, hint, environment)
    return _unstamped(payload, hint) if name[:1].isupper() else ""


def _marked(payload: "Mapping[str, object]") -> str:
    """The agent that fields of its own give away."""
    has = payload.keys()
    tests = (
        ("opencode", "agentstate_envelope" in has),
        ("windsurf", "agent_action_name" in has),
        ("cursor", "conversation_id" in has and not {"cursor_version", "generation_id"}.isdisjoint(has)),
        ("cline", "hookName" in has and not {"clineVersion", "taskId"}.isdisjoint(has)),
        ("copilot-cli", "sessionId" in has and "session_id" not in has),
        ("copilot-cli", {"hook_event_name", "tool_result"} <= has and "tool_response" not in has),
        ("codex", fields.text(payload, "type") == "agent-turn-complete" and "thread-id" in has),
    )
    return next((agent for agent, passed in tests if passed), "")


def _stamped(payload: "Mapping[str, object]", hint: str, environment: "Container[str]") -> str:
    if told := _told_by_transcript(payload):
        return told
    if fields.text(payload, "tool_name") in _QWEN_TOOLS or "QWEN_PROJECT_DIR" in environment:
        return "qwen-code"
    if hint in _STAMPED:
        return hint
    if "permission_mode" in payload:
        return _unstamped(payload, hint)
    return "vscode-copilot" if "transcript_path" in payload else "copilot-cli"


def _unstamped(payload: "Mapping[str, object]", hint: str) -> str:
    if fields.text(payload, "turn_id"):
        return "codex"
    if told := _told_by_transcript(payload):
        return told
    if {"model", "permission_mode"} <= payload.keys() and not {"prompt_id", "effort"} & payload.keys():
        return "codex"
    if hint == "kiro" and "transcript_path" not in payload:
        return "kiro"
    return "claude-code" if fields.text(payload, "session_id") else ""


def _told_by_transcript(payload: "Mapping[str, object]") -> str:
    """The agent in whose folder, or under whose name, the transcript is."""
    path = fields.text(payload, "transcript_path").replace("\\", "/")
    if path.rpartition("/")[2].startswith("rollout-"):
        return "codex"
    return next((agent for folder, agent in _TRANSCRIPTS.items() if folder in path), "")
