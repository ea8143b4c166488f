"""The characters of a text that comes in chunks, of which only the one at hand is held, and where JSON values begin and end in it."""

import re
from collections.abc import Iterable, Iterator

from agentstate.vocabulary.values import dataclass

LONGEST = 16 * 1024 * 1024
"""Characters of one value, and of one line: more is passed over."""

DEEPEST = 200
"""How deep lists and objects may lie in each other: a parser that calls itself for each would not come back from much more."""

_WORDS = re.compile(r"[^ \t\r\n]")
_STOPS = re.compile(r'["\[\]{}]')
_ENDS = re.compile(r"[ \t\r\n,:\[\]{}\"]")
_INNER = re.compile(r'(?:[^"\\]++|\\.)*+', re.DOTALL)


@dataclass(frozen=True)
class Raw:
    """The text of one value, or why it is `refused`; "" and "" for one that nobody wanted."""

    text: str = ""
    refused: str = ""


class Characters:
    """A place in the text. `position` is how many characters were taken, the blanks before a value with them."""

    def __init__(self, chunks: Iterable[str]) -> None:
        self._chunks: Iterator[str] = iter(chunks)
        self._chunk = ""
        self._at = 0
        self._before = 0

    @property
    def position(self) -> int:
        """Characters before this place."""
        return self._before + self._at

    def peek(self) -> str:
        """The next character that is no blank, which is not taken; ValueError at the end."""
        while not (found := _WORDS.search(self._chunk, self._at)):
            self._next()
        self._at = found.start()
        return found.group()

    def take(self, sign: str) -> None:
        """Go behind the sign, which must be the next character but for blanks, else ValueError."""
        if self.peek() != sign:
            raise ValueError(f'no "{sign}" where one has to be')
        self._at += 1

    def value(self, *, keep: bool) -> Raw:
        """Go behind the value that begins here, and its text if it is to be kept; ValueError where the text ends before it does."""
        sign = self.peek()
        kept = _Kept(keep=keep)
        if sign in "[{":
            self._nested(kept)
        elif sign == '"':
            self._string(kept)
        else:
            self._scalar(kept)
        return kept.raw()

    def _next(self) -> None:
        self._before += len(self._chunk)
        self._chunk, self._at = "", 0
        following = next(self._chunks, None)
        if following is None:
            raise ValueError("the text ends in the middle")
        self._chunk = following if self._before else following.removeprefix("\ufeff")

    def _upto(self, stop: re.Pattern[str], kept: "_Kept") -> str:
        """Go to the next place where the pattern fits, and the character there, which is not taken."""
        while not (found := stop.search(self._chunk, self._at)):
            kept.add(self._chunk[self._at :])
            self._next()
        kept.add(self._chunk[self._at : found.start()])
        self._at = found.start()
        return self._chunk[self._at]

    def _one(self, kept: "_Kept") -> None:
        while self._at >= len(self._chunk):
            self._next()
        kept.add(self._chunk[self._at])
        self._at += 1

    def _string(self, kept: "_Kept") -> None:
        self._one(kept)
        while self._inner(kept) == "\\":
            self._one(kept)
            self._one(kept)
        self._one(kept)

    def _inner(self, kept: "_Kept") -> str:
        """Go over what a string holds to its end, or to a backslash whose character is in the next chunk."""
        while True:
            found = _INNER.match(self._chunk, self._at)
            end = found.end() if found else self._at
            kept.add(self._chunk[self._at : end])
            self._at = end
            if end < len(self._chunk):
                return self._chunk[end]
            self._next()

    def _nested(self, kept: "_Kept") -> None:
        depth = 0
        while True:
            sign = self._upto(_STOPS, kept)
            if sign == '"':
                self._string(kept)
                continue
            self._one(kept)
            depth += 1 if sign in "[{" else -1
            kept.deep(depth)
            if not depth:
                return

    def _scalar(self, kept: "_Kept") -> None:
        """A number or a word, which ends where something else begins: at the end of the text it may be torn."""
        if _ENDS.match(self._chunk, self._at):
            raise ValueError("no value where one has to be")
        self._upto(_ENDS, kept)


class _Kept:
    """The pieces of one value, as long as somebody wants them and they are not too many."""

    def __init__(self, *, keep: bool) -> None:
        self._keep = keep
        self._pieces: list[str] = []
        self._length = 0
        self._refused = ""

    def add(self, piece: str) -> None:
        if self._keep:
            self._pieces.append(piece)
            self._length += len(piece)
            if self._length > LONGEST:
                self._refuse("a value of more than 16 MB")

    def deep(self, depth: int) -> None:
        if self._keep and depth > DEEPEST:
            self._refuse(f"a value nested more than {DEEPEST} deep")

    def raw(self) -> Raw:
        return Raw("".join(self._pieces), self._refused)

    def _refuse(self, why: str) -> None:
        self._keep, self._refused = False, why
        self._pieces.clear()
