"""Recorded sessions on a disk: which files are some, and their steps, read in bounded memory."""

import codecs
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from agentstate.recordings import detect
from agentstate.recordings.step import Format, Step
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass

HEAD = 64 * 1024
LONGEST_LINE = 16 * 1024 * 1024
"""Of a longer line so many bytes and one more are handed on, and the format says that it is none it reads."""

_CHUNK = 64 * 1024


@dataclass(frozen=True)
class Recording:
    """A file that is a recorded session, and its `size` in bytes."""

    path: Path
    format: Format
    size: int

    @property
    def name(self) -> str:
        """The last folder of its path and its own name."""
        return f"{self.path.absolute().parent.name}/{self.path.name}"

    def steps(self, advanced: Callable[[int], None]) -> Iterator[Step]:
        """Its steps; `advanced` is told how many bytes were read. AgentStateError where it cannot be read."""
        try:
            with self.path.open("rb") as stream:
                yield from self.format.steps(_lines(stream, advanced) if self.format.by_lines else _chunks(stream, advanced))
        except OSError as error:
            raise unreadable(self.path, error) from error


def files_below(path: Path) -> tuple[Path, ...]:
    """The file itself, or the regular files of a folder and those below, by name; links are not followed."""
    if not path.is_dir():
        return (path,)
    found = (Path(folder) / name for folder, _, names in os.walk(path) for name in names)
    return tuple(sorted(one for one in found if one.is_file() and not one.is_symlink()))


def recognised(path: Path) -> Recording | None:
    """The recording at `path`; None where no format knows it. AgentStateError where it is no file or cannot be read."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise AgentStateError(f'"{path}" is no file', "name a recorded session, or a folder of some")
        with path.open("rb") as stream:
            head = codecs.getincrementaldecoder("utf-8")("replace").decode(stream.read(HEAD)).removeprefix("\ufeff")
    except OSError as error:
        raise unreadable(path, error) from error
    form = detect(head) if head.strip() else None
    return Recording(path, form, status.st_size) if form else None


def unreadable(path: Path, error: OSError) -> AgentStateError:
    """What to say of a file that cannot be read."""
    return AgentStateError(f'cannot read "{path}": {error.strerror or error}', "name a recorded session that can be read")


def _lines(stream: BinaryIO, advanced: Callable[[int], None]) -> Iterator[str]:
    """The lines without their ends, long ones cut."""
    first = True
    while data := stream.readline(LONGEST_LINE + 1):
        advanced(len(data))
        whole = data.endswith(b"\n")
        while not whole and (more := stream.readline(_CHUNK)):
            advanced(len(more))
            whole = more.endswith(b"\n")
        text = data.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", "replace")
        yield text.removeprefix("\ufeff") if first else text
        first = False


def _chunks(stream: BinaryIO, advanced: Callable[[int], None]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    while data := stream.read(_CHUNK):
        advanced(len(data))
        yield decoder.decode(data)
    yield decoder.decode(b"", final=True)
