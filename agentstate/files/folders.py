"""The way from the root to a file: which paths are taken at all, and how each folder on the way is entered."""

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from agentstate.files import system
from agentstate.files.failures import not_a_file, not_a_folder, quoted
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern

_WINDOWS_ONLY = pattern(r".*[\\:].*|(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE | re.DOTALL)
_GIT_FOLDER = frozenset({".git", "git~1"})


def is_git_folder(name: str) -> bool:
    """Whether some file system takes this name for `.git`: by case, trailing dots, a stream's name or characters it ignores."""
    plain = name.partition(":")[0]
    if not plain.isascii():
        from unicodedata import category

        plain = "".join(character for character in plain if category(character) != "Cf")
    return plain.rstrip(". ").casefold() in _GIT_FOLDER


def can_be_named(path: str) -> bool:
    """Whether the operating system has a name for this path at all."""
    try:
        return bool(path) and b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        return False


def components(path: str) -> tuple[str, ...]:
    """The names on the way from the root to `path`, none for the root itself.

    Refused with an AgentStateError: whatever does not stay below the root by its mere spelling (absolute, `..`, `~`, a drive
    letter) and everything inside `.git`.
    """
    names = tuple(name for name in path.split("/") if name not in {"", "."})
    astray = path.startswith(("/", "\\", "~")) or _has_drive(path) or ".." in names or any(map(is_git_folder, names))
    foreign = not system.DESCRIPTORS and any(map(_WINDOWS_ONLY.fullmatch, names))
    if astray or foreign or not can_be_named(path):
        raise AgentStateError(f"{quoted(path)} is not a path below the folder of the tree", "name a path relative to that folder, with /")
    return names


def _has_drive(path: str) -> bool:
    return path[1:2] == ":" and path[0].isascii() and path[0].isalpha()


def folder_and_name(path: str) -> tuple[tuple[str, ...], str]:
    """The folders on the way to the file `path`, and its name in the last of them."""
    names = components(path)
    if not names:
        raise AgentStateError(f"{quoted(path)} is a folder, not a regular file", "name a file")
    return names[:-1], names[-1]


@contextmanager
def entered(root: Path, names: Sequence[str], *, create: bool = False) -> Iterator[system.Folder]:
    """The folder at the end of `names`, open; with `create`, missing ones are made (0777 less the umask).

    FileNotFoundError where one is missing; AgentStateError where one is a link or anything else that is not a folder.
    """
    folder = system.open_root(root)
    try:
        for depth, name in enumerate(names, 1):
            inner = enter(folder, name, "/".join(names[:depth]), create=0o777 if create else None)
            outer, folder = folder, inner
            leave(outer)
        yield folder
    finally:
        leave(folder)


def leave(folder: system.Folder) -> None:
    """The folder is closed; a failure to do so endangers nothing in it."""
    with suppress(OSError):
        system.close_folder(folder)


def enter(parent: system.Folder, name: str, shown: str, *, create: int | None = None) -> system.Folder:
    """The folder `name` inside `parent`, open; a missing one is made with the mode `create`. `shown` names it in the refusal."""
    try:
        return system.open_folder(parent, name)
    except FileNotFoundError:
        if create is None:
            raise
        with suppress(FileExistsError):
            system.make_folder(parent, name, create)
        system.sync_folder(parent)
        return enter(parent, name, shown)
    except OSError as error:
        mode = system.status(parent, name).st_mode
        if stat.S_ISDIR(mode):
            raise
        raise not_a_folder(shown, mode) from error


def open_regular(folder: system.Folder, name: str, path: str, flags: int) -> int:
    """A descriptor of the regular file `name` inside `folder`; AgentStateError where it is anything else.

    It is looked at before it is opened, since opening a device may already do something, and again afterwards.
    """
    try:
        refuse_irregular(path, system.status(folder, name).st_mode)
    except FileNotFoundError:
        if not flags & os.O_CREAT:
            raise
    descriptor = system.open_file(folder, name, flags)
    try:
        refuse_irregular(path, system.opened_status(descriptor).st_mode)
    except BaseException:
        system.close(descriptor)
        raise
    return descriptor


def refuse_irregular(path: str, mode: int) -> None:
    """An AgentStateError where `mode` is not that of a regular file."""
    if not stat.S_ISREG(mode):
        raise not_a_file(path, mode)
