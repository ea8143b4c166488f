"""The agent of VS Code, whose hooks are those of Claude Code with tools of its own; what it loads is what GitHub Copilot loads."""

from agentstate.hooks import fields, patches, results
from agentstate.hooks.event import Event, Touch
from agentstate.hooks.outline import called, ended, outline
from agentstate.hooks.plans import plan
from agentstate.hooks.replies import specific
from agentstate.vocabulary.values import replace

_NAME = "vscode-copilot"
_TOOLS = {
    **dict.fromkeys(("runTerminalCommand", "runInTerminal", "run_in_terminal"), "shell"),
    **dict.fromkeys(("readFile", "read_file"), "read"),
    **dict.fromkeys(("editFiles", "insert_edit_into_file", "replace_string_in_file", "multi_replace_string_in_file"), "edit"),
    **dict.fromkeys(("editNotebook", "edit_notebook_file"), "edit"),
    **dict.fromkeys(("createFile", "create_file"), "write"),
    "apply_patch": "patch",
    **dict.fromkeys(("codebase", "fileSearch", "textSearch", "listDirectory", "usages"), "search"),
    **dict.fromkeys(("semantic_search", "file_search", "grep_search", "list_dir", "list_code_usages"), "search"),
    **dict.fromkeys(("fetch", "fetch_webpage"), "web"),
    **dict.fromkeys(("todos", "manage_todo_list"), "plan"),
    **dict.fromkeys(("runSubagent", "run_subagent"), "agent"),
}
_OPERATIONS = {"read": "read", "edit": "edit", "write": "create"}
_PATHS = ("filePath", "path", "file")
_CARRIERS = ("SessionStart", "PostToolUse")


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload; `name` says no more than the payload does."""
    del name
    found = outline(_NAME, payload)
    return _tool_call(found, payload) if found.kind in {"tool", "tool_failed"} else found


def reply(event: Event, text: str) -> str:
    """Nothing, or the text where the event takes one."""
    return specific(event.name, text) if text and event.name in _CARRIERS else ""


def _tool_call(found: Event, payload: dict[str, object]) -> Event:
    """The call as far as it is told: how it ended is not, in any field."""
    name, given = fields.text(payload, "tool_name"), fields.mapping(payload, "tool_input")
    tool = "mcp" if name.startswith(("mcp_", "mcp__")) else _TOOLS.get(name, "other")
    found = replace(
        called(found, payload, tool),
        touches=patches.touches(fields.text(given, "input", "patch")) if tool == "patch" else _touches(tool, given),
        command=fields.command(given, "command") if tool == "shell" else "",
        text=plan(given, "todoList", "todos") if tool == "plan" else "",
    )
    output = results.content(payload.get("tool_response")) if tool == "shell" else ""
    return ended(found, ok=False if found.kind == "tool_failed" else None, excerpt=results.excerpt(output))


def _touches(tool: str, given: dict[str, object]) -> tuple[Touch, ...]:
    several = fields.items(given, "files", "replacements", "edits")
    paths = (*fields.texts(given, *_PATHS, "files"), *(fields.text(one, *_PATHS) for one in several))
    return tuple(Touch(path, _OPERATIONS[tool]) for path in dict.fromkeys(filter(None, paths))) if tool in _OPERATIONS else ()
