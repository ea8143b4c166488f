"""One writer at a time in a tree: a lock on a file that stands beside the others and is never replaced.

The kernel gives the lock back when its holder dies, so there is nothing to clean up and nothing to break.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, get_ident, main_thread

from agentstate.files import system
from agentstate.files.failures import explained, quoted
from agentstate.files.folders import enter, entered, folder_and_name, leave, open_regular
from agentstate.files.read import read_file
from agentstate.files.write import write_atomic
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern

LONGEST = 25.0
"""Seconds that a verb waits: with the time that it takes to start on a busy machine, whoever called it hears within thirty."""

_PAUSE = 0.01
"""Seconds between two attempts where the kernel has no queue: many waiters on a short write, and nobody waits long for nothing."""

_AGAIN = 0.1
"""Seconds from one signal that ends the waiting to the next: one that comes just before the call begins to wait would be lost."""

_IGNORE_FILE = layout.LOCAL + "/.gitignore"
_IGNORE_ALL = b"*\n"
_PROCESS = pattern(rb"[0-9]{1,10}\n")

_held: set[tuple[int, ...]] = set()
"""Process, thread, device and number of each root whose lock is held here; the process, since a fork inherits this set."""


@contextmanager
def locked(root: Path, timeout: float = LONGEST) -> Iterator[None]:
    """Nobody else is in here for this root, neither another process nor another thread; the holder may enter again.

    AgentStateError where the lock is not to be had within `timeout` seconds (it names the lock and, if known, the process
    that holds it), where the file system has no locks, and where a link stands in the way. Nothing runs without the lock.
    Afterwards `.agent/local/` exists, is open to its owner alone and keeps itself out of git.
    """
    with explained("lock", layout.LOCK):
        found = os.stat(root)
    key = (os.getpid(), get_ident(), found.st_dev, found.st_ino)
    if key in _held:
        yield
        return
    descriptor = _acquire(root, timeout)
    _held.add(key)
    try:
        yield
    finally:
        _held.discard(key)
        _release(descriptor)


def _acquire(root: Path, timeout: float) -> int:
    """The descriptor that holds the lock."""
    deadline = time.monotonic() + timeout
    while True:
        with explained("lock", layout.LOCK):
            descriptor = _open(root)
            try:
                _refuse_second_name(descriptor)
                if _wait(descriptor, deadline) and _is_in_place(root, descriptor):
                    _sign(descriptor)
                    _keep_out_of_git(root)
                    return descriptor
            except BaseException:
                system.close(descriptor)
                raise
            system.close(descriptor)
        if time.monotonic() >= deadline:
            raise _held_elsewhere(root, timeout)


def _open(root: Path) -> int:
    parents, name = folder_and_name(layout.LOCK)
    _make_folder(root)
    with entered(root, parents) as folder:
        return open_regular(folder, name, layout.LOCK, os.O_RDWR | os.O_CREAT)


def _make_folder(root: Path) -> None:
    """`.agent/local/` exists, open to its owner alone."""
    with entered(root, [layout.FOLDER], create=True) as folder:
        leave(enter(folder, layout.LOCAL.rpartition("/")[2], layout.LOCAL, create=0o700))


def _keep_out_of_git(root: Path) -> None:
    """`.agent/local/` ignores itself, whatever the branch ignores or says about it."""
    if read_file(root, _IGNORE_FILE, len(_IGNORE_ALL)) != _IGNORE_ALL:
        write_atomic(root, _IGNORE_FILE, _IGNORE_ALL)


def _refuse_second_name(descriptor: int) -> None:
    """The holder writes into the lock, and must not write into somebody else's file."""
    if system.opened_status(descriptor).st_nlink > 1:
        raise AgentStateError(f"{quoted(layout.LOCK)} is a hard link to another file", "remove it and run the command again")


def _wait(descriptor: int, deadline: float) -> bool:
    """Whether the lock was to be had by then. Mostly nobody holds it; where somebody does, who came first gets it first."""
    return _take(descriptor) or (_queue if _has_queue() else _poll)(descriptor, deadline)


def _has_queue() -> bool:
    """Whether we can stand in the kernel's queue, which a signal has to call us out of: one that nobody else here uses or blocks."""
    try:
        import fcntl  # noqa: F401
        import signal

        timer, blocked = signal.getitimer(signal.ITIMER_REAL), signal.pthread_sigmask(signal.SIG_BLOCK, ())
    except (ImportError, AttributeError):
        return False
    ours = current_thread() is main_thread() and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    return ours and timer == (0.0, 0.0) and signal.SIGALRM not in blocked


class _TooLate(BaseException):
    """The time is over; an exception, since a call that a signal interrupts is made again otherwise."""


def _queue(descriptor: int, deadline: float) -> bool:
    """Waits in the kernel, which wakes whoever has waited longest and costs the holder nothing."""
    import fcntl
    import signal

    is_waiting = True

    def end(_number: int, _frame: object) -> None:
        nonlocal is_waiting
        if is_waiting:
            is_waiting = False
            raise _TooLate

    seconds = deadline - time.monotonic()
    if seconds <= 0:
        return False
    signal.signal(signal.SIGALRM, end)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except _TooLate:
        return False
    finally:
        is_waiting = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    return True


def _poll(descriptor: int, deadline: float) -> bool:
    """Asks again and again, with one call for each try: many waiters must not keep the holder from its work."""
    while time.monotonic() < deadline:
        time.sleep(_PAUSE)
        if _take(descriptor):
            return True
    return False


def _take(descriptor: int) -> bool:
    """Whether the lock is ours now; OSError where there are no locks. filelock is slow to load and decides the unclear cases."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        from filelock import lock_descriptor

        return lock_descriptor(descriptor, blocking=False)
    return True


def _is_in_place(root: Path, descriptor: int) -> bool:
    """Whether the lock we hold is still the one that others find: `git clean -fdx` takes the whole folder away."""
    parents, name = folder_and_name(layout.LOCK)
    try:
        with entered(root, parents) as folder:
            return os.path.samestat(system.status(folder, name), system.opened_status(descriptor))
    except FileNotFoundError:
        return False


def _sign(descriptor: int) -> None:
    """Our process number in the lock; on a full disk it holds without. Nothing of ours is left unsynced, not even this."""
    with suppress(OSError):
        system.truncate(descriptor)
        system.write(descriptor, memoryview(b"%d\n" % os.getpid()))
        system.sync(descriptor)


def _release(descriptor: int) -> None:
    """Closing gives the lock back, whatever else fails."""
    with suppress(OSError):
        system.truncate(descriptor)
    with suppress(OSError):
        system.close(descriptor)


def _held_elsewhere(root: Path, timeout: float) -> AgentStateError:
    found = read_file(root, layout.LOCK, 16)
    holder = f"process {int(found)}" if isinstance(found, bytes) and _PROCESS.fullmatch(found) else "another process"
    return AgentStateError(
        f"cannot lock {quoted(str(root / layout.LOCK))} within {timeout:g} seconds: {holder} holds it",
        f"let {holder} finish, or end it if it hangs, and run the command again",
    )
