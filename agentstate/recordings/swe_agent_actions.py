"""The commands of SWE-agent's own shell, as the tools of Claude Code that do the same."""

from re import compile as pattern

from agentstate.recordings.telling import SHELL, Call, Outcome, viewed

_OPENED = frozenset({"goto", "scroll_down", "scroll_up"})
_EDITS = frozenset({"edit", "insert"})
_SEARCHES = frozenset({"search_dir", "search_file", "find_file"})
_ENDS = frozenset({"submit", "exit", "skip", "exit_forfeit", "exit_cost", "exit_context"})
_FAILURE = pattern(r"\s*(?:Traceback|ERROR:|.*(?:No such file|command not found|SyntaxError|not found\.))")
_REFUSED_EDIT = "Your proposed edit has introduced new syntax error"
_LONGEST_NAMED = 4_000
"""Characters of an action that can hold its name and a path: the rest of an edit is text."""

_LOOKED_AT = 300
"""Characters of an answer in which a failure is looked for: what comes later may be what a program printed."""


def call(action: str, open_file: str, observation: str) -> Call:
    """The tool and its arguments; `open_file` is the one that commands without a path are about, or ""."""
    word, *arguments = [part.strip("\"'") for part in action[:_LONGEST_NAMED].split()] or [""]
    first = arguments[0] if arguments else ""
    if word == "str_replace_editor":
        return _editor(arguments, observation)
    if word in {"open", "create"}:
        return ("Read" if word == "open" else "Write"), {"file_path": first}
    if word in _OPENED or word in _EDITS:
        return ("Read" if word in _OPENED else "Edit"), {"file_path": open_file}
    if word in _SEARCHES:
        return _search(word, arguments, open_file)
    return (word, {}) if word in _ENDS else (SHELL, {"command": action})


def outcome(action: str, observation: str) -> Outcome:
    """How it ended, from what was answered: the status of a command is not recorded."""
    failed = _FAILURE.match(observation[:_LOOKED_AT]) or observation.lstrip().startswith(_REFUSED_EDIT)
    created = action.startswith(("create ", "str_replace_editor create "))
    return Outcome(observation, ok=not failed, created=created)


def _editor(arguments: list[str], observation: str) -> Call:
    operation, path = (*arguments, "", "")[:2]
    return viewed(path, observation) if operation == "view" else ("Write" if operation == "create" else "Edit", {"file_path": path})


def _search(word: str, arguments: list[str], open_file: str) -> Call:
    pattern_text, path = (*arguments, "", "")[:2]
    tool = "Glob" if word == "find_file" else "Grep"
    return tool, {"pattern": pattern_text, "path": path or (open_file if word == "search_file" else "")}
