"""The pure part of recall: what counts how much, in which order, and how it is put into words."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.journal.values import Engram
from agentstate.tree import Tree
from agentstate.verbs.recall import LEAST, Memory, as_json, as_text, decided, prefix, ranked, seed_weight, share, weighed, words_of
from agentstate.vocabulary import layout
from tests.support.laws import law
from tests.support.recovery import DECISIONS, tree

ENGRAM = Engram(1, "fact", "flush", "src/outbox.py", "def flush()", "read", 0.95, 1, 60, 1, gone=False)
ENGRAMS = st.builds(
    Engram,
    st.integers(0, 9),
    st.sampled_from(["fact", "artifact", "decision"]),
    st.sampled_from(["a", "b", "c_d"]),
    st.sampled_from(["", "x.py", "y.py"]),
    st.text(max_size=5),
    st.just("read"),
    st.sampled_from([0.5, 0.6, 0.7, 0.95]),
    st.integers(0, 50),
    st.integers(0, 100),
    st.integers(0, 9),
    gone=st.booleans(),
)
MEMORIES = st.lists(st.builds(Memory, ENGRAMS, st.sampled_from(["exact", "near", "words"]), st.floats(0.001, 10)), max_size=20)


def test_an_engram_counts_half_after_a_half_life() -> None:
    assert [round(weighed(ENGRAM, step, 40), 4) for step in (60, 100, 140, 10)] == [0.95, 0.475, 0.2375, 0.95]


@given(st.integers(1, 10_000), st.integers(0, 500), st.integers(1, 400))
@law(200)
def test_use_and_recency_never_count_less(activations: int, age: int, half_life: int) -> None:
    one = replace(ENGRAM, activations=activations)
    assert weighed(one, 60 + age, half_life) >= weighed(one, 61 + age, half_life)
    assert weighed(replace(one, activations=activations + 1), 60 + age, half_life) >= weighed(one, 60 + age, half_life)
    assert 0 < seed_weight(replace(one, activations=activations + 1)) <= seed_weight(one) <= 1


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("verify_token", "verify_"),
        ("Cache.put", "Cache."),
        ("parseDate", "parse"),
        ("HTTPServer", ""),
        ("flush", ""),
        ("_private", ""),
        ("a_b", ""),
        ("", ""),
        ("缓存_键", ""),
    ],
)
def test_the_family_of_a_name(symbol: str, expected: str) -> None:
    assert prefix(symbol) == expected


@given(MEMORIES, st.integers(0, 8))
@law(200)
def test_the_order_is_a_law(memories: list[Memory], most: int) -> None:
    found = ranked(memories, most)
    assert len(found) <= most
    assert [one for one in found if one.engram.gone or one.engram.confidence < LEAST] == []
    keys = [(one.engram.kind, one.engram.scope, one.engram.symbol) for one in found]
    assert len(set(keys)) == len(keys)
    order = [(one.way != "exact", -one.score) for one in found]
    assert order == sorted(order)
    assert ranked(list(reversed(memories)), most) == found or any(
        first.score == second.score for place, first in enumerate(memories) for second in memories[:place]
    )


def test_words_are_compared_without_case_and_only_once() -> None:
    assert words_of("Date  format, date-FORMAT 日期") == ("date", "format", "日期")
    assert share(ENGRAM, ("flush", "def", "nothing")) == pytest.approx(2 / 3)
    assert share(ENGRAM, ()) == 0


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("cache redis", ["2026-11-25-cache-in-redis"]),
        ("orders_old", []),
        ("fast", []),
        ("", []),
        ("several workers run", ["2026-11-25-cache-in-redis"]),
    ],
)
def test_decisions_in_force_that_hold_all_words(query: str, expected: list[str]) -> None:
    found = decided(tree({layout.DECISIONS: DECISIONS}).decision_sources, query, 7)
    assert [memory.engram.symbol.rpartition("-")[0] or memory.engram.symbol for memory in found] == expected


def test_no_decisions_no_memories() -> None:
    assert decided(Tree().decision_sources, "x", 1) == ()


def test_a_line_for_each() -> None:
    decision = Engram(0, "decision", "d", ".agent/DECISIONS.md", "## [2026-11-20] Table\n- Why: fast", "log", 0.95, 9, 9, 1, gone=False)
    bare = replace(ENGRAM, content="", scope="")
    memories = [Memory(engram, "exact", 1.0) for engram in (ENGRAM, decision, bare, replace(ENGRAM, scope="a\nb"))]
    assert as_text(memories, 100) == (
        "src/outbox.py: def flush() [fact, 0.95, 40 steps ago]\n"
        ".agent/DECISIONS.md: ## [2026-11-20] Table - Why: fast [decision, 0.95]\n"
        "flush [fact, 0.95, 40 steps ago]\n"
        "a\\x0ab: def flush() [fact, 0.95, 40 steps ago]\n"
    )


def test_the_same_for_programs() -> None:
    assert json.loads(as_json("flush", [Memory(ENGRAM, "exact", 1 / 3)], 100)) == {
        "version": 1,
        "query": "flush",
        "step": 100,
        "found": [
            {
                "kind": "fact",
                "symbol": "flush",
                "scope": "src/outbox.py",
                "content": "def flush()",
                "source": "read",
                "confidence": 0.95,
                "created": 1,
                "last": 60,
                "activations": 1,
                "way": "exact",
                "score": 0.333333,
            }
        ],
    }
