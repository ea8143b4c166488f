"""The merge of pieces, as sets among the pieces of the same section or item."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from agentstate.documents.text import SourceText
from agentstate.merging.merged import Merged, decided, written
from agentstate.merging.order import interleaved
from agentstate.merging.outline import Piece, by_key, emitted, shape
from agentstate.vocabulary.visible import quoted

Key = tuple[str, str, int]
Path = tuple[Key, ...]
"""Where a piece stands: the keys of what it belongs to, from the section down, and its own."""

Join = Callable[[Piece | None, Piece, Piece], tuple[str, ...]]
"""The lines of a piece that both sides have and wrote differently."""


def merge_outline(
    base: SourceText | None, ours: SourceText, theirs: SourceText, read: Callable[[SourceText], tuple[Piece, ...]], join: Join
) -> Merged | None:
    """The file with the pieces of both sides. None where the text would read as something else than the pieces it is made of."""
    before, mine, other = read(base) if base else (), read(ours), read(theirs)
    pieces = merge_pieces(before, mine, other, join)
    if kept := _put_back(before, mine, other, pieces):
        pieces = merge_pieces(before, mine, other, join, kept)
    merged = written(base, ours, theirs, emitted(pieces))
    notes = tuple(f"{ours.path}: {note}" for note in _doubled(mine, other, pieces))
    return Merged(merged, notes=notes) if shape(_filled(read(merged))) == shape(_filled(pieces)) else None


def _filled(pieces: Sequence[Piece]) -> list[Piece]:
    """The sections that say something: the one above the first heading may be empty."""
    return [piece for piece in pieces if piece.lines or piece.parts]


def merge_pieces(
    base: Sequence[Piece], ours: Sequence[Piece], theirs: Sequence[Piece], join: Join, kept: Collection[Path] = (), above: Path = ()
) -> tuple[Piece, ...]:
    """The pieces of both sides: one that a side took away is gone where the other left it as it was, unless its path is among `kept`.
    `above` is the path of what they belong to."""
    before, mine, other = by_key(base), by_key(ours), by_key(theirs)
    found: dict[Key, Piece] = {}
    for key in {**mine, **other}:
        piece = _merged((before.get(key), mine.get(key), other.get(key)), join, kept, (*above, key))
        if piece:
            found[key] = piece
    order = interleaved([key for key in mine if key in found], [key for key in other if key in found], lambda key: _rank(key, found))
    return tuple(found[key] for key in order)


def _rank(key: Key, found: Mapping[Key, Piece]) -> tuple[object, ...]:
    return (*found[key].rank, "\0", *key)


def _merged(versions: tuple[Piece | None, Piece | None, Piece | None], join: Join, kept: Collection[Path], path: Path) -> Piece | None:
    base, ours, theirs = versions
    here = [piece for piece in (ours, theirs) if piece]
    first = here[0]
    if len(here) == 1 and first.kind != "section":  # an item stays or goes with all that belongs to it
        return None if base and path not in kept and shape([base]) == shape(here) else first
    before, mine, other = (piece.parts if piece else () for piece in versions)
    parts = merge_pieces(before, mine, other, join, kept, path)
    if base and len(here) == 1 and first.lines == base.lines and not parts:
        return None
    lines = _lines(base, ours, theirs, join)
    rank = min(piece.rank for piece in here)
    return Piece(first.kind, first.key, lines, _gap(base, here), parts, rank, any(piece.leads for piece in here))


def _lines(base: Piece | None, ours: Piece | None, theirs: Piece | None, join: Join) -> tuple[str, ...]:
    if not (ours and theirs):
        return (ours or theirs).lines  # type: ignore[union-attr]
    chosen = decided(base.lines if base else None, ours.lines, theirs.lines)
    return join(base, ours, theirs) if chosen is None else chosen


def _gap(base: Piece | None, here: Sequence[Piece]) -> int | None:
    gaps = [piece.gap for piece in here if piece.gap is not None]
    if len(gaps) < 2:
        return gaps[0] if gaps else None
    chosen = decided(base.gap if base else None, gaps[0], gaps[1])
    return max(gaps) if chosen is None else chosen


def _put_back(base: Sequence[Piece], ours: Sequence[Piece], theirs: Sequence[Piece], merged: Sequence[Piece]) -> set[Path]:
    """Where each note stays that both sides hold somewhere and the merged file nowhere, as each took away another copy of it: the first
    place of the base, one whose heading or item is still there before others. With each path the paths of all that is above it."""
    mine, other, after = ([*_notes(pieces)] for pieces in (ours, theirs, merged))
    lost = ({*map(_said, mine)} & {*map(_said, other)}) - {*map(_said, after)}
    held, standing = {*mine, *other}, {*_paths(merged)}
    places = [path for path in _notes(base) if _said(path) in lost and path in held]
    found: dict[tuple[str, str], Path] = {}
    for path in sorted(places, key=lambda path: path[:-1] not in standing):
        found.setdefault(_said(path), path)
    return {path[:end] for path in found.values() for end in range(1, len(path) + 1)}


def _doubled(ours: Sequence[Piece], theirs: Sequence[Piece], merged: Sequence[Piece]) -> Iterator[str]:
    """One line, where an item stands in more places than on either side."""
    mine, other, after = (Counter(_said(path) for path in _notes(pieces) if path[-1][0] == "item") for pieces in (ours, theirs, merged))
    found = [said for said, count in after.items() if count > max(mine[said], other[said])]
    if found:
        places = [path[-2][1] for path in _notes(merged) if _said(path) == found[0]]
        named = " and ".join(f"below {quoted(place)}" if place else "above the first heading" for place in places)
        more = f" (and so with {len(found) - 1} more)" if len(found) > 1 else ""
        yield f"{quoted(found[0][1])} stands {named}, as each side put it elsewhere: drop all but one{more}"


def _said(path: Path) -> tuple[str, str]:
    """What a piece says, wherever it stands."""
    return path[-1][:2]


def _notes(pieces: Sequence[Piece]) -> Iterator[Path]:
    """The paths of what says something by itself, in their order: items, and text that belongs to none."""
    return (path for path in _paths(pieces) if path[-1][0] == "item" or (path[-1][0] == "prose" and len(path) == 2))


def _paths(pieces: Sequence[Piece], above: Path = ()) -> Iterator[Path]:
    for key, piece in by_key(pieces).items():
        yield (*above, key)
        yield from _paths(piece.parts, (*above, key))
