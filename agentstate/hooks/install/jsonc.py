"""JSON with comments and trailing commas, read with the place of everything in the text, so that a part can be edited in it.

The libraries for this format write the text anew, or need a second language at run time. An edit here replaces characters.
"""

import json
import re
from functools import lru_cache

from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

DEPTH = 64
_TRIVIA = pattern(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = pattern(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_NUMBER = pattern(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w.+-])", re.ASCII)
_WORD = pattern(r"(?:true|false|null)(?!\w)", re.ASCII)


@dataclass(frozen=True)
class Node:
    """A value: `data` as Python has it, where it starts and ends in the text, and the entries of an object or array."""

    data: object
    start: int
    end: int
    entries: "tuple[Entry, ...]" = ()

    def member(self, key: str) -> "Entry | None":
        """The entry of an object with that key; the last one where it is there twice, as JSON readers have it."""
        return next((entry for entry in reversed(self.entries) if entry.key == key), None)

    @property
    def inner_start(self) -> int:
        """Where the text after the last entry and its comma starts: the rest up to the closing bracket holds blanks and comments."""
        if not self.entries:
            return self.start + 1
        last = self.entries[-1]
        return last.comma + 1 if last.comma >= 0 else last.node.end


@dataclass(frozen=True)
class Entry:
    """A member of an object (`start`: of its key) or an element of an array; `comma` is where the comma after it is, or -1."""

    key: str | None
    start: int
    node: Node
    comma: int


@lru_cache(maxsize=16)
def parse(source: SourceText) -> Node:
    """The value of the text. AgentStateError with file, line and column where it is not JSON, even with comments."""
    return _Parser(source).document()


def refusal(source: SourceText, offset: int, message: str, hint: str) -> AgentStateError:
    """The error that something at `offset` of the text is not what it must be."""
    before = source.text[:offset]
    return AgentStateError(f"{source.path}:{before.count(chr(10)) + 1}:{offset - before.rfind(chr(10))}: {message}", hint)


class _Parser:
    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.text = source.text
        self.place = 0

    def document(self) -> Node:
        self._skip()
        if self.place == len(self.text):
            raise self._refused("there is no value", "write {} into the file, or delete it")
        node = self._value(0)
        self._skip()
        if self.place < len(self.text):
            raise self._refused("text after the end of the value", "take it out")
        return node

    def _refused(self, message: str, hint: str = "mend the file by hand") -> AgentStateError:
        return refusal(self.source, self.place, message, hint)

    def _skip(self) -> None:
        found = _TRIVIA.match(self.text, self.place)
        self.place = found.end() if found else self.place
        if self.text.startswith("/*", self.place):
            raise self._refused("the comment does not end", 'end it with "*/"')

    def _next(self) -> str:
        self._skip()
        return self.text[self.place : self.place + 1]

    def _value(self, depth: int) -> Node:
        if depth > DEPTH:
            raise self._refused(f"more than {DEPTH} levels")
        opening = self._next()
        if opening in {"{", "["}:
            return self._container(opening, depth)
        return self._scalar(_STRING if opening == '"' else _NUMBER, _WORD)

    def _scalar(self, *kinds: "re.Pattern[str]") -> Node:
        found = next((match for kind in kinds if (match := kind.match(self.text, self.place))), None)
        if not found and self.text.startswith('"', self.place):
            raise self._refused("the string does not end on its line, or holds an escape that is none")
        if not found:
            raise self._unexpected("a value")
        try:
            data = json.loads(found[0])
        except ValueError as error:
            raise self._refused("the value cannot be read") from error
        self.place = found.end()
        return Node(data, found.start(), found.end())

    def _unexpected(self, wanted: str) -> AgentStateError:
        found = self.text[self.place : self.place + 1]
        return self._refused(f"expected {wanted}, found {json.dumps(found, ensure_ascii=False) if found else 'the end of the file'}")

    def _container(self, opening: str, depth: int) -> Node:
        start, closing = self.place, "}" if opening == "{" else "]"
        self.place += 1
        entries: list[Entry] = []
        while self._next() != closing:
            if entries and entries[-1].comma < 0:
                raise self._unexpected(f'"," or "{closing}"')
            entries.append(self._entry(opening, depth))
        self.place += 1
        values = [entry.node.data for entry in entries]
        data = dict(zip((entry.key for entry in entries), values, strict=True)) if opening == "{" else values
        return Node(data, start, self.place, tuple(entries))

    def _entry(self, opening: str, depth: int) -> Entry:
        start = self.place
        key = self._key() if opening == "{" else None
        node = self._value(depth + 1)
        comma = self.place if self._next() == "," else -1
        if comma >= 0:
            comma = self.place
            self.place += 1
        return Entry(key, start, node, comma)

    def _key(self) -> str:
        if self._next() != '"':
            raise self._unexpected("a key in double quotes")
        key = str(self._scalar(_STRING).data)
        if self._next() != ":":
            raise self._unexpected('":"')
        self.place += 1
        return key
