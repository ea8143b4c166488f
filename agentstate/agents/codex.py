"""How the hooks of Codex CLI speak; what instructs it is in agents/known.py."""

from agentstate.hooks import fields, patches, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import called, ended, outline
from agentstate.hooks.plans import plan
from agentstate.hooks.replies import specific
from agentstate.vocabulary.values import replace

_NAME = "codex"


_TOOLS = {
    **dict.fromkeys(("Bash", "shell", "exec_command", "local_shell"), "shell"),
    "apply_patch": "patch",
    "update_plan": "plan",
    **dict.fromkeys(("spawn_agent", "Agent"), "agent"),
    "view_image": "read",
    "web_search": "web",
}
_CARRIERS = ("SessionStart", "UserPromptSubmit", "PostToolUse")


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload, or of the argument of a `notify` program; `name` says no more than the payload does."""
    del name
    if "thread-id" in payload:
        return _notified(payload)
    found = outline(_NAME, payload)
    return _tool_call(found, payload) if found.kind in {"tool", "tool_failed"} else found


def reply(event: Event, text: str) -> str:
    """Nothing, or the text where the event takes one; a key that is not expected would fail the hook."""
    return specific(event.name, text) if text and event.name in _CARRIERS else ""


def _notified(payload: dict[str, object]) -> Event:
    return Event(
        _NAME,
        fields.text(payload, "type"),
        "turn_end",
        session=fields.text(payload, "thread-id"),
        turn=fields.text(payload, "turn-id"),
        cwd=fields.text(payload, "cwd"),
        text=fields.text(payload, "last-assistant-message"),
    )


def _tool_call(found: Event, payload: dict[str, object]) -> Event:
    name, given = fields.text(payload, "tool_name"), fields.mapping(payload, "tool_input")
    tool = "mcp" if name.startswith("mcp__") else _TOOLS.get(name, "other")
    command = fields.command(given, "command", "cmd")
    found = replace(
        called(found, payload, tool),
        touches=_touches(tool, command, given),
        command=command if tool == "shell" else "",
        text=plan(given, "plan") if tool == "plan" else "",
    )
    return _ended(found, payload)


def _touches(tool: str, command: str, given: dict[str, object]) -> tuple[Touch, ...]:
    """The files of a patch, also of one that a shell command is given; reading is shell and names nothing."""
    if tool == "patch" or (tool == "shell" and patches.BEGIN in command):
        return patches.touches(command or fields.text(given, "patch", "input"))
    path = fields.text(given, "path") if tool == "read" else ""
    return (Touch(path, "read"),) if path else ()


def _ended(found: Event, payload: dict[str, object]) -> Event:
    """How the call ended, where the response says so: no version sends an event of its own for a failure, though the name is known."""
    response = payload.get("tool_response")
    output = results.content(response)
    is_error = fields.flag(response, "isError")
    if found.tool in {"shell", "patch"}:
        exit_code = _declared(response) if isinstance(response, dict) else results.exit_of_codex(output)
        ok = None if exit_code is None else exit_code == 0
    else:
        exit_code, ok = None, None if is_error is None else not is_error
    ok = False if found.kind == "tool_failed" else ok
    shown = found.tool == "shell" or ok is False
    return ended(found, ok=ok, exit_code=exit_code, excerpt=results.excerpt(output) if shown else "")


def _declared(response: dict[str, object]) -> int | None:
    return fields.integer(response, "exit_code") if "exit_code" in response else fields.integer(response.get("metadata"), "exit_code")
