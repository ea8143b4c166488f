import sqlite3
from pathlib import Path

import pytest

from agentstate.journal import export, opening, reading, schema
from agentstate.journal.journal import open_journal
from agentstate.vocabulary.errors import AgentStateError
from tests.journal.events import tool

NEXT = ("ALTER TABLE paths ADD COLUMN note TEXT NOT NULL DEFAULT 'none'", "CREATE TABLE notes (id INTEGER PRIMARY KEY)")


def old_journal(root: Path) -> Path:
    journal = open_journal(root)
    journal.append([tool("c1", ("a.py", "edit"))])
    journal.close()
    return Path(journal.path)


def test_a_journal_of_an_older_version_is_brought_to_ours_with_all_it_holds(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_journal(root)
    monkeypatch.setattr(opening, "MIGRATIONS", (*schema.MIGRATIONS, NEXT))
    journal = open_journal(root)
    assert journal.rows("SELECT path, note FROM paths") == [("a.py", "none")]
    assert journal.rows("PRAGMA user_version") == [(len(schema.MIGRATIONS) + 1,)]
    assert (journal.append([tool("c1")]), journal.append([tool("c2", ("a.py", "edit"))])) == (0, 1)
    assert [found.edits for found in reading.recent_files(journal)] == [2]


def test_a_journal_of_the_first_version_is_brought_to_ours_with_all_it_holds(root: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "MIGRATIONS", schema.MIGRATIONS[:1])
        journal = open_journal(root)
        journal.append([tool("c1", ("a.py", "edit"))])
        before = export.lines(journal)
        assert journal.rows("PRAGMA user_version") == [(1,)]
        journal.close()
    journal = open_journal(root)
    assert journal.rows("PRAGMA user_version") == [(2,)]
    assert export.lines(journal) == before


def test_steps_that_came_one_by_one_and_all_at_once_make_the_same_tables(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_journal(root)
    monkeypatch.setattr(opening, "MIGRATIONS", (*schema.MIGRATIONS, NEXT))
    fresh = tmp_path / "fresh"
    (fresh / ".agent").mkdir(parents=True)
    question = "SELECT type, name FROM sqlite_master ORDER BY name"
    assert open_journal(root).rows(question) == open_journal(fresh).rows(question)


def test_a_step_that_fails_changes_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_journal(root)
    monkeypatch.setattr(opening, "MIGRATIONS", (*schema.MIGRATIONS, (*NEXT, "INSERT INTO counters VALUES (0, 0)")))
    with pytest.raises(AgentStateError):
        open_journal(root)
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA user_version").fetchall() == [(len(schema.MIGRATIONS),)]
    assert [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE name = 'notes'")] == []
    database.close()


def test_a_journal_of_a_newer_version_is_left_alone(root: Path) -> None:
    path = old_journal(root)
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 7")
    database.close()
    before = path.read_bytes()
    with pytest.raises(AgentStateError) as caught:
        open_journal(root)
    assert (caught.value.message, caught.value.hint) == (
        f'the journal "{path}" has version 7, and this agentstate knows versions up to {len(schema.MIGRATIONS)}',
        "install a newer agentstate-cli",
    )
    assert path.read_bytes() == before


def test_what_is_acknowledged_is_on_the_disk_and_pages_are_small(root: Path) -> None:
    journal = open_journal(root)
    settings = ["journal_mode", "synchronous", "page_size", "auto_vacuum", "temp_store", "trusted_schema"]
    assert [journal.rows(f"PRAGMA {name}")[0][0] for name in settings] == ["wal", 2, 1024, 2, 2, 0]
