"""The calls to the operating system that this room makes, all in one place: a test can let any of them fail, or stop after it.

A folder is an open descriptor, and everything in it is named relative to that descriptor, so that nobody can exchange a part
of the path for a symbolic link meanwhile. Where the platform cannot do that (Windows), a folder is its path, looked at before
it is entered.
"""

import errno
import os
import stat
from pathlib import Path

Folder = int | str

DESCRIPTORS = hasattr(os, "O_NOFOLLOW") and os.open in os.supports_dir_fd
"""Whether folders are descriptors here."""

_FILE: int = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FOLDER: int = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_JUNCTION = 0xA0000003
"""The reparse tag of a Windows folder that stands for another one."""
_NO_FOLDER_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP})


def _at(folder: Folder, name: str) -> tuple[str, int | None]:
    return (name, folder) if isinstance(folder, int) else (os.path.join(folder, name), None)


def open_root(root: Path) -> Folder:
    """The folder that everything else is below; the way to it may lead through links, it is the caller's own."""
    return os.open(root, _FOLDER) if DESCRIPTORS else os.fspath(root)


def open_folder(parent: Folder, name: str) -> Folder:
    """A folder inside `parent`; ENOTDIR or ELOOP where it is anything else, a link to a folder included."""
    if isinstance(parent, int):
        return os.open(name, _FOLDER | os.O_NOFOLLOW, dir_fd=parent)
    found = status(parent, name)
    if not stat.S_ISDIR(found.st_mode) or getattr(found, "st_reparse_tag", 0) == _JUNCTION:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    return os.path.join(parent, name)


def make_folder(parent: Folder, name: str, mode: int) -> None:
    """A new folder with `mode` less the umask."""
    path, place = _at(parent, name)
    os.mkdir(path, mode, dir_fd=place)


def close_folder(folder: Folder) -> None:
    """The end of a folder from `open_root` or `open_folder`."""
    if isinstance(folder, int):
        os.close(folder)


def sync_folder(folder: Folder) -> None:
    """The names in the folder are on the disk afterwards, where the file system can promise that."""
    if isinstance(folder, int):
        try:
            os.fsync(folder)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise


def names(folder: Folder, limit: int) -> list[tuple[str, bool]] | None:
    """The entries of a folder with whether each is a regular file; None where there are more than `limit`."""
    found: list[tuple[str, bool]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if len(found) == limit:
                return None
            found.append((entry.name, entry.is_file(follow_symlinks=False)))
    return found


def status(folder: Folder, name: str) -> os.stat_result:
    """What `name` itself is; a link is not followed."""
    path, place = _at(folder, name)
    return os.stat(path, dir_fd=place, follow_symlinks=False)


def open_file(folder: Folder, name: str, flags: int, mode: int = 0o600) -> int:
    """A descriptor of the file; never through a link, never waiting for the other end of a FIFO."""
    path, place = _at(folder, name)
    return os.open(path, flags | _FILE, mode, dir_fd=place)


def opened_status(descriptor: int) -> os.stat_result:
    """What was opened."""
    return os.fstat(descriptor)


def read(descriptor: int, size: int) -> bytes:
    """At most `size` bytes; none at the end."""
    return os.read(descriptor, size)


def write(descriptor: int, data: memoryview) -> int:
    """How many bytes were taken, which may be fewer than were given."""
    return os.write(descriptor, data)


def set_mode(descriptor: int, mode: int) -> None:
    """The permissions of an open file, where the platform has them."""
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, mode)


def sync(descriptor: int) -> None:
    """The content is on the disk afterwards."""
    os.fsync(descriptor)


def truncate(descriptor: int) -> None:
    """An open file made empty."""
    os.ftruncate(descriptor, 0)


def close(descriptor: int) -> None:
    """The end of a file."""
    os.close(descriptor)


def replace(folder: Folder, source: str, target: str) -> None:
    """`source` becomes `target` in one step; what was `target` (even a link) is gone, never followed."""
    (old, place), (new, _) = _at(folder, source), _at(folder, target)
    os.replace(old, new, src_dir_fd=place, dst_dir_fd=place)


def link(folder: Folder, source: str, target: str) -> None:
    """A second name for `source`; fails where `target` exists."""
    (old, place), (new, _) = _at(folder, source), _at(folder, target)
    os.link(old, new, src_dir_fd=place, dst_dir_fd=place, follow_symlinks=not DESCRIPTORS)


def unlink(folder: Folder, name: str) -> None:
    """The name is gone."""
    path, place = _at(folder, name)
    os.unlink(path, dir_fd=place)


def remove_folder(parent: Folder, name: str) -> None:
    """An empty folder is gone; OSError where it holds anything."""
    path, place = _at(parent, name)
    os.rmdir(path, dir_fd=place)
