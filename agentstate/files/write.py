"""Writing below the root: a file holds its old bytes or its new ones at any moment, whatever fails or dies meanwhile."""

import errno
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from agentstate.files import system
from agentstate.files.failures import explained, quoted
from agentstate.files.folders import entered, folder_and_name, refuse_irregular
from agentstate.files.read import MOST_ENTRIES
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern

TREE_FOLDERS = (layout.FOLDER, layout.CHECKPOINTS, layout.LANES, layout.LOCAL)

_TEMPORARY = pattern(r"\.agentstate-[0-9a-f]{16}\.tmp")
_OWNER = 0o700
_HOOK = 60 * 10**9
"""Nanoseconds after which no hook is at work any more."""

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_NO_LINKS = frozenset({errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK})


def write_atomic(root: Path, path: str, data: bytes, *, exclusive: bool = False) -> None:
    """The file holds `data` afterwards, on the disk; its permissions stay, a new one gets 0666 less the umask; below
    `.agent/local/` only the owner has any.

    Missing folders on the way are made. A link is never followed: one that stands in the way, or anything else that is not a
    regular file, is an AgentStateError, as is every failure of the disk (the file then holds what it held, or all of `data`
    where only the last step failed). With `exclusive` an existing file is an error. A file with further hard links is
    replaced: the others keep the old bytes.
    """
    parents, name = folder_and_name(path)
    private = path.startswith(f"{layout.LOCAL}/")
    with explained("write", path), entered(root, parents, create=True) as folder:
        mode = _present_mode(folder, name, path, exclusive=exclusive)
        mode = mode & _OWNER if private and mode is not None else mode
        temporary = f".agentstate-{os.urandom(8).hex()}.tmp"
        descriptor = system.open_file(folder, temporary, _NEW_FILE, 0o600 if private or mode is not None else 0o666)
        try:
            _fill(descriptor, data, mode)
            if exclusive:
                _publish_new(folder, temporary, name, path)
            else:
                system.replace(folder, temporary, name)
        except BaseException:
            _discard(folder, temporary)
            raise
        system.sync_folder(folder)


def remove(root: Path, path: str) -> None:
    """The regular file is gone, on the disk; AgentStateError where it is anything else or cannot be removed."""
    parents, name = folder_and_name(path)
    with explained("remove", path), entered(root, parents) as folder:
        refuse_irregular(path, system.status(folder, name).st_mode)
        system.unlink(folder, name)
        system.sync_folder(folder)


def clean_leftovers(root: Path, folders: Iterable[str] = TREE_FOLDERS) -> None:
    """Temporary files of ours that a killed process left in these folders are gone; whatever resists stays.

    Those last changed before the lock was last taken or given back belong to nobody: each writer holds it while it writes. Only hooks,
    which wait for nobody, write their snapshots without it, and have ended long before a minute is over.
    """
    changed = _lock_changed(root)
    for path in sorted(set(folders)):
        taken = changed - _HOOK if path == layout.AUTOMATIC else changed
        with suppress(OSError, AgentStateError), entered(root, [name for name in path.split("/") if name]) as folder:
            for name, regular in system.names(folder, MOST_ENTRIES) or ():
                if regular and _TEMPORARY.fullmatch(name) and system.status(folder, name).st_mtime_ns < taken:
                    system.unlink(folder, name)


def _lock_changed(root: Path) -> int:
    """When the lock was last taken or given back, in nanoseconds by the file system's own clock; 0 where it never was."""
    parents, name = folder_and_name(layout.LOCK)
    with suppress(OSError, AgentStateError), entered(root, parents) as folder:
        return system.status(folder, name).st_mtime_ns
    return 0


def _present_mode(folder: system.Folder, name: str, path: str, *, exclusive: bool) -> int | None:
    """The permissions of the file that is to be replaced; None where there is none."""
    try:
        mode = system.status(folder, name).st_mode
    except FileNotFoundError:
        return None
    if exclusive:
        raise _exists(path)
    refuse_irregular(path, mode)
    return stat.S_IMODE(mode)


def _exists(path: str) -> AgentStateError:
    return AgentStateError(f"{quoted(path)} exists already", "run the command again")


def _fill(descriptor: int, data: bytes, mode: int | None) -> None:
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[system.write(descriptor, rest) :]
        if mode is not None:
            system.set_mode(descriptor, mode)
        system.sync(descriptor)
    finally:
        system.close(descriptor)


def _publish_new(folder: system.Folder, temporary: str, name: str, path: str) -> None:
    """The temporary file under its own name, which must not exist: a link fails where a rename would replace."""
    try:
        system.link(folder, temporary, name)
    except FileExistsError as error:
        raise _exists(path) from error
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        _claim(folder, temporary, name, path)
    else:
        system.unlink(folder, temporary)


def _claim(folder: system.Folder, temporary: str, name: str, path: str) -> None:
    """As `_publish_new` on a file system without hard links: an empty file takes the name, then it is replaced."""
    try:
        claimed = system.open_file(folder, name, _NEW_FILE, 0o666)
    except FileExistsError as error:
        raise _exists(path) from error
    try:
        system.close(claimed)
        system.replace(folder, temporary, name)
    except BaseException:
        _discard(folder, name)
        raise


def _discard(folder: system.Folder, name: str) -> None:
    with suppress(OSError):
        system.unlink(folder, name)
