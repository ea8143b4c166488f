"""The command line that an agent is given, and how it is found again among the commands of others."""

import re
import shlex
from functools import cache

from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass

NAME = "agentstate"
_PLAIN_WINDOWS = re.compile(r"[A-Za-z0-9_.:\\/-]+")


@dataclass(frozen=True)
class Caller:
    """How the installed command is called: its absolute path, with words after it where it is a module of an interpreter.

    Without words it is looked for on PATH and may be missing: that is the form for files that are committed, and its text never
    changes, since some agents ask their user to trust a changed command again. `windows` says which rules of quoting hold.
    """

    words: tuple[str, ...] = ()
    windows: bool = False

    @property
    def committed(self) -> "Caller":
        """The form for files that other machines read."""
        return Caller()


def arguments(agent: str, event: str = "") -> tuple[str, ...]:
    """The words after the name of the command."""
    return ("hook", agent, *(("--event", event) if event else ()))


def for_shell(caller: Caller, *words: str) -> str:
    """The command line for `sh` and, as far as nothing must be quoted, for `cmd`; it succeeds without the command."""
    return f"{shlex.join([*_words(caller), *words])} || exit 0"


def for_cmd(caller: Caller, *words: str) -> str:
    """The command line for `cmd`; it succeeds without the command."""
    return " ".join(word if _PLAIN_WINDOWS.fullmatch(word) else f'"{word}"' for word in (*_words(caller), *words)) + " || exit 0"


def for_powershell(caller: Caller, *words: str) -> str:
    """The command line for PowerShell of any version; it succeeds without the command."""
    program = ["'" + word.replace("'", "''") + "'" for word in _words(caller)]
    return f"if (Get-Command {program[0]} -ErrorAction Ignore) {{ & {' '.join([*program, *words])} }}; exit 0"


def _words(caller: Caller) -> tuple[str, ...]:
    return caller.words or (NAME,)


def checked(caller: Caller) -> Caller:
    """The caller, if its path can be written into a file and found again; else AgentStateError."""
    text = " ".join(_words(caller))
    if not text.isprintable():
        raise AgentStateError(
            f'the path "{text.encode("unicode_escape").decode()}" cannot be written into a settings file', "install the command elsewhere"
        )
    if not is_call(f"{text} hook any", "any"):
        raise AgentStateError(f'"{text}" is not the command agentstate', "run the installed command by its own name")
    return caller


def is_call(command: str, agent: str) -> bool:
    """Whether a command line calls us for that agent, in whatever way its user wrapped it."""
    return bool(_call(agent).search(command))


@cache
def _call(agent: str) -> "re.Pattern[str]":
    return re.compile(rf"(?:\A|[\s/\\\"'&]){NAME}(?:\.exe|\.cmd)?[\"']?\s+hook\s+{re.escape(agent)}(?![\w-])", re.ASCII)
