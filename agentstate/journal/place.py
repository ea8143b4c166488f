"""Where a journal is, and that nothing there leads elsewhere or is open to others.

The way is looked at name by name before SQLite opens the file by its path: a repository can bring links with it, but it cannot
exchange anything while we look, and the folder is closed to everybody else.
"""

import os
import stat

from agentstate.journal.failures import quoted
from agentstate.vocabulary.errors import AgentStateError

FOLDER = ".agent"
LOCAL = "local"
NAME = "journal.db"
NEW = "journal.new"
LOCK = "journal.lock"
QUEUE = "journal.queue"
COMPANIONS = ("", "-wal", "-shm", "-journal")
"""What SQLite appends to the name of a database for the files that belong to it."""

ASIDE: list[str] = []
"""What this process has set aside, by its new name."""

_IGNORE_ALL = b"*\n"
_JUNCTION = 0xA0000003
_KINDS = (
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISREG, "a file"),
    (stat.S_ISFIFO, "a FIFO"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISCHR, "a device"),
)
_CREATE = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)

Identity = tuple[int, int]


def local_folder(root: str) -> str:
    """The folder of what is never committed, below the folder `root` that holds `.agent/`."""
    return os.path.join(root, FOLDER, LOCAL)


def make_local_folder(root: str) -> str:
    """The same folder, there, closed to others and out of git's sight. AgentStateError where a name on the way is no folder of ours."""
    folder = local_folder(root)
    _refuse_no_folder(os.path.join(root, FOLDER))
    try:
        os.mkdir(folder, 0o700)
        os.chmod(folder, 0o700)  # whatever the umask took
    except FileExistsError:
        _refuse_no_folder(folder)
    _close_to_others(folder)
    _keep_out_of_git(folder)
    return folder


def is_there(root: str) -> bool:
    """Whether a journal, or something in its place, is below `root`.

    AgentStateError where a name on the way is no folder of ours, OSError where we may not look.
    """
    folder = local_folder(root)
    return _is_folder(os.path.join(root, FOLDER)) and _is_folder(folder) and _status(os.path.join(folder, NAME)) is not None


def identity(path: str) -> Identity | None:
    """Which file stands at `path`, None where none does; AgentStateError where it is not a regular file of its own."""
    found = _status(path)
    if found is None:
        return None
    if not stat.S_ISREG(found.st_mode):
        raise AgentStateError(f"{quoted(path)} is {_kind(found.st_mode)}, not a regular file", "remove it and run the command again")
    if found.st_nlink > 1:
        raise AgentStateError(f"{quoted(path)} is a hard link to another file", "remove it and run the command again")
    return found.st_dev, found.st_ino


def examined(path: str) -> Identity | None:
    """As `identity`, and every file that SQLite keeps beside it is looked at too; all of them are closed to others."""
    found = identity(path)
    for companion in COMPANIONS:
        if identity(path + companion):
            _close_to_others(path + companion)
    return found


def create(path: str) -> None:
    """An empty file where none was, closed to others."""
    os.close(os.open(path, _CREATE, 0o600))
    os.chmod(path, 0o600)  # whatever the umask took


def clear(path: str) -> None:
    """A database and everything that belongs to it is gone."""
    for companion in COMPANIONS:
        _remove(path + companion)


def put_in_place(new: str, path: str) -> None:
    """The finished database `new` becomes the one at `path`; the change of names is on the disk afterwards."""
    os.replace(new, path)
    _sync_folder(os.path.dirname(path))


def set_aside(path: str) -> None:
    """Whatever stands at `path` gets the next free name `journal.damaged-N.db`, with everything that belongs to it."""
    number, stem = 1, path.removesuffix(".db")
    while any(os.path.lexists(f"{stem}.damaged-{number}.db{companion}") for companion in COMPANIONS):
        number += 1
    for companion in COMPANIONS:
        try:
            os.rename(path + companion, f"{stem}.damaged-{number}.db{companion}")
        except FileNotFoundError:
            continue
        if not companion:
            ASIDE.append(os.path.basename(f"{stem}.damaged-{number}.db"))


def damaged(folder: str) -> tuple[str, ...]:
    """The journals that were set aside in `folder`, as paths."""
    names = sorted(name for name in os.listdir(folder) if name.startswith("journal.damaged-") and name.endswith(".db"))
    return tuple(os.path.join(folder, name) for name in names)


def _refuse_no_folder(path: str) -> None:
    if not _is_folder(path):
        raise AgentStateError(f"there is no folder {quoted(path)}", "run: agentstate init")


def _is_folder(path: str) -> bool:
    """Whether a folder is there; AgentStateError where something else is."""
    found = _status(path)
    if found and (not stat.S_ISDIR(found.st_mode) or getattr(found, "st_reparse_tag", 0) == _JUNCTION):
        raise AgentStateError(f"{quoted(path)} is {_kind(found.st_mode)}, not a folder", "put a real folder in its place")
    return found is not None


def _status(path: str) -> os.stat_result | None:
    """What stands at `path` itself, None where nothing does; any other OSError is the caller's: who may not look has seen nothing."""
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None


def _kind(mode: int) -> str:
    return next((words for test, words in _KINDS if test(mode)), "something else")


def _close_to_others(path: str) -> None:
    """Only the owner may do anything, whatever somebody had added."""
    mode = stat.S_IMODE(os.lstat(path).st_mode)
    if os.name == "posix" and mode & 0o077:
        os.chmod(path, mode & 0o700)


def _keep_out_of_git(folder: str) -> None:
    """The folder ignores itself, whatever the branch ignores or says about it."""
    path = os.path.join(folder, ".gitignore")
    found = _status(path)
    if found and stat.S_ISREG(found.st_mode) and found.st_size == len(_IGNORE_ALL) and _content(path) == _IGNORE_ALL:
        return
    new = f"{path}.{os.getpid()}"
    _remove(new)
    create(new)
    with open(new, "r+b") as file:
        file.write(_IGNORE_ALL)
    os.replace(new, path)


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(len(_IGNORE_ALL) + 1)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def _sync_folder(folder: str) -> None:
    """The names in the folder are on the disk, where the platform can open a folder."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
