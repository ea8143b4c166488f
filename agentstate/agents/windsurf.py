"""How the hooks of Windsurf, lately named Devin Desktop speak; what instructs it is in agents/known.py."""

from agentstate.hooks import fields, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import ended
from agentstate.vocabulary.values import replace

_NAME = "windsurf"


_KINDS = {
    "pre_user_prompt": "prompt",
    "post_cascade_response": "turn_end",
    "post_cascade_response_with_transcript": "turn_end",
}
_TOOLS = {"post_read_code": "read", "post_write_code": "edit", "post_run_command": "shell", "post_mcp_tool_use": "mcp"}
_TEXT = {"prompt": "user_prompt", "turn_end": "response"}


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload; `name` says no more than the payload does."""
    del name
    own, given = fields.text(payload, "agent_action_name"), fields.mapping(payload, "tool_info")
    kind = _KINDS.get(own, "tool" if own in _TOOLS else "other")
    found = Event(
        _NAME,
        own,
        kind,
        session=fields.text(payload, "trajectory_id"),
        turn=fields.text(payload, "execution_id"),
        cwd=fields.text(given, "cwd"),
        text=fields.text(given, _TEXT.get(kind, "")),
        transcript=fields.text(given, "transcript_path"),
    )
    return _tool_call(found, given) if kind == "tool" else found


def reply(event: Event, text: str) -> str:
    """Nothing: no event takes a text."""
    del event, text
    return ""


def _tool_call(found: Event, given: dict[str, object]) -> Event:
    """The call as far as it is told: how it ended is not, but for what an MCP server says of itself."""
    tool = _TOOLS[found.name]
    path = fields.text(given, "file_path") if tool in {"read", "edit"} else ""
    found = replace(
        found,
        tool=tool,
        tool_name=fields.text(given, "mcp_tool_name") or found.name.removeprefix("post_"),
        touches=(Touch(path, tool),) if path else (),
        command=fields.command(given, "command_line") if tool == "shell" else "",
    )
    is_error = fields.flag(given.get("mcp_result"), "isError") if tool == "mcp" else None
    said = results.content(given.get("mcp_result")) if is_error else ""
    return ended(found, ok=None if is_error is None else not is_error, excerpt=results.excerpt(said))
