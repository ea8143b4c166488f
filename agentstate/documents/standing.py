"""What a decision counts for now, derived from the entries that name it: entries themselves are never edited."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from agentstate.documents.decision import Decision, DecisionLog
from agentstate.vocabulary.values import dataclass


class Standing(StrEnum):
    """In force; said but not yet decided; replaced by a newer entry; taken back."""

    ACTIVE = "active"
    PENDING = "pending"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class Unresolved:
    """An id in `Supersedes` that names no single other entry; `candidates` are the ids it could mean, none where it is unknown."""

    decision: Decision
    line: int
    identifier: str
    candidates: tuple[str, ...]


class _Names:
    """The ids of some entries, each once, for look-up by unique prefix."""

    def __init__(self, entries: Iterable[Decision]) -> None:
        self._ids = sorted({entry.id for entry in entries})

    def matching(self, identifier: str, but: str = "") -> tuple[str, ...]:
        """The ids that begin with `identifier`, or the one that equals it; never `but`. At most ten."""
        wanted = identifier.strip().lower()
        start = bisect_left(self._ids, wanted)
        found = [name for name in self._ids[start : start + 11] if wanted and name.startswith(wanted) and name != but]
        return (wanted,) if wanted in found else tuple(found[:10])


def resolve(identifier: str, entries: Sequence[Decision]) -> Decision | None:
    """The entry with this id, or the only one whose id begins so; None where there is none or more than one.

    Of entries alike to the letter, which share their id, the last.
    """
    return resolver(entries)(identifier)


def resolver(entries: Iterable[Decision]) -> Callable[[str], Decision | None]:
    """`resolve` among these entries, for many identifiers."""
    by_id = {entry.id: entry for entry in entries}
    names = _Names(by_id.values())

    def resolved(identifier: str) -> Decision | None:
        found = names.matching(identifier)
        return by_id[found[0]] if len(found) == 1 else None

    return resolved


def standings(entries: Sequence[Decision]) -> Mapping[str, Standing]:
    """The standing of each entry by its id. Pass the archived entries too, oldest first.

    An entry is superseded when another names it in `Supersedes`, and withdrawn when that other one says "Decision: withdrawn"; of
    several that name it the one furthest down decides. A pending entry supersedes nothing. "Decision: withdrawn" that names nothing
    withdraws its own entry. Where entries name each other in a circle, only references up the log count: the later wins. An id that
    cannot be resolved counts for nothing.
    """
    unique = tuple({entry.id: entry for entry in reversed(entries)}.values())[::-1]
    found = {entry.id: _own_standing(entry) for entry in unique}
    for entry, target in _references(unique):
        found[target] = Standing.WITHDRAWN if entry.withdraws else Standing.SUPERSEDED
    return found


def unresolved(log: DecisionLog, others: Iterable[Decision] = ()) -> tuple[Unresolved, ...]:
    """Every id in a `Supersedes` of the log that names no single entry of the log or of `others` (the archive).

    An entry that removes what it names is left out: what it names may be gone.
    """
    names = _Names((*log.entries, *others))
    return tuple(
        Unresolved(entry, next(line for key, line, _ in entry.fields if key == "Supersedes"), identifier, matching)
        for entry in log.entries
        if not entry.removes
        for identifier in entry.supersedes
        if len(matching := names.matching(identifier, but=entry.id)) != 1
    )


def _own_standing(entry: Decision) -> Standing:
    if entry.pending:
        return Standing.PENDING
    return Standing.WITHDRAWN if entry.withdraws and not entry.supersedes else Standing.ACTIVE


def _references(entries: Sequence[Decision]) -> Iterator[tuple[Decision, str]]:
    """Who names whom, in the order of the log, without what would go round in a circle."""
    names = _Names(entries)
    places = {entry.id: place for place, entry in enumerate(entries)}
    targets = [() if entry.pending or not entry.supersedes else _targets(entry, names) for entry in entries]
    edges = [tuple(places[target] for target in named) for named in targets]
    circles = _circles(edges) if any(target > place for place, named in enumerate(edges) for target in named) else range(len(edges))
    for place, entry in enumerate(entries):
        for target in targets[place]:
            if places[target] < place or circles[places[target]] != circles[place]:
                yield entry, target


def _targets(entry: Decision, names: _Names) -> tuple[str, ...]:
    found = (names.matching(identifier, but=entry.id) for identifier in entry.supersedes)
    return tuple(matching[0] for matching in found if len(matching) == 1)


def _circles(edges: Sequence[tuple[int, ...]]) -> Sequence[int]:
    """For each node the number of its circle (strongly connected component, by Kosaraju's two walks)."""
    back: list[list[int]] = [[] for _ in edges]
    for node, targets in enumerate(edges):
        for target in targets:
            back[target].append(node)
    circle = [-1] * len(edges)
    for node in reversed(_finished(edges)):
        waiting = [node]
        while waiting:
            current = waiting.pop()
            if circle[current] < 0:
                circle[current] = node
                waiting += back[current]
    return circle


def _finished(edges: Sequence[tuple[int, ...]]) -> list[int]:
    """The nodes in the order in which a depth-first walk leaves them."""
    seen: set[int] = set()
    order: list[int] = []
    for start in range(len(edges)):
        waiting = [(start, False)]
        while waiting:
            node, done = waiting.pop()
            if done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                waiting.append((node, True))
                waiting += ((target, False) for target in edges[node])
    return order
