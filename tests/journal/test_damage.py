import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from agentstate.journal import export, opening, place, reading
from agentstate.journal.engine import Connection, DatabaseError, connect
from agentstate.journal.journal import Journal, open_journal
from agentstate.journal.schema import MIGRATIONS
from agentstate.vocabulary.errors import AgentStateError
from tests.journal.events import shell, tool
from tests.support.laws import law

PAGE = 1_024


def filled(root: Path) -> Path:
    """A closed journal of 200 events, its only file."""
    journal = open_journal(root)
    journal.append([tool(f"c{number}", (f"src/module_{number}.py", "edit")) for number in range(100)])
    journal.append([shell(f"d{number}", f"make part-{number}", number % 2) for number in range(100)])
    journal.close()
    return Path(journal.path)


def names(root: Path) -> list[str]:
    return sorted(
        path.name for path in (root / ".agent/local").iterdir() if path.suffix not in {".lock", ".queue"} and path.stem != ".gitignore"
    )


def overwrite(path: Path, start: int, data: bytes) -> None:
    content = bytearray(path.read_bytes())
    content[start : start + len(data)] = data
    path.write_bytes(content)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "header": lambda path: overwrite(path, 0, b"not a database at all"),
    "page size": lambda path: overwrite(path, 16, b"\xff\xff"),
    "root of the tables": lambda path: overwrite(path, 100, b"\xff" * 60),
    "middle": lambda path: overwrite(path, 2 * PAGE, b"\xff" * (path.stat().st_size - 4 * PAGE)),
    "all but the header": lambda path: overwrite(path, 100, b"\0" * (path.stat().st_size - 100)),
    "cut in half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "cut after the first page": lambda path: path.write_bytes(path.read_bytes()[:PAGE]),
    "cut within the header": lambda path: path.write_bytes(path.read_bytes()[:50]),
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_bytes(b"dear diary\n" * 1_000),
}


@pytest.mark.parametrize("place", DAMAGES)
def test_a_damaged_journal_is_kept_aside_and_a_new_one_goes_on(root: Path, place: str) -> None:
    path = filled(root)
    DAMAGES[place](path)
    damaged = path.read_bytes()
    journal = open_journal(root)
    assert journal.append([tool("new", ("a.py", "edit"))]) == 1
    assert [found.path for found in reading.recent_files(journal)] == ["a.py"]
    assert names(root) == ["journal.damaged-1.db", "journal.db", "journal.db-shm", "journal.db-wal"]
    assert (root / ".agent/local/journal.damaged-1.db").read_bytes() == damaged
    assert export.overview(journal).damaged == (str(root / ".agent/local/journal.damaged-1.db"),)


def test_damage_that_shows_only_when_it_is_read_is_mended_too(root: Path) -> None:
    path = filled(root)
    journal = open_journal(root)
    assert journal.append([tool("before")]) == 1
    DAMAGES["middle"](path)
    assert open_journal(root).append([tool("after", ("a.py", "edit"))]) == 1
    assert journal.append([tool("late", ("b.py", "edit"))]) == 1
    assert [found.path for found in reading.recent_files(journal)] == ["b.py", "a.py"]
    assert "journal.damaged-1.db" in names(root)
    assert "journal.damaged-2.db" not in names(root)


def test_each_damaged_journal_has_its_own_name(root: Path) -> None:
    for _ in range(3):
        DAMAGES["header"](filled(root))
    open_journal(root)
    assert names(root)[:3] == ["journal.damaged-1.db", "journal.damaged-2.db", "journal.damaged-3.db"]


def test_a_log_that_lost_its_journal_is_not_taken_for_that_of_the_next(root: Path) -> None:
    writer = open_journal(root)
    writer.append([tool("old", ("old.py", "edit"))])
    Path(writer.path).unlink()
    journal = open_journal(root)
    assert (journal.append([tool("new", ("new.py", "edit"))]), [found.path for found in reading.recent_files(journal)]) == (1, ["new.py"])
    assert "journal.damaged-1.db-wal" in names(root)


@pytest.mark.parametrize("start", [0, 8, 32, 40, 2_000])
def test_a_damaged_log_loses_at_most_what_was_only_in_it(root: Path, start: int) -> None:
    filled(root)
    writer = open_journal(root)
    writer.append([tool("in-log", ("late.py", "edit"))])
    log, kept = Path(f"{writer.path}-wal").read_bytes(), Path(writer.path).read_bytes()
    writer.close()
    Path(writer.path).write_bytes(kept)
    Path(f"{writer.path}-wal").write_bytes(log[:start] + b"\xff" * 24 + log[start + 24 :])
    journal = open_journal(root)
    assert journal.append([tool("new")]) == 1
    assert journal.rows("SELECT count(*) FROM events WHERE call LIKE 'c%' OR call LIKE 'd%' OR call = 'new'") == [(201,)]


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE recipes (title TEXT)", "PRAGMA user_version = 1"],
        ["DROP TABLE paths"],
        ["DROP TABLE counters"],
        ["DELETE FROM counters"],
        ["UPDATE counters SET step = 'many'"],
        ["DROP INDEX entities_scope", "DROP TABLE entities"],
        ["PRAGMA user_version = 0"],
        ["PRAGMA user_version = 1001"],
        ["PRAGMA user_version = -1"],
        ["PRAGMA application_id = 7"],
    ],
)
def test_a_database_that_is_no_journal_is_kept_aside(root: Path, statements: list[str]) -> None:
    path = filled(root)
    if statements[0].startswith("CREATE"):
        path.unlink()
    database = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        database.execute(statement)
    database.close()
    journal = open_journal(root)
    append_everything(journal)
    assert journal.rows("SELECT count(*) FROM events") == [(1,)] if "DROP INDEX entities_scope" not in statements else [(201,)]


def append_everything(journal: Journal) -> None:
    assert journal.append([shell("new", "make", 0, tests=True)]) == 1
    assert journal.append([tool("new", ("a.py", "edit"))]) == 0


@settings(
    law(30),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_no_damage_keeps_events_out(root: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    whole = root / "whole.db"
    if not whole.exists():
        filled(root).rename(whole)
    size = whole.stat().st_size
    root = tmp_path_factory.mktemp("damage")
    (root / ".agent/local").mkdir(parents=True)
    path = root / ".agent/local/journal.db"
    path.write_bytes(whole.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, size - 1) | st.integers(0, 3 * PAGE))
        overwrite(path, start, data.draw(st.binary(min_size=1, max_size=300)))
    assume(not len(MIGRATIONS) < int.from_bytes(path.read_bytes()[60:64], "big") <= 1_000)  # else it says to be of a newer version
    journal = open_journal(root)
    for number in range(3):
        assert journal.append([tool(f"new-{number}", (f"n{number}.py", "edit"))]) == 1
    export.lines(journal)
    assert journal.append([tool("last", ("last.py", "edit"))]) == 1
    # The table itself: what was overwritten may be a part of an index that is found out only when the journal is looked over.
    assert journal.rows("SELECT call FROM events NOT INDEXED WHERE call = 'last'") == [("last",)]
    journal.close()


def test_a_disk_that_damages_each_new_journal_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = open_journal(root)
    monkeypatch.setattr("agentstate.journal.opening.MARK", 7)
    Path(journal.path).unlink()
    with pytest.raises(AgentStateError) as caught:
        journal.append([tool("c1")])
    assert (caught.value.message, caught.value.hint) == (
        f'cannot use the journal "{journal.path}": it was damaged as soon as it was made',
        "check the disk",
    )


def test_a_journal_that_another_process_sets_aside_while_it_is_opened_is_made_anew(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = open_journal(root)
    journal.append([tool("c1")])
    journal.close()
    taken: list[str] = []

    def connecting(path: str) -> Connection:
        if path == journal.path and not taken:
            taken.append(path)
            place.set_aside(path)
        return connect(path)

    monkeypatch.setattr(opening, "connect", connecting)
    again = open_journal(root)
    assert (again.append([tool("c2")]), again.rows("SELECT call FROM events")) == (1, [("c2",)])
    again.close()
    assert taken == [journal.path]


def test_a_journal_that_cannot_be_opened_and_stays_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = open_journal(root)
    journal.close()

    def failing(_path: str) -> Connection:
        raise DatabaseError("disk I/O error")

    monkeypatch.setattr(opening, "connect", failing)
    with pytest.raises(AgentStateError, match="disk I/O error"):
        open_journal(root)
