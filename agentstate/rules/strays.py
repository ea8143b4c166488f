"""Headings that were meant to start a decision, and do not by the line grammar."""

from collections.abc import Iterator

from agentstate.documents.decision import KEYS, DecisionLog
from agentstate.documents.decisions import entry_heading
from agentstate.documents.lines import fences, front_matter
from agentstate.vocabulary.patterns import pattern

_DATED = pattern(r"#{1,6}[ \t]*[\[［【(（]?[0-9]{4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}")
_FIELD = pattern(r"[-*+][ \t]+(?:\*\*)?([^*:：]{1,24})(?:\*\*)?[:：]")
_BULLETS = frozenset("-*+")
_COMPULSORY = frozenset({"Decision", "Why"})


def stray_headings(log: DecisionLog) -> Iterator[tuple[int, str]]:
    """Line (from 1) and text of each heading that begins with a date or has decision fields below it, and starts no entry.

    Headings inside an entry count too; nothing in front matter or in code fences does. A heading with fields is named once.
    """
    lines, fenced = log.source.lines, fences(log.source).lines
    entries = {entry.line for entry in log.entries}
    heading = 0
    for number in range(front_matter(lines) + 1, len(lines) + 1):
        line = lines[number - 1]
        if number - 1 in fenced:
            continue
        if line.startswith("#"):
            heading = 0 if number in entries else number
            if heading and _may_be_dated(line) and _DATED.match(line) and not entry_heading(line):
                yield number, line
                heading = 0
        elif heading and line[:1] in _BULLETS and _is_field(line):
            yield heading, lines[heading - 1]
            heading = 0


def _may_be_dated(heading: str) -> bool:
    """Whether a figure is the first thing in it, or in its brackets: most headings end here, and cost no pattern."""
    return heading.lstrip("# \t[［【(（")[:1].isdigit()


def _is_field(line: str) -> bool:
    found = _FIELD.match(line)
    return found is not None and KEYS.get(found[1].strip().casefold(), "") in _COMPULSORY
