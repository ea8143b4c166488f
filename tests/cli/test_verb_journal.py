"""`journal` and what a typed checkpoint takes from it, in real repositories."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.documents.snapshot import Snapshot, parse_snapshot
from agentstate.documents.text import SourceText
from agentstate.journal.journal import open_journal
from agentstate.vocabulary import layout
from agentstate.vocabulary.entries import Entry, Text
from tests.cli.worksite import STATE, everything, plant
from tests.conftest import NOW
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

START = int(NOW.timestamp()) * 1000
SNAPSHOT = "local/snapshots/20261129T193000Z-switch.yaml"


def entry(call: str, seconds: int, touches: tuple[tuple[str, str, str], ...] = (), **more: object) -> Entry:
    fields = {"session": "0123456789", "agent": "codex", "kind": "tool", "time": START + seconds * 1000, "call": call}
    return Entry(**{**fields, **more}, touches=touches)  # type: ignore[arg-type]


@pytest.fixture
def site(repository: Repository) -> Repository:
    """A tree with a journal of four events, a snapshot of a hook and its log."""
    plant(repository)
    journal = open_journal(repository.path)
    journal.append(
        [
            Entry(session="0123456789", agent="codex", kind="prompt", time=START, texts=(Text("prompt", "never push", "prompt"),)),
            entry("1", 1, (("src/a.py", "edit", ""), ("src/new.py", "create", "")), tool="patch", ok=True),
            entry("2", 2, command="pytest -q\n", exit_code=0, ok=True, tests=True, tool="shell"),
            entry("3", 3, (("src/a.py", "edit", ""), ("/etc/hosts", "edit", ""), (layout.STATE, "edit", "")), tool="patch", ok=True),
            entry("4", 4, command="make \u202elint", exit_code=2, cwd="web", tool="shell"),
            entry("5", 5, command="npm run dev", tool="shell", subagent="u"),
            entry("6", 6, (("src/gone.py", "edit", ""),), kind="tool_failed", tool="edit", ok=False),
        ]
    )
    journal.close()
    repository.write(f".agent/{SNAPSHOT}", "x\n")
    repository.write(".agent/local/hook.log", "a line\n")
    return repository


SHOWN = """\
2026-11-29T19:30:00Z  codex/01234567  prompt
2026-11-29T19:30:01Z  codex/01234567  tool patch  edit src/a.py  create src/new.py  ok
2026-11-29T19:30:02Z  codex/01234567  tool shell  `pytest -q `  exit 0
2026-11-29T19:30:03Z  codex/01234567  tool patch  edit .agent/STATE.yaml  edit /etc/hosts  edit src/a.py  ok
2026-11-29T19:30:04Z  codex/01234567  tool shell  `make \\u202elint`  exit 2
2026-11-29T19:30:05Z  codex/01234567 subagent  tool shell  `npm run dev`  unknown
2026-11-29T19:30:06Z  codex/01234567  tool_failed edit  failed
"""


def test_show_prints_the_last_events_one_on_each_line(site: Repository, cli: Cli) -> None:
    assert cli("journal", "show") == Result(0, SHOWN, "")
    assert cli("journal", "show", "-n", "1").out == SHOWN.split("\n")[-2] + "\n"
    assert site.status() == ""


@pytest.mark.usefixtures("site")
def test_show_tells_programs_all_of_an_event(cli: Cli) -> None:
    assert json.loads(cli("journal", "show", "-n", "3", "--format", "json").out)["events"][0] == {
        "id": 5,
        "time": "2026-11-29T19:30:04Z",
        "step": 4,
        "agent": "codex",
        "session": "0123456789",
        "subagent": "",
        "kind": "tool",
        "tool": "shell",
        "command": "make \u202elint",
        "exit_code": 2,
        "ok": False,
        "touches": [],
    }


@pytest.mark.usefixtures("site")
def test_export_prints_every_record_as_a_line_of_json_in_which_nothing_is_invisible(cli: Cli) -> None:
    said = cli("journal", "export")
    records = [json.loads(line) for line in said.out.removesuffix("\n").split("\n")]
    assert (said.code, said.err) == (0, "")
    assert "\u202e" not in said.out
    assert [record["record"] for record in records].count("event") == 7
    assert {"record": "text", "kind": "prompt", "text": "never push"}.items() <= next(
        one for one in records if one["record"] == "text"
    ).items()
    assert "make \u202elint" in [record.get("command") for record in records]


PURGED = f"1 session, 7 events, 4 files, 3 commands, 1 text\n.agent/{SNAPSHOT}\n.agent/local/hook.log\n"


def test_purge_says_what_it_takes_away_and_leaves_what_is_tracked(site: Repository, cli: Cli) -> None:
    tracked = {path: data for path, data in site.snapshot().items() if not path.startswith(".agent/local/")}
    assert cli("journal", "purge") == Result(
        2,
        "",
        "agentstate: error: this removes everything that was recorded, for good\nhint: add --yes, or --dry-run to see what it would be\n",
    )
    assert cli("journal", "purge", "--yes", "--dry-run") == Result(0, PURGED, "")
    assert cli("journal", "show").out == SHOWN
    assert cli("journal", "purge", "--yes") == Result(0, PURGED, "")
    assert cli("journal", "purge", "--yes") == Result(0, "the journal holds nothing\n", "")
    assert cli("journal", "show") == Result(0, "the journal holds no event\n", "")
    assert not any(b"never push" in data for data in site.snapshot().values())
    assert {path: data for path, data in site.snapshot().items() if not path.startswith(".agent/local/")} == tracked


@pytest.mark.parametrize("call", [("show",), ("export",), ("purge", "--yes")])
def test_where_there_is_no_journal_none_is_made(repository: Repository, cli: Cli, call: tuple[str, ...]) -> None:
    plant(repository)
    before = everything(repository.path)
    assert cli("journal", *call).code == 0
    assert everything(repository.path) == before


def checkpoint(site: Repository, cli: Cli, text: str, *arguments: str) -> Snapshot:
    site.write(layout.STATE, text)
    said = cli("checkpoint", *arguments)
    assert (said.code, said.err) == (0, "")
    path = layout.snapshot_path(said.out.strip())
    snapshot = parse_snapshot(SourceText(path, site.read(path)))
    assert isinstance(snapshot, Snapshot)
    return snapshot


def test_a_checkpoint_names_what_was_derived_since_the_last_one_and_nothing_that_was_said(
    site: Repository, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(START // 1000 + 60))
    site.write(layout.FACTS, "# Facts\n")
    for path in (site.path / "src").iterdir():
        os.utime(path, (0, 0))
    first = checkpoint(site, cli, STATE)
    assert (first.verified, first.unverified) == (("src/new.py",), ("src/a.py",))
    assert first.commands == ("npm run dev (exit unknown)", "make \u202elint (in web, exit 2)", "pytest -q (exit 0)")
    assert "never push" not in site.git("show", "HEAD")
    journal = open_journal(site.path)
    journal.append([entry("7", 120, (("src/b.py", "edit", ""),), ok=True)])
    journal.close()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(START // 1000 + 180))
    second = checkpoint(site, cli, STATE.replace("loop", "end"), "later")
    assert (second.verified, second.unverified, second.commands) == ((), ("src/b.py",), ())
    assert cli("restore", first.id, "-q").code == 0
    assert site.read(layout.STATE) == STATE


def test_a_journal_that_cannot_be_read_does_not_keep_a_checkpoint_from_being_made(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write(".agent/local/journal.db/x", "")
    repository.write(layout.STATE, STATE.replace("loop", "end"))
    said = cli("checkpoint", "--no-commit")
    folder = Path(repository.path, ".agent/local/journal.db")
    assert said.code == 0
    assert said.err.split("\n")[0] == f'the snapshot is made without the journal: "{folder}" is a folder, not a regular file'
    assert "commands:" not in repository.read(layout.snapshot_path(said.out.strip()))
