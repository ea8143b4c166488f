"""Programs that are started without the standard library's help: what they get, what comes of them, and what does not get in the way."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agentstate.git import child
from agentstate.git.child import Child, LibraryChild, start


@pytest.fixture(params=[child.OPEN_FILES, "/nowhere"], ids=["own", "library"], autouse=True)
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "OPEN_FILES", request.param)


def sh(script: str, *, fed: bool = False) -> Child | LibraryChild:
    found = start([b"sh", b"-c", script.encode()], {"PATH": os.environ["PATH"]}, fed=fed)
    assert isinstance(found, Child if child.OPEN_FILES != "/nowhere" else LibraryChild)
    return found


def test_streams_and_exit_codes() -> None:
    ended = sh("cat; echo out; echo err >&2; exit 3")
    assert (ended.finish(), ended.code) == ((b"out\n", b"err\n"), 3)
    killed = sh("kill -9 $$")
    assert (killed.finish(), killed.code) == ((b"", b""), -9)


def test_more_is_given_and_said_on_both_streams_than_fits_into_a_pipe() -> None:
    given = os.urandom(1_000_000)
    running = sh("tee /dev/stderr", fed=True)
    assert running.finish(given, seconds=60) == (given, given)


def test_who_does_not_read_what_it_is_given_still_answers() -> None:
    running = sh("echo done", fed=True)
    assert (running.finish(b"x" * 1_000_000), running.code) == ((b"done\n", b""), 0)


def test_waiting_goes_on_after_the_time_was_over(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    running = sh(f"echo a; read line <{fifo}; echo $line")
    with pytest.raises(TimeoutError):
        running.finish(seconds=0.05)
    fifo.write_text("b\n", encoding="utf-8")
    assert (running.finish(), running.code) == ((b"a\nb\n", b""), 0)


def test_a_program_that_closes_its_streams_is_waited_for_no_longer_than_it_may_take() -> None:
    running = sh("exec >/dev/null 2>&1; while :; do :; done")
    with pytest.raises(TimeoutError):
        running.finish(seconds=0.1)
    running.send(signal.SIGTERM)
    assert (running.finish(), running.code) == ((b"", b""), -signal.SIGTERM)
    running.send(signal.SIGTERM)


def test_only_the_three_streams_are_inherited() -> None:
    read, write = os.pipe()
    try:
        os.set_inheritable(write, True)
        assert sh(f"if echo x >&{write}; then echo open; fi 2>/dev/null").finish()[0] == b""
    finally:
        os.close(read)
        os.close(write)


def test_a_broken_pipe_ends_the_program_though_python_ignores_the_signal() -> None:
    assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN
    assert sh("(yes; echo $? >&2) | head -n 1").finish() == (b"y\n", b"141\n")


def test_the_first_program_on_the_path_that_can_be_started(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("none", "folder", "closed", "good")]
    for folder in folders[1:]:
        folder.mkdir()
    (folders[1] / "git").mkdir()
    (folders[2] / "git").write_text("#!/bin/sh\necho closed\n", encoding="utf-8")
    (folders[3] / "git").write_text("#!/bin/sh\necho good\n", encoding="utf-8")
    (folders[3] / "git").chmod(0o755)
    assert start([b"git"], {"PATH": os.pathsep.join(map(str, folders))}, fed=False).finish() == (b"good\n", b"")
    with pytest.raises(PermissionError):
        start([b"git"], {"PATH": f"{folders[1]}"}, fed=False)
    with pytest.raises(FileNotFoundError):
        start([b"git"], {"PATH": f"{folders[0]}"}, fed=False)


def test_nothing_stays_open_where_nothing_was_started(tmp_path: Path) -> None:
    before = len(list(Path("/dev/fd").iterdir()))
    for fed in (False, True):
        with pytest.raises(FileNotFoundError):
            start([b"git"], {"PATH": str(tmp_path)}, fed=fed)
    assert sh("cat", fed=True).finish(b"x") == (b"x", b"")
    assert len(list(Path("/dev/fd").iterdir())) == before


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_stream_of_this_process_is_not_taken_for_one_of_the_programs(closed: int) -> None:
    program = (
        f"import os; os.close({closed}); from agentstate.git.child import start\n"
        "running = start([b'sh', b'-c', b'cat; echo err >&2'], dict(os.environ), fed=True)\n"
        "assert running.finish(b'in') == (b'in', b'err\\n') and running.code == 0; os._exit(7)"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}).returncode
        == 7
    )
