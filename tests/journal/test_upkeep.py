from pathlib import Path

import pytest

from agentstate.journal import reading, recalling, upkeep
from agentstate.journal.journal import Journal, open_journal
from agentstate.vocabulary.entries import Entity, Entry, Text
from agentstate.vocabulary.errors import AgentStateError
from tests.journal.events import shell, tool

LIMIT = 200_000


def count(journal: Journal, table: str) -> object:
    return journal.rows(f"SELECT count(*) FROM {table}")[0][0]  # noqa: S608 - a name from this file


def fill(journal: Journal, events: int, first: int = 0) -> None:
    """Each event touches a file of its own and the same one; one command in two is only run once."""
    for start in range(first, first + events, 50):
        journal.append(
            Entry(
                session="s",
                kind="tool",
                time=number,
                call=f"call-{number}",
                touches=(("used.py", "edit", ""), (f"once/{number}.py", "read", "")),
                command=f"make {number}" if number % 2 else "make",
                ok=True,
                texts=(Text("said", f"words {number}"),),
                entities=(Entity("fact", f"symbol_{number}", "used.py", "def x()", "edit", 0.95),),
            )
            for number in range(start, start + 50)
        )


def test_a_journal_within_its_limit_keeps_everything(root: Path) -> None:
    journal = open_journal(root, limit=10_000_000)
    fill(journal, 100)
    used = upkeep.trim(journal)
    assert 0 < used < 10_000_000
    assert (count(journal, "events"), count(journal, "paths"), count(journal, "entities")) == (100, 101, 100)


def test_what_was_never_used_again_goes_first_and_the_oldest_of_it(root: Path) -> None:
    journal = open_journal(root)
    journal.append(
        [shell("f", "broken", 1), Entry(session="s", kind="prompt", time=1, texts=(Text("rule", "never push"), Text("decision", "UTC")))]
    )
    fill(journal, 1_000)
    journal.limit = LIMIT
    assert upkeep.trim(journal) <= LIMIT * 9 // 10
    kept = [file.path for file in reading.recent_files(journal, 2_000)]
    assert set(kept[:2]) == {"once/999.py", "used.py"}
    once = sorted(int(path[5:-3]) for path in kept if path != "used.py")
    assert once == list(range(once[0], 1_000))
    assert [file.edits for file in reading.files(journal, ["used.py"])] == [1_000]
    assert [(command.command, command.runs) for command in reading.commands(journal, 2)] == [("broken", 1), ("make", 500)]
    assert [rule.text for rule in reading.rules(journal)] == ["never push"]
    assert [said.text for said in reading.sayings(journal, "decision")] == ["UTC"]
    assert recalling.named(journal, "symbol_0") == ()
    assert len(recalling.named(journal, "symbol_999")) == 1
    assert journal.rows("PRAGMA integrity_check") == [("ok",)]


def test_the_file_itself_gets_smaller(root: Path) -> None:
    journal = open_journal(root)
    fill(journal, 1_000)
    journal.limit = LIMIT
    upkeep.trim(journal)
    assert Path(journal.path).stat().st_size <= LIMIT
    assert Path(f"{journal.path}-wal").stat().st_size == 0


def test_even_rules_go_when_nothing_else_is_left(root: Path) -> None:
    journal = open_journal(root)
    for number in range(60):
        rule = Text("rule", f"never {number} " + "x" * 8_000)
        journal.append([Entry(session="s", kind="compact_before", time=1, texts=(rule,))])
    journal.limit = LIMIT
    assert upkeep.trim(journal) <= LIMIT
    assert count(journal, "texts") == 0


def test_appending_alone_drops_the_oldest_events_at_the_limit(root: Path) -> None:
    journal = open_journal(root, limit=LIMIT // 2)
    for start in range(0, 2_500, 25):
        journal.append([tool(f"call-{number}", ("a.py", "edit")) for number in range(start, start + 25)])
    assert Path(journal.path).stat().st_size < LIMIT // 2 * 1.1
    assert journal.rows("SELECT max(step) FROM events") == [(2_500,)]
    assert [file.edits for file in reading.recent_files(journal)] == [2_500]
    assert count(journal, "events") == count(journal, "touches")


def test_purge_leaves_no_trace(root: Path) -> None:
    (root / ".agent/local").mkdir()
    (root / ".agent/local/journal.db").write_bytes(b"a damaged one with hunter2 in it")
    journal = open_journal(root)
    fill(journal, 100)
    journal.append([Entry(session="s", kind="prompt", time=1, texts=(Text("prompt", "the word is hunter2"),))])
    upkeep.purge(journal)
    left = b"".join(path.read_bytes() for path in (root / ".agent/local").iterdir() if not path.name.endswith("-shm"))
    assert b"hunter2" not in left
    assert b"once/" not in left
    assert [count(journal, table) for table in ("events", "paths", "sessions", "texts", "entities", "commands")] == [0] * 6
    assert reading.step(journal) == 0
    assert journal.append([tool("c1", ("a.py", "edit"))]) == 1


def test_purge_tells_that_somebody_still_reads(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, reader = open_journal(root), open_journal(root)
    journal.append([tool("c1", ("a.py", "edit"))])
    reader._connection.execute("BEGIN")
    reader.rows("SELECT * FROM events")
    monkeypatch.setattr(upkeep, "PATIENCE", 10)
    with pytest.raises(AgentStateError) as caught:
        upkeep.purge(journal)
    assert (caught.value.message, caught.value.hint) == (
        "the journal is empty, but another process still reads what was in it",
        "run the command again",
    )
    reader._connection.execute("ROLLBACK")
    upkeep.purge(journal)
