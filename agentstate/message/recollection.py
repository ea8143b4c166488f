"""What a journal remembers of the work, as one value: read elsewhere, held against the disk, and put into words by this room."""

from collections.abc import Mapping

from agentstate.journal.values import Command, Engram, File, Saying
from agentstate.vocabulary.values import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Recollection:
    """The state of the work by its journal; where a journal knows nothing, "" or ().

    `instruction` is the newest prompt, `rules` the captured ones that hold, the one heard last first. `changed` are the files that this
    session changed, those in the root before others, the newest change first; `gone` are those of them that are on the disk no more,
    `undone` those that are as in HEAD though no commit knows of their change, and `moved` says where one went. `failures` are commands
    that failed and are not known to have gone well since, the newest first; `commands` others, the most frequent first; `refused` are
    those that the user did not allow. `files` are paths that exist, the one touched last first. `symbols` are corrected by their files,
    the best first. `plan` is the newest call of the agent's plan tool, only where it is newer than the notes. `decisions` and
    `dead_ends` are what the agent said, the newest first.
    """

    instruction: str = ""
    rules: tuple[str, ...] = ()
    changed: tuple[File, ...] = ()
    gone: frozenset[str] = frozenset()
    undone: frozenset[str] = frozenset()
    moved: Mapping[str, str] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    failures: tuple[Command, ...] = ()
    commands: tuple[Command, ...] = ()
    files: tuple[str, ...] = ()
    symbols: tuple[Engram, ...] = ()
    plan: str = ""
    decisions: tuple[Saying, ...] = ()
    dead_ends: tuple[Saying, ...] = ()
    problem: str = ""
    """Why the journal could not be read; "" where it was."""
