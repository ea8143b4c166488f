"""How the hooks of Cursor speak; what instructs it is in agents/known.py."""

from agentstate.hooks import fields, patches, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import ended, searched
from agentstate.hooks.paths import relative
from agentstate.hooks.plans import plan
from agentstate.hooks.replies import encoded
from agentstate.vocabulary.values import replace

_NAME = "cursor"


_KINDS = {
    "sessionStart": "session_start",
    "sessionEnd": "session_end",
    "beforeSubmitPrompt": "prompt",
    "userPromptSubmit": "prompt",
    "postToolUse": "tool",
    "postToolUseFailure": "tool_failed",
    "afterFileEdit": "tool",
    "afterShellExecution": "tool",
    "preCompact": "compact_before",
    "stop": "turn_end",
}
"""The kinds by the events of Cursor; those of Claude Code's files, which it runs too, begin with a capital letter."""

_TOOLS = {
    **dict.fromkeys(("Shell", "Bash"), "shell"),
    "Read": "read",
    **dict.fromkeys(("Edit", "StrReplace", "MultiEdit", "EditNotebook", "Delete"), "edit"),
    "Write": "write",
    "ApplyPatch": "patch",
    **dict.fromkeys(("Grep", "Glob", "LS", "SemanticSearch"), "search"),
    **dict.fromkeys(("WebSearch", "WebFetch"), "web"),
    **dict.fromkeys(("TodoWrite", "CreatePlan"), "plan"),
    "Task": "agent",
}
_OPERATIONS = {"read": "read", "edit": "edit", "write": "update"}
_PATHS = ("file_path", "path", "target_file", "target_notebook")
_CARRIERS = ("sessionStart", "postToolUse")


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload; `name` says no more than the payload does. Whose it is, `user_email`, is not in it."""
    del name
    own = fields.text(payload, "hook_event_name")
    kind = _KINDS.get(_plain(own), "other")
    found = Event(
        _NAME,
        own,
        kind,
        session=fields.text(payload, "conversation_id", "session_id"),
        turn=fields.text(payload, "generation_id"),
        subagent=fields.text(payload, "subagent_id", "agent_id"),
        source=fields.text(payload, {"session_start": "source", "session_end": "reason"}.get(kind, "")),
        trigger=fields.text(payload, "trigger") if kind == "compact_before" else "",
        cwd=fields.text(payload, "cwd") or next(iter(fields.texts(payload, "workspace_roots")), ""),
        text=fields.text(payload, "prompt") if kind == "prompt" else "",
        transcript=fields.text(payload, "transcript_path"),
    )
    return _tool_call(found, payload) if kind in {"tool", "tool_failed"} else found


def reply(event: Event, text: str) -> str:
    """Nothing, or an object with the text where the event takes one."""
    return encoded({"additional_context": text}) if text and _plain(event.name) in _CARRIERS else ""


def _plain(name: str) -> str:
    return name[:1].lower() + name[1:]


def _tool_call(found: Event, payload: dict[str, object]) -> Event:
    """The call that the event is about; the two events after an edit and after a command have its arguments beside everything else."""
    alone = {"afterFileEdit": "Edit", "afterShellExecution": "Shell"}.get(found.name, "")
    name, given = alone or fields.text(payload, "tool_name"), payload if alone else fields.mapping(payload, "tool_input")
    tool = "mcp" if name.startswith(("MCP:", "mcp__")) else _TOOLS.get(name, "other")
    found = replace(
        found,
        tool=tool,
        tool_name="" if alone else name,
        call=fields.text(payload, "tool_use_id"),
        duration=fields.rounded(payload, "duration", "duration_ms"),
        cwd=_folder(found.cwd, given) if tool == "shell" else found.cwd,
        touches=_touches(tool, name, given),
        command=fields.command(given, "command") if tool == "shell" else "",
        text=plan(given, "todos", "plan") if tool == "plan" else "",
    )
    return _failed(found, payload) if found.kind == "tool_failed" else _ended(found, payload)


def _folder(cwd: str, given: dict[str, object]) -> str:
    folder = fields.text(given, "working_directory")
    return relative(folder, cwd) if folder else cwd


def _touches(tool: str, name: str, given: dict[str, object]) -> tuple[Touch, ...]:
    if tool == "patch":
        return patches.touches(fields.text(given, "patch", "input"))
    if tool == "search":
        return searched(fields.text(given, "path"))
    path = fields.text(given, *_PATHS) if tool in _OPERATIONS else ""
    return (Touch(path, "delete" if name == "Delete" else _OPERATIONS[tool]),) if path else ()


def _failed(found: Event, payload: dict[str, object]) -> Event:
    error = fields.text(payload, "error_message", "error")
    return ended(found, ok=False, excerpt=results.excerpt(error))


def _ended(found: Event, payload: dict[str, object]) -> Event:
    """How the call ended, from the JSON in the text that it gave; a failed command is no failed call for Cursor."""
    said = payload.get("tool_output")
    output = fields.parsed(said)
    if found.tool == "shell":
        exit_code = fields.integer(output, "exitCode")
        printed = [fields.text(output, name) for name in ("stdout", "stderr", "output")]
        shown = "\n".join(filter(None, printed)) or fields.text(payload, "output") or results.content(said)
        return ended(found, ok=None if exit_code is None else exit_code == 0, exit_code=exit_code, excerpt=results.excerpt(shown))
    failed = fields.flag(output, "success") is False
    error = (fields.text(output, "error", "message") or results.content(said)) if failed else ""
    return ended(found, ok=not failed, excerpt=results.excerpt(error))
