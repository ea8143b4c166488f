"""What stands before a colon in a note: the label of a line, or the name of what follows."""

from agentstate.exchange.note_lines import Entry
from agentstate.exchange.note_places import label_place, place_of
from agentstate.vocabulary.patterns import pattern

_BOLD = r"(?:[*_]{1,3})?"
LABEL = pattern(
    rf"{_BOLD}(?P<label>[^\s:：*_`|\[][^:：*`|\[\]\n]{{0,39}}?)[ \t]*+{_BOLD}[ \t]*[:：][ \t]*+(?:[*_]{{1,3}}(?=\s|\Z))?[ \t]*(?P<said>.*)"
)
"""What stands before a colon, in bold or not, and what stands behind it."""

NAME = pattern(r"[*_]{0,3}[^:：*_`\n]{1,40}[*_]{0,3}[:：][*_]{0,3}")
"""A line that is nothing but the name of what follows."""


def own_label(entry: Entry) -> tuple[str, str, str] | None:
    """The kind that the label of a line names, the label, and what is behind it."""
    is_alone = len(entry.lines) == 1 and not entry.below and not entry.mark and entry.form != "row"
    found = LABEL.fullmatch(entry.lines[0]) if is_alone else None
    kind = label_place(found["label"]) if found and found["said"] else ""
    return (kind, found["label"], found["said"]) if found and kind else None


def is_label(entry: Entry) -> bool:
    """Whether a line is the label of the lines below it."""
    return entry.introduces and "\n" not in entry.text and bool(place_of(entry.text, exact=True))
