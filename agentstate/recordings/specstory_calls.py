"""One tool call as SpecStory writes it, as the call of Claude Code or of Codex that it was."""

from collections import deque
from re import compile as pattern
from typing import Any

from agentstate.hooks import fields
from agentstate.hooks.results import excerpt
from agentstate.recordings.specstory_block import Block, block
from agentstate.recordings.step import Step
from agentstate.recordings.telling import SHELL, UNKNOWN, Moment, Outcome, called
from agentstate.vocabulary.values import replace

_NAMES = {
    **dict.fromkeys(("Shell", "shell", "run_terminal_cmd", "run_shell_command", "exec_command", "shell_command"), SHELL),
    **dict.fromkeys(("read_file", "view_file"), "Read"),
    **dict.fromkeys(("edit_file", "search_replace", "replace", "Update", "apply_patch"), "Edit"),
    **dict.fromkeys(("write_file", "write"), "Write"),
    **dict.fromkeys(("codebase_search", "grep_search", "grep"), "Grep"),
    **dict.fromkeys(("file_search", "glob_file_search"), "Glob"),
    "list_dir": "LS",
    "web_search": "WebSearch",
    "update_plan": "TodoWrite",
}
_TYPES = {"read": "Read", "write": "Edit", "shell": SHELL, "search": "Grep"}
_FILES = frozenset({"Read", "NotebookRead", "Edit", "MultiEdit", "NotebookEdit", "Write"})
_SEARCHES = frozenset({"Glob", "Grep", "LS"})
_KNOWN = _FILES | _SEARCHES | {SHELL, "WebFetch", "WebSearch"}
_PATH = pattern(r"(?:The file ([^\n]{1,1000}?) has been |File created successfully at: ([^\n]{1,1000}?)(?: \(file state|\Z|\n))")
_SEARCHED = 1_200
_MADE = pattern(r"Task #[0-9]{1,9} created successfully: ([^\n]{1,1000})")
_FAILED = ("<tool_use_error>", "Error", "The user doesn't want to proceed")
_FAILED_SHELL = ("<tool_use_error>", "The user doesn't want to proceed")
_STATUS = pattern(r"\s*Exit code [1-9]")
_MOST = 400
"""Paths that are remembered in the search for the folder."""

_RUNNING = "Command running in background"


def call(at: Moment, kind: str, name: str, lines: list[str]) -> Step:
    """The step of a call whose block has these lines; `kind` is what SpecStory takes the tool for."""
    read = block(lines)
    if at.agent == "codex":
        return _codex(at, name, read)
    tool = name if name in _KNOWN else _NAMES.get(name) or _TYPES.get(kind, name)
    return called(at, tool, _given(tool, read), _outcome(tool, read))


class Folder:
    """The folder of a session: files that are named once with their whole path and once from there tell it."""

    def __init__(self) -> None:
        self._whole: deque[str] = deque(maxlen=_MOST)
        self._from_there: deque[str] = deque(maxlen=_MOST)
        self._told: dict[str, set[str]] = {}

    def find(self, step: Step) -> str:
        """The folder, once two names tell it, of one path or of two; else "". What failed may have been looked for elsewhere."""
        is_done = step.payload.get("hook_event_name") == "PostToolUse"
        path = fields.text(fields.mapping(step.payload, "tool_input"), "file_path") if is_done else ""
        if not path:
            return ""
        if path.startswith("/"):
            self._whole.append(path)
            pairs = [(path, end) for end in self._from_there if path.endswith(end)]
        else:
            end = f"/{path.removeprefix('./')}"
            self._from_there.append(end)
            pairs = [(whole, end) for whole in self._whole if whole.endswith(end)]
        return next(filter(None, (self._folder(*pair) for pair in pairs)), "")

    def _folder(self, whole: str, end: str) -> str:
        folder = whole.removesuffix(end)
        if len(self._told) > _MOST:
            self._told.clear()
        told = self._told.setdefault(folder, set())
        told.add(end)
        return folder if sum(one.count("/") for one in told) > 1 else ""


def _given(tool: str, read: Block) -> dict[str, Any]:
    if tool == SHELL:
        return {"command": read.command}
    if tool in _SEARCHES:
        return {"path": read.after("path "), "pattern": read.after("pattern ")}
    if tool in _FILES:
        found = _PATH.match(read.output[:_SEARCHED])
        return {"file_path": (found[1] or found[2] if found else "") or read.named}
    if tool == "TodoWrite":
        return {"todos": read.plan}
    made = _MADE.match(read.output)
    return {"subject": made[1]} if made else {}


def _outcome(tool: str, read: Block) -> Outcome:
    """How it ended: a shell command that failed has its status at the start of its output, and only then."""
    failed = read.output.lstrip().startswith(_FAILED_SHELL if tool == SHELL else _FAILED) or bool(_STATUS.match(read.output))
    if tool == SHELL and read.output.startswith(_RUNNING):
        return replace(UNKNOWN, output=read.output)
    return Outcome(
        read.output, ok=not failed, exit_code=None if failed or tool != SHELL else 0, created=read.output.startswith("File created")
    )


def _codex(at: Moment, name: str, read: Block) -> Step:
    """The call as a hook of Codex tells it; a patch is told by the heads of its files."""
    given: dict[str, Any] = {"command": read.command}
    if name == "apply_patch":
        given = {"command": "\n".join(["*** Begin Patch", *read.patched, "*** End Patch"])}
    elif name == "update_plan":
        given = {"plan": read.plan}
    failed = read.output.startswith("apply_patch verification failed")
    payload = {
        "session_id": at.session,
        "cwd": at.cwd,
        "hook_event_name": "PostToolUseFailure" if failed else "PostToolUse",
        "tool_name": "shell" if name == "shell_command" else name,
        "tool_input": given,
        "tool_use_id": f"call-{at.line}-{at.part}",
        "tool_response": excerpt(read.output),
    }
    return Step("tool", at.line, at.agent, payload, excerpt(read.output), at.time, side=at.side)
