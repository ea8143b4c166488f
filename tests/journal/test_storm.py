import os
import random
import signal
import subprocess
import time
from pathlib import Path
from threading import Thread

import pytest

from agentstate.journal import reading
from agentstate.journal.journal import open_journal
from agentstate.vocabulary.errors import AgentStateError
from tests.journal.events import WRITER, start, tool

HOLDER = """
import sys
from agentstate.journal.engine import connect
connection = connect(sys.argv[1])
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
"""
"""Holds the journal as a frozen process would."""


def storm(root: Path, processes: int, count: int) -> None:
    running = [start(WRITER, root, f"session-{number}", 0, count) for number in range(processes)]
    answers = [process.communicate() for process in running]
    acknowledged = b"".join(b"%d\n" % number for number in range(count))
    assert answers == [(acknowledged, b"")] * processes
    journal, total = open_journal(root), processes * count
    assert journal.rows("SELECT count(*), count(DISTINCT session || ' ' || call), max(step) FROM events") == [(total, total, total)]
    assert sorted(session.steps for session in reading.sessions(journal, 100)) == [count] * processes
    assert journal.rows("SELECT edits, reads FROM paths WHERE path = 'src/a.py'") == [(total, 0)]
    assert journal.rows("SELECT sum(reads) FROM paths") == [(total,)]
    assert [(command.command, command.runs) for command in reading.commands(journal)] == [("make", total)]
    assert journal.rows("PRAGMA integrity_check") == [("ok",)]


def kills(root: Path, times: int, seed: int) -> None:
    """A writer is killed at a random moment, again and again; what it had acknowledged is there, counted once."""
    dice, kept = random.Random(seed), 0  # noqa: S311 - moments, not secrets
    (root / ".agent/local").mkdir()
    for number in range(times):
        with start(WRITER, root, "s", kept, 100_000) as process:
            assert process.stdout
            lines = [process.stdout.readline()] if number % 4 else []
            Thread(target=strike, args=(process, dice.random() * 0.03)).start()
            lines += process.stdout.read().splitlines(keepends=True)
        assert process.wait() == -signal.SIGKILL
        kept = max([kept, *(int(line) + 1 for line in lines if line.endswith(b"\n"))])
        kept = check_kept(root, kept)


def strike(process: subprocess.Popen[bytes], delay: float) -> None:
    time.sleep(delay)
    process.kill()


def check_kept(root: Path, acknowledged: int) -> int:
    """How many events are there: all that were acknowledged, and at most one that was not any more."""
    journal = open_journal(root)
    found = journal.rows("SELECT call FROM events ORDER BY id")
    assert len(found) - acknowledged in {0, 1}
    assert found == [(f"call-{number}",) for number in range(len(found))]
    assert reading.step(journal) == len(found)
    assert journal.rows("SELECT coalesce(sum(edits), 0), coalesce(sum(reads), 0) FROM paths") == [(len(found), len(found))]
    assert journal.rows("PRAGMA quick_check") == [("ok",)]
    journal.close()
    return len(found)


def test_writers_at_once_lose_nothing_and_double_nothing(root: Path) -> None:
    storm(root, 8, 50)


@pytest.mark.slow
def test_many_writers_at_once_lose_nothing_and_double_nothing(root: Path) -> None:
    storm(root, 16, 500)


def test_a_kill_at_any_moment_loses_nothing_that_was_acknowledged(root: Path) -> None:
    kills(root, 20, seed=1)


@pytest.mark.slow
def test_five_hundred_kills_lose_nothing_that_was_acknowledged(root: Path) -> None:
    kills(root, 500, seed=2)


def test_one_event_delivered_by_many_processes_is_one(root: Path) -> None:
    running = [start(WRITER, root, "s", 0, 5) for _ in range(6)]
    assert [process.communicate()[1] for process in running] == [b""] * 6
    assert open_journal(root).rows("SELECT call FROM events ORDER BY call") == [(f"call-{number}",) for number in range(5)]


def test_a_damaged_journal_is_set_aside_once_however_many_find_it(root: Path) -> None:
    open_journal(root).append([tool("c1")])
    (root / ".agent/local/journal.db").write_bytes(b"no database" * 1_000)
    running = [start(WRITER, root, f"session-{number}", 0, 5) for number in range(6)]
    assert [process.communicate()[1] for process in running] == [b""] * 6
    assert open_journal(root).rows("SELECT count(*) FROM events") == [(30,)]
    assert sorted(path.name for path in (root / ".agent/local").glob("*damaged*.db")) == ["journal.damaged-1.db"]


def test_whoever_is_held_up_gives_up_and_reads_all_the_same(root: Path) -> None:
    journal = open_journal(root, wait=0.05)
    journal.append([tool("c1", ("a.py", "edit"))])
    holder = start_holder(journal.path)
    with pytest.raises(AgentStateError) as caught:
        journal.append([tool("c2")])
    assert (caught.value.message, caught.value.hint) == (
        f'cannot use the journal "{journal.path}": other processes are at work on it',
        "run the command again",
    )
    assert [file.path for file in reading.recent_files(open_journal(root, wait=0.05))] == ["a.py"]
    os.kill(holder.pid, signal.SIGKILL)
    holder.communicate()
    assert journal.append([tool("c2")]) == 1


def start_holder(path: str) -> subprocess.Popen[bytes]:
    holder = start(HOLDER, path)
    assert holder.stdout
    assert holder.stdout.readline() == b"held\n"
    return holder
