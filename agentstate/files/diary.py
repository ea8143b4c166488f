"""A log of one line for each thing that went wrong: at most two small files, open to their owner alone, and never a link followed."""

import os
import stat

LIMIT = 64 * 1024
"""How many bytes a log holds before it becomes the older one, in the place of the one before it."""

_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def write_line(path: str, line: str) -> None:
    """The line is at the end of the file `path`, which is made where it is missing; OSError where it cannot be."""
    descriptor = os.open(path, _FLAGS, 0o600)
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            raise OSError(f"{path} is no file of its own")
        os.write(descriptor, (" ".join(line.split()) + "\n").encode("utf-8", "backslashreplace"))
        full = found.st_size > LIMIT
    finally:
        os.close(descriptor)
    if full:
        os.replace(path, f"{path}.older")
