"""The merge of TODO.md: its items by their text, what both sides say about one put together."""

from agentstate.documents.checkbox import ITEM, PRIORITY, Item, State, read_item
from agentstate.documents.lines import BLANK, runs_on
from agentstate.documents.text import SourceText
from agentstate.documents.todo import block, mark, parse_todo
from agentstate.merging.merged import Merged, decided
from agentstate.merging.outline import Piece, Reader, prose
from agentstate.merging.pieces import merge_outline
from agentstate.vocabulary.values import replace

_UNRANKED = "P9"
_PROGRESS: tuple[State, ...] = ("open", "doing", "done")


def read_todo(source: SourceText) -> tuple[Piece, ...]:
    """The sections of the file with their items, sub-items and prose."""
    items = {item.line - 1: item for item in parse_todo(source).items}

    def item(index: int) -> tuple[Piece, int] | None:
        return _read(source, items, reader, index) if index in items else None

    reader = Reader(source, item)
    return reader.sections()


def _read(source: SourceText, items: dict[int, Item], reader: Reader, index: int) -> tuple[Piece, int]:
    """The item at `index` with the lines that go on with it and its sub-items, and the index after them."""
    item, lines = items[index], source.lines
    parts: list[Piece] = []
    end = index + 1
    while (start := _next_part(lines, items, reader, item, end)) >= 0:
        if start in items:
            part, after = _read(source, items, reader, start)
        else:
            after = _text_end(lines, items, reader, item, start)
            part = prose(lines[start:after])
        parts.append(replace(part, gap=start - end, leads=not parts))
        end = after
    rank = (item.priority or _UNRANKED, item.text)
    return Piece("item", item.text, (lines[index],), None, tuple(parts), rank), end


def _next_part(lines: tuple[str, ...], items: dict[int, Item], reader: Reader, item: Item, end: int) -> int:
    """The index at which the next part of the item begins; -1 where it ends."""
    index = end
    while index < len(lines) and not lines[index].strip(BLANK):
        index += 1
    if index in items:
        return index if items[index].indent > item.indent else -1
    belongs = index < item.end - 1 or (index == end and index < len(lines) and index not in reader.fences.lines and runs_on(lines[index]))
    return index if belongs else -1


def _text_end(lines: tuple[str, ...], items: dict[int, Item], reader: Reader, item: Item, start: int) -> int:
    index = start + 1
    while index < len(lines) and index not in items and lines[index].strip(BLANK):
        if not (index < item.end - 1 or (index not in reader.fences.lines and runs_on(lines[index]))):
            break
        index += 1
    return index


def merge_todo(base: SourceText | None, ours: SourceText, theirs: SourceText) -> Merged | None:
    """The list with the items of both sides. Of one that both changed, done wins over in progress and that over open, the higher
    priority over the lower, and both reasons why it is blocked are there."""
    return merge_outline(base, ours, theirs, read_todo, _joined)


def _joined(base: Piece | None, ours: Piece, theirs: Piece) -> tuple[str, ...]:
    before = _item(base) if base else None
    one, other = _item(ours), _item(theirs)
    if not (one and other):
        return min(ours.lines, theirs.lines)
    *above, line = min(ours.lines, theirs.lines)
    return (*above, _with(line, _state(before, one, other), _priority(before, one, other), _blocked(before, one, other)))


def _item(piece: Piece) -> Item | None:
    return read_item(piece.lines, len(piece.lines) - 1) if piece.kind == "item" else None


def _state(base: Item | None, ours: Item, theirs: Item) -> State:
    chosen = decided(base.state if base else None, ours.state, theirs.state)
    if chosen is None:
        return max(ours.state, theirs.state, key=_PROGRESS.index)
    return chosen


def _priority(base: Item | None, ours: Item, theirs: Item) -> str:
    chosen = decided(base.priority if base else None, ours.priority, theirs.priority)
    return min(ours.priority or _UNRANKED, theirs.priority or _UNRANKED) if chosen is None else chosen


def _blocked(base: Item | None, ours: Item, theirs: Item) -> str:
    chosen = decided(base.blocked if base else None, ours.blocked, theirs.blocked)
    return "; ".join(sorted({ours.blocked, theirs.blocked} - {""})) if chosen is None else chosen


def _with(line: str, state: State, priority: str, blocked: str) -> str:
    """The line of an item that says this."""
    todo = parse_todo(SourceText("", line))
    todo = parse_todo(mark(todo, todo.items[0], state))
    todo = parse_todo(block(todo, todo.items[0], blocked))
    line = todo.source.lines[0]
    start = ITEM.fullmatch(line).start("text")  # type: ignore[union-attr]
    marked = PRIORITY.match(line, start)
    said = line[marked.end() if marked else start :]
    return f"{line[:start]}{priority} {said}" if priority else line[:start] + said
