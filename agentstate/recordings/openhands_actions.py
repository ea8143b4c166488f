"""The actions of OpenHands as the tools of Claude Code that do the same, and what their observations say of how they ended."""

from re import DOTALL
from re import compile as pattern

from agentstate.hooks import fields
from agentstate.hooks.results import content
from agentstate.recordings.telling import SHELL, UNKNOWN, Call, Outcome
from agentstate.vocabulary.values import replace

_SKILL = pattern(
    r"\s*(?:print\()?\**(open_file|edit_file_by_replace|edit_file|insert_content_at_line|append_file|create_file"
    r"|search_dir|search_file|find_file|file_editor)\((.*)",
    DOTALL,
)
_PATH = pattern(r"['\"](/[^'\"\n]{1,1000})['\"]")
_SKILLS = {"open_file": "Read", "create_file": "Write", **dict.fromkeys(("search_dir", "search_file"), "Grep"), "find_file": "Glob"}
_EDITOR = {"view": "Read", "create": "Write"}
_FILES = {"read": "Read", "write": "Write", "edit": "Edit"}
_UNFINISHED = -1
"""The exit status of a command that was still running when it was answered."""


def call(action: str, given: dict[str, object]) -> Call | None:
    """The tool and its arguments; None for an action that calls none."""
    if action == "run":
        return SHELL, {"command": fields.text(given, "command")}
    if action == "run_ipython":
        return _code(fields.text(given, "code"))
    if action in _FILES:
        return _EDITOR.get(fields.text(given, "command"), _FILES[action]), {"file_path": fields.text(given, "path")}
    if action in {"browse", "browse_interactive"}:
        return "WebFetch", {"url": fields.text(given, "url", "browser_actions")}
    if action == "call_tool_mcp":
        return f"mcp__openhands__{fields.text(given, 'name')}", fields.mapping(given, "arguments")
    return None


def spoken(action: str, given: dict[str, object]) -> str:
    """What is said with an action: the message, the thought before a call, the summary of a condensation."""
    if action == "message":
        return content(given.get("content"))
    if action == "condensation":
        return fields.text(given, "summary")
    if action == "finish":
        final = fields.text(given, "final_thought"), fields.text(fields.mapping(given, "outputs"), "content")
        return "\n\n".join(dict.fromkeys(filter(None, (_thought(given), *final))))
    return _thought(given) if action != "recall" else ""


def outcome(observation: dict[str, object], extras: dict[str, object], text: str) -> Outcome:
    """How the call ended; `extras` is where the newer files keep the exit status."""
    kind = fields.text(observation, "observation")
    code = fields.integer(fields.mapping(extras, "metadata"), "exit_code") if "metadata" in extras else fields.integer(extras, "exit_code")
    if kind == "run":
        return replace(UNKNOWN, output=text) if code == _UNFINISHED else Outcome(text, ok=code in {None, 0}, exit_code=code)
    failed = kind == "error" or text.startswith("ERROR:")
    return Outcome(text, ok=not failed, created=fields.flag(extras, "prev_exist") is False)


def _code(code: str) -> Call:
    """A cell of Python: one that calls a skill for files does that, any other one is code."""
    skill = _SKILL.match(code)
    if not skill:
        return "python", {}
    path = _PATH.search(skill[2])
    named = "path" if skill[1] in {"search_dir", "search_file", "find_file"} else "file_path"
    return _SKILLS.get(skill[1], "Edit"), {named: path[1] if path else ""}


def _thought(given: dict[str, object]) -> str:
    return content(given.get("thought"))
