"""The merge by lines, for files that hold no entries: what only one side changed is taken, what both did is a conflict."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from agentstate.documents.text import SourceText
from agentstate.merging.merged import Conflict, Merged, Side, decided, marked, written
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import quoted

Lines = tuple[str, ...]


@dataclass(frozen=True)
class Hunk:
    """Lines between two places at which all three versions agree."""

    base: Lines
    ours: Lines
    theirs: Lines


def merge_lines(base: SourceText | None, ours: SourceText, theirs: SourceText, side: Side = "") -> Merged:
    """The file by lines. With a `side`, its lines are taken where both changed the same ones."""
    lines: list[str] = []
    conflicts: list[Conflict] = []
    for hunk in hunks(base.lines if base else (), ours.lines, theirs.lines):
        chosen = decided(hunk.base, hunk.ours, hunk.theirs)
        if chosen is None and side:
            chosen = hunk.ours if side == "ours" else hunk.theirs
        if chosen is None:
            conflicts.append(Conflict(_place(len(lines), hunk), _shown(hunk.ours), _shown(hunk.theirs)))
        lines += marked(hunk.ours, hunk.theirs) if chosen is None else chosen
    return Merged(written(base, ours, theirs, lines), tuple(conflicts))


def both(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """The lines of a text that is nobody's in particular: where both sides changed the same ones, those of both; and what both sides
    still hold somewhere is there, where each took away another copy of it."""

    def kept(hunk: Hunk) -> Sequence[str]:
        chosen = decided(hunk.base, hunk.ours, hunk.theirs)
        return _joined(*sorted((hunk.ours, hunk.theirs))) if chosen is None else chosen

    lines = [line for hunk in hunks(base, ours, theirs) for line in kept(hunk)]
    for text in lost(ours, theirs, lines):
        lines += ["", *text] if "" in (*ours, *theirs) else text
    return lines


def lost(ours: Sequence[str], theirs: Sequence[str], merged: Sequence[str]) -> list[Lines]:
    """The paragraphs that both sides hold and the merged lines do not, sorted."""
    inside = "\n".join(["", *merged, ""])
    return sorted(text for text in {*paragraphs(ours)} & {*paragraphs(theirs)} if "\n".join(["", *text, ""]) not in inside)


def paragraphs(lines: Sequence[str]) -> list[Lines]:
    """The runs of lines that are not blank."""
    return [tuple(group) for is_text, group in groupby(lines, key=lambda line: bool(line.strip())) if is_text]


def _joined(first: Lines, second: Lines) -> Lines:
    """Both texts, what both say once. A comment of Markdown is taken as a whole: without its last line it would go on and on."""
    apart = [""] if any(not line.strip() for line in (*first, *second)) else []
    said, lines = paragraphs(first), [*first]
    for text in paragraphs(second):
        whole = any(mark in line for line in text for mark in ("<!--", "-->", "```", "~~~"))
        new = text if whole else tuple(line for line in text if line not in first)
        if new and text not in said:
            lines += [*(apart if lines and lines[-1].strip() else []), *new]
    return tuple(lines)


def _place(before: int, hunk: Hunk) -> str:
    count = max(len(hunk.ours), len(hunk.theirs), 1)
    return f"line {before + 1}" if count == 1 else f"lines {before + 1} to {before + count}"


def _shown(lines: Sequence[str]) -> str:
    return quoted(" ".join(" ".join(lines).split())) if lines else "nothing"


def hunks(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Iterator[Hunk]:
    """The three versions cut where a line of the base is in both others; put together again they are the three versions."""
    to_ours, to_theirs = matched(base, ours), matched(base, theirs)
    start = (0, 0, 0)
    for index in range(len(base)):
        if index in to_ours and index in to_theirs:
            stop = (index, to_ours[index], to_theirs[index])
            if stop != start:
                yield _hunk(base, ours, theirs, start, stop)
            yield Hunk(*[(base[index],)] * 3)
            start = (stop[0] + 1, stop[1] + 1, stop[2] + 1)
    stop = (len(base), len(ours), len(theirs))
    if stop != start:
        yield _hunk(base, ours, theirs, start, stop)


def _hunk(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str], start: tuple[int, ...], stop: tuple[int, ...]) -> Hunk:
    return Hunk(*(tuple(lines[begin:end]) for lines, begin, end in zip((base, ours, theirs), start, stop, strict=True)))


def matched(base: Sequence[str], other: Sequence[str]) -> dict[int, int]:
    """Which line of `base` is which line of `other`: lines that each has once, as many as stand in the same order, and equal ones
    around them. Takes n log n, whatever the lines are."""
    anchors = [(-1, -1), *_anchors(base, other), (len(base), len(other))]
    found = dict(anchors[1:-1])
    for (low, low_other), (high, high_other) in pairwise(anchors):
        index, place = low + 1, low_other + 1
        while index < high and place < high_other and base[index] == other[place]:
            found[index] = place
            index, place = index + 1, place + 1
        last, end = high - 1, high_other - 1
        while last >= index and end >= place and base[last] == other[end]:
            found[last] = end
            last, end = last - 1, end - 1
    return found


def _anchors(base: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """The longest run of lines that each version has once, in the order of both."""
    single = _once(base), _once(other)
    pairs = [(place, single[1][line]) for line, place in single[0].items() if line in single[1]]
    return _increasing(pairs, lambda pair: pair[1])


def _once(lines: Sequence[str]) -> dict[str, int]:
    counts = Counter(lines)
    return {line: place for place, line in enumerate(lines) if counts[line] == 1}


def _increasing(pairs: Sequence[tuple[int, int]], value: Callable[[tuple[int, int]], int]) -> list[tuple[int, int]]:
    """A longest part of the sequence whose values increase."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for index, pair in enumerate(pairs):
        length = bisect_left(ends, value(pair))
        before.append(at[length - 1] if length else -1)
        ends[length : length + 1] = [value(pair)]
        at[length : length + 1] = [index]
    found, index = [], at[-1] if at else -1
    while index >= 0:
        found.append(pairs[index])
        index = before[index]
    return found[::-1]
