"""A file among the user's own, outside of any repository: where it really is, and whose."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from agentstate.files.failures import explained, quoted
from agentstate.files.folders import entered, folder_and_name, open_regular
from agentstate.files.system import close, opened_status, remove_folder, set_mode
from agentstate.vocabulary.errors import AgentStateError


def real_place(path: Path, home: Path) -> tuple[Path, str]:
    """A folder and the way from it to the file, without links: dotfiles are often links to a folder kept in a repository.

    The folder exists, as far as the home folder does; the file need not.
    """
    real, own = Path(os.path.realpath(path)), Path(os.path.realpath(home))
    base = own if real.is_relative_to(own) else _existing(real)
    return base, real.relative_to(base).as_posix()


def refuse_others(base: Path, path: str) -> None:
    """AgentStateError where the file, or the folder in which it would be made, belongs to another user."""
    real = base / path
    held = real if os.path.lexists(real) else _existing(real)
    if hasattr(os, "geteuid") and os.lstat(held).st_uid != os.geteuid():
        raise AgentStateError(f"{quoted(str(held))} belongs to another user", "run the command as its owner, or take a place of your own")


def refuse_read_only(base: Path, path: str) -> None:
    """AgentStateError where the file is there and its owner may not write it: somebody wanted it to stay as it is."""
    try:
        mode = os.lstat(base / path).st_mode
    except OSError:
        return
    if not mode & stat.S_IWUSR:
        raise AgentStateError(f"{quoted(path)} is read-only", "make it writable first, if you want that")


def remove_empty_folders(base: Path, path: str, most: int) -> None:
    """The folders right above the file are gone as far as they are empty, `most` of them and never `base`; none through a link."""
    above = path.split("/")[:-1]
    for length in range(len(above), max(0, len(above) - most), -1):
        parents, name = folder_and_name("/".join(above[:length]))
        with suppress(OSError, AgentStateError), entered(base, parents) as folder:
            remove_folder(folder, name)


def _existing(path: Path) -> Path:
    return next(folder for folder in path.parents if folder.is_dir())


def is_executable(root: Path, path: str) -> bool:
    """Whether its owner may run the file; where the platform has no such permission, every file may be."""
    mode = _mode(root, path)
    return os.name != "posix" or bool(mode & stat.S_IXUSR)


def make_executable(root: Path, path: str) -> None:
    """Whoever may read the file may run it."""
    parents, name = folder_and_name(path)
    with explained("write", path), entered(root, parents) as folder:
        descriptor = open_regular(folder, name, path, os.O_RDONLY)
        try:
            mode = stat.S_IMODE(opened_status(descriptor).st_mode)
            wanted = mode | (mode & 0o444) >> 2
            if wanted != mode:
                set_mode(descriptor, wanted)
        finally:
            close(descriptor)


def _mode(root: Path, path: str) -> int:
    parents, name = folder_and_name(path)
    with explained("read", path), entered(root, parents) as folder:
        descriptor = open_regular(folder, name, path, os.O_RDONLY)
        try:
            return opened_status(descriptor).st_mode
        finally:
            close(descriptor)
