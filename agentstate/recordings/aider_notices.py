"""What aider says of what it did, and the commands that the user types to it."""

from collections.abc import Callable
from re import IGNORECASE, Pattern
from re import compile as pattern
from shlex import quote
from typing import Any

from agentstate.recordings.telling import SHELL, UNKNOWN, Outcome
from agentstate.vocabulary.values import dataclass

_OUTPUT = pattern(r"[0-9]{1,9} lines? of output|[0-9.]{1,9}k? tokens? of .{1,80}")
_CONFIRMED = pattern(r"Add (?:file|[0-9]{1,4} files?) to the chat\? .{0,80}\]: ?(?:y|yes|a|all)?", IGNORECASE)
_ENDING = ("Run shell command", "Add command output to the chat?", "Add ", "Tokens: ")


@dataclass(frozen=True)
class Notice:
    """What a line of aider tells: the call that it is, or with the tool "" only that a command before it is over."""

    tool: str
    given: dict[str, Any]
    outcome: Outcome = Outcome()


def notice(line: str, before: str) -> Notice | None:
    """What the line tells, if anything; `before` is the line of aider before it, which names the file that a question is about."""
    if _CONFIRMED.fullmatch(line):
        return Notice("Read", {"file_path": before}) if before else _OVER
    found = next(((match, told) for form, told in _FORMS if (match := form.fullmatch(line))), None)
    if found:
        return found[1](*found[0].groups())
    return _OVER if line.startswith(_ENDING) else None


def _added(what: str) -> Notice:
    return _OVER if _OUTPUT.fullmatch(what) else Notice("Read", {"file_path": what})


def _committed(commit: str, subject: str) -> Notice:
    return Notice(SHELL, {"command": f"git commit -m {quote(subject)}"}, Outcome(f"[{commit}] {subject}", exit_code=0))


_OVER = Notice("", {})
_FORMS: tuple[tuple[Pattern[str], Callable[..., Notice]], ...] = (
    (pattern(r"Applied edit to (.{1,1000})"), lambda path: Notice("Edit", {"file_path": path})),
    (pattern(r"Creating empty file (.{1,1000})"), lambda path: Notice("Write", {"file_path": path}, Outcome(created=True))),
    (pattern(r"Added (.{1,1000}?) to (?:the chat|read-only files)\.?"), _added),
    (pattern(r"Commit ([0-9a-f]{6,40}) (.{1,1000})"), _committed),
    (pattern(r"Running ([^/].{0,16000})"), lambda command: Notice(SHELL, {"command": command}, UNKNOWN)),
)


def typed_command(text: str) -> str:
    """The command line that the user gave to the shell with `!`, `/run`, `/test` or `/git`; "" where it was none."""
    if text.startswith("!"):
        return text[1:].strip()
    word, _, rest = text.partition(" ")
    if word in {"/run", "/test"}:
        return rest.strip()
    return f"git {rest.strip()}" if word == "/git" and rest.strip() else ""
