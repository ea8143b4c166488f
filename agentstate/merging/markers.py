"""The versions in a file in which a merge left its marker lines."""

from collections.abc import Iterator, Sequence

from agentstate.documents.text import SourceText
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

_LINE = pattern(r"(?:(<{7,})|(\|{7,})|(={7,})|(>{7,}))(?: .*)?")
_OUTSIDE, _OURS, _BASE, _THEIRS = range(4)
_NEXT = {(_OUTSIDE, 1): _OURS, (_OURS, 2): _BASE, (_OURS, 3): _THEIRS, (_BASE, 3): _THEIRS, (_THEIRS, 4): _OUTSIDE}


@dataclass(frozen=True)
class Versions:
    """The file as it was before, and on both sides; of what the conflicts hold `base` knows only what the markers show of it."""

    base: SourceText
    ours: SourceText
    theirs: SourceText


def versions(source: SourceText) -> Versions | None:
    """The versions that the marker lines tell apart; None where they are not in order, or there are none."""
    parts = list(_parted(source.lines))
    if not parts or parts[-1][0] != _OUTSIDE or not any(place == _OURS for place, _ in parts):
        return None
    kept = [[line for place, line in parts if place in places] for places in ((_OUTSIDE, _BASE), (_OUTSIDE, _OURS), (_OUTSIDE, _THEIRS))]
    return Versions(*(source.with_text("".join(f"{line}{source.newline}" for line in lines if line is not None)) for lines in kept))


def without_conflicts(source: SourceText) -> SourceText:
    """The file without what is between marker lines; as it is, where there are none or they are not in order."""
    parts = list(_parted(source.lines))
    if not parts or parts[-1][0] != _OUTSIDE or not any(place == _OURS for place, _ in parts):
        return source
    return source.with_text("".join(f"{line}{source.newline}" for place, line in parts if place == _OUTSIDE and line is not None))


def _parted(lines: Sequence[str]) -> Iterator[tuple[int, str | None]]:
    """Each line with the part it is in, a marker line as None; ends with what is no part where markers are not in order."""
    place, size = _OUTSIDE, 0
    for line in lines:
        found = _LINE.fullmatch(line)
        sign = found.lastindex if found else None
        length = len(line) - len(line.lstrip(line[:1])) if sign else 0
        if sign == 1 and place == _OUTSIDE:
            size = length
        if sign and length == size and (place, sign) in _NEXT:
            place = _NEXT[place, sign]
            yield place, None
        elif sign in {1, 4} and length == size:
            yield -1, None
            return
        else:
            yield place, line


def is_marker(line: str) -> bool:
    """Whether git could have written the line around a conflict."""
    return bool(_LINE.fullmatch(line))
