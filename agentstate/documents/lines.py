"""What the Markdown files of a tree share: front matter, code fences, headings, and text that has to fit one line."""

import re
from collections.abc import Collection, Container, Sequence

from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import quoted

BLANK = " \t"
"""What CommonMark calls a blank: other separators of Unicode are text."""


_OPENING = pattern(r" {0,3}(`{3,}(?=[^`]*\Z)|~{3,})")
_HEADING = pattern(r"(#{1,6})(?:[ \t]+(.*))?", re.DOTALL)
_BREAK = pattern(r" {0,3}(?:[-*+](?:[ \t]|\Z)|[0-9]{1,9}[.)](?:[ \t]|\Z)|`{3}|~{3}|[<>]|([-*_])(?:[ \t]*\1){2,}[ \t]*\Z)")
_BREAKING = frozenset("-*+_0123456789`~<>")
"""How a line begins that breaks off the text above it, as far as the pattern above knows it."""

_LINE_END = pattern("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_UNWRITABLE = pattern("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True)
class Fences:
    """The fenced code blocks of a file: `lines` are the indexes (from 0) of their lines, the fences included, `openings` those of the
    opening fences; `unclosed` is the line (from 1) of a fence that never ends, 0 where all do. Front matter holds none."""

    lines: Container[int] = frozenset()
    openings: Collection[int] = ()
    unclosed: int = 0


_NO_FENCES = Fences()


def front_matter(lines: Sequence[str], *, comments: bool = False) -> int:
    """How many lines the YAML front matter takes: from `---` in the first line to the next `---` or `...`.

    A file that only begins with a rule has none: a line that reads as a heading of level one or two ends the search, so that no edit
    of the text below turns it into front matter. With `comments` a `#` line is a comment of the front matter.
    """
    if not lines or lines[0].rstrip(BLANK) != "---":
        return 0
    for index in range(1, len(lines)):
        if lines[index].rstrip(BLANK) in {"---", "..."}:
            return index + 1
        if not comments and is_section(lines[index]):
            break
    return 0


def fences(source: SourceText, first: int | None = None) -> Fences:
    """The fenced code blocks as CommonMark reads them outside lists and quotes: at most three spaces before the fence, closed by one
    of the same character and at least the same length; a backtick fence has no backtick in its info string.

    `first` is the index of the first line after the front matter, where the caller knows better than `front_matter`.
    """
    if "```" not in source.text and "~~~" not in source.text:
        return _NO_FENCES
    inside: set[int] = set()
    openings: list[int] = []
    opening = ""
    for index in range(front_matter(source.lines) if first is None else first, len(source.lines)):
        line = source.lines[index]
        if opening:
            inside.add(index)
            opening = "" if _closes(line, opening) else opening
        elif found := _OPENING.match(line):
            inside.add(index)
            openings.append(index)
            opening = found[1]
    return Fences(inside, frozenset(openings), openings[-1] + 1 if opening else 0)


def is_section(line: str) -> bool:
    """Whether this is a heading of level one or two in column one."""
    return line.startswith("#") and line[1 + line.startswith("##") :][:1] in {"", " ", "\t"}


def _closes(line: str, opening: str) -> bool:
    fence = line.lstrip(" ")
    run = fence.rstrip(BLANK)
    return len(line) - len(fence) <= 3 and len(run) >= len(opening) and run == opening[0] * len(run)


def unclosed_fence(found: Fences) -> tuple[Fault, ...]:
    """An `unclosed-fence` fault where a code fence runs to the end of the file and hides whatever is added there."""
    if not found.unclosed:
        return ()
    return (Fault("unclosed-fence", found.unclosed, 1, "this code fence is never closed", "close the fence"),)


def refuse_unclosed_fence(source: SourceText, found: Fences) -> None:
    """Raise where something added at the end of the file would stand in a code block."""
    if found.unclosed:
        message = f"{source.path}:{found.unclosed}: this code fence is never closed, so nothing can be added after it"
        raise AgentStateError(message, "close the fence and run the command again")


def heading(line: str) -> tuple[int, str] | None:
    """Level and text of a `#` heading in column one; None for any other line."""
    if not line.startswith("#"):
        return None
    found = _HEADING.fullmatch(line)
    return (len(found[1]), _without_closing_hashes((found[2] or "").strip(BLANK))) if found else None


def _without_closing_hashes(text: str) -> str:
    rest = text.rstrip("#")
    return rest.rstrip(BLANK) if rest != text and (not rest or rest[-1] in BLANK) else text


def runs_on(line: str) -> bool:
    """Whether a line right below text goes on with it, as CommonMark has it: not blank, and no heading, list, fence, tag, quote or rule."""
    bare = line.strip(BLANK)
    return bool(bare) and not heading(line) and not (bare[0] in _BREAKING and _BREAK.match(line))


def one_line(value: str, name: str) -> str:
    """`value` without blanks around it, a tab as a space.

    Raises AgentStateError, naming the option `name`, where it is empty, more than one line, or holds what a text file should not.
    """
    text = value.strip()
    if not text:
        raise AgentStateError(f"{name} is empty", f"say something in {name}")
    if _LINE_END.search(text):
        raise AgentStateError(f"{name} is more than one line: {quoted(text)}", f"write {name} in one line")
    if found := _UNWRITABLE.search(text.replace("\t", " ")):
        raise AgentStateError(f"{name} holds the character {quoted(found[0])}: {quoted(text)}", "leave that character out")
    return text.replace("\t", " ")
