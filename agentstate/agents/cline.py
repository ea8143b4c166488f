"""How the hooks of Cline speak; what instructs it is in agents/known.py."""

from agentstate.hooks import fields, patches, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import ended, searched
from agentstate.hooks.replies import encoded
from agentstate.vocabulary.values import replace

_NAME = "cline"


_KINDS = {
    "TaskStart": "session_start",
    "TaskResume": "session_start",
    "UserPromptSubmit": "prompt",
    "PostToolUse": "tool",
    "PreCompact": "compact_before",
    "TaskComplete": "turn_end",
    "TaskCancel": "turn_end",
}
"""A task is a session that goes on with the next prompt: that it is complete is said at the end of each turn."""

_SOURCES = {"TaskStart": "startup", "TaskResume": "resume"}
_TEXT = {"TaskStart": "initialTask", "UserPromptSubmit": "prompt", "TaskComplete": "result"}
_TOOLS = {
    **dict.fromkeys(("execute_command", "run_commands"), "shell"),
    **dict.fromkeys(("read_file", "read_files"), "read"),
    **dict.fromkeys(("replace_in_file", "editor"), "edit"),
    **dict.fromkeys(("write_to_file", "new_rule"), "write"),
    "apply_patch": "patch",
    **dict.fromkeys(("list_files", "search_files", "search_codebase", "list_code_definition_names"), "search"),
    **dict.fromkeys(("browser_action", "web_fetch", "web_search", "fetch_web_content"), "web"),
    **dict.fromkeys(("use_mcp_tool", "access_mcp_resource"), "mcp"),
    **dict.fromkeys(("new_task", "use_subagents"), "agent"),
}
_OPERATIONS = {"read": "read", "edit": "edit", "write": "update"}
_CARRIERS = ("PostToolUse", "PreToolUse")
_NEUTRAL = '{"cancel":false}'


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload; `name` says no more than the payload does. Whose it is, `userId`, is not in it."""
    del name
    own = fields.text(payload, "hookName")
    body = fields.mapping(payload, own[:1].lower() + own[1:])
    known = body | fields.mapping(body, "taskMetadata")
    found = Event(
        _NAME,
        own,
        _KINDS.get(own, "other"),
        session=fields.text(payload, "taskId"),
        source=_SOURCES.get(own, ""),
        cwd=next(iter(fields.texts(payload, "workspaceRoots")), ""),
        text=fields.text(known, _TEXT.get(own, "")),
    )
    return _tool_call(found, body) if found.kind == "tool" else found


def reply(event: Event, text: str) -> str:
    """An object that lets the agent go on, with the text where the event takes one."""
    return encoded({"cancel": False, "contextModification": text}) if text and event.name in _CARRIERS else _NEUTRAL


def _tool_call(found: Event, body: dict[str, object]) -> Event:
    name, given = fields.text(body, "toolName"), fields.mapping(body, "parameters")
    tool = "mcp" if "__" in name else _TOOLS.get(name, "other")
    found = replace(
        found,
        tool=tool,
        tool_name=name,
        touches=_touches(tool, given),
        command=_command(given) if tool == "shell" else "",
        duration=fields.rounded(body, "executionTimeMs"),
    )
    ok = fields.flag(body, "success")
    shown = tool == "shell" or ok is False
    return ended(found, ok=ok, excerpt=results.excerpt(results.content(body.get("result"))) if shown else "")


def _touches(tool: str, given: dict[str, object]) -> tuple[Touch, ...]:
    if tool == "patch":
        return patches.touches(fields.text(given, "input", "patch"))
    if tool == "search":
        return searched(fields.text(given, "path"))
    paths = (fields.text(given, "path"), *_listed(given, "files", "path")) if tool in _OPERATIONS else ()
    return tuple(Touch(path, _OPERATIONS[tool]) for path in dict.fromkeys(filter(None, paths)))


def _command(given: dict[str, object]) -> str:
    """The command line; several that one call runs are on a line each."""
    return fields.text(given, "command") or "\n".join(_listed(given, "commands", "command"))


def _listed(given: dict[str, object], name: str, key: str) -> list[str]:
    """The strings of a list among the parameters, or those at `key` of its objects; each parameter is handed over as a string."""
    value = fields.parsed(given.get(name))
    found = [fields.whole(one) if isinstance(one, str) else fields.text(one, key) for one in value] if isinstance(value, list) else []
    return list(filter(None, found))
