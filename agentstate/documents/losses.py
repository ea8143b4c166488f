"""Which decisions a commit lost: pure comparison of the logs of its parents with its own.

An entry is compared by its whole text, for a merge by lines leaves the heading and takes the lines. In a commit with one parent an entry
that is there in other words is an edit, which somebody made; in a merge nobody writes, so an entry that is in a parent and not in the
merge is lost, unless it was edited on the way to another parent.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from agentstate.documents.decision import Decision, DecisionLog
from agentstate.documents.lines import BLANK
from agentstate.vocabulary.repository import Loss
from agentstate.vocabulary.values import dataclass

Texts = Mapping[str, Decision]
"""Entries by their text, blanks at the ends of lines left out."""

Common = Callable[[int, int], Collection[str]]
"""The texts that the histories of two parents, by their numbers, have in common."""


def text_of(entry: Decision) -> str:
    """What an entry is compared by: its lines, without blanks at their ends."""
    return "\n".join([line.rstrip(BLANK) for line in entry.text.split("\n")])


def texts(logs: Iterable[DecisionLog]) -> dict[str, Decision]:
    """The entries of some logs by their text; of those alike the first."""
    found: dict[str, Decision] = {}
    for log in logs:
        for entry in log.entries:
            found.setdefault(text_of(entry), entry)
    return found


def removed(logs: Iterable[DecisionLog]) -> frozenset[str]:
    """The ids, in full, of entries whose text may be gone: another entry says so."""
    return frozenset(identifier for log in logs for entry in log.entries if entry.removes for identifier in entry.supersedes)


@dataclass(frozen=True)
class Change:
    """What a commit changed of the entries that one of its parents has, and it has otherwise."""

    before: Texts
    after: Texts

    @cached_property
    def left(self) -> Texts:
        """Those that only the parent has."""
        return {text: entry for text, entry in self.before.items() if text not in self.after}

    @cached_property
    def arrived(self) -> Texts:
        """Those that only the commit has."""
        return {text: entry for text, entry in self.after.items() if text not in self.before}

    @cached_property
    def new(self) -> list[Decision]:
        """Those that came and are no entry of the parent in other words."""
        names = {(entry.date, entry.title) for entry in self.before.values()}
        heirs = [heir(entry, self.arrived.values()) for entry in self.left.values()]
        return [entry for entry in self.arrived.values() if (entry.date, entry.title) not in names and entry not in heirs]


@dataclass(frozen=True)
class Missing:
    """An entry that a commit lost: its text, the parent that has it (by its number), and what is left of it, if anything."""

    text: str
    entry: Decision
    parent: int
    left: Decision | None

    @property
    def lines(self) -> int | None:
        """How many of its lines are gone; None: all."""
        return None if self.left is None else (lines_of(self.entry) - lines_of(self.left)).total()


def lost(changes: Sequence[Change], common: Common) -> list[Missing]:
    """What a commit lost of the entries of its parents, each once; `changes` has one for each parent, in their order."""
    found: dict[str, Missing] = {}
    arrived = _arrived(changes) if changes else []
    for number, change in enumerate(changes):
        for text, entry in change.left.items():
            if text not in found and not _is_accounted_for(changes, number, text, common):
                found[text] = Missing(text, entry, number, heir(entry, arrived))
    return list(found.values())


def is_elsewhere(before: Texts, here: Texts, trees: Iterable[Texts]) -> bool:
    """Whether a tree went to another folder: one of the `trees` that came holds more than twice as many of its entries as are still here.
    A tree that was only copied leaves them here, too."""
    kept = len(before.keys() & here.keys())
    return any(len(before.keys() & there.keys()) > 2 * kept for there in trees)


def heir(entry: Decision, others: Iterable[Decision]) -> Decision | None:
    """The one of `others` that is the same entry in other words: with its date and title, or with all that is below the heading."""
    name, body = (entry.date, entry.title), entry.text.partition("\n")[2]
    named = bodied = None
    for other in others:
        if (other.date, other.title) == name:
            named = named or other
        elif body and other.text.partition("\n")[2] == body:
            bodied = bodied or other
    return named or bodied


def lines_of(entry: Decision) -> Counter[str]:
    """The lines of an entry that are not blank, each with how often it is there."""
    return Counter(line for line in text_of(entry).split("\n") if line)


def _arrived(changes: Sequence[Change]) -> list[Decision]:
    """What the commit has and none of its parents."""
    first, *others = changes
    return [entry for text, entry in first.arrived.items() if all(text in other.arrived for other in others)]


def _is_accounted_for(changes: Sequence[Change], number: int, text: str, common: Common) -> bool:
    """Whether somebody edited the entry: in this commit, or, where it merges, on the way to another parent."""
    entry = changes[number].left[text]
    if len(changes) == 1:
        return _is_edited(entry, changes[0])
    return any(text in common(number, other) for other in _that_edited(changes, number, text))


def _is_edited(entry: Decision, change: Change) -> bool:
    """Whether the entry is there in other words. Where nothing was written into it, and what it has no more stands in an entry that is
    new, a merge by lines was recorded as a commit with one parent (a squash, a rebase, a cherry-pick)."""
    found = heir(entry, change.arrived.values())
    if found is None:
        return False
    gone, written = lines_of(entry) - lines_of(found), lines_of(found) - lines_of(entry)
    there = {line for other in change.new if other is not found for line in lines_of(other)}
    return bool(written) or not gone or not there.issuperset(gone)


def _that_edited(changes: Sequence[Change], number: int, text: str) -> Iterator[int]:
    """The parents that have the entry in other words. What such a parent has and this one has not either came with the merge or got lost
    in it."""
    here = changes[number]
    for other, change in enumerate(changes):
        if other != number and text not in change.left:
            came = [entry for known, entry in here.arrived.items() if known not in change.arrived]
            gone = [entry for known, entry in change.left.items() if known not in here.left]
            if heir(here.left[text], [*came, *gone]):
                yield other


def place(log: DecisionLog, loss: Loss) -> int | None:
    """The line at which an entry that was lost belongs, or what is left of it stands: before the first entry that is dated later, or that
    stood below it; None: at the end of the log."""
    for entry in log.entries:
        if entry.date > loss.date or entry.id in loss.below or text_of(entry) == loss.left:
            return entry.line
    return None
