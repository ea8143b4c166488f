"""The last look at a merge: what does not hold all that it should, or reads as something else, is never said to be merged."""

import sys

import pytest

from agentstate.documents.text import SourceText
from agentstate.merging import Merged, merge
from agentstate.merging.facts import merge_facts
from agentstate.merging.log import merge_log
from agentstate.merging.state import merge_state
from agentstate.vocabulary import layout

MERGE, STATE = sys.modules["agentstate.merging.merge"], sys.modules["agentstate.merging.state"]
TITLE = "# Decisions\n"
A, B, C = (f"\n## [2026-11-02] {name}\n- Decision: take {name}\n- Why: it is known\n" for name in "abc")


def log(*entries: str) -> SourceText:
    return SourceText(layout.DECISIONS, TITLE + "".join(entries))


def test_a_log_that_lacks_an_entry_is_no_merge(monkeypatch: pytest.MonkeyPatch) -> None:
    assert merge(layout.DECISIONS, log(A), log(A, B), log(A, C)) == Merged(log(A, B, C))
    monkeypatch.setattr(MERGE, "merge_log", lambda *_: Merged(log(A, B)))
    assert merge(layout.DECISIONS, log(A), log(A, B), log(A, C)).conflicts != ()


def test_a_log_that_would_read_as_something_else_is_no_merge() -> None:
    assert merge_log(log(A), log(A, B, "```\n"), log(A, C)) is None


def test_facts_that_would_read_as_something_else_are_no_merge() -> None:
    def facts(more: str) -> SourceText:
        return SourceText(layout.FACTS, f"# Facts\n\n- a\n{more}")

    assert merge_facts(facts(""), facts("\n```\n"), facts("\n## Data\n\n- b\n")) is None


def test_a_state_that_would_say_something_else_is_no_merge(monkeypatch: pytest.MonkeyPatch) -> None:
    base, ours, theirs = (SourceText(layout.STATE, f"goal: {goal}\nnext_action: {action}\n") for goal, action in ("ab", "cb", "ad"))
    assert merge_state(base, ours, theirs) == Merged(SourceText(layout.STATE, "goal: c\nnext_action: d\n"))
    assembled = STATE._assembled
    monkeypatch.setattr(STATE, "_assembled", lambda *given: assembled(*given)[:-1])
    assert merge_state(base, ours, theirs) is None


def test_a_marker_line_that_came_with_one_side_is_a_conflict() -> None:
    base, ours, theirs = (SourceText(layout.PROTOCOL, text) for text in ("1. a\n", "<<<<<<< x\n1. a\n", "1. a\n2. b\n"))
    merged = merge(layout.PROTOCOL, base, ours, theirs)
    assert merged.source.text == "<<<<<<< x\n1. a\n2. b\n"
    assert [conflict.what for conflict in merged.conflicts] == ["the conflict marker in line 1"]
