"""What could not be said is said another time, once; and what is odd is written down and costs nothing else."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.cli.hooking import moments
from agentstate.journal.journal import open_journal
from agentstate.journal.reading import recent_files
from agentstate.journal.standing import standing
from agentstate.vocabulary import layout
from tests.hooks.scripts import call, given_text, payload, workplace
from tests.hooks.test_misuse import logged
from tests.support.command import process_environment, run_here
from tests.support.repository import Repository

__all__ = ["workplace"]

UNWRITABLE = "claude-code SessionStart: the reply could not be written"


def started(repository: Repository, redirection: str) -> None:
    """The command as a process that its agent started with such streams."""
    text = payload("claude-code", "sessionstart-compact", repository.path)
    line = f'exec "{sys.executable}" -m agentstate hook claude-code {redirection}'
    done = subprocess.run(
        ["sh", "-c", line], cwd=repository.path, env=process_environment(), input=text, capture_output=True, check=False, encoding="utf-8"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
@pytest.mark.parametrize("foretold", [True, False])
def test_a_message_that_could_not_be_written_is_delivered_later_and_once(workplace: Repository, redirection: str, foretold: bool) -> None:
    call("claude-code", "posttooluse-edit", workplace.path)
    if foretold:
        call("claude-code", "precompact-auto-null", workplace.path)
    started(workplace, redirection)
    assert logged(workplace) == [UNWRITABLE]
    assert "make add() add" in given_text(call("claude-code", "sessionstart-compact", workplace.path))
    assert call("claude-code", "sessionstart-compact", workplace.path) == ""


def test_a_message_that_came_late_is_not_said_again_by_the_event_of_its_own(workplace: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "_WAIT", 0)
    for name in ("posttooluse-edit", "precompact-auto-null"):
        call("claude-code", name, workplace.path)
    assert "make add() add" in given_text(call("claude-code", "posttooluse-read", workplace.path))
    assert call("claude-code", "sessionstart-compact", workplace.path) == ""


def test_a_closed_input_is_written_down(workplace: Repository) -> None:
    started(workplace, "<&-")
    assert logged(workplace) == ["claude-code -: there is no input: it is closed"]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda path: path.unlink(), "there is no .agent/STATE.yaml"),
        (lambda path: path.write_text("goal: [\n", encoding="utf-8"), ".agent/STATE.yaml:1: "),
        (lambda path: (path.unlink(), path.mkdir()), 'the state cannot be read: ".agent/STATE.yaml" is a folder'),
    ],
)
def test_a_state_that_tells_nothing_before_a_compaction_is_written_down(
    workplace: Repository, change: Callable[[Path], object], line: str
) -> None:
    change(workplace.path / layout.STATE)
    call("claude-code", "precompact-auto-null", workplace.path)
    assert logged(workplace)[0].startswith(f"claude-code PreCompact: {line}")


def told(repository: Repository, **changed: object) -> None:
    event = {**json.loads(payload("claude-code", "posttooluse-read", repository.path)), **changed}
    assert run_here("hook", "claude-code", at=repository.path, stdin=json.dumps(event)).out == ""


def test_no_credential_gets_into_the_log_or_into_a_path(workplace: Repository) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
    told(workplace, hook_event_name=f"Odd {secret}")
    told(workplace, tool_input={"file_path": str(workplace.path / f"keys/{secret}.txt")}, tool_use_id="toolu_1")
    assert secret not in (workplace.path / layout.LOCAL / "hook.log").read_text(encoding="utf-8")
    journal = open_journal(workplace.path)
    assert [file.path for file in recent_files(journal)] == ["keys/[redacted:github-token].txt"]
    journal.close()


def test_a_byte_that_no_name_has_costs_nothing_but_itself(workplace: Repository) -> None:
    told(workplace, tool_input={"file_path": "src/a\0b.py"}, cwd=f"{workplace.path}\0")
    assert logged(workplace) == []
    journal = open_journal(workplace.path)
    assert [file.path for file in recent_files(journal)] == ["src/a\\0b.py"]
    journal.close()


def test_a_number_beyond_all_bounds_is_no_matter(workplace: Repository) -> None:
    event = json.loads(payload("claude-code", "posttooluse-read", workplace.path))
    text = json.dumps({**event, "timestamp": 1}).replace('"timestamp": 1', f'"timestamp": {"9" * 10_000}')
    assert run_here("hook", "claude-code", at=workplace.path, stdin=text).out == ""
    assert logged(workplace) == []
    journal = open_journal(workplace.path)
    assert standing(journal, event["session_id"]).steps == 1
    journal.close()


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ("journal: nope\n", 'config.yaml: "journal" is neither on nor off: not recorded: commands, files, plans, prompts, rules, said'),
        ("# journal\n" * 7_000, "config.yaml: it cannot be read: it has more than 65536 bytes: not recorded: commands, files"),
    ],
)
def test_a_switch_that_is_not_understood_is_written_down_and_nothing_recorded(workplace: Repository, settings: str, line: str) -> None:
    workplace.write(layout.CONFIG, settings)
    call("claude-code", "posttooluse-edit", workplace.path)
    assert logged(workplace)[0].startswith(f"claude-code PostToolUse: {line}")
    assert not os.path.lexists(workplace.path / layout.LOCAL / "journal.db")
