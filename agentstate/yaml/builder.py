"""Events to values and places, with a stack of its own instead of recursion."""

from bisect import bisect_right
from itertools import accumulate

from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass, field
from agentstate.vocabulary.visible import visible
from agentstate.yaml.events import DEPTH_LIMIT, Event, UnreadableError
from agentstate.yaml.model import Mark, Path, Value, YamlDocument
from agentstate.yaml.resolution import resolve

_DUPLICATE_LIMIT = 20
_COLON = pattern("[ \t]*:")


class Places:
    """The positions in a text: offsets to marks. Only a line feed ends a line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]

    def mark(self, start: int, end: int) -> Mark:
        """The mark of the characters `start` to `end`; offsets past the end of the text count as its end."""
        start, end = min(start, len(self.text)), min(end, len(self.text))
        line = bisect_right(self._starts, start)
        return Mark(start, end, line, start - self._starts[line - 1] + 1)

    def fault(self, kind: str, index: int, message: str, hint: str) -> Fault:
        """A fault at the character `index`; what shows only at the end of the text stands behind its last line that is not empty."""
        place = min(index, len(self.text.rstrip("\r\n")))
        mark = self.mark(place, place)
        return Fault(kind, mark.line, mark.column, message, hint)


@dataclass()
class _Frame:
    """A collection under construction; `key` waits for its value, which counts unless the key was there before."""

    path: Path
    data: list[Value] | dict[str, Value]
    start: int
    end: int
    flow: bool
    key: str | None = None
    repeated: bool = False

    @property
    def awaits_key(self) -> bool:
        return isinstance(self.data, dict) and self.key is None


@dataclass()
class Builder:
    """Takes the events of one document, in order; `document` is what they say."""

    places: Places
    data: Value = None
    frames: list[_Frame] = field(default_factory=list)
    marks: dict[Path, Mark] = field(default_factory=dict)
    key_marks: dict[Path, Mark] = field(default_factory=dict)
    flow: set[Path] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    documents: int = 0

    @property
    def document(self) -> YamlDocument:
        """The document as far as it was taken."""
        marks = {(): self.places.mark(0, 0)} | self.marks
        return YamlDocument(self.data, marks, self.key_marks, tuple(self.faults), frozenset(self.flow))

    def take(self, event: Event) -> None:
        """One step further. Raises UnreadableError where the event is one that the format does not have."""
        if event.kind == "document":
            self._next_document(event)
        elif event.kind == "end":
            frame = self.frames.pop()
            self._put(frame.data, frame.path, self.places.mark(frame.start, event.end if frame.flow else frame.end))
        elif event.kind != "scalar":
            self._open(event)
        elif self.frames and self.frames[-1].awaits_key:
            self._key(event, self.frames[-1])
        else:
            self._put(resolve(event.text) if event.plain else event.text, self._path(), self._place(event))

    def _next_document(self, event: Event) -> None:
        self.documents += 1
        if self.documents > 1:
            raise UnreadableError(event.start, "a second document begins here", "keep one document in the file")

    def _open(self, event: Event) -> None:
        if len(self.frames) >= DEPTH_LIMIT:
            raise UnreadableError(event.start, f"more than {DEPTH_LIMIT} levels deep", "nest less")
        if self.frames and self.frames[-1].awaits_key:
            raise UnreadableError(event.start, "a key must be plain text", 'write "key: value"')
        path = self._path()
        if event.flow:
            self.flow.add(path)
        self.frames.append(_Frame(path, {} if event.kind == "mapping" else [], event.start, event.start, event.flow))

    def _path(self) -> Path:
        if not self.frames:
            return ()
        frame = self.frames[-1]
        return (*frame.path, len(frame.data) if frame.key is None else frame.key)

    def _place(self, event: Event) -> Mark:
        """Where a scalar stands. The library gives a value that is not there the place of what comes next: it belongs after its colon."""
        text, path = self.places.text, self._path()
        if event.block:
            return self.places.mark(event.start, block_end(text, event.start, event.end))
        if event.text or not event.plain or path not in self.key_marks:
            return self.places.mark(event.start, event.end)
        colon = _COLON.match(text, self.key_marks[path].end)
        after = colon.end() if colon else self.key_marks[path].end
        return self.places.mark(after, after)

    def _key(self, event: Event, frame: _Frame) -> None:
        if event.plain and event.text == "":
            raise UnreadableError(event.start, "a key is missing before the colon", 'write "key: value"')
        if event.plain and event.text == "<<":
            raise UnreadableError(event.start, "merge keys are not allowed", "write the values out")
        path = (*frame.path, event.text)
        mark = self.places.mark(event.start, event.end)
        frame.key, frame.repeated = event.text, event.text in frame.data
        if frame.repeated:
            self._repeated(event, self.key_marks[path].line, mark)
        self.key_marks.setdefault(path, mark)

    def _repeated(self, event: Event, first: int, mark: Mark) -> None:
        if len(self.faults) < _DUPLICATE_LIMIT:
            message = f'key "{visible(event.text[:60], keep="")}" is on line {first} and again on line {mark.line}'
            self.faults.append(self.places.fault("duplicate-key", event.start, message, "keep one of them"))

    def _put(self, value: Value, path: Path, mark: Mark) -> None:
        self.marks.setdefault(path, mark)
        if not self.frames:
            self.data = value
            return
        frame = self.frames[-1]
        frame.end = mark.end
        if isinstance(frame.data, list):
            frame.data.append(value)
        elif frame.key is not None and not frame.repeated:
            frame.data[frame.key] = value
        frame.key = None


def block_end(text: str, start: int, end: int) -> int:
    """Where the last line of a block scalar ends, its line end left out.

    Blank lines below the text are part of the value only where the header keeps them (`+`); where the header states an
    indentation, they may be.
    """
    piece = text[start:end].removesuffix("\n").removesuffix("\r")
    header, _, body = piece.partition("\n")
    if not set("+123456789").isdisjoint(header.partition("#")[0]):
        return start + len(piece)
    lines = body.split("\n")
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip(" \r")), default=0)
    while lines and not lines[-1].strip(" \r") and len(lines[-1].rstrip("\r")) <= indent:
        lines.pop()
    return start + len("\n".join([header, *lines]).removesuffix("\r"))
