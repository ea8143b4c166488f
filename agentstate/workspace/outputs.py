"""A file for a person, written to where they asked: what stands there already is replaced only where it is such a file of ours."""

from collections.abc import Iterable
from pathlib import Path

from agentstate.files.read import read_file
from agentstate.files.write import write_atomic
from agentstate.replay.page_style import MARK as PAGE_MARK
from agentstate.replay.records import MARK as RECORDS_MARK
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass

_LARGEST = 256_000_000
_LOOKED_AT = 1_000


@dataclass(frozen=True)
class Kind:
    """A kind of file that we write: `title` is what an error calls it, `mark` what stands in it among the first characters, or
    `first` before everything else."""

    title: str
    mark: str
    first: bool = False

    def knows(self, held: bytes) -> bool:
        """Whether a file that holds this is one of its kind."""
        mark = self.mark.encode()
        return held.startswith(mark) if self.first else mark in held[:_LOOKED_AT]


PAGE = Kind("no page of a replay", PAGE_MARK)
RECORDS = Kind("no records of a replay", RECORDS_MARK, first=True)


def refuse_foreign(path: Path, kind: Kind, inputs: Iterable[Path] = ()) -> None:
    """AgentStateError where anything but a file of this kind is at the path, or one of the `inputs`, or no folder that could hold it."""
    place = path.absolute()
    if not place.parent.is_dir():
        raise AgentStateError(f'"{place.parent}" is no folder', "make it first, or name another file")
    held = read_file(place.parent, place.name, _LARGEST)
    if held is None:
        return
    if not isinstance(held, bytes) or not kind.knows(held) or any(_is_same(place, other) for other in inputs):
        raise AgentStateError(f'"{path}" is there and {kind.title}', "name another file, or move that one away")


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def write_output(path: Path, text: str, kind: Kind) -> None:
    """The file holds the text, whole, or what it held before; AgentStateError where it cannot be written."""
    refuse_foreign(path, kind)
    place = path.absolute()
    write_atomic(place.parent, place.name, text.encode("utf-8", "backslashreplace"))
