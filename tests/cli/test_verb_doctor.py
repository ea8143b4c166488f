"""`doctor` in real repositories, with real calls of the command: what it says in full, and that it fails only where something is wrong."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.journal.journal import open_journal
from agentstate.vocabulary.entries import Entry
from tests.cli.worksite import everything, plant
from tests.support.command import Result, process_environment
from tests.support.repository import Repository

Cli = Callable[..., Result]

LOCAL = ".claude/settings.local.json"
NO_JOURNAL = """\
note     journal: there is none yet: no hook has been heard
         hint: work on with an agent whose hooks are installed
"""
SILENT = """\
note     claude-code: nothing was heard of it in the newest sessions here
         hint: Trust the folder when Claude Code asks; without it no hook runs. Keep `.claude/settings.local.json` out of git: it names a\
 path of this machine.
"""
TRUST = f"{SILENT.partition(' Keep ')[0]}\n"
INSTALLED = f"ok       claude-code: hooks are installed in {LOCAL}\n"


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The installed command, which is not on PATH."""
    path = tmp_path / "bin/agentstate"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m agentstate "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", process_environment()["PYTHONPATH"])
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setattr(sys, "argv", [str(path)])
    return path


@pytest.fixture(autouse=True)
def site(repository: Repository) -> Repository:
    """A tree whose state is not behind, and whose files are small."""
    plant(repository)
    return repository


def answers(program: Path) -> str:
    return f"ok       claude-code: `{program} hook claude-code` answers\n"


def test_where_no_agent_is_in_use_nothing_is_wrong(cli: Cli) -> None:
    nobody = "note     hooks: no agent is known to be in use here, and none calls agentstate\n"
    hint = "         hint: run `agentstate hooks install AGENT`\n"
    assert cli("doctor") == Result(0, f"{nobody}{hint}{NO_JOURNAL}no problems\n", "")


def test_what_check_calls_an_error_is_a_problem(site: Repository, cli: Cli) -> None:
    site.write(".agent/STATE.yaml", "- a list\n")
    broken = "problem  notes: 1 error in the files of the tree\n         hint: run `agentstate check`\n"
    said = cli("doctor")
    assert (said.code, said.err) == (1, "")
    assert broken in said.out


def test_installed_hooks_are_called_and_leave_no_trace(site: Repository, cli: Cli, program: Path) -> None:
    cli("hooks", "install", "claude-code")
    before = everything(site.path)
    assert cli("doctor") == Result(0, f"{INSTALLED}{answers(program)}{SILENT}{NO_JOURNAL}no problems\n", "")
    assert everything(site.path) == before


def test_an_agent_in_use_without_hooks_is_a_problem(site: Repository, cli: Cli) -> None:
    site.write("CLAUDE.md", "# Notes\n")
    absent = (
        "problem  claude-code: is in use here, and does not call agentstate\n         hint: run `agentstate hooks install claude-code`\n"
    )
    assert cli("doctor") == Result(1, f"{absent}{NO_JOURNAL}1 problem\n", "")


def test_a_command_that_moved_makes_the_hooks_outdated(cli: Cli, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("hooks", "install", "claude-code")
    moved = program.rename(tmp_path / "agentstate")
    monkeypatch.setattr(sys, "argv", [str(moved)])
    outdated = f"problem  claude-code: hooks in {LOCAL} are not as they are installed now\n"
    hint = "         hint: run `agentstate hooks install claude-code`\n"
    assert cli("doctor") == Result(1, f"{outdated}{hint}{SILENT}{NO_JOURNAL}1 problem\n", "")


@pytest.mark.parametrize(
    ("script", "failure"),
    [
        ("exit 3", "ends with 3"),
        ("echo oh >&2", "writes on stderr"),
        ("echo Usage: agentstate", "answers with something else than a reply"),
        ("sleep 30 & sleep 30", "did not answer within 0.3 s"),
    ],
)
def test_a_command_that_does_not_answer_as_a_hook_must_is_a_problem(
    cli: Cli, program: Path, script: str, failure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli("hooks", "install", "claude-code")
    program.write_text(f"#!/bin/sh\ncat >/dev/null\n{script}\n", encoding="utf-8")
    if "sleep" in script:
        monkeypatch.setattr("agentstate.workspace.calling.call.__defaults__", (b"", 0.3))
    wrong = (
        f"problem  claude-code: `{program} hook claude-code` {failure}\n         hint: run `agentstate hooks install claude-code` again\n"
    )
    assert cli("doctor") == Result(1, f"{INSTALLED}{wrong}{SILENT}{NO_JOURNAL}1 problem\n", "")


def test_the_committed_form_needs_the_command_on_path(cli: Cli, program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("hooks", "install", "claude-code", "--project")
    installed = "ok       claude-code: hooks are installed in .claude/settings.json\n"
    missing = (
        "problem  claude-code: `agentstate` is not on PATH\n"
        f'         hint: put a folder with `agentstate` on the PATH that the agent starts with; this command is "{program}"\n'
    )
    assert cli("doctor") == Result(1, f"{installed}{missing}{TRUST}{NO_JOURNAL}1 problem\n", "")
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    there = "ok       claude-code: `agentstate hook claude-code` answers\n"
    assert cli("doctor") == Result(0, f"{installed}{there}{TRUST}{NO_JOURNAL}no problems\n", "")


def test_hooks_that_are_switched_off_are_a_problem(cli: Cli, program: Path, home: Path) -> None:
    cli("hooks", "install", "claude-code")
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text('{"disableAllHooks": true}', encoding="utf-8")
    off = (
        "problem  claude-code: ~/.claude/settings.json says disableAllHooks = true: no hook of Claude Code runs\n"
        "         hint: take the setting out\n"
    )
    assert cli("doctor") == Result(1, f"{INSTALLED}{off}{answers(program)}{SILENT}{NO_JOURNAL}1 problem\n", "")


def test_the_journal_tells_of_a_compaction_without_a_message_and_of_symptoms(site: Repository, cli: Cli) -> None:
    journal = open_journal(site.path)
    journal.append([Entry(session="s", agent="codex", kind="compact_before", time=1)])
    for number in range(4):
        touches = (("src/service.py", "read", ""),)
        journal.append([Entry(session="s", agent="codex", kind="tool", time=2, call=str(number), touches=touches, ok=True)])
    journal.close()
    site.write(".codex/config.toml", "")
    site.write(".agent/local/hook.log", "2026-11-29T19:30:00Z codex - : first\n" * 6 + "2026-11-29T19:30:00Z codex - : last\n")
    said = json.loads(cli("doctor", "--format", "json").out)
    assert said["problems"] == 2
    assert [(one["level"], one["about"], one["message"]) for one in said["findings"]] == [
        ("problem", "codex", "is in use here, and does not call agentstate"),
        ("problem", "codex", "the last compaction, at step 0, was not followed by the message"),
        ("ok", "journal", said["findings"][2]["message"]),
        *[("note", "hook.log", "2026-11-29T19:30:00Z codex - : first")] * 4,
        ("note", "hook.log", "2026-11-29T19:30:00Z codex - : last"),
        ("note", "rereads", 'It reads the same file again and again: "src/service.py" 4 times'),
    ]
    assert said["findings"][2]["message"].endswith(" of 50,000,000 bytes, last event of codex at step 4")


def test_a_journal_that_cannot_be_opened_is_a_problem_and_the_rest_is_said(site: Repository, cli: Cli) -> None:
    site.write(".agent/local/journal.db/x", "")
    said = cli("doctor")
    assert (said.code, said.err) == (1, "")
    assert said.out.split("\n")[2:] == [
        f'problem  journal: nothing can be recorded: "{site.path}/.agent/local/journal.db" is a folder, not a regular file',
        "         hint: remove it and run the command again",
        "1 problem",
        "",
    ]


def test_from_the_installed_line_to_the_message_after_a_compaction(site: Repository, cli: Cli, program: Path) -> None:
    site.write(".git/info/exclude", f"{LOCAL}\n")
    cli("hooks", "install", "claude-code")
    hooks = json.loads(site.read(LOCAL))["hooks"]

    def event(name: str, **more: object) -> str:
        payload = {"session_id": "s", "transcript_path": "", "cwd": str(site.path), "hook_event_name": name, **more}
        line = hooks[name][0]["hooks"][0]["command"]
        done = subprocess.run(["sh", "-c", line], input=json.dumps(payload), cwd="/", capture_output=True, encoding="utf-8", check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    before = site.git("status", "--porcelain"), site.git("for-each-ref"), (site.path / ".git/index").read_bytes()
    event("SessionStart", source="startup")
    edit = {"file_path": str(site.path / "src/service.py"), "old_string": "42", "new_string": "43"}
    assert event("PostToolUse", tool_name="Edit", tool_input=edit, tool_response={}, tool_use_id="1") == ""
    assert event("PreCompact", trigger="auto", custom_instructions="") == ""
    waits = "note     claude-code: the last compaction, at step 1, waits for the session's next event\n"
    assert waits in cli("doctor").out
    told = json.loads(event("SessionStart", source="compact"))["hookSpecificOutput"]
    assert told["hookEventName"] == "SessionStart"
    assert "the outbox" in told["additionalContext"]
    assert "src/service.py" in told["additionalContext"]
    assert (site.git("status", "--porcelain"), site.git("for-each-ref"), (site.path / ".git/index").read_bytes()) == before
    said = cli("doctor")
    followed = "ok       claude-code: the last compaction, at step 1, was followed by the message\n"
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"{INSTALLED}{answers(program)}{followed}ok       journal: ")
    assert said.out.endswith(" bytes, last event of claude-code at step 1\nno problems\n")
