"""How calls wait for one another: those that change the journal in the order in which they came, the others until SQLite lets them.

SQLite knows no order. Whoever asks again at the right moment is next, and among sixteen busy writers one is unlucky for seconds.
So every writer takes a number first and waits until the one before it has left. That is a courtesy: what keeps writers apart is
SQLite's own lock, and where there are no such locks, or no space for the numbers, it is all there is.
"""

import os
import stat
import time

from agentstate.journal.engine import DatabaseError
from agentstate.journal.failures import is_busy

TYPE_CHECKING = False  # a hook does not pay for `typing`
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Answer = TypeVar("Answer")

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_MODE = 0o600
_MOST = 8
_DESK = 0
"""The byte to lock for taking a number; the place of number N is the byte N after it."""
_NUMBERS = 2**40
_SIZE = 8


def patiently(work: "Callable[[], Answer]", wait: float) -> "Answer":
    """What `work` returns, tried again for up to `wait` seconds while it fails because others are at work. It must not half happen."""
    deadline, tries = time.monotonic() + wait, 0
    while True:
        try:
            return work()
        except DatabaseError as error:
            if not is_busy(error) or time.monotonic() >= deadline:
                raise
        tries = min(tries + 1, _MOST)
        _pause(tries)


class Turn:
    """Entered when everybody who came before has left, or after `wait` seconds; it ends with the process at the latest."""

    def __init__(self, path: str, wait: float) -> None:
        self._path = path
        self._wait = wait
        self._descriptor = -1

    def __enter__(self) -> None:
        if fcntl:
            try:
                self._descriptor = os.open(self._path, _FLAGS, _MODE)
                found = os.fstat(self._descriptor)
                if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
                    if stat.S_IMODE(found.st_mode) != _MODE:
                        os.fchmod(self._descriptor, _MODE)
                    self._stand_in_line(time.monotonic() + self._wait)
            except OSError:
                self.__exit__()

    def __exit__(self, *_: object) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _stand_in_line(self, deadline: float) -> None:
        if self._locked(_DESK, deadline):
            last = int.from_bytes(os.pread(self._descriptor, _SIZE, 0), "big") % _NUMBERS
            own = last % (_NUMBERS - 1) + 1
            self._locked(own, deadline)
            os.pwrite(self._descriptor, own.to_bytes(_SIZE, "big"), 0)
            fcntl.lockf(self._descriptor, fcntl.LOCK_UN, 1, _DESK)
            if last:
                self._locked(last, deadline)

    def _locked(self, place: int, deadline: float) -> bool:
        """Whether the byte was to be had by then."""
        while True:
            try:
                fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
            except (BlockingIOError, PermissionError):
                if time.monotonic() >= deadline:
                    return False
            else:
                return True
            _pause(1)


def _pause(length: int) -> None:
    """Between half a millisecond and one and a half, `length` times, so that no two stay in step."""
    time.sleep(length * (0.0005 + time.perf_counter_ns() % 1_000 / 1e6))
