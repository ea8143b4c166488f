"""What a checkpoint takes from the journal: files that were changed since the one before, and the last commands with how they ended.

Paths and commands alone: what somebody said stays in `.agent/local/`.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from agentstate.journal.values import Command, File
from agentstate.vocabulary.layout import FOLDER
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

COMMANDS = 10
"""How many commands a checkpoint names."""

_LONGEST = 500
_ELSEWHERE = pattern(r"(?:[/\\~]|[A-Za-z]:|\.\./).*")


@dataclass(frozen=True)
class Derived:
    """Changed files that a test run has passed since, changed files that none has, and commands with their exit status."""

    verified: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


def derived(files: Iterable[File], commands: Iterable[Command]) -> Derived:
    """What of this belongs into a file that is committed: files of this repository, and commands of a length that can be read."""
    inside = [file for file in files if not _ELSEWHERE.match(file.path) and not file.path.startswith(f"{FOLDER}/")]
    return Derived(
        tuple(sorted(file.path for file in inside if file.verified)),
        tuple(sorted(file.path for file in inside if not file.verified)),
        tuple(_with_status(command) for command in commands if len(command.command) <= _LONGEST),
    )


def _with_status(command: Command) -> str:
    place = f"in {command.cwd}, " if command.cwd and not _ELSEWHERE.match(command.cwd) else ""
    return f"{command.command.strip()} ({place}{_status(command)})"


def _status(command: Command) -> str:
    if command.exit_code is not None:
        return f"exit {command.exit_code}"
    return "exit unknown" if command.ok is None else "ended well" if command.ok else "failed"


def moment(identifier: str) -> int:
    """The end of the second in which the checkpoint with this id was made, in milliseconds since 1970; 0 where the id does not say."""
    try:
        made = datetime.strptime(identifier[:16], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return 0
    return int(made.timestamp()) * 1000 + 999
