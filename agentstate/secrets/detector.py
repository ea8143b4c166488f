"""What a detector is: words that a text must hold before a pattern is even compiled, the pattern, and a judgement of what it found."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from agentstate.secrets.credential import anything
from agentstate.vocabulary.values import dataclass

_IGNORE_CASE = int(re.IGNORECASE)
"""As a number: the flags of a pattern are asked about for each text, and an enumeration takes ten times as long."""

REACH = 28
"""How far apart a name and what assigns to it, or the dashes of an option, stand at the most."""

_BLANKS = frozenset(" \t\n\r\f\v")


@dataclass(frozen=True)
class Detector:
    """Finds one kind of credential: group `value` of `pattern` where there is one, otherwise all that matches.

    A text that holds none of `words` holds nothing that the pattern matches. For a pattern that ignores case they are in lower case. What
    matches also has `before` at most REACH characters before the word, one of `after` at most as many behind it in its line, and behind
    it, perhaps after blanks, `unbroken` characters without one.
    """

    kind: str
    words: tuple[str, ...]
    pattern: str
    accept: Callable[[str], bool] = anything
    flags: int = re.ASCII
    before: str = ""
    after: tuple[str, ...] = ()
    unbroken: int = 0

    def may_match(self, text: str, folded: str) -> bool:
        """Whether the pattern could match anything in the text, which is also given without regard to case."""
        searched = folded if int(self.flags) & _IGNORE_CASE else text
        found = [word for word in self.words if word in searched]
        if not found or not (self.before or self.after or self.unbroken):
            return bool(found)
        return any(self._is_there(searched, place, place + len(word)) for word in found for place in _places(word, searched))

    def _is_there(self, text: str, start: int, end: int) -> bool:
        """Whether around the word from `start` to `end` stands what has to."""
        rest = text[end : end + REACH + self.unbroken].partition("\n")[0]
        unbroken = rest.lstrip(" \t")[: self.unbroken]
        return (
            self.before in text[max(start - REACH, 0) : start]
            and (not self.after or any(sign in rest[:REACH] for sign in self.after))
            and len(unbroken) == self.unbroken
            and _BLANKS.isdisjoint(unbroken)
        )

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the credentials are."""
        group = "value" if "(?P<value>" in self.pattern else 0
        found = (match.span(group) for match in compiled(self.pattern, self.flags).finditer(text))
        return [(start, end) for start, end in found if self.accept(text[start:end])]


def _places(word: str, text: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)


@cache
def compiled(pattern: str, flags: int) -> re.Pattern[str]:
    """The compiled pattern, made when it is first needed."""
    return re.compile(pattern, flags)
