"""The merge of pieces, as sets among the pieces of the same section or item."""

from collections.abc import Callable, Mapping, Sequence

from agentstate.documents.text import SourceText
from agentstate.merging.merged import Merged, decided, written
from agentstate.merging.order import interleaved
from agentstate.merging.outline import Piece, by_key, emitted, shape

Key = tuple[str, str, int]
Join = Callable[[Piece | None, Piece, Piece], tuple[str, ...]]
"""The lines of a piece that both sides have and wrote differently."""


def merge_outline(
    base: SourceText | None, ours: SourceText, theirs: SourceText, read: Callable[[SourceText], tuple[Piece, ...]], join: Join
) -> Merged | None:
    """The file with the pieces of both sides. None where the text would read as something else than the pieces it is made of."""
    before = read(base) if base else ()
    pieces = merge_pieces(before, read(ours), read(theirs), join)
    merged = written(base, ours, theirs, emitted(pieces))
    return Merged(merged) if shape(_filled(read(merged))) == shape(_filled(pieces)) else None


def _filled(pieces: Sequence[Piece]) -> list[Piece]:
    """The sections that say something: the one above the first heading may be empty."""
    return [piece for piece in pieces if piece.lines or piece.parts]


def merge_pieces(base: Sequence[Piece], ours: Sequence[Piece], theirs: Sequence[Piece], join: Join) -> tuple[Piece, ...]:
    """The pieces of both sides: one that a side took away is gone where the other left it as it was."""
    before, mine, other = by_key(base), by_key(ours), by_key(theirs)
    found: dict[Key, Piece] = {}
    for key in {**mine, **other}:
        piece = _merged(before.get(key), mine.get(key), other.get(key), join)
        if piece:
            found[key] = piece
    order = interleaved([key for key in mine if key in found], [key for key in other if key in found], lambda key: _rank(key, found))
    return tuple(found[key] for key in order)


def _rank(key: Key, found: Mapping[Key, Piece]) -> tuple[object, ...]:
    return (*found[key].rank, "\0", *key)


def _merged(base: Piece | None, ours: Piece | None, theirs: Piece | None, join: Join) -> Piece | None:
    here = [piece for piece in (ours, theirs) if piece]
    parts = merge_pieces(base.parts if base else (), ours.parts if ours else (), theirs.parts if theirs else (), join)
    if base and len(here) == 1 and here[0].lines == base.lines and not parts:
        return None
    lines = _lines(base, ours, theirs, join)
    first = here[0]
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
