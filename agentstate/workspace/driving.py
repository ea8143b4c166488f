"""One call of the merge driver: three files that git wrote into the work tree, of which the second becomes the merged one."""

from collections.abc import Mapping
from pathlib import Path

from agentstate.documents.text import SourceText
from agentstate.files.read import read_file
from agentstate.files.write import write_atomic
from agentstate.git.failure import GitError
from agentstate.git.merge_driver import Archives, archives, merge_by_lines
from agentstate.git.repository import discover
from agentstate.git.runner import Git
from agentstate.merging import Merged, merge
from agentstate.merging.log import entry_keys
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass, replace
from agentstate.workspace.reading import MARKDOWN_BYTES

_LARGEST = 16 * 1024 * 1024
"""The most that is read of a version which is put between markers as it is."""


@dataclass(frozen=True)
class DriverCall:
    """What git says: the files with the base, our and their version, in `folder`; the size of markers, and the path that is merged."""

    folder: Path
    base: str
    ours: str
    theirs: str
    size: int
    path: str

    @property
    def in_tree(self) -> str:
        """The path from the folder that holds the tree; as it is, for one that is in no tree."""
        above, mark, below = self.path.rpartition(f"{layout.FOLDER}/")
        return mark + below if mark and (not above or above.endswith("/")) else self.path

    @property
    def prefix(self) -> str:
        """The folder that holds the tree, from the top of the repository."""
        return self.path.removesuffix(self.in_tree)


def drive(call: DriverCall) -> Merged:
    """The file of our version holds the merged one, or, where a conflict is left, that with marker lines.

    AgentStateError where a file cannot be read or written: then nothing was.
    """
    base, ours, theirs = (_read(call, name) for name in (call.base, call.ours, call.theirs))
    # A base that is not there, as for a file that both sides added, is given as an empty file.
    merged = merge(call.in_tree, base if base.text else None, ours, theirs, "", _archived(call, ours, theirs))
    write_atomic(call.folder, call.ours, merged.source.encode())
    return merged


def fall_back(call: DriverCall) -> None:
    """The file of our version holds what git merges by lines, with markers around conflicts; both versions between markers as they are
    where git cannot, as for bytes that are no text. AgentStateError where one of them cannot be had."""
    try:
        merge_by_lines(Git(call.folder), call.base, call.ours, call.theirs, call.size)
    except GitError:
        ours, theirs = (read_file(call.folder, name, _LARGEST) for name in (call.ours, call.theirs))
        if not (isinstance(ours, bytes) and isinstance(theirs, bytes)):
            raise
        signs = (f"{sign * call.size}{name}\n".encode() for sign, name in (("<", " ours"), ("=", ""), (">", " theirs")))
        first, middle, last = signs
        write_atomic(call.folder, call.ours, b"".join((first, _ended(ours), middle, _ended(theirs), last)))


def _ended(data: bytes) -> bytes:
    return data if data.endswith(b"\n") or not data else data + b"\n"


def _read(call: DriverCall, name: str) -> SourceText:
    data = read_file(call.folder, name, MARKDOWN_BYTES)
    if not isinstance(data, bytes):
        raise AgentStateError(data.message if data else f'"{name}" is not there')
    return SourceText.decode(call.in_tree, data)


def _archived(call: DriverCall, ours: SourceText, theirs: SourceText) -> set[str] | None:
    """The entries that the archive will hold after the merge, for the log; None where git does not say what is merged."""
    repository = discover(call.folder)
    if call.in_tree != layout.DECISIONS or isinstance(repository, str):
        return None
    found = archives(replace(repository, prefix=call.prefix), ours.encode(), theirs.encode())
    return _after_merge(found) if found else None


def _after_merge(found: Archives) -> set[str]:
    """Of both archives all entries, less those that the base held and one side does not: git may take that side's volume as it is."""
    before, ours, theirs = {key for one in found.base for key in _keys(one)}, _keys(found.ours), _keys(found.theirs)
    return (ours | theirs) - (before - (ours & theirs))


def _keys(volumes: Mapping[str, bytes]) -> set[str]:
    return {key for path, data in volumes.items() for key in entry_keys(SourceText.decode(path, data))}
