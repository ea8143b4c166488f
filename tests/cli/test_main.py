import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

import agentstate
from agentstate.cli.group import COMMANDS
from agentstate.cli.invocation import Invocation
from agentstate.cli.main import main
from agentstate.vocabulary.errors import AgentStateError
from tests.support.command import Result, run_here, run_process


def test_version() -> None:
    assert run_here("--version") == Result(0, "agentstate 0.1.0\n", "")


@pytest.mark.parametrize("name", ["-h", "--help"])
def test_help_of_the_whole_begins_with_usage_and_an_example(name: str) -> None:
    result = run_here(name)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("""\
Usage: agentstate [OPTIONS] VERB [ARGS]...

  Keeps a coding agent's working memory in the repository, in `.agent/`, and
  gives it back when the agent has lost it.

  Example:
    agentstate init && agentstate resume

Options:
  -C DIR      Start from DIR instead of this folder.
  --version   Show the version.
  -h, --help  Show this help.

""")


def test_help_lists_every_verb_in_one_column() -> None:
    shown = run_here("--help").out.split("\n")
    width = max(map(len, COMMANDS))
    assert [line for line in shown if line.split(" ")[2:3] and line.split()[0] in COMMANDS] == [
        f"  {name.ljust(width)}  {summary}" for name, (_, summary) in COMMANDS.items()
    ]


def test_help_of_a_verb(install: Callable[..., None]) -> None:
    install(trial)
    assert run_here("trial", "-h") == Result(
        0,
        """\
Usage: agentstate trial [OPTIONS]

  Do nothing.

  Example:
    agentstate trial

Options:
  --format [text|json]  For people (text) or for programs.
  --dry-run             Print what would be written, write nothing.
  -C DIR                Start from DIR instead of this folder.
  -q, --quiet           Print no messages, only results and errors.
  -h, --help            Show this help.
""",
        "",
    )


def trial(invocation: Invocation) -> int:
    """Do nothing."""
    assert invocation
    return 0


def test_no_verb_prints_the_help_and_fails() -> None:
    assert run_here() == Result(2, run_here("--help").out, "")


def test_a_mistyped_verb_is_answered_with_the_one_that_was_meant() -> None:
    assert run_here("chekc") == Result(
        2, "", 'agentstate: error: no such verb "chekc"\nhint: try `agentstate check` or see `agentstate --help`\n'
    )


def test_a_verb_like_no_other_is_answered_with_the_help() -> None:
    assert run_here("x\x1b[31m\n") == Result(2, "", 'agentstate: error: no such verb "x\\x1b[31m\\x0a"\nhint: see `agentstate --help`\n')


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (("--forma", "json"), 'no such option "--forma"', "try --format or see `agentstate trial --help`"),
        (("--format", "xml"), 'invalid value for "--format": "xml" is not one of "text", "json"', "see `agentstate trial --help`"),
        (("--format",), 'option "--format" requires an argument', "see `agentstate trial --help`"),
        (("-C", "nowhere"), 'invalid value for "-C": directory "nowhere" does not exist', "see `agentstate trial --help`"),
        (("one", "two"), "got unexpected extra arguments (one two)", "see `agentstate trial --help`"),
    ],
)
def test_a_wrong_command_line(install: Callable[..., None], arguments: tuple[str, ...], message: str, hint: str) -> None:
    install(trial)
    assert run_here("trial", *arguments) == Result(2, "", f"agentstate: error: {message}\nhint: {hint}\n")


@pytest.mark.parametrize("code", [0, 1])
def test_what_a_verb_returns_is_the_exit_code(install: Callable[..., None], code: int) -> None:
    install(lambda _: code)
    assert run_here("trial") == Result(code, "", "")


def test_what_a_verb_is_told(install: Callable[..., None], tmp_path: Path) -> None:
    told: list[Invocation] = []

    def listen(invocation: Invocation) -> int:
        told.append(invocation)
        return 0

    install(listen)
    run_here("trial")
    run_here("trial", "-C", str(tmp_path), "-q", "--dry-run", "--format", "json")
    assert [(each.start, each.output.quiet, each.dry_run, each.format) for each in told] == [
        (Path(), False, False, "text"),
        (tmp_path, True, True, "json"),
    ]


@pytest.mark.parametrize(("hint", "line"), [("run `agentstate init`", "hint: run `agentstate init`\n"), ("", "")])
def test_an_expected_failure_is_one_line_and_its_exit_code(install: Callable[..., None], hint: str, line: str) -> None:
    def fail(_: Invocation) -> int:
        raise AgentStateError('no such item "a\nb"', hint, 1)

    install(fail)
    assert run_here("trial", "-q") == Result(1, "", f'agentstate: error: no such item "a\\x0ab"\n{line}')


def test_an_interrupt_ends_with_130(install: Callable[..., None]) -> None:
    def interrupt(_: Invocation) -> int:
        raise KeyboardInterrupt

    install(interrupt)
    assert run_here("trial") == Result(130, "", "\n")


def test_a_bug_keeps_its_traceback(install: Callable[..., None]) -> None:
    def break_down(_: Invocation) -> int:
        raise ZeroDivisionError

    install(break_down)
    with pytest.raises(ZeroDivisionError):
        main(["trial"])


def test_the_arguments_of_the_process_are_the_default(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["agentstate", "--version"])
    assert main() == 0
    assert capsys.readouterr().out == "agentstate 0.1.0\n"


def test_a_process_exits_with_the_code(tmp_path: Path) -> None:
    assert run_process("nonsense", at=tmp_path) == Result(
        2, "", 'agentstate: error: no such verb "nonsense"\nhint: see `agentstate --help`\n'
    )


def test_a_reader_that_left_changes_nothing(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as stdout:
        assert printing_to(stdout, tmp_path) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    reason = os.strerror(errno.ENOSPC)
    with Path("/dev/full").open("wb") as full:
        assert printing_to(full, tmp_path) == (
            2,
            f"agentstate: error: cannot write the output: {reason}\nhint: free the space or name another place for it\n",
        )


@pytest.mark.parametrize("closed", ["1>&-", "2>&-"])
def test_a_closed_stream_is_no_failure(tmp_path: Path, closed: str) -> None:
    script = f'exec "$0" -m agentstate --version {closed}'
    done = subprocess.run(["sh", "-c", script, sys.executable], cwd=tmp_path, capture_output=True, check=False, env=importable())
    assert (done.returncode, done.stderr) == (0, b"")


def printing_to(stdout: IO[bytes], folder: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "agentstate", "--help"]
    done = subprocess.run(command, cwd=folder, stdout=stdout, stderr=subprocess.PIPE, check=False, env=importable())
    return done.returncode, done.stderr.decode()


def importable() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(agentstate.__file__).parent.parent)}
