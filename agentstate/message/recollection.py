"""What a journal remembers of the work, as one value: read elsewhere, held against the disk, and put into words by this room."""

from agentstate.journal.values import Command, Engram, File, Saying
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """The state of the work by its journal; where a journal knows nothing, "" or ().

    `instruction` is the newest prompt, `rules` the captured ones that hold, the one heard last first. `changed` are the files that this
    session's tool calls changed, those in the root before others, the newest change first; `gone` are those of them that are on the
    disk no more. `failures` are commands that failed and are not known to have gone well since, the newest first; `commands` others,
    the most frequent first. `files` are paths that exist, the one touched last first. `symbols` are corrected by their files, the best
    first. `plan` is the newest call of the agent's plan tool, only where it is newer than the notes. `decisions` and `dead_ends` are
    what the agent said, the newest first.
    """

    instruction: str = ""
    rules: tuple[str, ...] = ()
    changed: tuple[File, ...] = ()
    gone: frozenset[str] = frozenset()
    failures: tuple[Command, ...] = ()
    commands: tuple[Command, ...] = ()
    files: tuple[str, ...] = ()
    symbols: tuple[Engram, ...] = ()
    plan: str = ""
    decisions: tuple[Saying, ...] = ()
    dead_ends: tuple[Saying, ...] = ()
    problem: str = ""
    """Why the journal could not be read; "" where it was."""
