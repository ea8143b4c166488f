"""The laws of merges, for files as people write them and for files as nobody should."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.merging import merge
from agentstate.merging.log import entry_keys
from agentstate.merging.order import interleaved
from agentstate.vocabulary import layout
from tests.merging.laws import Versions, check_choices, check_merge, check_settled, check_union
from tests.merging.texts import ARCHIVE, LANE, versions
from tests.support.laws import law

LOGS = (layout.DECISIONS, ARCHIVE)
SETS = (layout.FACTS, layout.TODO)
STATES = (layout.STATE, LANE)


@law(200)
@given(versions())
def test_what_one_side_changed_is_taken_as_it_is(given: Versions) -> None:
    check_choices(given)


@pytest.mark.parametrize("paths", [LOGS, SETS, STATES, (layout.CONFIG, layout.PROTOCOL)], ids=["logs", "sets", "states", "lines"])
@law(200)
@given(data=st.data())
def test_nothing_is_lost_or_doubled_and_the_sides_are_equal(paths: tuple[str, ...], data: st.DataObject) -> None:
    check_merge(data.draw(versions(paths)))


@pytest.mark.parametrize("paths", [LOGS, SETS, STATES], ids=["logs", "sets", "states"])
@law(200)
@given(data=st.data())
def test_a_merge_that_is_merged_again_stays(paths: tuple[str, ...], data: st.DataObject) -> None:
    check_settled(data.draw(versions(paths)))


@law(200)
@given(versions((layout.DECISIONS,)), st.integers(0, 2**20))
def test_an_entry_is_in_the_log_or_in_the_archive(given: Versions, mask: int) -> None:
    check_union(given, _archived(given, mask))


def _archived(given: Versions, mask: int) -> set[str]:
    keys = sorted({key for one in given[1:] if isinstance(one, SourceText) for key in entry_keys(one)})
    return {key for place, key in enumerate(keys) if mask >> place & 1}


@pytest.mark.slow
@law(200)
@given(versions(), st.integers(0, 2**20))
def test_all_laws_at_length(given: Versions, mask: int) -> None:
    check_choices(given)
    check_merge(given)
    check_settled(given)
    if given[0] == layout.DECISIONS:
        check_union(given, _archived(given, mask))


def check_order_of_merging(names: list[str], marks: list[int], path: str) -> None:
    """Three branches that only add to one file come to the same file, whichever two are merged first."""
    base = SourceText(path, "# Title\n")
    branches = []
    for branch in range(3):
        own = [name for name, mark in zip(names, marks, strict=False) if mark == branch]
        entries = [f"\n## [2026-11-0{1 + len(name) % 2}] {name}\n- Decision: {name}\n" for name in own]
        items = [f"- [ ] {name}\n" for name in own] if path == layout.TODO else [f"- {name}\n" for name in own]
        branches.append(SourceText(path, base.text + ("".join(entries) if "DECISIONS" in path else "\n" * bool(items) + "".join(items))))
    first, second, third = branches
    found = {
        merge(path, base, merge(path, base, one, two).source, three).source.text
        for one, two, three in [(first, second, third), (second, third, first), (third, first, second), (second, first, third)]
    }
    assert len(found) == 1


@law(200)
@given(
    st.lists(st.text("abcxyz", min_size=1, max_size=3), unique=True, max_size=9),
    st.lists(st.integers(0, 2), min_size=9, max_size=9),
    st.sampled_from([layout.DECISIONS, layout.TODO, layout.FACTS]),
)
def test_which_two_are_merged_first_does_not_matter(names: list[str], marks: list[int], path: str) -> None:
    check_order_of_merging(names, marks, path)


@law(200)
@given(st.lists(st.integers(0, 9), unique=True), st.lists(st.integers(0, 9), unique=True))
def test_an_order_of_two_sequences_holds_each_element_once(first: list[int], second: list[int]) -> None:
    order = interleaved(first, second, lambda element: element)
    assert sorted(order) == sorted({*first, *second})
    assert order == interleaved(second, first, lambda element: element)
    if not set(first) & set(second):
        assert [element for element in order if element in first] == first
