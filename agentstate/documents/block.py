"""The managed block in files that are somebody else's: put between two markers, taken out again without a trace.

The bytes outside the block are never touched. So that taking it out gives back exactly the bytes before, what is put around the block
follows from what stands above it alone: one blank line where there is text above, nothing below; and a file without a final line end
has none after the block either.
"""

import re
from collections.abc import Sequence

from agentstate.documents.lines import BLANK, Fences, fences, front_matter, heading, runs_on
from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

_UNDERLINE = pattern(r" {0,3}=+[ \t]*")


@dataclass(frozen=True)
class Markers:
    """How a block begins and ends. `markdown` files hold code fences, in which a marker is text, and like a blank line before a block."""

    begin: str
    end: str
    markdown: bool = True


MARKDOWN = Markers("<!-- agentstate:begin -->", "<!-- agentstate:end -->")
COMMENT = Markers("# agentstate:begin", "# agentstate:end", markdown=False)
"""For YAML and other files whose comments start with `#`; the markers get the indent of the first line of the block."""


@dataclass(frozen=True)
class Block:
    """A block in a file: the lines (from 1) of its markers and the lines between them."""

    begin: int
    end: int
    lines: tuple[str, ...]


def block_faults(source: SourceText, markers: Markers = MARKDOWN) -> tuple[Fault, ...]:
    """A `broken-block` fault at each marker that has no partner or stands a second time; empty where there is one block or none."""
    begins, ends = _places(source, markers)
    if len(begins) <= 1 and len(begins) == len(ends) and all(begin < end for begin, end in zip(begins, ends, strict=True)):
        return ()
    hint = "leave one begin marker and one end marker below it, or take all of them out"
    problem = "a second block" if len(begins) > 1 or len(ends) > 1 else "a marker without its partner"
    return tuple(
        Fault("broken-block", index + 1, 1, f"{problem}: {source.lines[index].strip()}", hint) for index in sorted((*begins, *ends))
    )


def find_block(source: SourceText, markers: Markers = MARKDOWN) -> Block | None:
    """The block in the file, None where there is none. Raises AgentStateError, naming the lines, where its markers are broken."""
    if faults := block_faults(source, markers):
        lines = ", ".join(str(fault.line) for fault in faults)
        raise AgentStateError(f"{source.path}: the markers of the agentstate block do not pair, lines {lines}", faults[0].hint)
    begins, ends = _places(source, markers)
    return Block(begins[0] + 1, ends[0] + 1, source.lines[begins[0] + 1 : ends[0]]) if begins else None


def put_block(source: SourceText, lines: Sequence[str], markers: Markers = MARKDOWN, place: int | None = None) -> SourceText:
    """The file with these lines as its block: in place of the one it has, else at `place` (an index of a line).

    `place` None is near the top: below front matter and a first heading of level one. Twice is once. Raises as `find_block` does.
    """
    indent = "" if markers.markdown or not lines else lines[0][: len(lines[0]) - len(lines[0].lstrip(BLANK))]
    wanted = (indent + markers.begin, *lines, indent + markers.end)
    old = find_block(source, markers)
    if old:
        same = source.lines[old.begin - 1 : old.end] == wanted
        return source if same else source.with_lines(old.begin - 1, old.end, wanted)
    pieces = _pieces(source.text)
    above = pieces[: _top(source) if place is None else place]
    below = "".join(pieces[len(above) :])
    gap = source.newline if above and markers.markdown else ""
    torn = bool(above) and not above[-1].endswith("\n")
    text = source.newline.join(wanted)
    return source.with_text("".join(above) + (source.newline if torn else "") + gap + text + ("" if torn else source.newline) + below)


def drop_block(source: SourceText, markers: Markers = MARKDOWN) -> SourceText:
    """The file as it was before `put_block`, byte for byte; the same file where it holds no block. Raises as `find_block` does."""
    block = find_block(source, markers)
    if not block:
        return source
    pieces = _pieces(source.text)
    above, below = pieces[: block.begin - 1], pieces[block.end :]
    if markers.markdown and len(above) > 1 and not above[-1].strip("\r\n"):
        above.pop()
    if above and not below and not pieces[-1].endswith("\n"):
        above[-1] = above[-1].removesuffix(source.newline)
    return source.with_text("".join([*above, *below]))


def _places(source: SourceText, markers: Markers) -> tuple[list[int], list[int]]:
    """The indexes of the lines that are begin and end markers, whatever version they name."""
    if "agentstate:" not in source.text:
        return [], []
    found = fences(source, front_matter(source.lines, comments=True)) if markers.markdown else Fences()
    candidates = [index for index, line in enumerate(source.lines) if "agentstate:" in line and index not in found.lines]
    begins = [index for index in candidates if _pattern(markers.begin, markers).fullmatch(source.lines[index])]
    ends = [index for index in candidates if _pattern(markers.end, markers).fullmatch(source.lines[index])]
    return begins, ends


def _pattern(marker: str, markers: Markers) -> re.Pattern[str]:
    opening, name, *closing = marker.split(" ")
    indent = " {0,3}" if markers.markdown else "[ \t]*"
    version = r"(?:[ \t][^<>]*)?"
    return re.compile(rf"{indent}{re.escape(opening)}[ \t]*{name}{version}{''.join(closing)}[ \t]*")


def _top(source: SourceText) -> int:
    """Below front matter and, where it is the first thing that follows, a heading of level one."""
    lines, first = source.lines, front_matter(source.lines, comments=True)
    index = next((index for index in range(first, len(lines)) if lines[index].strip(BLANK)), len(lines))
    title = heading(lines[index]) if index < len(lines) else None
    underlined = index + 1 < len(lines) and runs_on(lines[index]) and _UNDERLINE.fullmatch(lines[index + 1])
    return index + 2 if underlined else index + 1 if title and title[0] == 1 else first


def _pieces(text: str) -> list[str]:
    """The lines with their ends; what follows the last line end is a piece only where it is not empty."""
    pieces = [f"{piece}\n" for piece in text.split("\n")]
    pieces[-1] = pieces[-1][:-1]
    return pieces if pieces[-1] else pieces[:-1]
