"""The lines of `.agent/.gitattributes` that have git call the merge driver for the tree's own files, and for no others there."""

from agentstate.documents.text import SourceText

DRIVEN = (
    *("PROTOCOL.md", "FACTS.md", "STATE.yaml", "DECISIONS.md", "TODO.md", "config.yaml"),
    *("checkpoints/*.yaml", "checkpoints/DECISIONS.archive-*.md", "lanes/*.yaml"),
)
"""Patterns for what the driver merges. Where git knows no driver of that name it merges by lines, as ever."""

_LINES = tuple(f"/{name} merge=agentstate" for name in DRIVEN)


def with_driver(source: SourceText) -> SourceText:
    """The attributes with the lines that are missing at the end."""
    missing = tuple(line for line in _LINES if line not in source.lines)
    return source.with_lines(len(source.lines), len(source.lines), missing) if missing else source


def without_driver(source: SourceText) -> SourceText:
    """The attributes without these lines; every other byte stays."""
    for index in range(len(source.lines) - 1, -1, -1):
        if source.lines[index] in _LINES:
            source = source.with_lines(index, index + 1, ())
    return source
