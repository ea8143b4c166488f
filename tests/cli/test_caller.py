"""Which command agents are told to call, and how a command is called that may not answer."""

import sys
from pathlib import Path

import pytest

from agentstate.cli.caller import caller, environment, outside
from agentstate.hooks.install.call import Caller
from agentstate.workspace.calling import Answer, call


def program(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_the_command_that_runs_is_named_by_the_way_it_was_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = tmp_path / "bin/agentstate"
    link.parent.mkdir()
    link.symlink_to(program(tmp_path / "venv/bin/agentstate"))
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "bin/../bin/agentstate")])
    assert caller() == Caller((str(link),))


def test_a_module_that_runs_is_named_by_the_command_beside_its_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/x/agentstate/__main__.py"])
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin/python"))
    assert caller() == Caller((str(tmp_path / "bin/python"), "-m", "agentstate"))
    beside = program(tmp_path / "bin/agentstate")
    assert caller() == Caller((str(beside),))
    beside.chmod(0o644)
    assert caller().words[1:] == ("-m", "agentstate")


def test_what_an_agent_around_us_says_of_its_project_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"):
        monkeypatch.setenv(name, "/x")
    monkeypatch.setenv("OTHER", "y")
    assert {name for name in environment() if name.endswith("_PROJECT_DIR")} == set()
    assert environment()["OTHER"] == "y"
    assert not (outside() / ".agent").exists()


def test_a_call_gives_what_the_command_was_given_and_says_how_it_ended(tmp_path: Path) -> None:
    answer = call([str(program(tmp_path / "p", "cat; pwd; echo no >&2; exit 3"))], tmp_path, {"PATH": "/usr/bin:/bin"}, b"in\n")
    assert (answer.code, answer.out, answer.err, answer.failure) == (3, f"in\n{tmp_path}\n".encode(), b"no\n", "")


def test_a_command_that_is_not_there_is_a_failure_and_no_error(tmp_path: Path) -> None:
    assert call([str(tmp_path / "none")], tmp_path, {}) == Answer(None, failure="cannot be started: no such file or directory")
    assert call(["a\0b"], tmp_path, {}) == Answer(None, failure="cannot be started: embedded null byte")


def test_whatever_a_late_command_started_ends_with_it(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    late = program(tmp_path / "late", f'(sleep 1; echo late >"{mark}") & sleep 60')
    answer = call([str(late)], tmp_path, {"PATH": "/usr/bin:/bin"}, seconds=0.2)
    assert (answer.code, answer.failure) == (None, "did not answer within 0.2 s")
    assert answer.seconds < 30
    assert not mark.exists()
