"""Files and symbols that a note names in backquotes: `src/auth.py:verify_token`, `src/auth.py`, `config.py`."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from agentstate.vocabulary.values import dataclass

_HOSTS = (".com", ".org", ".net", ".io", ".dev", ".cn")


@dataclass(frozen=True)
class Mention:
    """A file or folder named in backquotes. `text` is all that stands between them and `start` the offset at which it begins.

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
    """Every file or folder that the text names in backquotes, in order.

    What looks like a file has an ending that begins with a letter, or folders around it, and no blank, wildcard, variable or colon in
    its path: commands, addresses, image tags, version numbers and keys such as `user:{id}` are none. A folder ends in "/".
    """
    return tuple(_found(text)) if "`" in text else ()


def _found(text: str) -> Iterator[Mention]:
    quote, name, folder = _patterns()
    for quoted in quote.finditer(text):
        found = name.fullmatch(quoted[1]) or (folder.fullmatch(quoted[1]) if "/" in quoted[1] else None)
        if found and not found["path"].partition("/")[0].endswith(_HOSTS):
            yield Mention(quoted[1], found["path"], found.groupdict().get("symbol") or "", quoted.start(1))


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What stands between backquotes; what of it names a file, then a symbol or the number of a line, or neither; and what names a
    folder, or a file without an ending."""
    part = r"[\w.@+\-\[\]()]"
    word = r"[^\W\d][\w$-]*"
    path = rf"(?:\./)?(?P<path>(?!/)(?:{part}+/)*{part}*\.[A-Za-z][\w+-]{{0,15}})"
    symbol = rf"::?(?P<symbol>{word}(?:(?:\.|::|#){word})*)(?:\([^()]*\)|\[[^\]]*\])?"
    line = r"(?::|#)L?[0-9]+(?:(?:[-:,][LC]?|C)[0-9]+)*"
    folder = rf"(?:\./)?(?P<path>(?!/)(?:{part}+/)+{part}*)"
    return re.compile(r"`([^`\n]{1,200})`"), re.compile(rf"{path}(?:{line}|{symbol})?"), re.compile(folder)
