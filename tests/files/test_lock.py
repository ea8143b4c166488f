import errno
import fcntl
import os
import shutil
import signal
import stat
import time
from pathlib import Path
from threading import Thread

import filelock
import pytest

from agentstate.files import lock, system
from agentstate.files.lock import locked
from agentstate.files.read import read_file
from agentstate.vocabulary.errors import AgentStateError
from tests.files.machine import Machine, disk_error, end, out, picture, start

LOCK = ".agent/local/lock"
HOLDER = """
import os, signal, sys
from pathlib import Path
from agentstate.files.lock import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    if sys.argv[2] == "freeze":
        os.kill(os.getpid(), signal.SIGSTOP)
    sys.stdin.readline()
"""

WAITER = """
import sys
from pathlib import Path
from agentstate.files.lock import locked
print("waiting", flush=True)
with locked(Path(sys.argv[1])), open(Path(sys.argv[1]) / "order", "a") as order:
    order.write(sys.argv[2])
"""


def waiting_for(root: Path) -> int:
    """How many processes stand in the kernel's queue for the lock."""
    number = f":{(root / LOCK).stat().st_ino} "
    return sum(" -> " in line and number in line for line in Path("/proc/locks").read_text("utf-8").split("\n"))


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refusal(caught: pytest.ExceptionInfo[AgentStateError]) -> tuple[str, str, int]:
    return caught.value.message, caught.value.hint, caught.value.exit_code


def held_elsewhere(root: Path, holder: str) -> tuple[str, str, int]:
    message = f'cannot lock "{root / LOCK}" within 0 seconds: {holder} holds it'
    return message, f"let {holder} finish, or end it if it hangs, and run the command again", 2


def held_by_another_descriptor(root: Path) -> int:
    """The lock taken as another process would, without being known here."""
    descriptor = os.open(root / LOCK, os.O_RDWR)
    filelock.lock_descriptor(descriptor)
    return descriptor


def test_the_local_folder_is_private_and_keeps_out_of_git(root: Path) -> None:
    os.umask(0)
    with locked(root):
        assert picture(root / ".agent") == {
            "STATE.yaml": b"old",
            "local": "folder",
            "local/.gitignore": b"*\n",
            "local/lock": b"%d\n" % os.getpid(),
        }
        assert (permissions(root / ".agent/local"), permissions(root / LOCK)) == (0o700, 0o600)
    assert (root / LOCK).read_bytes() == b""


def test_a_tree_that_is_not_there_yet_can_be_locked(tmp_path: Path) -> None:
    with locked(tmp_path):
        assert (permissions(tmp_path / ".agent"), permissions(tmp_path / ".agent/local")) == (0o755, 0o700)


@pytest.mark.parametrize("content", [b"", b"!*\n", b"*\n!journal\n"])
def test_a_branch_cannot_make_the_local_folder_tracked(root: Path, content: bytes) -> None:
    (root / ".agent/local").mkdir()
    (root / ".agent/local/.gitignore").write_bytes(content)
    with locked(root):
        pass
    assert (root / ".agent/local/.gitignore").read_bytes() == b"*\n"


def test_the_holder_may_enter_again(root: Path) -> None:
    with locked(root, 0):
        with locked(root, 0), locked(root, 0):
            pass
        other = os.open(root / LOCK, os.O_RDWR)
        assert not filelock.lock_descriptor(other, blocking=False)
    assert filelock.lock_descriptor(other, blocking=False)
    os.close(other)


def test_the_lock_of_another_root_is_another(root: Path, tmp_path: Path) -> None:
    with locked(root, 0), locked(tmp_path, 0):
        assert (tmp_path / LOCK).read_bytes() == (root / LOCK).read_bytes() == b"%d\n" % os.getpid()


def test_the_same_root_by_another_name_is_the_same(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    with locked(root, 0), locked(tmp_path / "link", 0):
        pass


def test_an_exception_inside_gives_the_lock_back(root: Path) -> None:
    with pytest.raises(KeyboardInterrupt), locked(root):
        raise KeyboardInterrupt
    os.close(held_by_another_descriptor(root))
    with locked(root, 0):
        pass


def test_another_thread_waits_too(root: Path) -> None:
    said: list[tuple[str, str, int]] = []

    def intrude() -> None:
        with pytest.raises(AgentStateError) as caught, locked(root, 0):
            pass
        said.append(refusal(caught))

    with locked(root):
        thread = Thread(target=intrude)
        thread.start()
        thread.join()
    assert said == [held_elsewhere(root, f"process {os.getpid()}")]


def test_a_frozen_holder_is_named_and_readers_go_on(root: Path) -> None:
    child = start(HOLDER, str(root), "freeze")
    try:
        assert out(child).readline() == b"locked\n"
        with pytest.raises(AgentStateError) as caught, locked(root, 0):
            pass
        assert refusal(caught) == held_elsewhere(root, f"process {child.pid}")
        assert read_file(root, ".agent/STATE.yaml", 100) == b"old"
    finally:
        end(child)
    with locked(root, 0):
        assert (root / LOCK).read_bytes() == b"%d\n" % os.getpid()


def test_a_waiter_gets_the_lock_when_the_holder_ends(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = start(HOLDER, str(root), "wait")
    asked: list[int] = []
    flock = fcntl.flock

    def release(descriptor: int, how: int) -> None:
        asked.append(how)
        if how == fcntl.LOCK_EX:
            child.kill()
        flock(descriptor, how)

    try:
        assert out(child).readline() == b"locked\n"
        monkeypatch.setattr(fcntl, "flock", release)
        with locked(root):
            assert asked == [fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX]
    finally:
        end(child)


def test_who_came_first_gets_the_lock_first(root: Path) -> None:
    """No matter how long each has waited: whoever asks again and again gets it by lot, and one of many draws none for half a minute."""
    with locked(root):
        pass
    waiters = []
    descriptor = held_by_another_descriptor(root)
    try:
        for number in range(5):
            waiters.append(start(WAITER, str(root), str(number)))
            assert out(waiters[-1]).readline() == b"waiting\n"
            while waiting_for(root) <= number:
                os.sched_yield()
        os.close(descriptor)
        assert [waiter.wait() for waiter in waiters] == [0] * 5
        assert (root / "order").read_text("utf-8") == "01234"
    finally:
        for waiter in waiters:
            end(waiter)


def test_what_is_waited_for_in_vain_is_told_in_time_and_the_signal_is_free_again(root: Path) -> None:
    with locked(root):
        pass
    descriptor = held_by_another_descriptor(root)
    with pytest.raises(AgentStateError) as caught, locked(root, 0.05):
        pass
    os.close(descriptor)
    assert caught.value.message == f'cannot lock "{root / LOCK}" within 0.05 seconds: another process holds it'
    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == (signal.SIG_DFL, (0.0, 0.0))


def test_the_time_is_over_also_where_the_signal_comes_before_the_call_waits(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with locked(root):
        pass
    descriptor = held_by_another_descriptor(root)
    flock = fcntl.flock

    def early(descriptor: int, how: int) -> None:
        if how == fcntl.LOCK_EX:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
            signal.sigwait({signal.SIGALRM})
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
        flock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", early)
    with pytest.raises(AgentStateError), locked(root, 0.01):
        pass
    os.close(descriptor)


@pytest.mark.parametrize("hindrance", ["a handler", "a timer", "a mask", "a thread"])
def test_where_the_signal_is_another_s_the_lock_is_asked_for_again(root: Path, monkeypatch: pytest.MonkeyPatch, hindrance: str) -> None:
    with locked(root):
        pass
    descriptor = held_by_another_descriptor(root)
    paused: list[float] = []

    def release(seconds: float) -> None:
        paused.append(seconds)
        if len(paused) == 3:
            os.close(descriptor)

    def wait() -> None:
        with locked(root):
            pass

    monkeypatch.setattr(time, "sleep", release)
    before = signal.getsignal(signal.SIGALRM)
    try:
        if hindrance == "a handler":
            signal.signal(signal.SIGALRM, lambda *_: None)
        elif hindrance == "a timer":
            signal.setitimer(signal.ITIMER_REAL, 1000)
        elif hindrance == "a mask":
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        if hindrance == "a thread":
            thread = Thread(target=wait)
            thread.start()
            thread.join()
        else:
            wait()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    assert paused == [0.01] * 3


@pytest.mark.parametrize("content", [b"", b"1234", b"12345678901\n", b"-1\n", b"1\n2\n", "\u0661\n".encode(), b"x" * 100])
def test_a_holder_that_does_not_say_who_it_is(root: Path, content: bytes) -> None:
    (root / ".agent/local").mkdir()
    (root / LOCK).write_bytes(content)
    descriptor = held_by_another_descriptor(root)
    with pytest.raises(AgentStateError) as caught, locked(root, 0):
        pass
    os.close(descriptor)
    assert refusal(caught) == held_elsewhere(root, "another process")


@pytest.mark.parametrize("how", ["removed", "made anew", "made anew with its folder", "made anew with the tree"])
def test_a_lock_that_was_taken_away_meanwhile_is_taken_again(root: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    taken: list[int] = []
    take = lock._take

    def disturbed(descriptor: int) -> bool:
        ours = take(descriptor)
        taken.append(os.fstat(descriptor).st_ino)
        if len(taken) == 1:
            os.link(root / LOCK, root / "keeps the number in use")
            if how.endswith("folder"):
                shutil.rmtree(root / ".agent/local")
            elif how.endswith("tree"):
                shutil.rmtree(root / ".agent")
            else:
                (root / LOCK).unlink()
            if how.startswith("made"):
                (root / ".agent/local").mkdir(parents=True, exist_ok=True)
                (root / LOCK).write_bytes(b"")
        return ours

    monkeypatch.setattr(lock, "_take", disturbed)
    with locked(root):
        other = os.open(root / LOCK, os.O_RDWR)
        assert not filelock.lock_descriptor(other, blocking=False)
        assert taken == [taken[0], os.fstat(other).st_ino]
        assert taken[0] != taken[1]
        os.close(other)


@pytest.mark.parametrize("linked", [".agent", ".agent/local"])
def test_a_link_in_place_of_a_folder_is_refused(root: Path, outside: Path, linked: str) -> None:
    if linked == ".agent":
        (root / ".agent").rename(root / "moved")
    (root / linked).symlink_to(outside)
    with pytest.raises(AgentStateError) as caught, locked(root, 0):
        pass
    assert refusal(caught) == (f'"{linked}" is a symbolic link, not a folder', "put a real folder in its place", 2)


@pytest.mark.parametrize("name", ["lock", ".gitignore"])
@pytest.mark.parametrize("target", ["secret.txt", "created"])
def test_a_link_in_place_of_a_file_is_refused(root: Path, outside: Path, name: str, target: str) -> None:
    (root / ".agent/local").mkdir()
    (root / ".agent/local" / name).symlink_to(outside / target)
    with pytest.raises(AgentStateError) as caught, locked(root, 0):
        pass
    assert refusal(caught) == (f'".agent/local/{name}" is a symbolic link, not a regular file', "put a regular file in its place", 2)


def test_a_hard_link_in_place_of_the_lock_is_refused(root: Path, outside: Path) -> None:
    (root / ".agent/local").mkdir()
    (root / LOCK).hardlink_to(outside / "secret.txt")
    with pytest.raises(AgentStateError) as caught, locked(root, 0):
        pass
    assert refusal(caught) == (f'"{LOCK}" is a hard link to another file', "remove it and run the command again", 2)


def test_a_fifo_in_place_of_the_lock_is_refused(root: Path) -> None:
    (root / ".agent/local").mkdir()
    os.mkfifo(root / LOCK)
    with pytest.raises(AgentStateError) as caught, locked(root, 0):
        pass
    assert refusal(caught) == (f'"{LOCK}" is a FIFO, not a regular file', "put a regular file in its place", 2)


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.ENOLCK, "no locks available"), (errno.ENOSYS, "function not implemented"), (errno.EOPNOTSUPP, "operation not supported")],
)
def test_without_locks_nothing_runs(root: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str) -> None:
    monkeypatch.setattr("fcntl.flock", lambda *_arguments: (_ for _ in ()).throw(disk_error(number)))
    with pytest.raises(AgentStateError) as caught, locked(root):
        pytest.fail("ran unlocked")
    assert refusal(caught) == (f'cannot lock "{LOCK}": {said}', "move the repository to a file system that has file locks", 2)


def test_a_root_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(AgentStateError) as caught, locked(tmp_path / "none"):
        pass
    message = f'cannot lock "{LOCK}": no such file or directory'
    assert refusal(caught) == (message, "check the disk and the file's folder, then run the command again", 2)


def test_a_full_disk_does_not_hinder_the_lock(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with locked(root, 0):
        pass

    def full(_descriptor: int, _data: memoryview) -> int:
        raise disk_error(errno.ENOSPC)

    monkeypatch.setattr(system, "write", full)
    with locked(root, 0):
        assert (root / LOCK).read_bytes() == b""


@pytest.mark.parametrize("number", [errno.EIO, errno.EMFILE])
def test_any_call_that_fails_leaves_no_lock_behind(root: Path, machine: Machine, number: int) -> None:
    with locked(root, 0):
        pass
    for at in range(len(machine.calls)):
        shutil.rmtree(root / ".agent")
        machine.fail(at, disk_error(number))
        try:
            with locked(root, 0):
                inside = True
        except AgentStateError:
            inside = False
        assert inside or machine.calls[at] != "truncate"
        machine.heal()
        os.close(held_by_another_descriptor(root)) if (root / LOCK).exists() else None
        with locked(root, 0):
            assert (root / ".agent/local/.gitignore").read_bytes() == b"*\n"


def test_filelock_is_loaded_only_where_it_has_to_decide(root: Path) -> None:
    program = "import sys; from pathlib import Path; from agentstate.files.lock import locked\n"
    program += "with locked(Path(sys.argv[1])): print('filelock' in sys.modules)"
    child = start(program, str(root))
    assert child.communicate()[0] == b"False\n"
    assert child.returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="permissions are of posix")
def test_the_ignore_file_is_closed_to_others(root: Path) -> None:
    with locked(root):
        assert permissions(root / ".agent/local/.gitignore") == 0o600
