"""List items with the lines that go on with them, as FACTS.md and PROTOCOL.md hold them."""

import re
from collections.abc import Iterator, Sequence

from agentstate.documents.lines import BLANK, Fences, front_matter, runs_on
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class ListItem:
    """An item of a list: `match` is that of its first line, `below` are its further lines without their indent; `line` counts from 1,
    `end` is the line after its last (exclusive)."""

    match: re.Match[str]
    below: tuple[str, ...]
    line: int
    end: int

    def text(self, group: str) -> str:
        """The text of the item: a group of the match and the lines below, joined by LF."""
        return "\n".join([self.match[group].strip(BLANK), *self.below])


def list_items(lines: Sequence[str], found: Fences, marker: re.Pattern[str]) -> Iterator[ListItem]:
    """The items of the outermost lists whose first line matches `marker` (its group `indent` is at most three spaces).

    An indented line goes on with the item above it, and so does a line that follows without a blank one and begins nothing else.
    An item indented further than the first of its list by two or more is part of the item above. No items in code fences.
    """
    index, base = front_matter(lines), -1
    while index < len(lines):
        match = None if index in found.lines else marker.match(lines[index])
        first = index
        index += 1
        if match:
            indent = len(match["indent"])
            base = indent if base < 0 else min(base, indent)
            index = _end(lines, index, found, marker, base)
            yield ListItem(match, tuple(line.strip() for line in lines[first + 1 : index]), first + 1, index + 1)
        elif lines[first].strip(BLANK):
            base = -1


def _end(lines: Sequence[str], index: int, found: Fences, marker: re.Pattern[str], base: int) -> int:
    end, broken = index, False
    while index < len(lines):
        line = lines[index]
        indent = len(line) - len(line.lstrip(BLANK))
        nested = indent >= base + 2 or line[:1] == "\t"
        if not line.strip(BLANK):
            broken = True
        elif nested or (not broken and index not in found.lines and not marker.match(line) and runs_on(line)):
            end, broken = index + 1, False
        else:
            break
        index += 1
    return end
