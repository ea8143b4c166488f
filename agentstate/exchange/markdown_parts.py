"""The parts of a Markdown file that some formats share: front matter, sections, and the lines of a list."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from agentstate.documents.checkbox import ITEM, STATES
from agentstate.documents.lines import fences, front_matter, heading
from agentstate.documents.text import SourceText
from agentstate.vocabulary.values import dataclass
from agentstate.yaml import Value, parse

_LONGEST = 8192
"""Characters of front matter; a longer one is text."""


@dataclass(frozen=True)
class Section:
    """What stands below a heading, up to the next one of any level. `line` is that of the heading (from 1), `end` the line after the last;
    `text` are the lines below it, without blank ones at the ends."""

    title: str
    level: int
    text: str
    line: int
    end: int


def properties(text: str) -> tuple[Mapping[str, Value], int]:
    """The values of the front matter, and how many lines it takes: none where there is none, where it is long, or cannot be read."""
    lines = text.split("\n")
    count = front_matter(lines, comments=True)
    if sum(map(len, lines[:count])) > _LONGEST:
        return {}, 0
    document = parse("\n".join(lines[1 : max(count - 1, 1)]))
    return (document.data, count) if count and isinstance(document.data, dict) and not document.faults else ({}, 0)


def sections(path: str, text: str) -> Iterator[Section]:
    """The sections of a file, in their order; headings in code fences are none."""
    lines = text.split("\n")
    fenced = fences(SourceText(path, text)).lines
    first = front_matter(lines, comments=True)
    starts = [index for index in range(first, len(lines)) if lines[index].startswith("#") and index not in fenced and heading(lines[index])]
    for start, stop in pairwise([*starts, len(lines)]):
        level, title = heading(lines[start]) or (1, "")
        yield Section(title, level, "\n".join(lines[start + 1 : stop]).strip("\n"), start + 1, stop + 1)


def checkboxes(path: str, text: str) -> Iterator[tuple[int, str, str]]:
    """Line (from 1), state and text of each item of a task list, sub-items too; none in code fences."""
    fenced = fences(SourceText(path, text)).lines
    for index, line in enumerate(text.split("\n")):
        found = ITEM.fullmatch(line) if index not in fenced else None
        if found and (said := (found["text"] or "").strip()):
            yield index + 1, STATES[found["mark"]], said
