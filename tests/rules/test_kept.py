"""What was committed and may not change silently: the anchor of the task, and the decisions."""

from collections.abc import Mapping

import pytest

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.text import SourceText
from agentstate.rules import engine
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import GitFacts
from tests.rules.trees import SHORT, laid, shown

STATE, LOG, ARCHIVE = layout.STATE, layout.DECISIONS, layout.archive_path(1)
BASE = "0123456789abcdef"
CACHE = "## [2026-11-28] Cache\n- Decision: Redis\n- Why: several instances run\n"
RETRY = "## [2026-11-29] Retry\n- Decision: twice\n- Why: one in a thousand times out\n"
QUEUE = "## [2026-11-30] Queue\n- Decision: rows\n- Why: one database to run\n"
FOURTH = "## [2026-12-01] Fourth\n- Why: three are too few\n"
FOURTH_ID = parse_decisions(SourceText(LOG, FOURTH)).entries[0].id
CACHE_ID, RETRY_ID = "2026-11-28-cache-7dc7", "2026-11-29-retry-dd15"


def found(now: Mapping[str, str | None], before: Mapping[str, str | None], *, prefix: str = "") -> list[str]:
    git = GitFacts(prefix=prefix, base=BASE, before={path: None if text is None else text.encode() for path, text in before.items()})
    return [shown(diagnostic) for diagnostic in engine.run(laid(now), git, select=("AS336", "AS411"))]


def changed(line: int, identifier: str, name: str = "DECISIONS.md") -> str:
    return f'{name}:{line}:1 AS411 decision "{identifier}" was committed, and is changed'


def gone(line: int, identifier: str, name: str = "DECISIONS.md") -> str:
    return f'{name}:{line}:1 AS411 decision "{identifier}" was committed, and is neither in the log nor in the archive'


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        (CACHE + RETRY + QUEUE, []),
        (RETRY + CACHE, []),
        (CACHE.replace("\n", "  \n") + "\n\n" + RETRY.replace("\n", "\r\n"), []),
        (CACHE + CACHE + RETRY, []),
        (f"{CACHE}<<<<<<< ours\n{RETRY}=======\n{QUEUE}>>>>>>> theirs\n", []),
        (f"```\n{CACHE}{RETRY}", []),
        (None, []),
        (CACHE.replace("Redis", "Memcached") + RETRY, [changed(1, CACHE_ID)]),
        (CACHE + RETRY.replace("thousand", "million"), [changed(4, RETRY_ID)]),
        (CACHE + RETRY.replace("] Retry", "] Retry twice"), [changed(4, RETRY_ID)]),
        (CACHE + RETRY.replace("2026-11-29", "2026-11-30"), [changed(4, RETRY_ID)]),
        (CACHE + RETRY + "- Rejected: never\n", [changed(4, RETRY_ID)]),
        (QUEUE + RETRY, [gone(4, CACHE_ID)]),
        (CACHE + QUEUE, [gone(1, RETRY_ID)]),
        ("", [gone(1, CACHE_ID), gone(1, RETRY_ID)]),
        (CACHE.replace("Redis", "Memcached"), [changed(1, CACHE_ID), gone(1, RETRY_ID)]),
    ],
)
def test_a_committed_decision_stays_as_it_is(log: str | None, expected: list[str]) -> None:
    assert found({LOG: log}, {LOG: CACHE + RETRY}) == expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (f"{CACHE}\n<<<<<<< HEAD\n{RETRY}=======\n{QUEUE}>>>>>>> topic\n", []),
        (f"<<<<<<< HEAD\n{CACHE}\n{RETRY}||||||| base\n=======\n{QUEUE}>>>>>>> topic\n", []),
        (CACHE + RETRY.replace("- Why", "<<<<<<< HEAD\n- Why") + f"=======\n{RETRY.splitlines()[2]}\n\n{QUEUE}>>>>>>> topic\n", []),
        (f"<<<<<<< HEAD\n{CACHE}=======\n{FOURTH}>>>>>>> topic\n{RETRY}", [gone(5, FOURTH_ID)]),
    ],
)
def test_of_a_conflict_that_was_committed_the_entries_of_both_sides_stay(before: str, expected: list[str]) -> None:
    assert found({LOG: f"{CACHE}\n{RETRY}\n{QUEUE}"}, {LOG: before}) == expected


def test_what_is_gone_is_shown_with_the_command_that_brings_it_back() -> None:
    git = GitFacts(prefix="packages/a/", base=BASE, before={LOG: CACHE.encode()})
    (diagnostic,) = engine.run(laid({LOG: QUEUE}), git, select=("AS411",))
    assert diagnostic.hint == "put it back as `git show 0123456789ab:packages/a/.agent/DECISIONS.md` has it, and decide anew below it"


@pytest.mark.parametrize(
    ("now", "before", "expected"),
    [
        ({LOG: RETRY, ARCHIVE: CACHE}, {LOG: CACHE + RETRY, ARCHIVE: None}, []),
        ({LOG: RETRY, ARCHIVE: QUEUE + CACHE}, {LOG: CACHE + RETRY, ARCHIVE: QUEUE}, []),
        ({LOG: CACHE + RETRY, ARCHIVE: CACHE}, {LOG: CACHE + RETRY, ARCHIVE: None}, []),
        ({LOG: CACHE + RETRY, ARCHIVE: None}, {LOG: RETRY, ARCHIVE: CACHE}, []),
        (
            {LOG: RETRY, ARCHIVE: CACHE.replace("Redis", "none")},
            {LOG: CACHE + RETRY, ARCHIVE: None},
            [changed(1, CACHE_ID, "DECISIONS.archive-0001.md")],
        ),
        ({LOG: RETRY, ARCHIVE: QUEUE}, {ARCHIVE: QUEUE + CACHE}, [gone(1, CACHE_ID, "DECISIONS.archive-0001.md")]),
        ({LOG: RETRY, ARCHIVE: None}, {ARCHIVE: CACHE}, [gone(1, CACHE_ID)]),
        ({LOG: RETRY, ARCHIVE: f"<<<<<<< a\n{QUEUE}"}, {LOG: CACHE + RETRY, ARCHIVE: QUEUE}, []),
    ],
)
def test_the_archive_is_part_of_the_log(now: dict[str, str | None], before: dict[str, str | None], expected: list[str]) -> None:
    assert found(now, before) == expected


@pytest.mark.parametrize(
    ("before", "now", "fine"),
    [
        ("## [2026-11-28] Cache\n- Decision: Redis\n", CACHE, True),
        ("## [2026-11-28] Cache\n- Decision: Redis\n- Why: TBD\n", CACHE, True),
        ("## [2026-11-28] Cache\n- Decision: Memcached\n", CACHE, False),
        ("## [2026-13-28] Cache\n- Why: speed\n", "## [2026-11-28] Cache\n- Why: speed\n", True),
        ("## [2026-13-28] Cache\n- Why: speed\n", "## [2026-11-28] Cache\n- Why: cost\n", False),
        ("## [2026-11-28]\n- Why: speed\n", "## [2026-11-28]\n- Decision: Redis\n- Why: speed\n", True),
        (CACHE + "- Supersedes: 2026-11-01-gone\n", CACHE + "- Supersedes: 2026-11-29-retry\n", True),
        (CACHE + "- Supersedes: 2026-11-29-retry\n", CACHE, False),
        ("## [2026-11-28] Cache\n", "## [2026-11-28] Queue\n", False),
    ],
)
def test_an_entry_may_be_mended_where_check_asks_for_it(before: str, now: str, fine: bool) -> None:
    assert (found({LOG: now + RETRY}, {LOG: before + RETRY}) == []) is fine


ANCHOR = SHORT + "goal: halve the latency\nconstraints:\n  - p95 below 5 ms\n  - no new service\n"


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (ANCHOR, []),
        (ANCHOR.replace("halve the", "Halve  the") + "# a remark\n", []),
        (ANCHOR + "  - 3 nodes at most\ndo_not:\n  - push\n", []),
        (ANCHOR.replace("halve the latency", "be faster"), ['STATE.yaml:4:7 AS336 goal no longer says "halve the latency"']),
        (ANCHOR.replace("5 ms", "9 ms"), ['STATE.yaml:6:3 AS336 constraints no longer says "p95 below 5 ms"']),
        (ANCHOR.replace("  - no new service\n", ""), ['STATE.yaml:6:3 AS336 constraints no longer says "no new service"']),
        (SHORT + "goal: halve the latency\n", ['STATE.yaml:1:1 AS336 constraints no longer says "p95 below 5 ms"']),
        (ANCHOR.replace("current_task: cache", "current_task: queue").replace("halve the latency", "be faster"), []),
        (f"<<<<<<< ours\n{SHORT}", []),
    ],
)
def test_the_anchor_stays_while_the_task_does(now: str, expected: list[str]) -> None:
    short = [line.removesuffix(", though neither the task nor a decision is new") for line in found({STATE: now}, {STATE: ANCHOR})]
    assert short == expected


def test_a_decision_accounts_for_a_changed_anchor() -> None:
    changed_goal = ANCHOR.replace("halve the latency", "be faster")
    assert found({STATE: changed_goal, LOG: CACHE + RETRY}, {STATE: ANCHOR, LOG: CACHE}) == []
    assert len(found({STATE: changed_goal, LOG: CACHE + "\n"}, {STATE: ANCHOR, LOG: CACHE})) == 1


def test_a_state_that_was_not_there_has_no_anchor() -> None:
    assert found({STATE: ANCHOR}, {STATE: None}) == []
