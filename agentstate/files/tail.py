"""The end of a file that grows by lines and is not ours."""

import os
import stat

_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)


def last_lines(path: str, folders: tuple[str, ...], limit: int) -> tuple[bytes, ...]:
    """The whole lines among the last `limit` bytes of a regular file that is, without links, below one of `folders`; none otherwise.

    A folder that is the top of the disk counts for none.
    """
    try:
        real = os.path.realpath(path)
        if not os.path.isabs(path) or not any(_is_below(real, os.path.realpath(folder)) for folder in folders if folder):
            return ()
        return _read(real, limit)
    except (OSError, ValueError):
        return ()


def _is_below(path: str, folder: str) -> bool:
    return os.path.dirname(folder) != folder and path.startswith(folder + os.sep)


def _read(path: str, limit: int) -> tuple[bytes, ...]:
    descriptor = os.open(path, _FLAGS)
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            return ()
        start = max(0, found.st_size - limit)
        os.lseek(descriptor, start, os.SEEK_SET)
        lines = os.read(descriptor, limit).split(b"\n")
    finally:
        os.close(descriptor)
    return tuple(filter(None, lines[1:] if start else lines))
