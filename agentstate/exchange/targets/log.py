"""All decisions of a tree, the archived ones too, with what they say of each other."""

from collections.abc import Callable, Mapping

from agentstate.documents.decisions import Decision, Standing, standings
from agentstate.documents.standing import resolver
from agentstate.tree import Tree
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Log:
    """The entries, the oldest first and each once, and by id: what each counts for, the ids that it supersedes or withdraws, and of one
    that is not in force the id of the last entry that ended it."""

    entries: tuple[Decision, ...]
    standing: Mapping[str, Standing]
    older: Mapping[str, tuple[str, ...]]
    newer: Mapping[str, str]

    @property
    def by_id(self) -> Mapping[str, Decision]:
        """Each entry by its id."""
        return {entry.id: entry for entry in self.entries}

    def standing_as(self, *wanted: Standing) -> tuple[Decision, ...]:
        """The entries that count for one of these now."""
        return tuple(entry for entry in self.entries if self.standing[entry.id] in wanted)


def whole_log(tree: Tree) -> Log:
    """The decisions of a tree that was read with its archive."""
    everything = [entry for log in (*tree.archives, tree.decisions) for entry in log.entries]
    entries = tuple({entry.id: entry for entry in reversed(everything)}.values())[::-1]
    standing = standings(everything)
    resolved = resolver(entries)
    older = {entry.id: _named(entry, resolved) for entry in entries}
    ended = {entry.id for entry in entries if standing[entry.id] in {Standing.SUPERSEDED, Standing.WITHDRAWN}}
    newer = {name: entry.id for entry in entries if not entry.pending for name in older[entry.id] if name in ended}
    return Log(entries, standing, older, newer)


def _named(entry: Decision, resolved: Callable[[str], Decision | None]) -> tuple[str, ...]:
    named = map(resolved, entry.supersedes)
    return tuple(dict.fromkeys(one.id for one in named if one and one.id != entry.id))
