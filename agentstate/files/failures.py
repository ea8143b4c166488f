"""How a failure of this room is told: the file, the reason and the remedy, in one line each."""

import errno
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.visible import visible

_SHOWN = 200
_ACCESS = "make the file and its folder accessible to you, or run the command as their owner"
_SPACE = "free some disk space and run the command again"
_FILES = "close some programs or raise the limit of open files, then run the command again"
_LOCKS = "move the repository to a file system that has file locks"
_OTHER = "check the disk and the file's folder, then run the command again"
_HINTS = {
    errno.EACCES: _ACCESS,
    errno.EPERM: _ACCESS,
    errno.EROFS: _ACCESS,
    errno.ENOSPC: _SPACE,
    errno.EDQUOT: _SPACE,
    errno.EMFILE: _FILES,
    errno.ENFILE: _FILES,
    errno.ENOLCK: _LOCKS,
    errno.ENOSYS: _LOCKS,
    errno.ENOTSUP: _LOCKS,
    errno.EOPNOTSUPP: _LOCKS,
}
_KINDS = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISREG, "a file"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISCHR, "a device"),
)


def quoted(path: str) -> str:
    """The path in double quotes, on one line and at most 200 characters long, whatever is in it."""
    shown = visible(path, keep="")
    return f'"{shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + "…"}"'


def reason(error: OSError) -> str:
    """What the operating system says, in the manner of our messages."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def kind_of_mode(mode: int) -> str:
    """What a file of this mode is, with its article."""
    return next((words for test, words in _KINDS if test(mode)), "not a regular file")


def not_a_folder(path: str, mode: int) -> AgentStateError:
    """The refusal to go through `path`."""
    return AgentStateError(f"{quoted(path)} is {kind_of_mode(mode)}, not a folder", "put a real folder in its place")


def not_a_file(path: str, mode: int) -> AgentStateError:
    """The refusal to open `path`."""
    return AgentStateError(f"{quoted(path)} is {kind_of_mode(mode)}, not a regular file", "put a regular file in its place")


def failed(verb: str, path: str, error: OSError) -> AgentStateError:
    """The failure of an attempt to `verb` (read, write, remove, lock) the path."""
    return AgentStateError(f"cannot {verb} {quoted(path)}: {reason(error)}", _HINTS.get(error.errno or 0, _OTHER))


@contextmanager
def explained(verb: str, path: str) -> Iterator[None]:
    """Whatever the operating system refuses inside comes out as an AgentStateError."""
    try:
        yield
    except OSError as error:
        raise failed(verb, path, error) from error
