"""JSON with its places: which line a value stands on, every one of two values with the same key, and which values were used."""

import json
import re
from collections.abc import Iterator

from agentstate.exchange.item import Passage
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

DEEPEST = 40
"""How many brackets may stand around a value."""

_TOKEN = pattern(
    r'[ \t\r\n]*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<scalar>-?[0-9][0-9.eE+-]*|true|false|null)|(?P<sign>[\[\]{},:])|(?P<end>\Z))',
    re.DOTALL,
)
_SURROGATE = pattern("[\ud800-\udfff]")


class NotJson(ValueError):  # noqa: N818 - it says what the text is
    """The text cannot be read; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


@dataclass(frozen=True)
class Node:
    """One value. `kind` is "object", "array", "string", "scalar" (a number or true, false: `text` as it is written) or "null".

    A string with half a surrogate pair, which no file can hold, keeps its escapes. `line` is where it begins, `end` the line after its
    last. `pairs` are the members of an object in their order, `items` those of an array.
    """

    kind: str
    text: str
    line: int
    end: int
    pairs: tuple[tuple[str, "Node"], ...] = ()
    items: tuple["Node", ...] = ()

    def get(self, *keys: str) -> "Node | None":
        """The first member that has one of these keys, in their order, and is not null; None where there is none."""
        return next((value for key in keys for name, value in self.pairs if name == key and value.kind != "null"), None)

    def has(self, *keys: str) -> bool:
        """Whether it is an object with all of these keys."""
        return {*keys} <= {key for key, _ in self.pairs}

    def each(self) -> tuple["Node", ...]:
        """The elements of an array; of another value, itself."""
        return self.items if self.kind == "array" else (self,)


def parse(text: str, line: int = 1) -> Node:
    """The value that `text` holds, whose first line is `line`; NotJson where it holds none, more than one, or one nested too deeply."""
    reader = _Reader(text, line)
    node = reader.value(0)
    if reader.next() != "end":
        raise reader.wrong("more text after the value")
    return node


class _Reader:
    """Token by token through a text."""

    def __init__(self, text: str, line: int) -> None:
        self._text = text
        self._end = 0
        self._counted = 0
        self._line = line
        self.piece = ""

    def next(self) -> str:
        """The kind of the next token ("string", "scalar", "sign" or "end"); `piece` is its text."""
        found = _TOKEN.match(self._text, self._end)
        if not found:
            self._end = len(self._text) - len(self._text[self._end :].lstrip(" \t\r\n"))
            raise self.wrong(f'unexpected "{self._text[self._end : self._end + 1]}"')
        kind = found.lastgroup or "end"
        self._end, self.piece = found.end(), found[kind]
        return kind

    def value(self, depth: int, kind: str = "") -> Node:
        """The value that begins with the next token, or with the present one, where its kind is given."""
        kind = kind or self.next()
        line = self._here()
        if kind == "sign" and self.piece in "{[":
            if depth >= DEEPEST:
                raise self.wrong(f"nested deeper than {DEEPEST}")
            return self._object(depth, line) if self.piece == "{" else self._array(depth, line)
        if kind == "string":
            return Node("string", self._string(), line, self._here() + self.piece.count("\n") + 1)
        if kind == "scalar":
            return Node("null" if self.piece == "null" else "scalar", self.piece, line, line + 1)
        raise self.wrong("the text ends too early" if kind == "end" else f'unexpected "{self.piece}"')

    def _object(self, depth: int, line: int) -> Node:
        pairs: list[tuple[str, Node]] = []
        while (kind := self.next()) == "string":
            key = self._string()
            if self.next() != "sign" or self.piece != ":":
                raise self.wrong('":" is missing')
            pairs.append((key, self.value(depth + 1)))
            if self._closed("}"):
                return Node("object", "", line, self._here() + 1, tuple(pairs))
        if pairs or kind != "sign" or self.piece != "}":
            raise self.wrong("a key in double quotes is missing")
        return Node("object", "", line, self._here() + 1)

    def _array(self, depth: int, line: int) -> Node:
        items: list[Node] = []
        while (kind := self.next()) != "sign" or self.piece in "{[":
            items.append(self.value(depth + 1, kind))
            if self._closed("]"):
                return Node("array", "", line, self._here() + 1, (), tuple(items))
        if items or self.piece != "]":
            raise self.wrong("a value is missing")
        return Node("array", "", line, self._here() + 1)

    def _closed(self, bracket: str) -> bool:
        if self.next() != "sign" or self.piece not in {",", bracket}:
            raise self.wrong(f'"," or "{bracket}" is missing')
        return self.piece == bracket

    def _string(self) -> str:
        try:
            text = str(json.loads(self.piece, strict=False))
        except ValueError as error:
            raise self.wrong("a string with an escape that JSON does not know") from error
        return self.piece[1:-1] if _SURROGATE.search(text) else text

    def _here(self) -> int:
        """The line of the present token; the text is counted once."""
        start = self._end - len(self.piece)
        self._line += self._text.count("\n", self._counted, start)
        self._counted = start
        return self._line

    def wrong(self, reason: str) -> NotJson:
        """What is wrong in the present line."""
        return NotJson(self._line + self._text.count("\n", self._counted, self._end), reason)


class Leaves:
    """The values of one document, and which of them an item says: the others are its remainder."""

    def __init__(self, path: str, root: Node) -> None:
        self._path = path
        self._root = root
        self._taken: set[int] = set()

    def take(self, node: Node | None) -> str:
        """What a text, a number or a truth value says, which is in an item now; "" for every other value."""
        if node is None or node.kind not in {"string", "scalar"}:
            return ""
        self._taken.add(id(node))
        return node.text

    def remainder(self, *, together: bool = False) -> tuple[Passage, ...]:
        """All that was not taken, a value a line, with the way to it in front; the values of one element together, or all of them."""
        groups: dict[tuple[str, ...], list[tuple[str, int]]] = {}
        for way, node in _leaves(self._root, ()):
            if id(node) not in self._taken:
                said = {"object": "{}", "array": "[]", "null": "null"}.get(node.kind, node.text)
                groups.setdefault(way[:2] if len(way) > 2 and not together else (), []).append(
                    (f"{''.join(way).removeprefix('.')}: {said}", node.line)
                )
        return tuple(Passage("\n".join(line for line, _ in found), self._path, found[0][1]) for found in groups.values())


def _leaves(node: Node, way: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Every value that holds no other one, with the steps that lead to it."""
    if not node.pairs and not node.items:
        yield way, node
    for key, value in node.pairs:
        yield from _leaves(value, (*way, f".{key}"))
    for number, value in enumerate(node.items):
        yield from _leaves(value, (*way, f"[{number}]"))
