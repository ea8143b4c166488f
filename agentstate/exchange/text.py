"""Foreign text as a line of a tree: what may stand there as it is, and how the record shows the rest."""

from collections.abc import Iterator

from agentstate.rules.characters import is_needed
from agentstate.rules.code import stored_code
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import is_invisible, visible

_MARKS = pattern(r"(?:#{1,6}(?=[ \t]|\Z)|>|[ \t])*")
LONGEST_LINE = 4000
"""Characters of a line of the record; a longer one is broken, at a blank where there is one."""


def joined(text: str) -> str:
    """The lines of the text as one, without the blanks at their ends."""
    return " ".join(part for line in text.split("\n") if (part := line.strip()))


def in_one_line(text: str) -> str:
    """The same without a sign at the beginning that would make a heading, a list or a quote of it."""
    said = joined(text)
    return said[_MARKS.match(said).end() :]  # type: ignore[union-attr]


def refusal(text: str) -> str:
    """Why the text cannot stand in a file of the tree; "" where it can."""
    if "<!--" in text or "-->" in text:
        return "it holds an HTML comment"
    if stored_code(text) or stored_code(joined(text)):
        return "it is code"
    if any(_hides(line, index) for line in text.split("\n") if not _is_plain(line) for index in range(len(line))):
        return "it holds a character that does not show"
    return ""


def shown(text: str) -> Iterator[str]:
    """The lines of the text as the record has them: what does not show, and no script needs, as an escape; lines of a bearable length."""
    for line in text.split("\n"):
        whole = line if _is_plain(line) else "".join(_shown(line, index) for index in range(len(line)))
        while len(whole) > LONGEST_LINE:
            cut = whole.rfind(" ", 1, LONGEST_LINE) + 1 or LONGEST_LINE
            yield whole[:cut]
            whole = whole[cut:]
        yield whole


def _is_plain(line: str) -> bool:
    """Whether nothing in the line can hide, by a look that is quick."""
    return line.isascii() and line.replace("\t", "").isprintable()


def _shown(line: str, index: int) -> str:
    return visible(line[index], keep="") if _hides(line, index) else line[index]


def _hides(line: str, index: int) -> bool:
    character = line[index]
    return character != "\t" and not " " <= character <= "~" and is_invisible(character) and not is_needed(line, index)
