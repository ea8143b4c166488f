"""Whether it pays to read a log entry by entry for one decision: its day, with which an id begins, is written in the heading."""

from collections.abc import Collection

from agentstate.documents.decision import REMOVALS
from agentstate.vocabulary.patterns import MULTILINE, pattern

_DAY = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")
_HEADING = pattern(r"^## \[([0-9]{4}-[0-9]{2}-[0-9]{2})\]", MULTILINE)


def may_name(identifiers: Collection[str], text: str) -> bool:
    """Whether one of these ids, or beginnings of ids, may name an entry of the log that has this text; false only where none does."""
    days = [_DAY.match(identifier.strip()) for identifier in identifiers]
    written = _HEADING.findall(text)
    if not all(days) or len(written) != text.count("\n##") + text.startswith("##"):
        return True
    return not {day[0] for day in days if day}.isdisjoint(written)


def may_remove(text: str) -> bool:
    """Whether the log that has this text may have an entry which says of another one that it is removed."""
    folded = text.casefold()
    return any(words in folded for words in REMOVALS)
