"""An operating system that can be told to fail or to stop dead at any of the calls of `agentstate.files.system`."""

import errno
import inspect
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

import agentstate.files
from agentstate.files import system

CALLS = tuple(
    name
    for name, call in vars(system).items()
    if inspect.isfunction(call) and call.__module__ == system.__name__ and not name.startswith("_")
)
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EMFILE)
PACKAGES = Path(agentstate.files.__file__).parents[2]


class PowerCut(BaseException):
    """The process is no more; nothing that it does from here on reaches the disk."""


class Machine:
    """Records each call; call number `at` (from 0) raises, once or, with `lasting`, from there on. Descriptors are closed all the same.

    Nothing is really synced: that shows only to somebody who pulls the plug, and takes most of the time.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self.at = -1
        self.error: BaseException = PowerCut()
        self.lasting = False
        self.opened: set[int] = set()
        monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
        for name in CALLS:
            monkeypatch.setattr(system, name, self._wrapped(name, getattr(system, name)))

    def fail(self, at: int, error: BaseException, *, lasting: bool = False) -> None:
        self.calls, self.at, self.error, self.lasting = [], at, error, lasting

    def heal(self) -> None:
        self.fail(-1, PowerCut())

    def cut(self, at: int) -> None:
        self.fail(at, PowerCut(), lasting=True)

    def restart(self) -> None:
        """As after a power cut: the descriptors are gone, and everything works again."""
        for descriptor in self.opened:
            os.close(descriptor)
        self.opened.clear()
        self.heal()

    def _wrapped(self, name: str, call: Callable[..., object]) -> Callable[..., object]:
        def wrapped(*arguments: object, **options: object) -> object:
            number = len(self.calls)
            self.calls.append(name)
            broken = number >= self.at >= 0 if self.lasting else number == self.at
            if broken and not name.startswith("close"):
                raise self.error
            result = call(*arguments, **options)
            if isinstance(result, int) and name.startswith("open"):
                self.opened.add(result)
            if name.startswith("close"):
                self.opened -= {each for each in arguments if isinstance(each, int)}
            if broken:
                raise self.error
            return result

        return wrapped


def disk_error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@contextmanager
def at_once() -> Iterator[None]:
    """What hangs inside fails instead."""

    def too_late(_number: int, _frame: object) -> None:
        pytest.fail("still waiting")

    before = signal.signal(signal.SIGALRM, too_late)
    signal.alarm(20)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def everything_is_permitted() -> bool:
    """Whether permissions mean nothing to us, as to root."""
    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).chmod(0)
        return os.access(file.name, os.R_OK)


def open_descriptors() -> int:
    listed = Path("/proc/self/fd")
    return sum(1 for _ in listed.iterdir()) if listed.is_dir() else 0


def picture(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: the bytes of files, the target of links, what else there is by its kind."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        else:
            found[name] = path.read_bytes() if path.is_file() else "folder" if path.is_dir() else "other"
    return found


def start(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    """A child that runs `program`; it says on stdout where it is, and stdin can hold it."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(PACKAGES)},
    )


def out(child: subprocess.Popen[bytes]) -> IO[bytes]:
    assert child.stdout is not None
    return child.stdout


def end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    child.communicate()
