"""A plan as lines, whatever the agent calls its parts."""

import pytest

from agentstate.hooks.plans import plan


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
