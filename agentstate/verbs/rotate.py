"""`rotate`: every file back under its limit, without losing a byte. Decisions go to the archive first, then out of the log."""

from collections.abc import Iterator, Sequence

from agentstate.documents.decisions import Decision, Standing, standings, without
from agentstate.documents.lines import fences, refuse_unclosed_fence
from agentstate.documents.text import SourceText
from agentstate.documents.todo import prune_done
from agentstate.tree import Tree
from agentstate.verbs.leaving import archived, is_over, leaving
from agentstate.verbs.promotion import is_lasting, promote
from agentstate.verbs.steps import refuse_faulty, refuse_unknown_settings, refuse_unreadable, writes
from agentstate.vocabulary import layout
from agentstate.vocabulary.plan import Commit, Plan, Remove, Step
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass

SNAPSHOTS_KEPT = 5
"""How many snapshots stay in the tree (docs/convention.md, checkpoints/); the others are in git."""

_NAMED = 5
"""How many decisions a message names; the others are counted."""

_ROOM = 8
"""A log is full, and somebody who asks for it gets it rotated, where not one entry of an eighth of its bytes would fit in."""


@dataclass(frozen=True)
class Rotation:
    """The log after a rotation, and what became of its entries. `volumes` are written first, then the facts, and the log last."""

    volumes: tuple[SourceText, ...] = ()
    rest: tuple[SourceText, ...] = ()
    moved: tuple[Decision, ...] = ()
    promoted: int = 0
    refused: tuple[Decision, ...] = ()

    @property
    def sources(self) -> tuple[SourceText, ...]:
        """All files that change, in the order in which they have to be written."""
        return (*self.volumes, *self.rest)


def rotated_log(tree: Tree, *, entries: int = 0, size: int = 0) -> Rotation:
    """The rotation that a log needs once `entries` of `size` bytes come on top; an empty one where it stays within its limits.

    AgentStateError where config.yaml cannot be read, which may say other limits, and where a code fence is never closed: in the archive
    it would swallow every entry that comes after it.
    """
    limits, standing = tree.settings.limits, standings(tree.decisions.entries)
    if not is_over(tree.decisions, limits, entries=entries, size=size):
        return Rotation()
    refuse_unknown_settings(tree)
    refuse_unclosed_fence(tree.decisions.source, fences(tree.decisions.source))
    moved = leaving(tree.decisions, standing, limits, size)
    lasting = [entry for entry in moved if standing[entry.id] is Standing.ACTIVE and is_lasting(entry, tree, standing)]
    facts, refused = promote(tree.facts, lasting, tree.settings.language, limits.facts_bytes)
    log = without(tree.decisions, {entry.id for entry in moved})
    return Rotation(archived(tree, moved), (facts.source, log), moved, len(lasting) - len(refused), refused)


def rotate(tree: Tree, git: GitFacts) -> Plan:
    """Brings the log, the list and the snapshots under their limits; applied and run again, it changes nothing.

    Done items and old snapshots go only where git holds them. What only a person can shorten is named in the messages, and the
    plan has findings.
    """
    rotation = rotated_log(tree, entries=1, size=tree.settings.limits.decisions_bytes // _ROOM)
    todo = (prune_done(tree.todo),) if layout.TODO in git.committed else ()
    steps = (*writes(tree, *rotation.sources, *todo), *old_snapshots(tree, git))
    after = tree.with_sources({source.path: source for source in (*rotation.sources, *todo)})
    left = (*_refusals(rotation), *_too_large(after))
    summary = "\n".join(_summary(rotation, steps))
    commit = Commit("agentstate rotation", summary, staged=True) if steps and tree.settings.checkpoint_commit == "always" else None
    return Plan(steps, commit, summary, left, bool(left))


def unrecorded(tree: Tree, git: GitFacts) -> frozenset[str]:
    """The files from which a rotation would take something away, and does not while git does not hold them.

    AgentStateError where one that a rotation is about cannot be read, or config.yaml, which has the limits: it is no empty one.
    """
    for path in (layout.DECISIONS, layout.FACTS, layout.TODO, *tree.archive_paths):
        refuse_unreadable(tree, path)
    refuse_unknown_settings(tree)
    for state in tree.states:
        refuse_faulty(tree, state)
    todo = {layout.TODO} if prune_done(tree.todo) != tree.todo.source else set()
    return frozenset(todo | set(_surplus(tree))) - git.committed


def old_snapshots(tree: Tree, git: GitFacts, added: int = 0) -> tuple[Step, ...]:
    """The removal of all snapshots but the newest that git holds, so that with `added` more there are as many as are kept."""
    return tuple(Remove(path, tree.sources[path].encode()) for path in _surplus(tree, added) if path in git.committed)


def _surplus(tree: Tree, added: int = 0) -> list[str]:
    """The paths of all snapshots but the newest, of those that were read."""
    old = tree.snapshots[: max(0, len(tree.snapshots) - SNAPSHOTS_KEPT + added)]
    return [path for path in map(layout.snapshot_path, old) if tree.has(path)]


def _summary(rotation: Rotation, steps: tuple[Step, ...]) -> Iterator[str]:
    if rotation.moved:
        yield moved_line(rotation)
    if any(step.path == layout.TODO for step in steps):
        yield "pruned done items of TODO.md"
    removed = sum(isinstance(step, Remove) for step in steps)
    if removed:
        yield f"removed {removed} older snapshot{'s' * (removed > 1)} from the tree; git has {'them' if removed > 1 else 'it'}"
    if not steps:
        yield "nothing to rotate"


def moved_line(rotation: Rotation) -> str:
    """One line that says what became of the entries that left the log."""
    promoted = f", {rotation.promoted} promoted to FACTS.md" if rotation.promoted else ""
    count = len(rotation.moved)
    return f"moved {count} decision{'s' * (count > 1)} to the archive{promoted}"


def _refusals(rotation: Rotation) -> Iterator[str]:
    if rotation.refused:
        yield (
            f"not in FACTS.md, and in the archive only, though they should last: {len(rotation.refused)} decisions: "
            f"{named(rotation.refused)}; shorten FACTS.md and add them with `agentstate fact`"
        )


def _too_large(tree: Tree) -> Iterator[str]:
    """What is still above a limit, and what a person can do about it."""
    limits = tree.settings.limits
    if is_over(tree.decisions, limits):
        standing = standings(tree.decisions.entries)
        pending = [entry for entry in tree.decisions.entries if standing[entry.id] is Standing.PENDING]
        yield f"{layout.DECISIONS} stays above its limit: {len(pending)} pending decisions never leave the log: {named(pending)}"
    for path, limit, remedy in (
        (layout.FACTS, limits.facts_bytes, "merge or remove facts"),
        *((state.source.path, limits.state_bytes, "drop or conclude items") for state in tree.states),
        (layout.TODO, limits.todo_bytes, "finish or remove items"),
        (layout.PROTOCOL, limits.protocol_bytes, "shorten it"),
    ):
        size = len(tree.source(path).encode())
        if size > limit:
            yield f"{path} is {size} bytes, its limit is {limit}: {remedy}"
    open_items = len(tree.todo.items)
    if open_items > limits.todo_items:
        yield f"{layout.TODO} holds {open_items} items, its limit is {limits.todo_items}: finish or remove some"


def named(entries: Sequence[Decision]) -> str:
    """The ids of the first of these entries, and how many more there are."""
    more = f" and {len(entries) - _NAMED} more" if len(entries) > _NAMED else ""
    return ", ".join(entry.id for entry in entries[:_NAMED]) + more
