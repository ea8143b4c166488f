"""What counts as lost between the logs of a commit's parents and its own: from literals, and as laws over random logs."""

from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.decisions import DecisionLog, parse_decisions
from agentstate.documents.losses import Change, Missing, lost, place, removed, texts
from agentstate.documents.text import SourceText
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import Loss
from tests.support.laws import law

CACHE = "## [2026-11-28] Cache\n- Decision: Redis\n- Why: several instances run\n"
RETRY = "## [2026-11-29] Retry\n- Decision: twice\n- Why: several instances run\n"
QUEUE = "## [2026-11-30] Queue\n- Decision: rows\n- Why: one database to run\n"
EDITED = CACHE.replace("Redis", "Memcached")
CUT = CACHE.replace("- Why: several instances run\n", "")


def log(*entries: str) -> DecisionLog:
    return parse_decisions(SourceText(layout.DECISIONS, "# Decisions\n\n" + "\n".join(entries)))


def nothing(_one: int, _other: int) -> Collection[str]:
    return ()


def said(missing: Missing) -> tuple[str, int, int | None]:
    return missing.entry.title, missing.parent, missing.lines


def gone(parents: Sequence[Sequence[str]], now: Sequence[str], base: Sequence[str] = ()) -> list[tuple[str, int, int | None]]:
    after = texts([log(*now)])
    return [
        said(missing) for missing in lost([Change(texts([log(*one)]), after) for one in parents], lambda _one, _other: texts([log(*base)]))
    ]


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ([CACHE, RETRY], [CACHE, RETRY, QUEUE], []),
        ([CACHE, RETRY], [RETRY, CACHE], []),
        ([CACHE], [CACHE.replace("\n", "  \n")], []),
        ([CACHE, RETRY], [RETRY], [("Cache", 0, None)]),
        ([CACHE, RETRY], [QUEUE], [("Cache", 0, None), ("Retry", 0, None)]),
        ([CACHE], [EDITED], []),
        ([CACHE], [CACHE.replace("] Cache", "] Redis for all")], []),
        ([CACHE], [EDITED.replace("] Cache", "] Memcached")], [("Cache", 0, None)]),
        ([CACHE], [CUT], []),
        ([CACHE, RETRY], [CUT, RETRY], []),
        ([CACHE], [CUT, QUEUE], []),
        ([CACHE], [CUT, RETRY], [("Cache", 0, 1)]),
        ([CACHE], [CUT, CACHE.replace("] Cache", "] Other")], [("Cache", 0, 1)]),
        ([CACHE], [EDITED.replace("- Why: several instances run\n", ""), RETRY], []),
        ([CACHE, RETRY], [CUT, RETRY.replace("Retry", "Retries")], []),
    ],
)
def test_what_a_commit_with_one_parent_lost(before: list[str], now: list[str], expected: list[tuple[str, int, int | None]]) -> None:
    assert gone([before], now) == expected


@pytest.mark.parametrize(
    ("parents", "now", "base", "expected"),
    [
        ([[CACHE], [RETRY]], [CACHE, RETRY], [], []),
        ([[CACHE], [RETRY]], [CACHE], [], [("Retry", 1, None)]),
        ([[CACHE], [RETRY]], [], [], [("Cache", 0, None), ("Retry", 1, None)]),
        ([[CACHE], [RETRY]], [CUT, RETRY], [], [("Cache", 0, 1)]),
        ([[CACHE], [RETRY]], [CACHE + RETRY.partition("\n")[2]], [], [("Cache", 0, 0), ("Retry", 1, None)]),
        ([[CACHE], [CACHE, RETRY]], [RETRY], [CACHE], [("Cache", 0, None)]),
        ([[EDITED], [CACHE, RETRY]], [EDITED, RETRY], [CACHE], []),
        ([[EDITED], [CACHE, RETRY]], [RETRY], [CACHE], [("Cache", 0, None)]),
        ([[EDITED], [CACHE]], [EDITED], [], [("Cache", 1, None)]),
        ([[EDITED], [CACHE]], [CACHE], [CACHE], [("Cache", 0, None)]),
        ([[CACHE], [CACHE]], [EDITED], [CACHE], [("Cache", 0, 1)]),
        ([[RETRY], [CACHE, RETRY]], [RETRY], [CACHE, RETRY], [("Cache", 1, None)]),
        ([[CACHE], [RETRY], [QUEUE]], [CACHE, QUEUE], [], [("Retry", 1, None)]),
    ],
)
def test_what_a_merge_lost(parents: list[list[str]], now: list[str], base: list[str], expected: list[tuple[str, int, int | None]]) -> None:
    assert gone(parents, now, base) == expected


def test_a_repair_is_no_loss() -> None:
    mixed = CACHE + RETRY.partition("\n")[2]
    assert gone([[mixed]], [CACHE, CACHE.replace("Redis", "twice")]) == []
    assert gone([[CUT, RETRY + "- Decision: Redis\n"]], [CACHE, RETRY]) == []


def test_an_entry_may_be_gone_once_another_one_says_so() -> None:
    line = "- Decision: {}\n- Supersedes: 2026-11-28-cache-7dc7, 2026-11-29-retry-dd15\n- Why: a password\n"
    for said_so, expected in (
        ("entry removed", {"2026-11-28-cache-7dc7", "2026-11-29-retry-dd15"}),
        ("Entry removed (Take it out)", {"2026-11-28-cache-7dc7", "2026-11-29-retry-dd15"}),
        ("条目已删除（含密码）", {"2026-11-28-cache-7dc7", "2026-11-29-retry-dd15"}),
        ("withdrawn", set()),
        ("entry removed\n- Status: pending", set()),
    ):
        assert removed([log("## [2026-12-01] Take it out\n" + line.format(said_so))]) == expected


def lost_one(entry: str, *below: str) -> Loss:
    (one,) = log(entry).entries
    identifiers = tuple(other.id for other in log(*below).entries)
    return Loss(identifier=one.id, date=one.date, title=one.title, text=one.text, below=identifiers)


@pytest.mark.parametrize(
    ("now", "lost_entry", "expected"),
    [
        ([RETRY, QUEUE], lost_one(CACHE), 3),
        ([CACHE, QUEUE], lost_one(RETRY), 7),
        ([CACHE, RETRY], lost_one(QUEUE), None),
        ([], lost_one(QUEUE), None),
        ([CACHE, RETRY], lost_one(QUEUE, RETRY), 7),
        ([CACHE, RETRY], lost_one(CACHE.replace("] Cache", "] Other")), 7),
    ],
)
def test_where_a_lost_entry_belongs(now: list[str], lost_entry: Loss, expected: int | None) -> None:
    assert place(log(*now), lost_entry) == expected


LINES = st.sampled_from(("- Decision: Redis", "- Why: several run", "- Keep: permanent", "", "  goes on", "It was said."))
ENTRIES = st.builds(
    lambda day, title, lines: "\n".join([f"## [2026-11-{day:02d}] {title}", *lines]).rstrip("\n") + "\n",
    st.integers(1, 28),
    st.sampled_from("abc"),
    st.lists(LINES, max_size=4),
)
LOGS = st.lists(ENTRIES, max_size=6)


@given(st.lists(LOGS, min_size=1, max_size=3), LOGS)
@law(200)
def test_nothing_is_lost_where_every_entry_is_there(parents: list[list[str]], more: list[str]) -> None:
    assert gone(parents, [*more, *(entry for parent in parents for entry in parent)]) == []


@given(st.lists(LOGS, min_size=2, max_size=3), LOGS)
@law(200)
def test_a_merge_lost_every_entry_that_it_does_not_have(parents: list[list[str]], now: list[str]) -> None:
    after = texts([log(*now)])
    changes = [Change(texts([log(*parent)]), after) for parent in parents]
    there = {text for parent in parents for text in texts([log(*parent)])}
    assert {missing.text for missing in lost(changes, nothing)} == there - after.keys()


@given(LOGS, LOGS)
@law(200)
def test_what_one_parent_lost_it_had_and_whatever_has_no_heir_is_lost(before: list[str], now: list[str]) -> None:
    had, has = texts([log(*before)]), texts([log(*now)])
    found = {missing.text for missing in lost([Change(had, has)], nothing)}
    assert found <= had.keys() - has.keys()
    names = {(entry.date, entry.title) for entry in has.values()}
    bodies = {entry.text.partition("\n")[2] for entry in has.values()} - {""}
    alone = {text for text, entry in had.items() if (entry.date, entry.title) not in names and entry.text.partition("\n")[2] not in bodies}
    assert alone - has.keys() <= found
