"""How the hooks of opencode speak; what instructs it is in agents/known.py."""

from agentstate.hooks import fields, patches, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import ended, searched
from agentstate.hooks.plans import plan
from agentstate.hooks.replies import encoded
from agentstate.vocabulary.values import replace

_NAME = "opencode"

TYPE_CHECKING = False


_TOOLS = {
    "bash": "shell",
    "read": "read",
    **dict.fromkeys(("edit", "multiedit"), "edit"),
    "write": "write",
    **dict.fromkeys(("apply_patch", "patch"), "patch"),
    **dict.fromkeys(("glob", "grep", "list"), "search"),
    **dict.fromkeys(("webfetch", "websearch"), "web"),
    **dict.fromkeys(("todowrite", "todoread"), "plan"),
    "task": "agent",
}
_KINDS = {
    "session.created": "session_start",
    "session.deleted": "session_end",
    "session.compacted": "compact_after",
    "session.idle": "turn_end",
    "chat.message": "prompt",
    "tool.execute.after": "tool",
    "experimental.session.compacting": "compact_before",
}
_NEUTRAL = '{"context":""}'
_CARRIERS = (
    "session.created",
    "session.compacted",
    "session.idle",
    "chat.message",
    "tool.execute.after",
    "experimental.session.compacting",
)


def event(payload: dict[str, object], name: str) -> Event:
    """The event of an envelope, which our plugin makes in the form of the first plugin interface out of what either hands to it."""
    del name
    given = fields.mapping(payload, "input")
    bus = fields.mapping(given, "event")
    properties = fields.mapping(bus, "properties")
    info = fields.mapping(properties, "info")
    title = fields.text(bus, "type") or fields.text(payload, "event")
    session = fields.text(properties, "sessionID") or fields.text(info, "id") or fields.text(given, "sessionID")
    kind = _KINDS.get(title, "other")
    found = Event(
        _NAME,
        title,
        kind,
        session=session,
        turn=fields.text(given, "messageID"),
        subagent=session if fields.text(info, "parentID") else "",
        source="startup" if kind == "session_start" else "",
        cwd=fields.text(payload, "directory", "worktree"),
        text=_prompt(payload) if kind == "prompt" else "",
    )
    return _tool_call(found, given, fields.mapping(payload, "output")) if kind == "tool" else found


def reply(event: Event, text: str) -> str:
    """An object for our plugin, which puts its `context` where the event allows it, else into the next request of the session."""
    return encoded({"context": text}) if text and event.name in _CARRIERS else _NEUTRAL


def _prompt(payload: dict[str, object]) -> str:
    """What the user typed: the parts of the message that the agent has not made itself."""
    parts = fields.items(fields.mapping(payload, "output"), "parts")
    typed = [fields.text(part, "text") for part in parts if fields.text(part, "type") == "text" and not fields.flag(part, "synthetic")]
    return "\n".join(filter(None, typed))


def _tool_call(found: Event, given: dict[str, object], output: dict[str, object]) -> Event:
    name = fields.text(given, "tool")
    tool, arguments = _TOOLS.get(name, "other"), fields.mapping(given, "args")
    found = replace(
        found,
        tool=tool,
        tool_name=name,
        call=fields.text(given, "callID"),
        touches=_touches(tool, arguments),
        command=fields.command(arguments, "command") if tool == "shell" else "",
        text=plan(arguments, "todos") if tool == "plan" else "",
    )
    return _ended(found, output)


def _touches(tool: str, arguments: dict[str, object]) -> tuple[Touch, ...]:
    if tool == "patch":
        return patches.touches(fields.text(arguments, "patchText", "patch", "input"))
    if tool == "search":
        return searched(fields.text(arguments, "path"))
    path = fields.text(arguments, "filePath", "path") if tool in {"read", "edit", "write"} else ""
    return (Touch(path, "update" if tool == "write" else tool),) if path else ()


def _ended(found: Event, output: dict[str, object]) -> Event:
    """The first interface hands over calls that came to an end, with the status of a command; the second says which ones failed."""
    failed = fields.text(output, "status") == "error"
    response = fields.mapping(output, "result") or output
    exit_code = fields.integer(fields.mapping(response, "metadata"), "exit") if found.tool == "shell" else None
    said = fields.text(output, "error") or fields.text(fields.mapping(output, "error"), "message") or fields.text(response, "output")
    ok = False if failed else (None if exit_code is None else exit_code == 0) if found.tool == "shell" else True
    shown = found.tool == "shell" or ok is False
    return ended(found, ok=ok, exit_code=exit_code, excerpt=results.excerpt(said) if shown else "")
