"""The records of a file that has one JSON object on each line, and the times and texts in them."""

from collections.abc import Iterable, Iterator

from agentstate.hooks import fields
from agentstate.hooks.notation import read_json
from agentstate.recordings.characters import LONGEST
from agentstate.recordings.moments import milliseconds
from agentstate.recordings.step import Step
from agentstate.recordings.telling import unreadable
from agentstate.vocabulary.values import dataclass

Data = dict[str, object]


@dataclass(frozen=True)
class Record:
    """One object, the line it stands on, from 1, and how many characters that line has."""

    line: int
    size: int
    data: Data


def records(lines: Iterable[str]) -> Iterator[Record | Step]:
    """The object on each line that is not blank; a step of the kind "fault" for a line that holds none, or more than 16 MB."""
    for number, line in enumerate(lines, 1):
        text = line.removeprefix("\ufeff").strip() if number == 1 else line.strip()
        if len(text) > LONGEST:
            yield unreadable(number, "a line of more than 16 MB")
        elif text:
            yield _record(number, text)


def _record(number: int, text: str) -> Record | Step:
    try:
        value = read_json(text)
    except (ValueError, RecursionError):
        return unreadable(number, "no JSON on this line")
    return Record(number, len(text), value) if isinstance(value, dict) else unreadable(number, "no JSON object on this line")


def moment(value: object) -> int:
    """Milliseconds since 1970 of a time in RFC 3339, or of a number that already counts them; 0 for anything else."""
    if isinstance(value, str):
        return milliseconds(value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 2**53
    return int(value) if is_number and isinstance(value, int | float) else 0


def words(value: object) -> str:
    """The text of a message: a string, or the texts of its parts, one below the other."""
    if isinstance(value, str):
        return fields.whole(value)
    parts = value if isinstance(value, list) else [value]
    found = [fields.whole(part) if isinstance(part, str) else fields.text(part, "text") for part in parts]
    return "\n".join(filter(None, found))


def begins(head: str, *marks: str) -> bool:
    """Whether the file begins with an object, and one of the marks, which are JSON without blanks, stands in what is known of it."""
    start = head.removeprefix("\ufeff").lstrip()
    return start.startswith("{") and any(mark in start.replace('": ', '":') for mark in marks)
