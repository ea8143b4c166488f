"""What is told of a definition."""

from agentstate.vocabulary.values import dataclass

FUNCTION, CLASS, CONSTANT, PROPERTY, CONFIG_KEY = "function", "class", "constant", "property", "config-key"
LONGEST = 200
"""Characters of a signature that are kept."""

MOST = 1_000
"""Definitions of one text that are told."""


@dataclass(frozen=True)
class Symbol:
    """A definition: its kind, its name (`Owner.name` inside a class), the line or lines that declare it as one, and its line from 1."""

    kind: str
    name: str
    signature: str
    line: int


_SIGNS = {"(": 1, "[": 1, ")": -1, "]": -1}


def signature(lines: list[str], number: int) -> str:
    """The declaration that begins in the line (from 0), its lines joined until all brackets are closed, without what opens its body.

    The line alone where they are not closed soon: it is broken.
    """
    pieces, depth = [], 0
    for line in lines[number : number + 8]:
        pieces.append(line.strip()[: 2 * LONGEST])
        depth += sum(_SIGNS.get(character, 0) for character in pieces[-1])
        if depth <= 0:
            break
    else:
        pieces = pieces[:1]
    return " ".join(" ".join(pieces).split())[:LONGEST].rstrip("{: ")
