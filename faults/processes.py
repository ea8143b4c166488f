"""The command as processes of its own, without the time that starting Python takes: each is a fork of this one."""

import os
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path


def fork(work: Callable[[], int], at: Path, said: Path) -> int:
    """The number of a process that does `work` in `at`, in a group of its own; what it prints is added to the file `said`."""
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads that a test run has are not needed in the child
        child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setsid()
        os.chdir(at)
        out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for stream in (1, 2):
            os.dup2(out, stream)
        sys.stdout, sys.stderr = (os.fdopen(stream, "w", encoding="utf-8", buffering=1, closefd=False) for stream in (1, 2))
        code = work()
    except BaseException:  # noqa: BLE001 - nothing of the parent may run in the child
        import traceback

        traceback.print_exc()
    finally:
        os._exit(code)


def command(*words: str) -> Callable[[], int]:
    """What a process does that runs `agentstate WORDS`; it ends there."""

    def work() -> int:
        from agentstate.cli.main import process

        sys.argv = ["agentstate", *words]
        process()

    return work


def ended(child: int, seconds: float) -> int | None:
    """The exit code of the process, negative for a signal; None where it goes on after so many seconds."""
    deadline = time.monotonic() + seconds
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= deadline:
            return None
        time.sleep(0.002)


def code_of(child: int) -> int:
    """The exit code of the process, once it has ended."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def warm() -> None:
    """Everything that a verb imports is imported: a fork starts with it."""
    from agentstate.cli.group import COMMANDS, load

    for name in COMMANDS:
        load(name)
    import subprocess  # noqa: F401

    import agentstate.cli.hooking.process
    import agentstate.git.commit
    import agentstate.journal.journal
    import agentstate.workspace  # noqa: F401
