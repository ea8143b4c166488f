"""The tables of a TOML text, found by their headers, with where each of them starts and ends."""

import re
import tomllib
from functools import lru_cache

from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

_PIECE = pattern(
    r'"""(?:[^\\"]|\\.|"(?!""))*(?:"{3,5}|\\?\Z)|'
    r"'''(?:[^']|'(?!''))*(?:'{3,5}|\Z)|"
    r'"(?:[^"\\\n]|\\.)*"?|'
    r"'[^'\n]*+'|#[^\n]*+|[\[\]{}]|\n",
    re.DOTALL,
)
_HEADER = pattern(r"[ \t]*\[")


@dataclass(frozen=True)
class Section:
    """A table by its header: the names in it, where the header starts, and where its last line that says something ends."""

    names: tuple[str, ...]
    repeated: bool
    start: int
    end: int
    body: int


@lru_cache(maxsize=4)
def sections_of(text: str) -> tuple[Section, ...]:
    """Every table header of the text, in order; brackets in strings, comments and values are none."""
    starts, depth, line = [], 0, 0
    if _HEADER.match(text):
        starts.append(0)
    for piece in _PIECE.finditer(text):
        if piece[0] == "\n":
            line = piece.end()
            if not depth and _HEADER.match(text, line):
                starts.append(line)
        elif piece[0] in {"[", "{"}:
            depth += 1
        elif piece[0] in {"]", "}"}:
            depth -= 1
    return tuple(_section(text, start, end) for start, end in zip(starts, [*starts, len(text)][1:], strict=True))


def _section(text: str, start: int, limit: int) -> Section:
    body = text.find("\n", start, limit) + 1 or limit
    names, repeated, table = [], False, tomllib.loads(text[start:body].replace("\r\n", "\n"))
    while table:
        name, held = next(iter(table.items()))
        names.append(name)
        repeated = isinstance(held, list)
        table = held[0] if isinstance(held, list) else held
    return Section(tuple(names), repeated, start, _end(text, start, limit), min(body, _end(text, start, limit)))


def _end(text: str, start: int, limit: int) -> int:
    """The end of the last line before `limit` that is neither blank nor a comment: what follows belongs to what comes next."""
    end = limit
    while end > start:
        line = text.rfind("\n", start, end - 1) + 1 or start
        if text[line:end].strip() and not text[line:end].lstrip().startswith("#"):
            return end
        end = line
    return limit
