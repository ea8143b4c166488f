"""Reading what is below the root: no link is followed, nothing but a regular file is opened, no more than a limit is read."""

import errno
import os
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path

from agentstate.files import system
from agentstate.files.failures import failed, quoted
from agentstate.files.folders import components, entered, folder_and_name, open_regular
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError

UNREADABLE = "unreadable"
"""The kind of every fault of this module."""

MOST_ENTRIES = 20_000
"""How many entries a folder of a tree may hold: a hostile repository must not cost more than that."""

_PIECE = 1 << 16


def read_file(root: Path, path: str, limit: int) -> bytes | Fault | None:
    """The bytes of a file, None where it does not exist.

    A fault says what stands there instead of a regular file of at most `limit` bytes that we may read. Never raises.
    """
    return _tried(path, lambda: _content(root, path, limit))


def read_files(root: Path, paths: Iterable[str], limit: int) -> dict[str, bytes | Fault | None]:
    """As `read_file`, of many files; a folder is entered once for those that stand beside each other. Never raises."""
    found: dict[str, bytes | Fault | None] = {}
    for folder, beside in groupby(sorted(paths, key=_folder), _folder):
        names = list(beside)
        try:
            with entered(root, components(folder)) as opened:
                found |= {path: _tried(path, lambda path=path: _regular(opened, path, limit)) for path in names}  # type: ignore[misc]
        except (AgentStateError, OSError):
            found |= {path: read_file(root, path, limit) for path in names}
    return found


def list_folder(root: Path, path: str, limit: int = MOST_ENTRIES) -> tuple[str, ...] | Fault:
    """The sorted names of the regular files in a folder, none where it does not exist; a fault beyond `limit` entries."""
    try:
        with entered(root, components(path)) as folder:
            found = system.names(folder, limit)
    except AgentStateError as error:
        return _fault(error)
    except OSError as error:
        return () if _is_missing(error) else _fault(failed("read", path, error))
    if found is None:
        return _fault(AgentStateError(f"{quoted(path)} holds more than {limit} entries", "move what does not belong there elsewhere"))
    return tuple(sorted(name for name, regular in found if regular))


def others_in(root: Path, path: str, limit: int = MOST_ENTRIES) -> tuple[str, ...]:
    """The sorted names of what is no regular file in a folder; none where it cannot be listed, or holds more than `limit` entries."""
    try:
        with entered(root, components(path)) as folder:
            found = system.names(folder, limit) or []
    except (AgentStateError, OSError):
        return ()
    return tuple(sorted(name for name, regular in found if not regular))


def _tried(path: str, read: Callable[[], bytes]) -> bytes | Fault | None:
    try:
        return read()
    except AgentStateError as error:
        return _fault(error)
    except OSError as error:
        return None if _is_missing(error) else _fault(failed("read", path, error))


def _content(root: Path, path: str, limit: int) -> bytes:
    parents, _ = folder_and_name(path)
    with entered(root, parents) as folder:
        return _regular(folder, path, limit)


def _regular(folder: system.Folder, path: str, limit: int) -> bytes:
    """What the file holds that stands in `folder`, which is where its path leads."""
    descriptor = open_regular(folder, folder_and_name(path)[1], path, os.O_RDONLY)
    try:
        size = system.opened_status(descriptor).st_size
        if size > limit:
            raise _too_large(path, f"{size} bytes", limit)
        return _read_all(descriptor, path, limit)
    finally:
        system.close(descriptor)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _read_all(descriptor: int, path: str, limit: int) -> bytes:
    data = bytearray()
    while piece := system.read(descriptor, min(_PIECE, limit + 1 - len(data))):
        data += piece
        if len(data) > limit:
            raise _too_large(path, "still growing", limit)
    return bytes(data)


def _too_large(path: str, size: str, limit: int) -> AgentStateError:
    return AgentStateError(f"{quoted(path)} is {size}, the limit is {limit} bytes", "shorten the file or put the right one in its place")


def _is_missing(error: OSError) -> bool:
    return isinstance(error, FileNotFoundError) or error.errno == errno.ENAMETOOLONG


def _fault(error: AgentStateError) -> Fault:
    return Fault(UNREADABLE, 1, 1, error.message, error.hint)
