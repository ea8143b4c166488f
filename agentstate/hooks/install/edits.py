"""Entries put into an object or array of a JSON text, and taken out again, so that taking out undoes putting in, byte for byte.

The layout tells what was there before: an object or array that was made for an entry has blanks before its closing bracket, and goes
with its last entry; into one that was there and empty the entries are put right before the bracket, and it stays.
"""

import json
from collections.abc import Sequence

from agentstate.documents.text import SourceText
from agentstate.hooks.install.jsonc import Node
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

Piece = tuple[str | None, object]
"""A key (None in an array) and a value that are to become an entry."""

_BLANKS = " \t\r\n"
_INDENT = pattern(r"\n([ \t]+)\Z")


@dataclass(frozen=True)
class Style:
    """How a text is laid out: its line end and one step of its indentation; `unit` is empty where all stands on one line."""

    newline: str
    unit: str


def style_of(source: SourceText, root: Node) -> Style:
    """The layout of the text: as its first entry stands, two spaces where that says nothing."""
    if root.entries and "\n" not in source.text[root.start : root.end]:
        return Style(source.newline, "")
    found = _INDENT.search(source.text[: root.entries[0].start]) if root.entries else None
    return Style(source.newline, found[1] if found else "  ")


def rendered(value: object, style: Style, margin: str) -> str:
    """The value as JSON; what holds only scalars is one line, and everything else has blanks inside its brackets."""
    if _flat(value):
        return json.dumps(value, ensure_ascii=False)
    pieces: list[Piece] = list(value.items()) if isinstance(value, dict) else [(None, item) for item in _items(value)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    if not style.unit:
        return f"{opening} {_joined(pieces, style, '')} {closing}"
    deeper = margin + style.unit
    return f"{opening}{style.newline}{deeper}{_joined(pieces, style, deeper)}{style.newline}{margin}{closing}"


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _flat(value: object) -> bool:
    if isinstance(value, dict):
        return all(not isinstance(item, dict) and _flat(item) for item in value.values())
    return all(not isinstance(item, dict | list) for item in _items(value))


def _joined(pieces: Sequence[Piece], style: Style, margin: str) -> str:
    between = f",{style.newline}{margin}" if style.unit else ", "
    return between.join(
        f"{json.dumps(key, ensure_ascii=False)}: {rendered(value, style, margin)}" if key is not None else rendered(value, style, margin)
        for key, value in pieces
    )


def inserted(text: str, node: Node, pieces: Sequence[Piece], style: Style) -> str:
    """The text with the pieces as the last entries of the object or array `node`."""
    close = node.end - 1
    if not node.entries:
        margin = _margin(text, node.start) + style.unit
        lead = style.newline + margin if style.unit else ""
        return text[:close] + lead + _joined(pieces, style, margin) + text[close:]
    gap = text[node.inner_start : close]
    place = close - (len(gap) - len(gap.rstrip(_BLANKS)))
    own_lines = style.unit and "\n" in gap
    margin = _margin(text, node.entries[-1].start) if own_lines else _margin(text, node.start)
    added = (style.newline + margin if own_lines else " ") + _joined(pieces, style, margin)
    if node.entries[-1].comma >= 0:
        return text[:place] + added + "," + text[place:]
    end = node.entries[-1].node.end
    return text[:end] + "," + text[end:place] + added + text[place:]


def _margin(text: str, place: int) -> str:
    line = text[text.rfind("\n", 0, place) + 1 : place]
    return line[: len(line) - len(line.lstrip(" \t"))]


def replaced(text: str, node: Node, value: object, style: Style) -> str:
    """The text with another value in the place of `node`."""
    return text[: node.start] + rendered(value, style, _margin(text, node.start)) + text[node.end :]


def made_for_entries(text: str, node: Node) -> bool:
    """Whether an object or array with one entry was made for it: blanks before the closing bracket, and no comment anywhere."""
    entry = node.entries[0]
    comma = entry.comma if entry.comma >= 0 else entry.node.end
    around = text[node.start + 1 : entry.start] + text[entry.node.end : comma] + text[node.inner_start : node.end - 1]
    return bool(text[node.inner_start : node.end - 1]) and not around.strip(_BLANKS)


def removed(text: str, node: Node, index: int) -> str:
    """The text without that entry of `node`, without the comma that it needed, and without the blanks that set it apart."""
    entry = node.entries[index]
    start, end, cuts = _lead(text, node, index), entry.node.end, []
    if entry.comma >= 0:
        after = entry.comma + 1
        cuts.append((entry.comma, after + (not index and start == entry.start and text[after : after + 1] == " ")))
    elif index:
        comma = node.entries[index - 1].comma
        cuts.append((comma, comma + 1))
    for first, last in sorted([*cuts, (start, end)], reverse=True):
        text = text[:first] + text[last:]
    return text


def _lead(text: str, node: Node, index: int) -> int:
    """Where the blanks start that set an entry apart: at the end of the line before it, or one space before it."""
    start = node.entries[index].start
    before = text[:start].rstrip(" \t")
    if before.endswith("\n"):
        return len(before) - (2 if before.endswith("\r\n") else 1)
    return start - (bool(index) and text[start - 1] == " ")
