"""What a merge leaves in a file that it could not merge."""

import re

from agentstate.documents.text import SourceText
from agentstate.vocabulary.patterns import pattern

MARKER = pattern(r"(<{7}|>{7})(?: .*)?", re.DOTALL)
"""The lines that git writes around a conflict; `=======` alone is also how Markdown underlines a heading."""


def conflict_line(source: SourceText) -> int:
    """The line (from 1) of the first conflict marker in column one; 0 where there is none."""
    if "<<<<<<<" not in source.text and ">>>>>>>" not in source.text:
        return 0
    return next((number for number, line in enumerate(source.lines, 1) if MARKER.fullmatch(line)), 0)
