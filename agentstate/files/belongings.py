"""A file among the user's own, outside of any repository: where it really is, and whose."""

import os
import stat
from pathlib import Path

from agentstate.files.failures import explained, quoted
from agentstate.files.folders import entered, folder_and_name, open_regular
from agentstate.files.system import close, opened_status, set_mode
from agentstate.vocabulary.errors import AgentStateError


def real_place(path: Path, home: Path) -> tuple[Path, str]:
    """A folder that exists and the way from it to the file, without links: dotfiles are often links to a folder kept in a repository.

    The file need not exist. AgentStateError where it, or the folder in which it would be made, belongs to another user.
    """
    real = Path(os.path.realpath(path))
    base = next(folder for folder in real.parents if folder.is_dir())
    _refuse_others(real if os.path.lexists(real) else base)
    own = Path(os.path.realpath(home))
    base = own if real.is_relative_to(own) else base
    return base, real.relative_to(base).as_posix()


def _refuse_others(path: Path) -> None:
    if hasattr(os, "geteuid") and os.lstat(path).st_uid != os.geteuid():
        raise AgentStateError(f"{quoted(str(path))} belongs to another user", "run the command as its owner, or take a place of your own")


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
