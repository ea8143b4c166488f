"""`decide`: the entry comes last and as it was typed, a full log makes room first, and a fact follows the decision it came from."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.text import SourceText
from agentstate.verbs.decide import Entry, decide
from agentstate.verbs.rotate import rotate
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.repository import GitFacts
from tests.verbs.trees import after, limited, refused, texts, tree_with

LOG = "# Decisions\n\n## [2026-11-02] Cache in process\n- Why: fast\n"
NEW = Entry(title="Cache in Redis", why="workers disagree", date="2026-11-29")


def identifiers(text: str | None) -> list[str]:
    return [entry.id for entry in parse_decisions(SourceText("", text or "")).entries]


def written(files: Mapping[str, str | None], entry: Entry = NEW) -> dict[str, str | None]:
    return texts(decide(tree_with(files), entry).steps)


def test_every_part_is_written_in_the_order_of_the_convention_and_the_id_is_the_result() -> None:
    entry = replace(
        NEW, decision="one Redis", rejected=("Memcached (no lists)", "a table"), supersedes=("2026-11-02",), permanent=True, pending=True
    )
    plan = decide(tree_with({layout.DECISIONS: LOG}), entry)
    expected = (
        f"{LOG}\n## [2026-11-29] Cache in Redis\n- Decision: one Redis\n- Why: workers disagree\n"
        f"- Rejected: Memcached (no lists); a table\n- Supersedes: {identifiers(LOG)[0]}\n"
        "- Keep: permanent (Cache in Redis)\n- Status: pending (Cache in Redis)\n"
    )
    assert texts(plan.steps) == {layout.DECISIONS: expected}
    assert (plan.result, plan.messages, plan.commit, plan.findings) == (identifiers(expected)[1], (), None, False)


def test_a_chinese_tree_gets_chinese_keys() -> None:
    entry = replace(NEW, title="缓存", why="多实例", rejected=("甲", "乙"))
    files = {layout.CONFIG: "language: zh\n", layout.DECISIONS: "# 决策\n"}
    assert written(files, entry)[layout.DECISIONS] == "# 决策\n\n## [2026-11-29] 缓存\n- 理由：多实例\n- 否决方案：甲；乙\n"


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("", "## [2026-11-29] Cache in Redis\n- Why: workers disagree\n"),
        (None, "## [2026-11-29] Cache in Redis\n- Why: workers disagree\n"),
        ("## [2026-11-02] a\n- Why: b", "## [2026-11-02] a\n- Why: b\n\n## [2026-11-29] Cache in Redis\n- Why: workers disagree\n"),
        ("# D\r\n", "# D\r\n\r\n## [2026-11-29] Cache in Redis\r\n- Why: workers disagree\r\n"),
    ],
)
def test_the_entry_comes_last_in_the_line_ends_of_the_file(before: str | None, expected: str) -> None:
    assert written({layout.DECISIONS: before}) == {layout.DECISIONS: expected}


def test_a_byte_order_mark_stays() -> None:
    tree = tree_with({})
    marked = tree.with_sources({layout.DECISIONS: SourceText(layout.DECISIONS, "# D\n", byte_order_mark=True)})
    (step,) = decide(marked, NEW).steps
    assert texts([step]) == {layout.DECISIONS: "\ufeff# D\n\n## [2026-11-29] Cache in Redis\n- Why: workers disagree\n"}


def test_an_entry_that_is_there_to_the_letter_changes_nothing() -> None:
    before = written({layout.DECISIONS: LOG})[layout.DECISIONS]
    plan = decide(tree_with({layout.DECISIONS: before}), NEW)
    assert (plan.steps, plan.result, plan.messages) == ((), identifiers(before)[1], ("this decision is in the log already",))


def test_a_beginning_of_an_id_is_enough_and_the_whole_one_is_written() -> None:
    old = identifiers(LOG)[0]
    for given in ("2026-11-02", "2026-11-02-cache", old, old.upper()):
        log = written({layout.DECISIONS: LOG}, replace(NEW, supersedes=(given,)))[layout.DECISIONS]
        assert log == f"{LOG}\n## [2026-11-29] Cache in Redis\n- Why: workers disagree\n- Supersedes: {old}\n"


def test_what_is_only_in_the_archive_can_be_superseded() -> None:
    files = {layout.archive_path(1): LOG, layout.DECISIONS: "# Decisions\n"}
    log = written(files, replace(NEW, supersedes=("2026-11-02",)))[layout.DECISIONS]
    assert log == f"# Decisions\n\n## [2026-11-29] Cache in Redis\n- Why: workers disagree\n- Supersedes: {identifiers(LOG)[0]}\n"


@pytest.mark.parametrize("given", ["2025", "2026-11", "cache"])
def test_an_id_that_names_none_or_several_is_refused(given: str) -> None:
    files = {layout.DECISIONS: f"{LOG}\n## [2026-11-03] Other\n- Why: b\n"}
    with refused(f'no single decision has the id "{given}"', "find it with `agentstate decisions --all`"):
        decide(tree_with(files), replace(NEW, supersedes=(given,)))


@pytest.mark.parametrize(
    ("entry", "message", "hint"),
    [
        (replace(NEW, title=" "), "the title is empty", "say something in the title"),
        (replace(NEW, why=""), "--why is empty", "say something in --why"),
        (replace(NEW, rejected=("a\nb",)), '--rejected is more than one line: "a\\x0ab"', "write --rejected in one line"),
    ],
)
def test_what_cannot_be_an_entry_is_refused(entry: Entry, message: str, hint: str) -> None:
    with refused(message, hint):
        decide(tree_with({}), entry)


NO_ROOM = (".agent/DECISIONS.md has no room for another entry", "shorten the entry, or settle pending decisions", 1)
FULL = "# Decisions\n\n## [2026-11-01] a\n- Why: x\n\n## [2026-11-02] b\n- Why: x\n\n## [2026-11-03] c\n- Why: x\n"


def test_a_full_log_makes_room_first_and_says_so() -> None:
    tree = limited(tree_with({layout.DECISIONS: FULL}), decisions_entries=3)
    plan = decide(tree, NEW)
    assert texts(plan.steps) == {
        layout.archive_path(1): "# Decisions, archive volume 1\n\n## [2026-11-01] a\n- Why: x\n",
        layout.DECISIONS: FULL.replace("## [2026-11-01] a\n- Why: x\n\n", "")
        + "\n## [2026-11-29] Cache in Redis\n- Why: workers disagree\n",
    }
    assert plan.messages == ("moved 1 decision to the archive",)


def test_a_log_with_room_for_one_more_is_left_as_it_is() -> None:
    tree = limited(tree_with({layout.DECISIONS: FULL}), decisions_entries=4, decisions_bytes=len(FULL) + 56)
    assert texts(decide(tree, NEW).steps) == {layout.DECISIONS: FULL + "\n## [2026-11-29] Cache in Redis\n- Why: workers disagree\n"}


def test_a_log_that_would_be_too_large_makes_room_too() -> None:
    tree = limited(tree_with({layout.DECISIONS: FULL}), decisions_bytes=len(FULL) + 20)
    plan = decide(tree, NEW)
    assert list(texts(plan.steps)) == [layout.archive_path(1), layout.DECISIONS]
    assert plan.messages == ("moved 2 decisions to the archive",)


def test_what_leaves_and_must_last_is_a_fact_before_it_is_out_of_the_log() -> None:
    log = FULL.replace("- Why: x\n", "- Why: x\n- Keep: permanent\n", 1)
    tree = limited(tree_with({layout.DECISIONS: log}), decisions_entries=3)
    plan = decide(tree, NEW)
    assert list(texts(plan.steps)) == [layout.archive_path(1), layout.FACTS, layout.DECISIONS]
    assert plan.messages == ("moved 1 decision to the archive, 1 promoted to FACTS.md",)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"decisions_entries": 3}, ".agent/DECISIONS.md is full: 3 of 3 entries"),
        ({"decisions_bytes": 150}, ".agent/DECISIONS.md is full: 96 of 150 bytes, and the entry takes 56"),
    ],
)
def test_a_full_log_is_refused_where_it_may_not_rotate(limits: dict[str, int], message: str) -> None:
    with refused(message, "run `agentstate rotate`, or shorten the entry", 1):
        decide(limited(tree_with({layout.DECISIONS: FULL}), auto=False, **limits), NEW)


@pytest.mark.parametrize("limits", [{"decisions_entries": 3}, {"decisions_bytes": 105}])
def test_what_a_refusal_says_to_do_makes_the_room(limits: dict[str, int]) -> None:
    tree = limited(tree_with({layout.DECISIONS: FULL}), auto=False, **limits)
    rotated = after(tree, rotate(tree, GitFacts()).steps)
    assert list(texts(decide(rotated, replace(NEW, title="a", why="b")).steps)) == [layout.DECISIONS]


@pytest.mark.parametrize("auto", [True, False])
def test_a_log_full_of_pending_decisions_has_no_room(auto: bool) -> None:
    log = FULL.replace("- Why: x\n", "- Why: x\n- Status: pending\n")
    with refused(*NO_ROOM):
        decide(limited(tree_with({layout.DECISIONS: log}), auto=auto, decisions_entries=3), NEW)


def test_an_entry_larger_than_the_whole_log_is_refused() -> None:
    with refused(*NO_ROOM):
        decide(limited(tree_with({layout.DECISIONS: ""}), decisions_bytes=100), replace(NEW, why="x" * 100))


OLD = identifiers(LOG)[0]
FACTS = f"# Facts\n\n## Cache\n- first\n- one dictionary — because: fast [{OLD}]\n- last\n"
SUPERSEDING = replace(NEW, supersedes=(OLD,))


@pytest.mark.parametrize(
    ("entry", "facts"),
    [
        (SUPERSEDING, "# Facts\n\n## Cache\n- first\n- Cache in Redis — because: workers disagree [ID]\n- last\n"),
        (replace(SUPERSEDING, decision="withdrawn"), "# Facts\n\n## Cache\n- first\n- last\n"),
        (replace(SUPERSEDING, pending=True), None),
        (NEW, None),
    ],
)
def test_a_fact_that_came_from_a_superseded_decision_follows_it(entry: Entry, facts: str | None) -> None:
    plan = decide(tree_with({layout.DECISIONS: LOG, layout.FACTS: FACTS}), entry)
    found = texts(plan.steps)
    assert list(found) == [*[layout.FACTS] * bool(facts), layout.DECISIONS]
    assert found.get(layout.FACTS) == (facts.replace("ID", plan.result) if facts else None)


def test_of_several_facts_that_are_superseded_one_stays() -> None:
    facts = f"# Facts\n\n- a [{OLD}]\n- b [{OLD}]\n"
    plan = decide(tree_with({layout.DECISIONS: LOG, layout.FACTS: facts}), SUPERSEDING)
    assert texts(plan.steps)[layout.FACTS] == f"# Facts\n\n- Cache in Redis — because: workers disagree [{plan.result}]\n"


def test_a_fact_that_cannot_be_written_anew_within_the_limit_is_refused() -> None:
    tree = limited(tree_with({layout.DECISIONS: LOG, layout.FACTS: FACTS}), facts_bytes=len(FACTS.encode()))
    with refused(".agent/FACTS.md would be 197 bytes, its limit is 103", "merge or remove facts in .agent/FACTS.md first", 1):
        decide(tree, replace(SUPERSEDING, why="w" * 100))


def test_a_tree_without_facts_gets_none() -> None:
    assert list(written({layout.DECISIONS: LOG, layout.FACTS: None})) == [layout.DECISIONS]


def test_a_log_that_cannot_be_read_is_refused() -> None:
    fault = Fault("unreadable", 1, 1, '".agent/DECISIONS.md" is a folder, not a regular file', "put a regular file in its place")
    with refused(fault.message, fault.hint):
        decide(replace(tree_with({layout.DECISIONS: None}), unreadable={layout.DECISIONS: fault}), NEW)


def test_a_code_fence_that_never_ends_would_swallow_the_entry() -> None:
    message = ".agent/DECISIONS.md:3: this code fence is never closed, so nothing can be added after it"
    with refused(message, "close the fence and run the command again"):
        decide(tree_with({layout.DECISIONS: "# D\n\n```\ncode\n"}), NEW)
