"""What git keeps in files of its own, read without git: a repository may have put anything in their place."""

import os
import stat
from pathlib import Path

SMALL = 1 << 20
"""How many bytes of most of these files are read at most: git's own limit for a `.git` file."""

_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))


def read_metadata(path: Path, limit: int = SMALL) -> bytes:
    """The bytes of a regular file of at most `limit` bytes; OSError where there is more, or something else. Never waits."""
    with os.fdopen(os.open(path, _FLAGS), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(f'"{path}" is not a regular file')
        if status.st_size > limit:
            raise OSError(f'"{path}" is {status.st_size} bytes, the limit is {limit} bytes')
        return file.read(status.st_size)


def metadata_text(path: Path) -> str:
    """The text of such a file without its last line ends, bytes that are not UTF-8 as lone surrogates; "" where it cannot be read."""
    try:
        return read_metadata(path).decode("utf-8", "surrogateescape").rstrip("\r\n")
    except OSError:
        return ""
