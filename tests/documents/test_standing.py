import pytest

from agentstate.documents.decisions import Decision, DecisionLog, Standing, parse_decisions, resolve, standings, unresolved
from agentstate.documents.text import SourceText

ACTIVE, PENDING, SUPERSEDED, WITHDRAWN = Standing


def entry(name: str, *supersedes: str, decision: str = "d", pending: bool = False) -> Decision:
    fields = (("Supersedes", 7, ", ".join(supersedes)),) if supersedes else ()
    return Decision(
        id=name, date="", title="", line=1, end=2, text=name, fields=fields, decision=decision, supersedes=supersedes, pending=pending
    )


def standing(*entries: Decision) -> list[Standing]:
    found = standings(entries)
    assert found.keys() == {entry.id for entry in entries}
    return [found[entry.id] for entry in entries]


def test_an_entry_is_superseded_by_one_that_names_it() -> None:
    assert standing(entry("a"), entry("b", "a"), entry("c")) == [SUPERSEDED, ACTIVE, ACTIVE]


def test_a_chain_leaves_its_last_in_force() -> None:
    assert standing(entry("a"), entry("b", "a"), entry("c", "b")) == [SUPERSEDED, SUPERSEDED, ACTIVE]


def test_one_entry_can_supersede_several() -> None:
    assert standing(entry("a"), entry("b"), entry("c", "a", "b")) == [SUPERSEDED, SUPERSEDED, ACTIVE]


@pytest.mark.parametrize("words", ["withdrawn", "Withdrawn.", "撤回", "已撤回（有误）", "withdrawn (T)", "withdrawn: see b"])
def test_an_entry_is_withdrawn_by_one_that_says_so(words: str) -> None:
    assert standing(entry("a"), entry("b", "a", decision=words)) == [WITHDRAWN, ACTIVE]


@pytest.mark.parametrize("words", ["withdrawn users keep their data", "not withdrawn", ""])
def test_other_words_withdraw_nothing(words: str) -> None:
    assert standing(entry("a"), entry("b", "a", decision=words)) == [SUPERSEDED, ACTIVE]


def test_a_withdrawal_that_names_nothing_withdraws_itself() -> None:
    assert standing(entry("a", decision="withdrawn"), entry("b", "gone", decision="withdrawn")) == [WITHDRAWN, ACTIVE]


def test_of_several_that_name_an_entry_the_last_decides() -> None:
    assert standing(entry("a"), entry("b", "a", decision="withdrawn"), entry("c", "a")) == [SUPERSEDED, ACTIVE, ACTIVE]
    assert standing(entry("a"), entry("b", "a"), entry("c", "a", decision="withdrawn")) == [WITHDRAWN, ACTIVE, ACTIVE]


def test_withdrawing_an_entry_does_not_bring_back_what_it_superseded() -> None:
    assert standing(entry("a"), entry("b", "a"), entry("c", "b", decision="withdrawn")) == [SUPERSEDED, WITHDRAWN, ACTIVE]


def test_a_pending_entry_supersedes_nothing_yet_and_can_be_superseded() -> None:
    assert standing(entry("a"), entry("b", "a", pending=True)) == [ACTIVE, PENDING]
    assert standing(entry("a"), entry("b", "a", pending=True), entry("c", "a", "b")) == [SUPERSEDED, SUPERSEDED, ACTIVE]


def test_the_order_of_the_log_does_not_matter_outside_a_circle() -> None:
    assert standing(entry("c", "b"), entry("b", "a"), entry("a")) == [ACTIVE, SUPERSEDED, SUPERSEDED]


def test_in_a_circle_the_later_entry_wins() -> None:
    assert standing(entry("a", "b"), entry("b", "a")) == [SUPERSEDED, ACTIVE]
    assert standing(entry("a", "b"), entry("b", "c"), entry("c", "a")) == [SUPERSEDED, ACTIVE, ACTIVE]
    assert standing(entry("x", "b"), entry("a", "b"), entry("b", "a"), entry("y", "x")) == [SUPERSEDED, SUPERSEDED, SUPERSEDED, ACTIVE]


def test_an_entry_never_supersedes_itself() -> None:
    assert standing(entry("2026-a", "2026")) == [ACTIVE]
    assert standing(entry("2026-a", "2026"), entry("2026-b")) == [ACTIVE, SUPERSEDED]


def test_an_unknown_or_ambiguous_id_counts_for_nothing() -> None:
    assert standing(entry("2026-a"), entry("2026-b"), entry("c", "2026", "gone")) == [ACTIVE, ACTIVE, ACTIVE]


def test_an_entry_in_the_archive_and_in_the_log_counts_once() -> None:
    assert standings([entry("a"), entry("b", "a"), entry("a"), entry("b", "a")]) == {"a": SUPERSEDED, "b": ACTIVE}


def test_ten_thousand_entries_in_chains_and_circles() -> None:
    names = [f"n{number:05}" for number in range(10_000)]
    forward = [entry(name, names[(place + 1) % 10_000]) for place, name in enumerate(names)]
    found = standings(forward)
    assert [name for name in names if found[name] is SUPERSEDED] == ["n00000"]


def test_resolving_an_id_or_a_unique_prefix() -> None:
    entries = [entry("2026-a"), entry("2026-ab"), entry("2027-a"), entry("2026-a")]
    assert resolve("2027", entries) is entries[2]
    assert resolve(" 2026-A ", entries) is entries[3]
    assert resolve("2026-ab", entries) is entries[1]
    assert resolve("2026-", entries) is None
    assert resolve("", entries) is None
    assert resolve("3", entries) is None


def test_what_cannot_be_resolved_is_named_with_what_it_could_mean() -> None:
    log = parse_decisions(
        SourceText(
            "x",
            "## [2026-01-01] A\n- Why: x\n- Supersedes: 2026, gone, old-1\n"
            "## [2026-01-02] B\n- Supersedes: 2026-01-01\n"
            "## [2026-01-02] C\n- Supersedes: 2026-01-02-c\n",
        )
    )
    a, b, c = log.entries
    found = [(item.decision, item.line, item.identifier, item.candidates) for item in unresolved(log, [entry("old-1")])]
    assert found == [(a, 3, "2026", (b.id, c.id)), (a, 3, "gone", ()), (c, 7, "2026-01-02-c", ())]
    assert unresolved(DecisionLog(log.source, (b, a))) != ()
    assert unresolved(DecisionLog(log.source, (b, a)))[0].decision is a
