"""The calls to the operating system and to git that the tool makes in this process: counted, recorded, and made to fail at any one."""

import errno
import fcntl
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from agentstate.git import child

_OS = (
    *("open", "close", "read", "write", "fsync", "ftruncate", "fchmod", "chmod", "replace", "rename", "link", "unlink", "mkdir", "rmdir"),
    *("stat", "lstat", "fstat", "scandir", "listdir", "readlink", "lseek"),
)
_CHANGING = frozenset({"write", "ftruncate", "fchmod", "chmod", "replace", "rename", "link", "unlink", "mkdir", "rmdir"})
_CHANGING_GIT = frozenset({"unpack-objects", "update-index", "commit-tree", "update-ref", "add"})
_CLOSING = frozenset({"close"})

ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EMFILE, errno.ENOLCK)
GIT_FAILS = -1
"""In place of an error number: git starts, and ends with 128 for want of space."""

_FAILING_GIT = [b"sh", b"-c", b"echo 'fatal: unable to write new index file: No space left on device' >&2; exit 128"]


class Cut(BaseException):
    """The process is no more; nothing that it does from here on reaches the disk."""


class Calls:
    """What was called, by name, with whether it changes anything. Number `at` (from 0, counted over all or `only_changes`) fails."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.changes: list[int] = []
        self.at = -1
        self.error: int | None = None
        self.half = False
        self.opened: set[int] = set()
        self.is_cut = False
        self.seen: Callable[[str, tuple[Any, ...], dict[str, Any], object], None] | None = None

    def reset(self, at: int = -1, error: int | None = None, *, half: bool = False) -> None:
        """From now on call `at` fails with `error`, or with None the process ends there: before the call, or in the middle of a write."""
        for descriptor in self.opened:
            os_close(descriptor)
        self.opened.clear()
        self.names, self.changes, self.at, self.error, self.half, self.is_cut = [], [], at, error, half, False

    def meet(self, name: str, *, changes: bool) -> bool:
        """Counts the call; whether it is to fail."""
        if self.is_cut:
            raise Cut
        number = len(self.names)
        self.names.append(name)
        if changes:
            self.changes.append(number)
        return number == self.at


os_close = os.close


def _is_ours() -> bool:
    """Whether the tool calls; the pipes to git are no matter of its own, git fails as a whole."""
    caller = str(sys._getframe(2).f_globals.get("__name__", ""))  # noqa: SLF001
    return caller.startswith("agentstate.") and caller != child.__name__


def _changes(name: str, arguments: tuple[Any, ...]) -> bool:
    return name in _CHANGING or (name == "open" and len(arguments) > 1 and bool(arguments[1] & os.O_CREAT))


def _wrapped(calls: Calls, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def wrapped(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - whatever the call takes
        if not _is_ours():
            return call(*arguments, **options)
        failing = calls.meet(name, changes=_changes(name, arguments))
        if failing and calls.error is None:
            if calls.half and name == "write":
                call(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
            calls.is_cut = True
            raise Cut
        if failing and name not in _CLOSING:
            raise OSError(calls.error, os.strerror(calls.error or 0))
        result: Any = None if name == "fsync" else call(*arguments, **options)
        if calls.seen:
            calls.seen(name, arguments, options, result)
        if name == "open":
            calls.opened.add(result)
        elif name == "close":
            calls.opened.discard(arguments[0])
        if failing:
            raise OSError(calls.error, os.strerror(calls.error or 0))
        return result

    return wrapped


def _starting(calls: Calls, start: Callable[..., Any]) -> Callable[..., Any]:
    def started(words: Sequence[bytes], *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as above
        verb = next((word for word in map(os.fsdecode, words) if word in _CHANGING_GIT), "git")
        failing = calls.meet(f"git {verb}", changes=verb != "git")
        if failing and calls.error is None:
            calls.is_cut = True
            raise Cut
        if failing and calls.error != GIT_FAILS:
            raise OSError(calls.error, os.strerror(calls.error or 0))
        return start(_FAILING_GIT if failing else words, *arguments, **options)

    return started


@contextmanager
def watched() -> Iterator[Calls]:
    """All calls of the tool are seen, until the end of the block. fsync does nothing: only a power cut would show it."""
    calls = Calls()
    before = {name: getattr(os, name) for name in _OS}
    flock, start = fcntl.flock, child.start
    for name, call in before.items():
        setattr(os, name, _wrapped(calls, name, call))
    fcntl.flock = _wrapped(calls, "flock", flock)
    child.start = _starting(calls, start)
    try:
        yield calls
    finally:
        calls.reset()
        for name, call in before.items():
            setattr(os, name, call)
        fcntl.flock, child.start = flock, start
