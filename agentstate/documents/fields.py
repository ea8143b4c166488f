"""The fields of a decision: lines that begin with a known key, and the lines that go on with them."""

import re
from collections.abc import Container, Sequence

from agentstate.documents.decision import KEYS
from agentstate.documents.lines import BLANK
from agentstate.vocabulary.patterns import pattern

Field = tuple[str, int, str]
"""Key as in `KEYS`, line (from 1), value."""

_FIELD = pattern(
    r" ?(?:[-*+•][ \t]+)?(?:\*\*([^*:：\s][^*:：]{0,23})(?:\*\*[ \t]*[:：]|[:：][ \t]*\*\*)|([^*:：\s][^*:：]{0,23})[:：])(.*)", re.DOTALL
)
_AS_WRITTEN = {f"- {spelling.capitalize()}": key for spelling, key in KEYS.items()}
_BREAK = pattern(r" ?(?:[-*+•](?:[ \t]|\Z)|[#<>])")
_INDENT = ("  ", "\t", " \t")


def read_fields(lines: Sequence[str], start: int, end: int, fenced: Container[int]) -> tuple[Field, ...]:
    """The fields among the lines `start` to `end` (0-based, end exclusive) of an entry, in their order; none begins in a code fence."""
    fields: list[Field] = []
    last = end
    for index in range(start, end):
        line = lines[index]
        head, _, value = line.partition(":")
        key = _AS_WRITTEN.get(head)
        if not key and (found := _FIELD.match(line)):
            key, value = KEYS.get((found[2] or found[1]).strip().casefold()), found[3]
        if key and index not in fenced:
            if last < index - 1:
                fields[-1] = _continued(fields[-1], lines[last + 1 : index], fenced)
            fields.append((key, index + 1, value.strip()))
            last = index
    if last < end - 1:
        fields[-1] = _continued(fields[-1], lines[last + 1 : end], fenced)
    return tuple(fields)


def _continued(field: Field, below: Sequence[str], fenced: Container[int]) -> Field:
    """The field with those of the lines below that belong to it: indented ones, blanks between, and lines that run on without a break."""
    key, line, value = field
    belonging, broken = 0, False
    for place, text in enumerate(below):
        if not text.strip(BLANK):
            broken = True
        elif text.startswith(_INDENT) or not (broken or line + place in fenced or _BREAK.match(text)):
            belonging, broken = place + 1, False
        else:
            break
    return key, line, "\n".join([value, *(text.strip() for text in below[:belonging])]).strip()
