"""Which decisions leave the log, and into which archive volume. Every entry moves verbatim; none is rewritten."""

from collections.abc import Mapping, Sequence

from agentstate.documents.decisions import Decision, DecisionLog, Standing, append, parse_decisions
from agentstate.documents.text import SourceText
from agentstate.settings import Limits
from agentstate.tree import Tree
from agentstate.vocabulary import layout

VOLUME_BYTES = 128 * 1024
"""An archive volume takes no further entry that would bring it above this (docs/convention.md, checkpoints/)."""

_ORDER = (Standing.WITHDRAWN, Standing.SUPERSEDED, Standing.ACTIVE)


def is_over(log: DecisionLog, limits: Limits, *, entries: int = 0, size: int = 0) -> bool:
    """Whether the log would stand above one of its limits with so many entries and bytes added."""
    return len(log.entries) + entries > limits.decisions_entries or len(log.source.encode()) + size > limits.decisions_bytes


def leaving(log: DecisionLog, standings: Mapping[str, Standing], limits: Limits, added: int = 0) -> tuple[Decision, ...]:
    """The entries that leave a log above its limits, in the order in which they leave, until two thirds of each limit are left
    and `added` more bytes fit in.

    Withdrawn ones go first, then superseded ones, then the oldest active; pending ones stay whatever happens. Two thirds keep
    the 20 entries that the boot protocol reads, and spare a full log from rotating at every further decision.
    """
    left, size = len(log.entries), len(log.source.encode())
    bytes_kept = min(_kept(limits.decisions_bytes), limits.decisions_bytes - added)
    gone: list[Decision] = []
    for entry in _in_order(log.entries, standings):
        if left <= _kept(limits.decisions_entries) and size <= bytes_kept:
            break
        gone.append(entry)
        left, size = left - 1, size - _size(log.source, entry)
    return tuple(gone)


def _kept(limit: int) -> int:
    return limit * 2 // 3


def _in_order(entries: Sequence[Decision], standings: Mapping[str, Standing]) -> list[Decision]:
    return [entry for standing in _ORDER for entry in entries if standings[entry.id] is standing]


def _size(source: SourceText, entry: Decision) -> int:
    """How many bytes the file gets shorter by when the entry goes."""
    lines = source.lines[entry.line - 1 : entry.end - 1]
    return sum(len(line.encode("utf-8", "surrogateescape")) + len(source.newline) for line in lines)


def archived(tree: Tree, entries: Sequence[Decision]) -> tuple[SourceText, ...]:
    """The archive volumes that change when `entries` are added, as they will be.

    The newest volume is filled first. An entry that a run which was cut short has already put there is not added again.
    """
    present = {entry.text for volume in tree.archives for entry in volume.entries}
    missing = [entry for entry in entries if entry.text not in present]
    volumes: list[SourceText] = []
    volume = tree.source(tree.archive_paths[-1]) if tree.archive_paths else None
    while missing:
        volume, missing = _filled(volume or _new_volume(tree, 0), missing)
        volumes += [volume] if volume.path not in tree.sources or volume != tree.sources[volume.path] else []
        volume = _new_volume(tree, _number(volume.path))
    return tuple(volumes)


def _filled(volume: SourceText, entries: list[Decision]) -> tuple[SourceText, list[Decision]]:
    """The volume with as many of the entries as it takes, and the others; an empty one takes at least one."""
    size = len(volume.encode())
    log = parse_decisions(volume)
    taken = 0
    for entry in entries:
        size += len(entry.text.encode("utf-8", "surrogateescape")) + 2
        if size > VOLUME_BYTES and (taken or log.entries):
            break
        taken += 1
    lines = [line for entry in entries[:taken] for line in ("", *entry.text.split("\n"))]
    return (append(log, lines[1:]) if taken else volume), entries[taken:]


def _new_volume(tree: Tree, after: int) -> SourceText:
    newline = tree.source(layout.DECISIONS).newline
    return SourceText(layout.archive_path(after + 1), f"# Decisions, archive volume {after + 1}{newline}")


def _number(path: str) -> int:
    found = layout.ARCHIVE_NAME.fullmatch(path)
    return int(found["number"]) if found else 0
