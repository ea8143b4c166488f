"""FACTS.md and TODO.md as pieces: sections, the items in them, what goes on with an item, and prose; each by what it says."""

from collections.abc import Callable, Mapping, Sequence

from agentstate.documents.lines import BLANK, Fences, fences, front_matter, heading
from agentstate.documents.text import SourceText
from agentstate.vocabulary.values import dataclass, replace

Rank = tuple[str, ...]


@dataclass(frozen=True)
class Piece:
    """A piece of the file. `key` is what it is known by among its neighbours, `lines` are its own lines as written, `parts` the pieces
    that belong to it. `gap` counts the blank lines before it, None where it begins the file. `rank` says where it stands among others
    that nothing else puts in order. A piece `leads` where no item stands right above it."""

    kind: str
    key: str
    lines: tuple[str, ...]
    gap: int | None
    parts: tuple["Piece", ...] = ()
    rank: Rank = ()
    leads: bool = True


ReadItem = Callable[[int], tuple[Piece, int] | None]
"""The item that begins at an index, without its gap, and the index after it; None where none begins there."""


class Reader:
    """Cuts a file into sections, each with its items and prose. `item` reads what the kind of file calls an item."""

    def __init__(self, source: SourceText, item: ReadItem) -> None:
        self.lines: Sequence[str] = source.lines
        self.fences: Fences = fences(source)
        self._item = item
        self._matter = front_matter(source.lines)

    def sections(self) -> tuple[Piece, ...]:
        """The sections in their order; the first one, without a heading, is what stands above them."""
        found: list[Piece] = []
        head = Piece("section", "", (), None)
        parts: list[Piece] = []
        index, end = 0, 0
        while index < len(self.lines):
            if not self.lines[index].strip(BLANK) and index >= self._matter and index not in self.fences.lines:
                index += 1
                continue
            piece, after = self._piece(index)
            piece = replace(piece, gap=index - end if end else None, leads=not parts or parts[-1].kind != "item")
            if piece.kind == "section":
                found.append(replace(head, parts=tuple(parts)))
                head, parts = piece, []
            else:
                parts.append(piece)
            index = end = after
        return (*found, replace(head, parts=tuple(parts)))

    def _piece(self, index: int) -> tuple[Piece, int]:
        if index < self._matter:
            return prose(self.lines[: self._matter], rank=("",)), self._matter
        line = self.lines[index]
        if index not in self.fences.lines:
            if heading(line):
                return Piece("section", line.strip(BLANK), (line,), None, rank=(line,)), index + 1
            if item := self._item(index):
                return item
        end = self._prose_end(index)
        text = prose(self.lines[index:end])
        item = self._item(end) if self.lines[end - 1].rstrip(BLANK).endswith("-->") and end < len(self.lines) else None
        return (_below(text, item[0]), item[1]) if item else (text, end)

    def _prose_end(self, index: int) -> int:
        end = index + 1
        while end < len(self.lines):
            line, fenced = self.lines[end], end in self.fences.lines
            if not fenced and (not line.strip(BLANK) or heading(line) or self._item(end)):
                break
            if fenced and end in self.fences.openings and end - 1 not in self.fences.lines and not self.lines[end - 1].strip(BLANK):
                break
            end += 1
        return end


def prose(lines: Sequence[str], rank: Rank | None = None) -> Piece:
    """A piece of text that is no item."""
    key = "\n".join(line.rstrip(BLANK) for line in lines)
    return Piece("prose", key, tuple(lines), None, rank=(key,) if rank is None else rank)


def _below(comment: Piece, item: Piece) -> Piece:
    """An item with the comment that stands right above it."""
    return replace(item, lines=comment.lines + item.lines)


def by_key(pieces: Sequence[Piece]) -> Mapping[tuple[str, str, int], Piece]:
    """The pieces by kind and key; the second of two that are equal counts as another one."""
    found: dict[tuple[str, str, int], Piece] = {}
    for piece in pieces:
        number = 0
        while (piece.kind, piece.key, number) in found:
            number += 1
        found[piece.kind, piece.key, number] = piece
    return found


def shape(pieces: Sequence[Piece]) -> tuple[object, ...]:
    """What the pieces say, blank lines between them left out."""
    return tuple((piece.kind, piece.key, piece.lines, shape(piece.parts)) for piece in pieces)


def emitted(pieces: Sequence[Piece]) -> list[str]:
    """The lines of the pieces, with the blank lines between them; what is no item never runs on from what stands above it."""
    lines: list[str] = []
    _emit(pieces, lines, apart=False)
    return lines


def _emit(pieces: Sequence[Piece], lines: list[str], *, apart: bool) -> None:
    above: Piece | None = None
    for piece in pieces:
        if lines and piece.lines:
            lines += [""] * _gap(piece, above, apart=apart)
        lines += piece.lines
        _emit(piece.parts, lines, apart=piece.kind == "section")
        above = piece


def _gap(piece: Piece, above: Piece | None, *, apart: bool) -> int:
    """The blank lines before a piece, below the piece `above` of the same section or item. Two items that each led a list are one."""
    if piece.kind == "item" and piece.leads and above and above.kind == "item":
        return 0
    if piece.gap is None:
        return 0 if piece.kind == "item" else 1
    return max(piece.gap, 1) if apart and above and piece.kind == "prose" else piece.gap
