"""Commands that fail, hang or are not there."""

import contextlib
import os
from pathlib import Path

import pytest

from agentstate.git import runner
from agentstate.git.child import Child
from agentstate.git.failure import GitError, failure
from agentstate.git.runner import Completed, Git, gather, identity, isolated
from tests.support.repository import Repository


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that stands in for git, first on PATH."""
    program = tmp_path / "bin/git"
    program.parent.mkdir()
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return program


def be(program: Path, script: str) -> Git:
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    return Git(program.parent)


def test_an_expected_exit_is_an_answer(fake: Path) -> None:
    git = be(fake, 'cat; printf "\\n" ; echo warning >&2; exit 1')
    assert git.run("config", given=b"in", expected=(0, 1)) == Completed(1, b"in\n", b"warning\n")


def test_an_unexpected_exit_is_a_failure_with_the_first_serious_line(fake: Path) -> None:
    git = be(fake, "echo hint: no >&2; echo 'fatal: bad\x1b[31m thing' >&2; echo error: later >&2; exit 3")
    with pytest.raises(GitError) as caught:
        git.run("status")
    assert (caught.value.message, caught.value.exit_code) == ("bad\\x1b[31m thing", 2)
    assert caught.value.stderr == b"hint: no\nfatal: bad\x1b[31m thing\nerror: later\n"


def test_failures_in_words() -> None:
    assert failure("log", 128, b"").message == "git log ended with exit code 128"
    assert failure("log", -9, b"x").message == "git log was ended by signal 9"
    assert failure("log", 1, b"\n \nplain\n").message == "plain"
    assert failure("log", 1, b"fatal: " + b"x" * 500).message == "x" * 200
    assert failure("log", 1, b"fatal: \xff\n").message == "\\xff"


def test_no_git_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match=r"\Agit not found\Z"):
        Git(tmp_path).run("status")


def test_a_git_that_cannot_be_started(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(fake.parent))
    git = be(fake, "")
    fake.write_bytes(b"\x7fELF nonsense")
    with pytest.raises(GitError, match=r"\Agit status cannot be started: "):
        git.run("status")


def test_an_argument_no_process_can_have(tmp_path: Path) -> None:
    with pytest.raises(GitError, match=r"\Agit status cannot be started: embedded null byte\Z"):
        Git(tmp_path).run("status", "a\0b")


def test_a_command_that_hangs_is_asked_to_end(fake: Path, tmp_path: Path) -> None:
    git = be(fake, f"trap 'echo asked > {tmp_path}/asked; kill $!; exit 0' TERM\nsleep 60 & wait")
    with pytest.raises(GitError, match=r"\Agit status did not answer within 0\.3 s\Z"):
        git.run("status", seconds=0.3)
    assert (tmp_path / "asked").read_text(encoding="utf-8") == "asked\n"


def test_a_command_that_does_not_end_when_asked_is_killed(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "GRACE", 0.1)
    git = be(fake, "trap '' TERM\nwhile :; do :; done")
    with pytest.raises(GitError, match=r"did not answer within 0\.1 s"):
        git.run("status", seconds=0.1)


def test_an_interruption_while_waiting_ends_the_command(fake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git = be(fake, f"trap 'echo asked > {tmp_path}/asked; exit 0' TERM\nwhile :; do :; done")
    running, wait = git.start("status"), Child.finish
    calls = iter([KeyboardInterrupt])

    def finish(self: Child, given: bytes = b"", seconds: float | None = None) -> tuple[bytes, bytes]:
        for interruption in calls:
            with contextlib.suppress(TimeoutError):
                wait(self, seconds=0.2)
            raise interruption
        return wait(self, given, seconds)

    monkeypatch.setattr(Child, "finish", finish)
    with pytest.raises(KeyboardInterrupt):
        running.result()
    assert (tmp_path / "asked").exists()


def test_commands_run_side_by_side_and_all_are_waited_for(fake: Path, tmp_path: Path) -> None:
    git = be(fake, f'for last; do :; done; echo "$last" >> {tmp_path}/seen; test "$last" != bad || {{ echo fatal: bad >&2; exit 9; }}')
    first, second, third = git.start("a"), git.start("bad"), git.start("c")
    with pytest.raises(GitError, match=r"\Abad\Z"):
        gather(first, second, third)
    assert sorted((tmp_path / "seen").read_text(encoding="utf-8").split()) == ["a", "bad", "c"]


def test_output_larger_than_a_pipe_waits_until_it_is_read(repository: Repository) -> None:
    repository.write("big.bin", b"x" * 1_000_000)
    repository.commit("big")
    running = Git(repository.path).start("cat-file", "blob", "HEAD:big.bin")
    assert len(running.result().out) == 1_000_000


def test_parts_and_text() -> None:
    answer = Completed(0, b"a\xff\0b\n\0", b"")
    assert (answer.fields, Completed(0, b"x\ny\n", b"").text) == (["a\udcff", "b\n"], "x\ny")


def test_a_working_folder_that_is_gone_does_not_matter(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert Git(repository.path).run("rev-parse", "HEAD").text == repository.head()


def test_who_commits_according_to_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "A")
    monkeypatch.setenv("GIT_COMMITTER_NAME", "")
    monkeypatch.setenv("GIT_DIR", "/x")
    assert identity() == {"GIT_AUTHOR_NAME": "A"}


def test_an_isolated_environment_is_put_back_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/x")
    before = dict(os.environ)
    inside: dict[str, str] = {}

    def fail() -> None:
        with isolated({"GIT_LITERAL_PATHSPECS": "1"}):
            inside.update(os.environ)
            os.environ["GIT_NEW"] = "1"
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert inside["GIT_LITERAL_PATHSPECS"] == "1"
    assert "GIT_DIR" not in inside
    assert dict(os.environ) == before
