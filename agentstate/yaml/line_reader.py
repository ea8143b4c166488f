"""A reader for the style that our templates and verbs write: block collections, scalars of one line, `[]`, comments.

It takes a text line by line, and either gives the events that the library's door would give, or leaves the whole text to the door. When
in doubt it leaves it: what YAML allows beyond this is what makes a parser slow.
"""

from collections.abc import Mapping

from agentstate.vocabulary.annotations import Literal, NoReturn
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass
from agentstate.yaml.events import Event

_LINE_LIMIT = 2000
"""Lines of four events each stay below the door's own limit on values."""

_DEPTH_LIMIT = 10
_KEY_LIMIT = 100
"""Characters; the door takes ten times as many."""

_QUOTED = pattern(r"""(?P<whole>"(?P<double>(?:[^"\\]|\\["\\])*)"|'(?P<single>(?:[^']|'')*)')(?: +#.*)?""")
_EMPTY: Mapping[str, Literal["mapping", "list"]] = {"[]": "list", "{}": "mapping"}


class _NotOursError(Exception):
    """The text is not in this style."""


@dataclass()
class _Open:
    """A collection that is not closed yet; `waits` is set between a key and its value."""

    kind: Literal["mapping", "list"]
    column: int
    waits: bool = False


def read(text: str) -> list[Event] | None:
    """The events of `text`; None where it holds anything but this style, be it valid or not."""
    lines = text.split("\n")
    if len(lines) > _LINE_LIMIT or not text.replace("\r\n", "").replace("\n", "").isprintable():
        return None
    reader, start = _LineReader(), 0
    try:
        for line in lines:
            reader.take(line.removesuffix("\r").rstrip(" "), start)
            start += len(line) + 1
    except _NotOursError:
        return None
    reader.close(-1)
    return reader.events


class _LineReader:
    """Takes the lines of one text, in order; `events` are what they say."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._open: list[_Open] = []

    def take(self, line: str, start: int) -> None:
        """One more line, which begins at the character `start` of the text, without its end and the blanks before that."""
        content = line.lstrip(" ")
        if not content or content[0] == "#":
            return
        column = len(line) - len(content)
        self.close(column, item=content.startswith("- "))
        if content.startswith("- "):
            self._item(line, column, start)
        else:
            self._entry(line, column, start)

    def close(self, column: int, *, item: bool = False) -> None:
        """Ends the collections that a line at `column` does not go on with; a list may stand right below its key, its items may not."""
        while self._open:
            top = self._open[-1]
            if top.column < column or (top.column == column and (item or top.kind == "mapping")):
                return
            self._give_nothing(top)
            self.events.append(Event("end", 0, 0))
            self._open.pop()

    def _item(self, line: str, column: int, start: int) -> None:
        top = self._open[-1] if self._open else _leave()
        if top.waits:
            self._begin("list", column, start)
        elif top.kind != "list" or top.column != column:
            _leave()
        content = line[column + 1 :].lstrip(" ")
        inner = len(line) - len(content)
        if _key(content):
            self._begin("mapping", inner, start)
            self._pair(line, inner, start)
        else:
            self._value(content, start + inner)

    def _entry(self, line: str, column: int, start: int) -> None:
        top = self._open[-1] if self._open else None
        if (top is None and column == 0) or (top and top.waits and column > top.column):
            self._begin("mapping", column, start)
        elif top is None or top.kind != "mapping" or top.column != column:
            _leave()
        else:
            self._give_nothing(top)
        self._pair(line, column, start)

    def _begin(self, kind: Literal["mapping", "list"], column: int, start: int) -> None:
        if len(self._open) >= _DEPTH_LIMIT:
            _leave()
        if self._open:
            self._open[-1].waits = False
        self._open.append(_Open(kind, column))
        self.events.append(Event(kind, start + column, start + column))

    def _give_nothing(self, top: _Open) -> None:
        """A key that still waits has no value."""
        if top.waits:
            top.waits = False
            self.events.append(Event("scalar", 0, 0, plain=True))

    def _pair(self, line: str, column: int, start: int) -> None:
        key = _key(line[column:]) or _leave()
        self.events.append(Event("scalar", start + column, start + column + len(key), key, plain=True))
        value = line[column + len(key) + 1 :].lstrip(" ")
        if not value or value[0] == "#":
            self._open[-1].waits = True
        else:
            self._value(value, start + len(line) - len(value))

    def _value(self, text: str, start: int) -> None:
        """The scalar or the empty collection that `text` begins with; a comment may follow."""
        if text[0] in "\"'":
            self.events.append(_quoted(text, start))
        elif text.partition(" #")[0].rstrip(" ") in _EMPTY:
            self.events += [Event(_EMPTY[text[:2]], start, start + 1, flow=True), Event("end", start + 1, start + 2)]
        else:
            self.events.append(_plain(text, start))


def _leave() -> NoReturn:
    raise _NotOursError


def _key(content: str) -> str:
    """The key that an entry begins with, "" where the text is no entry with a key of letters, digits, `_`, `-` and `.`."""
    key, colon, rest = content.partition(":")
    name = key.replace("_", "a").replace("-", "").replace(".", "")
    sound = colon and name.isalnum() and key[0] not in "-." and len(key) <= _KEY_LIMIT and (not rest or rest[0] == " ")
    return key if sound else ""


def _quoted(text: str, start: int) -> Event:
    found = _QUOTED.fullmatch(text)
    if not found:
        _leave()
    if found["single"] is not None:
        value = found["single"].replace("''", "'")
    else:
        value = "\\".join(part.replace('\\"', '"') for part in found["double"].split("\\\\"))
    return Event("scalar", start, start + len(found["whole"]), value)


def _plain(text: str, start: int) -> Event:
    words = text.partition(" #")[0].rstrip(" ")
    first = words[0]
    begins = first.isalnum() or first in "_./~$(+" or (first == "-" and words[1:2].isalnum())
    if not begins or ": " in words or words[-1] == ":":
        _leave()
    return Event("scalar", start, start + len(words), words, plain=True)
