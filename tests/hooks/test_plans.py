"""A plan as lines, whatever the agent calls its parts."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from agentstate.hooks.plans import merged, plan, task
from tests.support.laws import law


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"plan": [{"step": "a", "status": "completed"}, {"step": "b", "status": "in_progress"}, {"step": "c"}]}, "[x] a\n[~] b\n[ ] c"),
        ({"plan": [{"content": "a\n  b", "status": "In-Progress"}, {"title": "c", "status": "cancelled"}, "d"]}, "[~] a b\n[-] c\n[ ] d"),
        ({"plan": "# Plan\n1. a"}, "# Plan\n1. a"),
        ({"plan": [1, None, {"status": "completed"}, {"step": " "}]}, ""),
        ({"plan": []}, ""),
        ({}, ""),
        ([], ""),
    ],
)
def test_a_step_on_each_line(given: object, expected: str) -> None:
    assert plan(given, "todos", "plan") == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("1", "Fix  add()\nnow", ""), "#1 [ ] Fix add() now"),
        (("1", "", "completed"), "#1 [x]"),
        (("1", "Fix", "in_progress"), "#1 [~] Fix"),
        *((("1", " ", ""), ""), (("", "Fix", ""), "")),
    ],
)
def test_one_step_that_is_told(given: tuple[str, str, str], expected: str) -> None:
    assert task(*given) == expected


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (["#1 [ ] a", "#2 [ ] b", "#1 [~]", "#1 [x]", "#2 [~]"], "#1 [x] a\n#2 [~] b"),
        (["#1 [ ] a", "#1 [~] a, better"], "#1 [~] a, better"),
        (["#1 [ ] a", "#1 [x]", "#2 [ ] b"], "#2 [ ] b"),
        (["#1 [ ] a", "#2 [ ] b", "#1 [x]", "#2 [x]", "#1 [~]"], "#1 [~] a\n#2 [x] b"),
        (["#6 [ ] f\n#1 [x] a", "#6 [x]"], "#6 [x] f\n#1 [x] a"),
        (["[~] whole", "#1 [ ] a"], "#1 [ ] a"),
        (["#1 [ ] a", "[~] whole\n[ ] b"], "[~] whole\n[ ] b"),
        (["#1 [ ] a", "# A plan\n#1 first"], "# A plan\n#1 first"),
        (["#3 [x]"], "#3 [x]"),
    ],
)
def test_steps_told_one_by_one_make_a_plan(told: list[str], expected: str) -> None:
    before = ""
    for text in told:
        before = merged(before, text)
    assert before == expected


@law(200)
@drawn(st.text(), st.text())
def test_any_two_texts_merge(before: str, text: str) -> None:
    assert merged(before, text) == merged(merged(before, text), text)
