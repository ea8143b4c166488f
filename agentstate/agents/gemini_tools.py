"""The tool calls of Gemini CLI and of its descendant Qwen Code, which have the same tools and tell in the same text how a command ended."""

from agentstate.hooks import fields, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import called, ended, searched
from agentstate.hooks.paths import relative
from agentstate.hooks.plans import plan
from agentstate.vocabulary.values import replace

_TOOLS = {
    "run_shell_command": "shell",
    **dict.fromkeys(("read_file", "read_many_files"), "read"),
    **dict.fromkeys(("replace", "edit", "notebook_edit"), "edit"),
    "write_file": "write",
    **dict.fromkeys(("list_directory", "glob", "grep_search", "search_file_content"), "search"),
    **dict.fromkeys(("google_web_search", "web_search", "web_fetch"), "web"),
    **dict.fromkeys(("write_todos", "todo_write", "exit_plan_mode"), "plan"),
    **dict.fromkeys(("task", "agent", "delegate_to_agent"), "agent"),
}
_PATHS = ("file_path", "absolute_path", "notebook_path", "path")
_PATTERN = frozenset("*?[{")
_FENCE = "<untrusted_context>"
_TRAILER = (
    *("</untrusted_context>", "Process Group PGID:", "Background PIDs:", "Signal:", "Exit Code:"),
    *("Error: (none)", "Stderr: (empty)"),
)
_LABELS = ("Output: ", "Stdout: ")
_EMPTY = "(empty)"


def tool_call(found: Event, payload: dict[str, object]) -> Event:
    """The event with its tool call; one that failed is of the kind "tool_failed"."""
    name, given = fields.text(payload, "tool_name"), fields.mapping(payload, "tool_input")
    is_foreign = name.startswith("mcp_") or bool(fields.mapping(payload, "mcp_context"))
    tool = "mcp" if is_foreign else _TOOLS.get(name, "other")
    found = replace(
        called(found, payload, tool),
        cwd=_folder(found.cwd, given) if tool == "shell" else found.cwd,
        touches=_touches(tool, given, fields.mapping(payload, "tool_response")),
        command=fields.command(given, "command") if tool == "shell" else "",
        text=plan(given, "todos", "plan") if tool == "plan" else "",
    )
    return _command_ended(found, payload) if tool == "shell" else _ended(found, payload)


def _folder(cwd: str, given: dict[str, object]) -> str:
    folder = fields.text(given, "dir_path", "directory")
    return relative(folder, cwd) if folder else cwd


def _touches(tool: str, given: dict[str, object], response: dict[str, object]) -> tuple[Touch, ...]:
    display = fields.mapping(response, "returnDisplay")
    if tool == "search":
        return searched(fields.text(given, "path", "dir_path"))
    if tool == "read":
        paths = (fields.text(given, *_PATHS), *fields.texts(given, "paths", "include"))
        return tuple(Touch(path, "read") for path in dict.fromkeys(paths) if path and not _PATTERN & set(path))
    path = fields.text(given, *_PATHS) or fields.text(display, "filePath")
    if tool not in {"edit", "write"} or not path:
        return ()
    created = fields.flag(display, "isNewFile")
    return (Touch(path, "create" if created else "update" if tool == "write" else "edit"),)


def _ended(found: Event, payload: dict[str, object]) -> Event:
    error, failed = _error(payload)
    return ended(found, ok=not (failed or found.kind == "tool_failed"), excerpt=results.excerpt(error))


def _command_ended(found: Event, payload: dict[str, object]) -> Event:
    """How a command ended: one in the background has not, and a failure of the call itself says no 0."""
    error, failed = _error(payload)
    said = results.content(fields.mapping(payload, "tool_response").get("llmContent")) or error
    is_background = fields.flag(fields.mapping(payload, "tool_input"), "is_background")
    exit_code = None if is_background else results.exit_of_trailer(said)
    excerpt = _printed(results.excerpt(said))
    if failed or found.kind == "tool_failed":
        return ended(found, ok=False, exit_code=exit_code or None, excerpt=excerpt)
    return ended(found, ok=None if exit_code is None else exit_code == 0, exit_code=exit_code, excerpt=excerpt)


def _error(payload: dict[str, object]) -> tuple[str, bool]:
    """What is said to have gone wrong, and whether anything is."""
    error = payload.get("error") or fields.mapping(payload, "tool_response").get("error")
    return (fields.whole(error) if isinstance(error, str) else fields.text(error, "message")), bool(error)


def _printed(said: str) -> str:
    """What the command printed, without the lines that the agent put around it."""
    lines = said.removeprefix(_FENCE).strip("\n").split("\n")
    while lines and lines[-1].startswith(_TRAILER):
        lines.pop()
    text = "\n".join(lines)
    for label in _LABELS:
        before, found, after = text.partition(label)
        if found and (not before or (before.startswith("Command: ") and before.endswith("\n"))):
            text = after
            break
    return text.removeprefix(_EMPTY).lstrip("\n")
