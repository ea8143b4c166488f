"""The journal within its bound, and without what belonged to a task that is over."""

from pathlib import Path

import pytest

from agentstate.journal import reading
from agentstate.journal.journal import open_journal
from agentstate.vocabulary import layout
from agentstate.vocabulary.entries import Entity, Entry, Text
from agentstate.workspace.tending import tend

RULE = Text("rule", "never touch legacy", "prompt")
PROGRESS = Entity("progress", "step", "a.py", "done", "journal", 0.95)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".agent").mkdir()
    return tmp_path


def fill(root: Path, count: int) -> None:
    journal = open_journal(root)
    entries = [Entry(session="s", kind="tool", time=1, call=f"c{number}", command=f"make t{number} {'x' * 900}") for number in range(count)]
    journal.append([*entries, Entry(session="s", kind="prompt", time=1, texts=(RULE,), entities=(PROGRESS,))])
    journal.close()


def size(root: Path) -> int:
    return (root / layout.LOCAL / "journal.db").stat().st_size


def test_where_there_is_no_journal_none_is_made(root: Path) -> None:
    assert tend(root, task_ended=True) == ""
    assert not (root / layout.LOCAL).exists()


def test_a_journal_that_is_too_large_is_made_smaller(root: Path) -> None:
    fill(root, 1_000)
    before = size(root)
    assert tend(root) == ""
    assert size(root) >= before
    assert tend(root, limit=200_000) == ""
    assert size(root) <= 200_000


@pytest.mark.parametrize(("ended", "left"), [(False, 1), (True, 0)])
def test_rules_and_progress_end_with_their_task(root: Path, ended: bool, left: int) -> None:
    fill(root, 1)
    assert tend(root, task_ended=ended) == ""
    journal = open_journal(root)
    assert (len(reading.rules(journal)), journal.rows("SELECT count(*) FROM entities")) == (left, [(left,)])


def test_a_journal_that_cannot_be_used_is_told(root: Path) -> None:
    fill(root, 1)
    path = root / layout.LOCAL / "journal.db"
    path.unlink()
    path.mkdir()
    assert tend(root).endswith("is a folder, not a regular file")
