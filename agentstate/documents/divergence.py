"""Whether a CommonMark parser would find other decisions in the log than the line grammar does.

Most logs are plain, and a scan of their lines shows that both readings agree; only the others are given to the parser, which costs
more than all the rest of a check. A property test holds the scan to what the parser says.
"""

from agentstate.documents.decisions import entry_heading, section_starts
from agentstate.documents.lines import BLANK, fences, front_matter, is_section
from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault

_LONGEST_PREFIX = 16
"""Each level of nesting takes at least one character of container marks, and the parser stops at 20 levels."""

_MARKS = " \t>*+-0123456789.)"


def divergent(source: SourceText) -> Fault | None:
    """An `ambiguous-heading` fault at the first heading that only one of the two readings takes for the start or end of an entry.

    Front matter is neither's business. Only headings of level one and two count, and before the first entry only those that look like
    entries.
    """
    if reads_alike(source):
        return None
    cut = front_matter(source.lines)
    pieces = [(index, piece) for index, line in enumerate(source.lines[cut:], cut) for piece in line.split("\r")]
    from agentstate.markdown import headings

    seen = {number - 1: text for number, level, text in headings("\n".join(piece for _, piece in pieces)) if level <= 2}
    starts = set(section_starts(source, fences(source)))
    ours = {place for place, (index, _) in enumerate(pieces) if index in starts and (not place or pieces[place - 1][0] != index)}
    entries = {place for place in ours if entry_heading(pieces[place][1])}
    first = min(entries, default=len(pieces))
    for place in sorted(ours ^ seen.keys()):
        if place > first or place in entries or entry_heading(f"## {seen.get(place, '')}"):
            return _fault(pieces[place][0] + 1, missing=place in ours)
    return None


def _fault(line: int, *, missing: bool) -> Fault:
    if missing:
        hint = "take the heading out of the comment, tag or list around it"
        return Fault("ambiguous-heading", line, 1, "a Markdown reader sees no heading here", hint)
    message = "a Markdown reader sees a heading here that is none in this log"
    return Fault("ambiguous-heading", line, 1, message, "begin it with ## in column one, or put it in a code fence")


def reads_alike(source: SourceText) -> bool:
    """Whether it is certain, without parsing, that CommonMark sees headings of level one and two exactly where the line grammar does.

    No certainty where a line begins, after marks of lists and quotes, with a tag, a heading or an underline right below text; with
    a code fence that is indented; in long runs of such marks; after a lone CR; and in an HTML comment that holds a heading or a fence.
    """
    found, cut = fences(source), front_matter(source.lines)
    commented, above = False, ""
    for index, line in enumerate(source.lines[cut:], cut):
        if commented or (line.startswith("<!--") and index not in found.lines):
            alike = not is_section(line) and index not in found.lines
            commented = "-->" not in line
        elif index in found.lines:
            alike = index not in found.openings or line[:1] != " "
        else:
            alike = _is_plain(line, above)
        if not alike or "\r" in line:
            return False
        above = line
    return True


def _is_plain(line: str, above: str) -> bool:
    rest = line.lstrip(_MARKS)
    marks = line[: len(line) - len(rest)]
    if rest.startswith("<") or len(marks.expandtabs(4)) > _LONGEST_PREFIX:
        return False
    if marks and rest.startswith("#"):
        return False
    return bool(rest.strip("= \t")) or not line.strip(BLANK) or not above.strip(BLANK)
