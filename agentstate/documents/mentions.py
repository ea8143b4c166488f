"""Files and symbols that a note names in backquotes: `src/auth.py:verify_token`, `src/auth.py`, `config.py`."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from agentstate.vocabulary.values import dataclass

_HOSTS = (".com", ".org", ".net", ".io", ".dev", ".cn")


@dataclass(frozen=True, slots=True)
class Mention:
    """A file named in backquotes. `text` is all that stands between them and `start` the offset at which it begins.

    `path` is as written but for `./` at its front; a bare name has no "/" in it. `symbol` is "" where the file alone, or a line of it,
    is named; else as written, without what stands in brackets behind it.
    """

    text: str
    path: str
    symbol: str
    start: int

    @property
    def bare(self) -> bool:
        """Whether the file is named without its folder."""
        return "/" not in self.path

    @property
    def name(self) -> str:
        """The last part of the symbol, the one that its definition holds: `close` of `Session.close`; "" where there is no symbol."""
        return re.split(r"\.|::|#", self.symbol)[-1]


@lru_cache(maxsize=1024)
def mentions(text: str) -> tuple[Mention, ...]:
    """Every file that the text names in backquotes, in order.

    What looks like a file has an ending that begins with a letter, and no blank, wildcard, variable or colon in its path: commands,
    addresses, image tags, version numbers and keys such as `user:{id}` are none.
    """
    return tuple(_found(text)) if "`" in text else ()


def _found(text: str) -> Iterator[Mention]:
    quote, name = _patterns()
    for quoted in quote.finditer(text):
        found = name.fullmatch(quoted[1])
        if found and not found["path"].partition("/")[0].endswith(_HOSTS):
            yield Mention(quoted[1], found["path"], found["symbol"] or "", quoted.start(1))


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What stands between backquotes, and what of it names a file: a path, then a symbol or the number of a line, or neither."""
    part = r"[\w.@+\-\[\]()]"
    word = r"[^\W\d][\w$-]*"
    path = rf"(?:\./)?(?P<path>(?!/)(?:{part}+/)*{part}*\.[A-Za-z][\w+-]{{0,15}})"
    symbol = rf"::?(?P<symbol>{word}(?:(?:\.|::|#){word})*)(?:\([^()]*\)|\[[^\]]*\])?"
    return re.compile(r"`([^`\n]{1,200})`"), re.compile(rf"{path}(?:{symbol}|(?::|#L)[0-9]+(?:[-:]L?[0-9]+)?)?")
