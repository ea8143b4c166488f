"""Whole sessions of each agent against a real repository: what its model is given at which event, word for word.

`ACCEPT_CASES=1` writes what comes out as what is expected, for a person to read through and commit.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from agentstate.cli.hooking.view import View
from agentstate.journal.journal import open_journal
from agentstate.journal.standing import standing
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import GitFacts
from tests.cli.worksite import everything
from tests.hooks.scripts import LOSSES, PAYLOADS, SESSIONS, call, given_text, payload, played, workplace
from tests.support.command import process_environment, run_here
from tests.support.repository import Repository

__all__ = ["workplace"]

EXPECTED = Path(__file__).parent / "sessions"
SEALED = "--- agentstate memory "


def recorded(folder: Path) -> dict[str, bytes | None]:
    """All that a hook must leave as it is: every file but those in `local/`, git's index, refs and everything else of git included."""
    local = Path(layout.LOCAL)
    return {name: data for name, data in everything(folder).items() if not Path(name).is_relative_to(local)}


def compare(name: str, lines: Sequence[str]) -> None:
    written, expected = "\n".join([*lines, ""]), EXPECTED / f"{name}.txt"
    if os.environ.get("ACCEPT_CASES") and not os.environ.get("CI"):
        expected.write_text(written, encoding="utf-8")
    assert written == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("agent", SESSIONS)
def test_a_session_is_told_what_it_forgot_once(agent: str, workplace: Repository) -> None:
    status = workplace.status()
    before = recorded(workplace.path)
    compare(agent, list(played(agent, SESSIONS[agent], workplace.path)))
    assert recorded(workplace.path) == before
    assert workplace.status() == status
    assert not (workplace.path / layout.LOCAL / "hook.log").exists()


def test_no_payload_of_any_agent_changes_what_is_tracked(workplace: Repository) -> None:
    status = workplace.status()
    before = recorded(workplace.path)
    for path in sorted(PAYLOADS.glob("*/*.json")):
        call(path.parent.name, path.stem, workplace.path)
    assert recorded(workplace.path) == before
    assert workplace.status() == status


@pytest.mark.parametrize("agent", LOSSES)
def test_with_the_journal_gone_an_event_that_tells_of_the_loss_is_enough(agent: str, workplace: Repository) -> None:
    *first, last = LOSSES[agent][:3]
    list(played(agent, first, workplace.path))
    shutil.rmtree(workplace.path / layout.LOCAL)
    compare(f"{agent}-no-journal", list(played(agent, [last], workplace.path)))


@pytest.mark.parametrize("agent", LOSSES)
def test_with_a_broken_tree_the_message_says_what_is_wrong(agent: str, workplace: Repository) -> None:
    workplace.write(layout.STATE, "current_task: [unclosed\n")
    workplace.write(layout.DECISIONS, b"\xff\xfe\x00broken")
    (workplace.path / layout.FACTS).unlink()
    compare(f"{agent}-broken", list(played(agent, LOSSES[agent], workplace.path)))


@pytest.mark.parametrize("agent", LOSSES)
def test_without_git_the_message_is_of_the_notes(
    agent: str, workplace: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    compare(f"{agent}-no-git", list(played(agent, LOSSES[agent], workplace.path)))


@pytest.mark.parametrize("agent", LOSSES)
def test_with_a_journal_that_is_switched_off_nothing_is_recorded(agent: str, workplace: Repository) -> None:
    workplace.write(layout.CONFIG, "journal: off\n")
    told = [SEALED in line for line in played(agent, LOSSES[agent][:3], workplace.path)]
    assert any(told) is (agent in {"claude-code", "codex", "opencode", "qwen-code", "kiro"})
    local = workplace.path / layout.LOCAL
    assert not list(local.glob("journal*")) if local.exists() else True


def test_a_resumed_session_is_told_what_changed_meanwhile(workplace: Repository) -> None:
    list(played("claude-code", ["sessionstart-startup", "posttooluse-edit", "sessionend-other"], workplace.path))
    assert call("claude-code", "sessionstart-resume", workplace.path) == ""
    workplace.write("src/service.py", "def answer() -> int:\n    return 41\n")
    assert "src/service.py" in given_text(call("claude-code", "sessionstart-resume", workplace.path))
    assert call("claude-code", "sessionstart-resume", workplace.path) == ""


def test_a_session_without_a_task_is_told_nothing_at_its_start(workplace: Repository) -> None:
    workplace.write(layout.STATE, "project: demo\ncurrent_task: ''\n")
    assert call("claude-code", "sessionstart-startup", workplace.path) == ""
    assert call("claude-code", "sessionstart-clear-nomodel", workplace.path) == ""


def test_the_reminder_comes_again_when_the_notes_were_written_and_code_changed_again(workplace: Repository) -> None:
    place = workplace.path
    list(played("claude-code", ["posttooluse-edit"], place))
    assert "`src/calc.py`" in given_text(call("claude-code", "stop-basic", place))
    assert call("claude-code", "stop-hookactive", place) == ""
    state = place / layout.STATE
    later = state.stat().st_mtime_ns + 10**12
    os.utime(state, ns=(later, later))
    list(played("claude-code", ["posttooluse-write-update"], place))
    assert call("claude-code", "stop-basic", place) == ""


def test_a_session_of_a_subagent_of_opencode_is_left_alone(workplace: Repository) -> None:
    place = workplace.path
    list(played("opencode", ["event-session.created-child"], place))
    for name in ("experimental.session.compacting-basic", "event-session.compacted", "event-session.idle"):
        child = payload("opencode", name, place).replace("ses_example0000000000000001", "ses_child")
        assert run_here("hook", "opencode", at=place, stdin=child).out == '{"context":""}'


def test_gemini_is_told_after_many_calls_that_a_compaction_may_have_come(workplace: Repository) -> None:
    place = workplace.path
    text = payload("gemini-cli", "aftertool-read-file", place)
    told = []
    for number in range(45):
        call("gemini-cli", "precompress-auto", place)
        stamped = text.replace("2026-11-29T10:00:00.000Z", f"2026-11-29T10:{number:02}:00.000Z")
        told.append(SEALED in run_here("hook", "gemini-cli", at=place, stdin=stamped).out)
    assert told.index(True) == 40
    assert sum(told) == 1


def test_a_message_that_is_never_done_in_time_is_given_up(workplace: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(_: View) -> GitFacts:
        raise TimeoutError("git")

    monkeypatch.setattr(View, "git", property(too_long))
    place = workplace.path
    list(played("cursor", ["posttooluse-read", "posttooluse-write"], place))
    call("cursor", "precompact-auto", place)
    for name in ("posttooluse-grep-file", "posttooluse-shell", "posttooluse-mcp", "posttooluse-todowrite", "posttooluse-delete"):
        assert call("cursor", name, place) == ""
    assert (place / layout.LOCAL / "hook.log").read_text(encoding="utf-8").count("TimeoutError: git") == 1 + 3


def test_a_session_that_goes_on_after_its_end_forgot_nothing(workplace: Repository) -> None:
    session = "11111111-2222-4333-8444-555555555555"
    list(played("claude-code", ["posttooluse-edit", "sessionend-other"], workplace.path))
    assert standing(open_journal(workplace.path), session).pending
    assert call("claude-code", "posttooluse-read", workplace.path) == ""
    assert not standing(open_journal(workplace.path), session).pending


def test_the_safety_net_waits_for_the_event_that_is_to_come(workplace: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    from agentstate.cli.hooking import moments

    place = workplace.path
    list(played("claude-code", ["posttooluse-edit", "precompact-auto-null"], place))
    assert call("claude-code", "posttooluse-read", place) == ""
    monkeypatch.setattr(moments, "_WAIT", 0)
    assert SEALED in given_text(call("claude-code", "posttooluse-read-parallel-a", place))
    assert call("claude-code", "posttooluse-read-parallel-b", place) == ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"type":"system","subtype":"compact_boundary","timestamp":"2099-01-01T00:00:00.000Z"}', True),
        ('{"type":"system","subtype":"compact_boundary","timestamp":"2020-01-01T00:00:00.000Z"}', False),
        ('{"type":"user","message":"compact_boundary"}', False),
        ("compact_boundary {", False),
        ("", False),
    ],
)
def test_the_safety_net_believes_what_claude_code_writes_down(line: str, expected: bool, tmp_path: Path) -> None:
    from agentstate.cli.hooking.boundary import has_boundary

    record = tmp_path / "session.jsonl"
    record.write_text(f'{{"type":"user"}}\n{line}\n', encoding="utf-8")
    assert has_boundary(str(record), str(tmp_path), 1_795_980_000_000) is expected
    assert has_boundary(str(tmp_path / "none.jsonl"), str(tmp_path), 1_795_980_000_000) is True


def test_snapshots_are_kept_for_their_owner_and_in_bounds(workplace: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    from agentstate.cli.hooking import snapshots
    from agentstate.documents.snapshot import Snapshot, parse_snapshot
    from agentstate.documents.text import SourceText

    monkeypatch.setattr(snapshots, "MOST", 3)
    folder = workplace.path / snapshots.FOLDER
    for number in range(5):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1_795_980_000 + number))
        list(played("claude-code", ["posttooluse-edit", "precompact-auto-null"], workplace.path))
    kept = sorted(folder.iterdir())
    assert len(kept) == 3
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}
    found = parse_snapshot(SourceText.decode(f"{snapshots.FOLDER}/{kept[-1].name}", kept[-1].read_bytes()))
    assert isinstance(found, Snapshot)
    assert found.state == workplace.read(layout.STATE)
    assert found.message == "before a compaction"
    assert found.changed == ("src/calc.py",)


@pytest.mark.parametrize("before", [["posttooluse-edit", "precompact-auto-null"], ["posttooluse-edit"]])
def test_of_several_hooks_at_once_one_delivers(before: list[str], workplace: Repository) -> None:
    list(played("claude-code", before, workplace.path))
    text = payload("claude-code", "sessionstart-compact", workplace.path)
    words = [
        sys.executable,
        "-c",
        "import agentstate.cli.hooking.process as p; p.SECONDS = 1e6; from agentstate.cli.main import process; process()",
    ]
    running = [
        subprocess.Popen(
            [*words, "hook", "claude-code"],
            cwd=workplace.path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=process_environment(),
            encoding="utf-8",
        )
        for _ in range(4)
    ]
    replies = [process.communicate(text)[0] for process in running]
    assert sorted(map(bool, replies)) == [False, False, False, True]
