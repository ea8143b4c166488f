"""How the hooks of Claude Code speak; what instructs it is in agents/known.py."""

from agentstate.hooks import fields, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import called, ended, outline, searched
from agentstate.hooks.plans import plan, task
from agentstate.hooks.replies import specific
from agentstate.vocabulary.values import replace

_NAME = "claude-code"


_TOOLS = {
    **dict.fromkeys(("Bash", "PowerShell"), "shell"),
    **dict.fromkeys(("Read", "NotebookRead"), "read"),
    **dict.fromkeys(("Edit", "MultiEdit", "NotebookEdit"), "edit"),
    "Write": "write",
    **dict.fromkeys(("Glob", "Grep", "LS"), "search"),
    **dict.fromkeys(("WebFetch", "WebSearch"), "web"),
    **dict.fromkeys(("TodoWrite", "ExitPlanMode", "TaskCreate", "TaskUpdate", "TaskList"), "plan"),
    **dict.fromkeys(("Agent", "Task"), "agent"),
}
_CARRIERS = ("SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop")
_UNFINISHED = ("backgroundTaskId", "timedOutAfterMs")


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload; `name` says no more than the payload does."""
    del name
    found = outline(_NAME, payload)
    return _tool_call(found, payload) if found.kind in {"tool", "tool_failed"} else found


def reply(event: Event, text: str) -> str:
    """Nothing, or the text where the event takes one; the end of a turn takes it once, as the agent goes on with it."""
    goes_on_already = event.kind == "turn_end" and event.source == "hook"
    return specific(event.name, text) if text and event.name in _CARRIERS and not goes_on_already else ""


def _tool_call(found: Event, payload: dict[str, object]) -> Event:
    name, given = fields.text(payload, "tool_name"), fields.mapping(payload, "tool_input")
    tool = "mcp" if name.startswith("mcp__") else _TOOLS.get(name, "other")
    found = replace(
        called(found, payload, tool),
        touches=_touches(tool, payload),
        command=fields.command(given, "command") if tool == "shell" else "",
        text=_plan(payload) if tool == "plan" else "",
    )
    return _failed(found, payload) if found.kind == "tool_failed" else _succeeded(found, payload)


def _failed(found: Event, payload: dict[str, object]) -> Event:
    error = fields.text(payload, "error")
    exit_code = results.exit_of_failure(error) if found.tool == "shell" else None
    return ended(found, ok=False, exit_code=exit_code, excerpt=results.excerpt(error))


def _succeeded(found: Event, payload: dict[str, object]) -> Event:
    response = fields.mapping(payload, "tool_response")
    if found.tool != "shell":
        return ended(found, ok=None if fields.text(response, "status") == "async_launched" else True)
    output = "\n".join(filter(None, (fields.text(response, "stdout"), fields.text(response, "stderr"))))
    running = any(response.get(name) for name in (*_UNFINISHED, "interrupted"))
    known = bool(response) and not running and not response.get("returnCodeInterpretation")
    return ended(found, ok=None if running else True, exit_code=0 if known else None, excerpt=results.excerpt(output))


def _touches(tool: str, payload: dict[str, object]) -> tuple[Touch, ...]:
    given, response = fields.mapping(payload, "tool_input"), fields.mapping(payload, "tool_response")
    path = fields.text(given, "file_path", "notebook_path") or fields.text(response, "filePath")
    if tool == "search":
        return searched(fields.text(given, "path", "file_path"))
    if tool not in {"read", "edit", "write"} or not path:
        return ()
    created = fields.text(response, "type") == "create"
    return (Touch(path, ("create" if created else "update") if tool == "write" else tool),)


def _plan(payload: dict[str, object]) -> str:
    """The plan, or the step of it that the call is about: the newer tools tell one at a time, and the list by another one."""
    given, response = fields.mapping(payload, "tool_input"), fields.mapping(payload, "tool_response")
    listed = [_task(step, fields.text(step, "id")) for step in fields.items(response, "tasks")]
    made = fields.text(fields.mapping(response, "task"), "id") or _made(results.content(payload.get("tool_response")))
    return plan(given, "todos", "plan") or "\n".join(filter(None, listed)) or _task(given, fields.text(given, "taskId") or made)


def _task(step: object, identifier: str) -> str:
    return task(identifier, fields.text(step, "subject"), fields.text(step, "status"))


def _made(said: str) -> str:
    """The number in `Task #3 created successfully: …`."""
    number = said.removeprefix("Task #").partition(" ")[0] if said.startswith("Task #") else ""
    return number if number.isascii() and number.isdigit() else ""
