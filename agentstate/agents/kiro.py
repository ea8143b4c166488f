"""How the hooks of Kiro speak; what instructs it is in agents/known.py."""

from agentstate.hooks import fields, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import KINDS, called, ended, outline, searched
from agentstate.hooks.paths import relative
from agentstate.hooks.plans import plan
from agentstate.vocabulary.values import replace

_NAME = "kiro"


CHARACTERS = 3000
"""How much of what a hook prints is taken in; of more than that Kiro shows the start and names a file that holds it."""

_EVENTS = {"agentSpawn": "SessionStart", "userPromptSubmit": "UserPromptSubmit", "postToolUse": "PostToolUse", "stop": "Stop"}
_CARRIERS = ("SessionStart", "UserPromptSubmit", "PostCompact")
_TOOLS = {
    **dict.fromkeys(("fsread", "read", "readfile", "readmultiplefiles"), "read"),
    **dict.fromkeys(("fswrite", "write"), "write"),
    **dict.fromkeys(("strreplace", "fsappend", "edit", "deletefile"), "edit"),
    **dict.fromkeys(("executebash", "executecmd", "executepwsh", "shell"), "shell"),
    **dict.fromkeys(("grep", "glob", "code", "grepsearch", "filesearch", "listdirectory"), "search"),
    **dict.fromkeys(("websearch", "webfetch", "remotewebsearch"), "web"),
    "todolist": "plan",
    **dict.fromkeys(("usesubagent", "subagent", "delegate", "invokesubagent"), "agent"),
}
"""By the names of the tools in small letters and without "_": the editor writes "fsWrite" what the command line writes "fs_write"."""

_PARTS = ("str_replace", "insert", "append")
_STATUS = ("exit_status", "exit_code", "exitCode")


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload of version 2, or of version 3, whose names are not documented and are looked for under several.

    `name` counts where the payload names no event.
    """
    trigger = fields.text(payload, "trigger")
    own = fields.text(payload, "hook_event_name") or (trigger if trigger in KINDS else "") or name
    known = {
        "hook_event_name": _EVENTS.get(own, own),
        "trigger": "" if trigger == own else trigger,
        "compact_summary": fields.text(payload, "compact_summary", "summary"),
        "last_assistant_message": fields.text(payload, "last_assistant_message", "assistant_response"),
    }
    found = replace(outline(_NAME, payload | known), name=own)
    return _tool_call(found, payload) if found.kind in {"tool", "tool_failed"} else found


def reply(event: Event, text: str) -> str:
    """Nothing, or the text itself where the event takes one: whole lines of it, up to CHARACTERS."""
    if _EVENTS.get(event.name, event.name) not in _CARRIERS:
        return ""
    return text if len(text) <= CHARACTERS else text[: text.rfind("\n", 0, CHARACTERS + 1) + 1].rstrip("\n")


def _tool_call(found: Event, payload: dict[str, object]) -> Event:
    name, given = fields.text(payload, "tool_name"), fields.mapping(payload, "tool_input")
    tool = _tool(name, given)
    found = replace(
        called(found, payload, tool),
        cwd=_folder(found.cwd, given) if tool == "shell" else found.cwd,
        touches=_touches(tool, name, given),
        command=fields.command(given, "command") if tool == "shell" else "",
        text=plan(given, "tasks", "todos") if tool == "plan" else "",
    )
    return _ended(found, payload)


def _tool(name: str, given: dict[str, object]) -> str:
    tool = "mcp" if name.startswith(("@", "mcp_")) else _TOOLS.get(name.replace("_", "").lower(), "other")
    return "edit" if tool == "write" and fields.text(given, "command") in _PARTS else tool


def _folder(cwd: str, given: dict[str, object]) -> str:
    folder = fields.text(given, "working_dir", "cwd")
    return relative(folder, cwd) if folder else cwd


def _touches(tool: str, name: str, given: dict[str, object]) -> tuple[Touch, ...]:
    if tool == "search":
        return searched(fields.text(given, "path"))
    if tool == "read":
        return tuple(dict.fromkeys(touch for one in (given, *fields.items(given, "operations")) for touch in _read(one)))
    path = fields.text(given, "path", "targetFile") if tool in {"edit", "write"} else ""
    operation = "delete" if name.lower().startswith("delete") else "update" if tool == "write" else "edit"
    return (Touch(path, operation),) if path else ()


def _read(one: object) -> tuple[Touch, ...]:
    """The files of one reading: a folder is none, and what is searched may be one."""
    mode, path = fields.text(one, "mode").lower(), fields.text(one, "path")
    if mode in {"directory", "search"}:
        return searched(path) if mode == "search" else ()
    return tuple(Touch(path, "read") for path in (path, *fields.texts(one, "paths", "image_paths")) if path)


def _ended(found: Event, payload: dict[str, object]) -> Event:
    """How the call ended: that a command failed is in its status only, as the tool that ran it did not."""
    response = payload.get("tool_response")
    result = fields.items(response, "result")
    status = fields.integer(next(iter(result), None), *_STATUS) if found.tool == "shell" else None
    ok = False if found.kind == "tool_failed" or status else fields.flag(response, "success")
    printed = [fields.text(one, stream) for one in result for stream in ("stdout", "stderr")]
    said = "\n".join(filter(None, printed)) or results.content(result) or results.content(response) or fields.text(payload, "error")
    shown = found.tool == "shell" or ok is False
    return ended(found, ok=ok, exit_code=status, excerpt=results.excerpt(said) if shown else "")
