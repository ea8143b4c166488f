"""One module for each foreign format that can be imported; each of them holds a `SOURCE`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

from agentstate.exchange.item import Imported, Source
from agentstate.vocabulary.patterns import pattern

SOURCES: tuple[str, ...] = (
    *("agent_state_directory", "memory_layer", "state_snapshot", "engrams"),
    *("beads", "task_master", "backlog_md", "openspec"),
    *("planning_state", "planning_with_files", "memory_bank", "claude_memory", "adr", "handover", "todo_markdown"),
)
"""The modules, the more particular format first: a file that one takes is not shown to those behind it."""


_OURS, _BETWEEN, _THEIRS = pattern("<{7}(?: .*)?"), pattern("={7}"), pattern(">{7}(?: .*)?")
"""The lines that git writes around and between the sides of a conflict."""


def sources() -> Iterator[Source]:
    """Every source, in the order in which files are shown to them."""
    return (import_module(f"{__name__}.{name}").SOURCE for name in SOURCES)


def detect(files: Mapping[str, str]) -> tuple[tuple[Source, tuple[str, ...]], ...]:
    """Which sources there are among the files (path to text, LF between lines), each with the paths that it takes; no path twice."""
    left, found = dict(files), []
    for source in sources():
        taken = tuple(path for path in source.takes(left) if path in left)
        if taken:
            found.append((source, taken))
        for path in taken:
            del left[path]
    return tuple(found)


def sides(text: str) -> int:
    """The line (from 1) at which a merge conflict begins that nobody resolved, 0 where there is none: what is said then is not decided."""
    lines = text.split("\n") if "<<<<<<<" in text else []
    begin, *others = (_first(lines, sign) for sign in (_OURS, _BETWEEN, _THEIRS))
    return begin if all((begin, *others)) else 0


def _first(lines: Sequence[str], wanted: re.Pattern[str]) -> int:
    return next((number for number, line in enumerate(lines, 1) if wanted.fullmatch(line)), 0)


def read(files: Mapping[str, str]) -> tuple[Imported, ...]:
    """What every source among the files holds."""
    return tuple(source.read({path: files[path] for path in taken}) for source, taken in detect(files))
