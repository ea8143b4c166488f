"""Texts that stand in a program up to a line that names their end: nothing in them is code."""

from bisect import bisect_right
from collections import defaultdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern


def without(opening: "Pattern[str]", text: str) -> str:
    """The text with the lines of each such text empty. `opening` has a group `end`; what is never ended is none.

    The end may be indented, and be followed by what goes on with the statement.
    """
    lines = text.split("\n")
    ends = defaultdict[str, list[int]](list)
    for number, line in enumerate(lines):
        ends[line.strip().rstrip(";,) ")].append(number)
    number = 0
    while number < len(lines):
        last = max((_end(ends[match["end"]], number) for match in opening.finditer(lines[number]) if match["end"] in ends), default=number)
        lines[number + 1 : last + 1] = [""] * (last - number)
        number = last + 1
    return "\n".join(lines)


def _end(places: list[int], number: int) -> int:
    """The first of the places behind `number`, or `number` where there is none."""
    found = bisect_right(places, number)
    return places[found] if found < len(places) else number
