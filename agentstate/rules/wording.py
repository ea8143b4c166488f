"""How messages name things."""

from agentstate.vocabulary.visible import SHOWN, counted, quoted

__all__ = ["PLACEHOLDERS", "SHOWN", "ago", "counted", "plain", "quoted", "says_nothing", "share"]


def share(lines: int | None) -> str:
    """How much of an entry is meant, before its name: so many of its lines, its wording where none of them is, "" for all of it."""
    return "" if lines is None else f"{counted(lines, 'line')} of " if lines else "the wording of "


PLACEHOLDERS = frozenset(
    {"", "-", "?", "...", "…", "tbd", "todo", "fixme", "n/a", "na", "none", "null", "unknown", "待定", "待补", "未定", "无", "暂无"}
)
"""Values that fill a field and say nothing, in lower case and without a full stop."""


def says_nothing(value: str) -> bool:
    """Whether a value is empty or a placeholder."""
    return value.strip().strip(".。[]<>").casefold().strip() in PLACEHOLDERS


def plain(text: str) -> str:
    """The text for a comparison: runs of blanks as one, in one case, without the full stop at its end."""
    return " ".join(text.split()).rstrip(".。").rstrip().casefold()


_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def ago(seconds: float) -> str:
    """How long ago that was, in the largest unit that fits."""
    size, unit = next(((size, unit) for size, unit in _UNITS if seconds >= size), (0, ""))
    return f"{counted(int(seconds // size), unit)} ago" if size else "just now"
