"""Where one session stands."""

from pathlib import Path

import pytest

from agentstate.journal.journal import Journal, open_journal
from agentstate.journal.standing import CHILD, Standing, changed_since, forgot, standing, take_back
from agentstate.vocabulary.entries import Entry


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    (tmp_path / ".agent").mkdir()
    return open_journal(tmp_path)


def event(kind: str, time: int = 0, path: str = "", operation: str = "edit", session: str = "s") -> Entry:
    return Entry(session=session, kind=kind, time=time, touches=((path, operation, ""),) if path else (), ok=True)


def test_a_session_is_known_by_what_it_did(journal: Journal) -> None:
    assert standing(journal, "s") == Standing()
    journal.append([event("tool"), event("tool"), event("prompt")])
    assert standing(journal, "s") == Standing(steps=2)
    journal.append([event("compact_before")])
    assert standing(journal, "s") == Standing(pending=True, steps=2)
    assert journal.once("s", CHILD)
    assert standing(journal, "s") == Standing(pending=True, steps=2, child=True)
    assert standing(journal, "other") == Standing()


def test_a_session_is_woken_once(journal: Journal) -> None:
    assert not journal.waken("s")
    journal.append([event("compact_before"), event("session_start")])
    assert journal.waken("s")
    assert standing(journal, "s") == Standing()
    assert not journal.waken("s")


def test_a_session_that_nobody_foretold_is_woken_once_between_two_calls(journal: Journal) -> None:
    journal.append([event("tool"), event("session_start")])
    assert journal.waken("s")
    assert not journal.waken("s")
    journal.append([event("tool")])
    assert journal.waken("s")
    journal.append([event("compact_before")])
    assert journal.waken("s"), "a second compaction without a call in between is one more loss"


def test_what_was_given_and_not_said_is_given_again(journal: Journal) -> None:
    journal.append([event("tool"), event("compact_before")])
    assert (journal.claim("s"), journal.once("s", "mark")) == (True, True)
    take_back(journal)
    journal.given.clear()
    assert standing(journal, "s").pending
    assert (journal.once("s", "mark"), journal.waken("s"), journal.waken("s")) == (True, True, False)


def test_a_session_that_was_told_late_is_not_woken_before_its_next_call(journal: Journal) -> None:
    journal.append([event("compact_before"), event("tool")])
    assert journal.claim("s")
    assert not journal.waken("s")
    journal.append([event("tool")])
    assert journal.waken("s")


def test_the_last_loss_is_the_one_that_counts(journal: Journal) -> None:
    assert forgot(journal, "s") == ("", 0)
    journal.append([event("compact_before", 5), event("tool", 6), event("session_end", 7), event("compact_before", 9, session="t")])
    assert forgot(journal, "s") == ("session_end", 7)


def test_what_changed_since_is_code_and_of_this_session(journal: Journal) -> None:
    journal.append(
        [
            event("tool", 1, "old.py"),
            event("tool", 5, "b.py"),
            event("tool", 6, "a.py"),
            event("tool", 7, "a.py"),
            event("tool", 8, "read.py", "read"),
            event("tool", 9, ".agent/FACTS.md"),
            event("tool", 9, "theirs.py", session="t"),
        ]
    )
    assert changed_since(journal, "s", 1) == ("a.py", "b.py")
    assert changed_since(journal, "s", 7) == ()
