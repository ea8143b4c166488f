"""Whatever a hook is given and wherever it runs: exit code 0, nothing on stderr, the reply that says nothing, and a line in the log."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.agents import ADAPTERS, adapter
from agentstate.cli.hooking import call as call_module
from agentstate.cli.main import main
from agentstate.hooks.event import Event
from agentstate.vocabulary import layout
from tests.hooks.scripts import call, given_text, payload, workplace
from tests.support.command import process_environment
from tests.support.repository import Repository

__all__ = ["workplace"]

LOG = f"{layout.LOCAL}/hook.log"


class Stream:
    """A standard stream that is given and takes bytes."""

    def __init__(self, data: bytes = b"") -> None:
        import io

        self.buffer = io.BytesIO(data)


@pytest.fixture
def hook(workplace: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What the command prints for these bytes; the rest of what is promised is asserted."""

    def run(data: bytes, *arguments: str, at: Path | None = None) -> str:
        given, out = Stream(data), Stream()
        monkeypatch.chdir(at or workplace.path)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", given)
            patch.setattr(sys, "stdout", out)
            assert main(["hook", *arguments]) == 0
        assert given.buffer.read() == b"", "the input was not read to its end"
        assert capsys.readouterr().err == ""
        return out.buffer.getvalue().decode()

    return run


def logged(repository: Repository) -> list[str]:
    """The lines of the log, without their times."""
    path = repository.path / LOG
    return [line.partition(" ")[2] for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


NONSENSE = {
    "nothing": (b"", "the input is not JSON"),
    "blanks": (b" \n", "the input is not JSON"),
    "no JSON": (b"{'a': 1}", "the input is not JSON"),
    "half of it": (b'{"session_id": "s", "hook_ev', "the input is not JSON"),
    "two of them": (b"{}{}", "the input is not JSON"),
    "a list": (b"[1, 2]", "the input is no JSON object"),
    "a number": (b"7", "the input is no JSON object"),
    "too deep": (b"[" * 200_000, "the input is not JSON"),
    "no marks": (b'{"a": 1}', "the input is from no agent that is known here; its keys: a"),
    "no keys": (b"{}", "the input is from no agent that is known here; its keys: none"),
    "bytes": (bytes(range(256)), "the input is not JSON"),
}


@pytest.mark.parametrize("agent", ADAPTERS)
@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_answered_with_nothing_and_written_down(what: str, agent: str, hook: Callable[..., str], workplace: Repository) -> None:
    data, trouble = NONSENSE[what]
    assert hook(data, agent) == adapter(agent).reply(Event(agent), "")
    assert logged(workplace) == [f"{agent} -: {trouble}"]


def test_arguments_are_hints_and_never_wrong(hook: Callable[..., str], workplace: Repository) -> None:
    read = payload("claude-code", "posttooluse-read", workplace.path).encode()
    for arguments in (
        (),
        ("--event",),
        ("gemini-cli", "more", "--unknown"),
        ("--event=Stop", "codex"),
        ("codex", "--event", "x"),
    ):
        assert hook(read, *arguments) == ""
    assert logged(workplace) == []
    assert hook(read, "nobody") == ""
    assert logged(workplace) == ['claude-code PostToolUse: no agent is called "nobody"']


def test_a_mark_of_the_byte_order_and_bad_bytes_are_taken(hook: Callable[..., str], workplace: Repository) -> None:
    start = payload("claude-code", "sessionstart-startup", workplace.path).encode()
    assert "make add() add" in hook(b"\xef\xbb\xbf" + start.replace(b'"startup"', b'"startup", "x": "\xff\xfe\xc3"'), "claude-code")
    assert logged(workplace) == []


def test_megabytes_are_read_to_their_end(hook: Callable[..., str], workplace: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    event = json.loads(payload("claude-code", "posttooluse-bash-success", workplace.path))
    event["tool_response"]["stdout"] = "x" * 5_000_000
    event["tool_input"]["command"] = "echo " + "y" * 3_000_000
    assert hook(json.dumps(event).encode(), "claude-code") == ""
    assert logged(workplace) == []
    assert (workplace.path / layout.LOCAL / "journal.db").stat().st_size < 200_000
    monkeypatch.setattr(call_module, "MOST_BYTES", 1_000)
    assert hook(json.dumps(event).encode(), "cline") == '{"cancel":false}'
    assert logged(workplace) == ["cline -: the input has more than 1000 bytes"]


def test_an_event_that_is_not_known_is_written_down(hook: Callable[..., str], workplace: Repository) -> None:
    assert hook(payload("claude-code", "notification-unknown", workplace.path).encode(), "claude-code") == ""
    (line,) = logged(workplace)
    assert line.startswith("claude-code ")
    assert "nothing is done at the event" in line


def test_without_a_tree_nothing_is_written_anywhere(hook: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    data = payload("gemini-cli", "sessionstart-startup", tmp_path / "bare").encode()
    assert hook(data, "gemini-cli", at=tmp_path / "bare") == "{}"
    assert hook(b"nonsense", "gemini-cli", at=tmp_path / "bare") == "{}"
    assert list((tmp_path / "bare").iterdir()) == []


def test_a_place_that_takes_no_file_costs_the_journal_and_not_the_message(workplace: Repository) -> None:
    workplace.write(layout.LOCAL, "a file where the folder belongs")
    assert call("claude-code", "posttooluse-edit", workplace.path) == ""
    assert "make add() add" in given_text(call("claude-code", "sessionstart-compact", workplace.path))
    assert workplace.read(layout.LOCAL) == "a file where the folder belongs"


def test_a_locked_journal_costs_the_entry_and_not_the_message(workplace: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    call("claude-code", "posttooluse-edit", workplace.path)
    monkeypatch.setattr(call_module, "_PATIENCE", 0.01)
    other = sqlite3.connect(workplace.path / layout.LOCAL / "journal.db")
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert call("claude-code", "posttooluse-read", workplace.path) == ""
        assert "make add() add" in given_text(call("claude-code", "sessionstart-compact", workplace.path))
    finally:
        other.close()
    first, second = logged(workplace)
    assert first.startswith("claude-code PostToolUse: nothing was recorded: ")
    assert second.startswith("claude-code SessionStart: nothing was recorded: ")


def test_a_damaged_journal_is_set_aside(workplace: Repository) -> None:
    local = workplace.path / layout.LOCAL
    call("claude-code", "posttooluse-edit", workplace.path)
    for path in local.glob("journal.db*"):
        path.write_bytes(b"no journal" * 1000)
    assert call("claude-code", "posttooluse-read", workplace.path) == ""
    assert "make add() add" in given_text(call("claude-code", "sessionstart-compact", workplace.path))
    assert (local / "journal.damaged-1.db").exists()
    aside = "the journal was damaged: it was set aside as journal.damaged-1.db, and a new one begun"
    assert logged(workplace) == [f"claude-code PostToolUse: {aside}"]


@pytest.mark.parametrize("error", [RuntimeError("out of order"), KeyboardInterrupt(), MemoryError(), SystemExit(3)])
def test_what_nobody_expected_is_no_matter_of_the_agents(
    error: BaseException, hook: Callable[..., str], workplace: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(call_module.Call, "recorded", fail)
    assert hook(payload("gemini-cli", "sessionstart-startup", workplace.path).encode(), "gemini-cli") == "{}"
    expected = [f"gemini-cli SessionStart: {type(error).__name__}: {error}".rstrip()] if isinstance(error, Exception) else []
    assert logged(workplace) == expected


def test_the_working_folder_may_be_gone(workplace: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(workplace.path))
    text = payload("claude-code", "sessionstart-startup", gone)
    script = f"import os, shutil; shutil.rmtree({str(gone)!r}); from agentstate.cli.main import process; process()"
    done = subprocess.run(
        [sys.executable, "-c", script, "hook", "claude-code"],
        cwd=gone,
        input=text,
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=process_environment(),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "make add() add" in given_text(done.stdout)


def test_a_hook_that_takes_too_long_ends_by_itself(workplace: Repository) -> None:
    script = (
        "import agentstate.cli.hooking.process as p; p.SECONDS = 0.3; from agentstate.cli.main import process; import sys;"
        "sys.argv[1:] = ['hook', 'gemini-cli']; process()"
    )
    started = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=workplace.path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=process_environment(),
    ) as running:
        assert running.stdout
        assert running.stderr
        assert (running.stdout.read(), running.stderr.read(), running.wait(60)) == (b"{}", b"", 0)
    assert time.monotonic() - started < 60
    assert logged(workplace) == ["gemini-cli -: it took too long"]


def test_all_that_a_hook_makes_is_its_owners(workplace: Repository) -> None:
    before = os.umask(0o022)
    try:
        for name in ("posttooluse-edit", "precompact-auto-null", "notification-unknown"):
            call("claude-code", name, workplace.path)
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    local = workplace.path / layout.LOCAL
    modes = {path.relative_to(local).as_posix(): path.stat().st_mode & 0o777 for path in local.rglob("*")}
    assert {name for name, mode in modes.items() if mode & 0o077} == set()
    assert {"hook.log", "journal.db", "snapshots"} <= modes.keys()
    assert local.stat().st_mode & 0o777 == 0o700
