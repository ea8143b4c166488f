"""What a merge leaves in a file that it could not merge."""

import re

from agentstate.documents.text import SourceText
from agentstate.vocabulary.patterns import pattern

MARKER = pattern(r"(<{7}|>{7})(?: .*)?", re.DOTALL)
"""The lines that git writes around a conflict; `=======` alone is also how Markdown underlines a heading."""

_BETWEEN = pattern(r"={7}|\|{7}(?: .*)?", re.DOTALL)
"""The lines that git writes inside a conflict."""

MEND = "run `agentstate resolve`, or decide which side is right and delete the marker lines"
"""What to do about a conflict in a file of the tree."""


def conflict_line(source: SourceText) -> int:
    """The line (from 1) of the first conflict marker in column one; 0 where there is none."""
    if "<<<<<<<" not in source.text and ">>>>>>>" not in source.text:
        return 0
    return next((number for number, line in enumerate(source.lines, 1) if MARKER.fullmatch(line)), 0)


def without_marker_lines(source: SourceText) -> SourceText:
    """The file with both sides of its conflicts, and blank lines in place of what git wrote around them."""
    kept, is_open = [], False
    for line in source.lines:
        is_marker = MARKER.fullmatch(line)
        is_open = line[0] == "<" if is_marker else is_open
        kept.append("" if is_marker or (is_open and _BETWEEN.fullmatch(line)) else line)
    return source.with_text("".join(f"{line}{source.newline}" for line in kept))
