"""The lines of a text with their numbers; one that is too long is passed over."""

from collections.abc import Iterable, Iterator

from agentstate.recordings.characters import LONGEST
from agentstate.recordings.step import Step
from agentstate.recordings.telling import unreadable


def numbered(lines: Iterable[str]) -> Iterator[tuple[int, str] | Step]:
    """The number from 1 and the text of each line without its end; a step of the kind "fault" for one of more than 16 MB."""
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST:
            yield unreadable(number, "a line of more than 16 MB")
        else:
            yield number, (line.removeprefix("\ufeff") if number == 1 else line).rstrip("\r\n")
