"""JSON that can be shown: what would hide, reorder or control text is written as a JSON escape and read back as it was."""

import json
import re

from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import is_invisible, visible

_SURROGATE = pattern("[\ud800-\udfff]")


def printable_json(value: object) -> str:
    r"""`value` as indented JSON that ends in a line feed. A byte that was not UTF-8 becomes the four characters `\xhh`."""
    written = _SURROGATE.sub(_written, json.dumps(value, ensure_ascii=False, indent=2))
    return "".join(f"{line if line.isascii() and line.isprintable() else _escaped(line)}\n" for line in written.split("\n"))


def _escaped(line: str) -> str:
    return "".join(_escape(character) if is_invisible(character) else character for character in line)


def _written(found: re.Match[str]) -> str:
    """A byte that was not UTF-8, as it is shown everywhere: a lone surrogate is no JSON that every reader accepts."""
    return "\\" + visible(found[0])


def _escape(character: str) -> str:
    units = character.encode("utf-16-be").hex()
    return "".join(rf"\u{units[start : start + 4]}" for start in range(0, len(units), 4))
