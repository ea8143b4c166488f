"""Whether it pays to read a log entry by entry for one decision: its day, with which an id begins, is written in the heading."""

from collections.abc import Callable, Collection

from agentstate.documents.decision import REMOVALS
from agentstate.vocabulary.patterns import pattern

_WHOLE_DAY = pattern(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")


def finder(identifiers: Collection[str]) -> Callable[[str], bool]:
    """Whether a text may be a log with an entry that one of these ids, or beginnings of ids, names; false only where it holds none."""
    days = [_WHOLE_DAY.match(identifier.strip()) for identifier in identifiers]
    if not all(days):
        return lambda _: True
    between = r"[\W_]+"
    heading = pattern("|".join(sorted({between.join(day.groups()) for day in days if day})) or r"(?!)")
    return lambda text: bool(heading.search(_composed(text)))


def may_remove(text: str) -> bool:
    """Whether a text may be a log with an entry that says of another one that it is removed."""
    folded = text.casefold()
    return any(words in folded for words in REMOVALS)


def _composed(text: str) -> str:
    """The text with the digits that an id is made of."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFKC", text)
