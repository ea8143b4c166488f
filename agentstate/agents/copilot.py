"""How the hooks of the command line of GitHub Copilot speak; what instructs it is in agents/known.py."""

from agentstate.hooks import fields, patches, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import called, ended, outline, searched
from agentstate.hooks.plans import plan
from agentstate.hooks.replies import encoded
from agentstate.vocabulary.values import replace

_NAME = "copilot-cli"
_TOOLS = {
    **dict.fromkeys(("bash", "powershell"), "shell"),
    "view": "read",
    **dict.fromkeys(("edit", "str_replace", "insert"), "edit"),
    "create": "write",
    "apply_patch": "patch",
    **dict.fromkeys(("grep", "glob"), "search"),
    **dict.fromkeys(("web_fetch", "web_search"), "web"),
    "update_todo": "plan",
    "task": "agent",
}
_EVENTS = {
    "sessionStart": "SessionStart",
    "sessionEnd": "SessionEnd",
    "userPromptSubmitted": "UserPromptSubmit",
    "preToolUse": "PreToolUse",
    "postToolUse": "PostToolUse",
    "postToolUseFailure": "PostToolUseFailure",
    "preCompact": "PreCompact",
    "agentStop": "Stop",
}
_TELLING = (
    ("toolResult", "postToolUse"),
    ("error", "postToolUseFailure"),
    ("toolName", "preToolUse"),
    ("trigger", "preCompact"),
    ("source", "sessionStart"),
    ("reason", "sessionEnd"),
    ("stopReason", "agentStop"),
    ("prompt", "userPromptSubmitted"),
)
"""Which key tells which event, in this order, for a payload that does not name it."""

_FIELDS = {
    "sessionId": "session_id",
    "transcriptPath": "transcript_path",
    "customInstructions": "custom_instructions",
    "initialPrompt": "initial_prompt",
    "toolName": "tool_name",
    "toolArgs": "tool_input",
    "toolResult": "tool_result",
}
_CARRIERS = ("SessionStart", "PostToolUse", "PostToolUseFailure")


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload with camelCase names, whose event `name` or else its keys tell, or of its twin that names its event."""
    own = fields.text(payload, "hook_event_name") or (name if name in _EVENTS else _told_by_keys(payload))
    given = {_FIELDS.get(key, key): value for key, value in payload.items()} | {"hook_event_name": _EVENTS.get(own, own)}
    found = replace(outline(_NAME, given), name=own)
    return _tool_call(found, given) if found.kind in {"tool", "tool_failed"} else found


def reply(event: Event, text: str) -> str:
    """Nothing, or an object with the text where the event takes one."""
    return encoded({"additionalContext": text}) if text and _EVENTS.get(event.name, event.name) in _CARRIERS else ""


def _told_by_keys(payload: dict[str, object]) -> str:
    told = next((title for key, title in _TELLING if key in payload), "")
    return "" if told == "postToolUseFailure" and "toolName" not in payload else told


def _tool_call(found: Event, payload: dict[str, object]) -> Event:
    raw = payload.get("tool_input")
    given = fields.parsed(raw)
    tool = _tool(fields.text(payload, "tool_name"))
    found = replace(
        called(found, payload, tool),
        touches=patches.touches(_patch(raw, given)) if tool == "patch" else _touches(tool, given),
        command=fields.command(given, "command") if tool == "shell" else "",
        text=plan(given, "todos", "plan") if tool == "plan" else "",
    )
    return _failed(found, payload) if found.kind == "tool_failed" else _ended(found, payload)


def _tool(name: str) -> str:
    return "mcp" if name.startswith("mcp__") else _TOOLS.get(name, "other")


def _patch(raw: object, given: object) -> str:
    return fields.text(given, "patch", "input", "command") or (raw if isinstance(raw, str) else "")


def _touches(tool: str, given: object) -> tuple[Touch, ...]:
    if tool == "search":
        return searched(fields.text(given, "path"))
    path = fields.text(given, "path", "file_path", "filePath") if tool in {"read", "edit", "write"} else ""
    return (Touch(path, "create" if tool == "write" else tool),) if path else ()


def _failed(found: Event, payload: dict[str, object]) -> Event:
    error = fields.text(payload, "error") or fields.text(payload.get("error"), "message")
    return ended(found, ok=False, excerpt=results.excerpt(error))


def _ended(found: Event, payload: dict[str, object]) -> Event:
    result = fields.mapping(payload, "tool_result")
    kind, output = fields.text(result, "resultType", "result_type"), fields.text(result, "textResultForLlm", "text_result_for_llm")
    ok = kind == "success" if kind else None
    shown = found.tool == "shell" or ok is False
    exit_code = results.exit_of_copilot(output) if found.tool == "shell" else None
    return ended(found, ok=ok, exit_code=exit_code, excerpt=results.excerpt(output) if shown else "")
