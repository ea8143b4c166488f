"""What a detector is: words that a text must hold before a pattern is even compiled, the pattern, and a judgement of what it found."""

import re
from collections.abc import Callable
from functools import cache

from agentstate.secrets.credential import anything
from agentstate.vocabulary.values import dataclass

_IGNORE_CASE = int(re.IGNORECASE)
"""As a number: the flags of a pattern are asked about for each text, and an enumeration takes ten times as long."""


@dataclass(frozen=True, slots=True)
class Detector:
    """Finds one kind of credential: group `value` of `pattern` where there is one, otherwise all that matches.

    A text that holds none of `words` holds nothing that the pattern matches. For a pattern that ignores case they are in lower case.
    """

    kind: str
    words: tuple[str, ...]
    pattern: str
    accept: Callable[[str], bool] = anything
    flags: int = re.ASCII

    def may_match(self, text: str, folded: str) -> bool:
        """Whether the pattern could match anything in the text, which is also given without regard to case."""
        searched = folded if int(self.flags) & _IGNORE_CASE else text
        return any(word in searched for word in self.words)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the credentials are."""
        group = "value" if "(?P<value>" in self.pattern else 0
        found = (match.span(group) for match in compiled(self.pattern, self.flags).finditer(text))
        return [(start, end) for start, end in found if self.accept(text[start:end])]


@cache
def compiled(pattern: str, flags: int) -> re.Pattern[str]:
    """The compiled pattern, made when it is first needed."""
    return re.compile(pattern, flags)
