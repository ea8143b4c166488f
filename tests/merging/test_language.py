"""Two branches that each set the tree up, one in English and one in Chinese."""

import pytest

from agentstate.documents.text import SourceText
from agentstate.merging import Merged, merge
from agentstate.resources import read_text
from agentstate.vocabulary import layout

NOTES = {
    layout.DECISIONS: ("\n## [2026-11-01] a\n- Decision: a\n- Why: a\n", "\n## [2026-11-02] b\n- Decision: b\n- Why: b\n"),
    layout.FACTS: ("\n- a\n", "- b\n"),
    layout.TODO: ("\n- [ ] a\n", "- [ ] b\n"),
    layout.PROTOCOL: ("", ""),
    layout.STATE: ("waiting_for: a\n", "watching: b\n"),
}


def template(path: str, language: str, more: str = "") -> SourceText:
    return SourceText(path, read_text("templates", f"{language}/{path.rpartition('/')[2]}") + more)


@pytest.mark.parametrize("before", [None, ""], ids=["none", "empty"])
@pytest.mark.parametrize("path", NOTES)
def test_one_language_is_left_and_the_notes_of_both(path: str, before: str | None) -> None:
    one, other = NOTES[path]
    base = None if before is None else SourceText(path, before)
    blank = "\n" if one.startswith("\n") else ""
    english, chinese = template(path, "en", one), template(path, "zh", blank * (not other.startswith("\n")) + other)
    expected = Merged(template(path, "zh", one + other))
    assert merge(path, base, english, chinese) == merge(path, base, chinese, english) == expected


def test_what_a_person_wrote_above_the_notes_stays() -> None:
    english, chinese = template(layout.FACTS, "en", "\nOur own words.\n\n- a\n"), template(layout.FACTS, "zh", "\n- b\n")
    expected = Merged(template(layout.FACTS, "zh", "\nOur own words.\n\n- a\n- b\n"))
    assert merge(layout.FACTS, None, english, chinese) == merge(layout.FACTS, None, chinese, english) == expected


def test_a_tree_of_one_language_is_left_in_it_and_so_is_one_that_both_come_from() -> None:
    ours, theirs = template(layout.FACTS, "en", "\n- a\n"), template(layout.FACTS, "en", "\n- b\n")
    assert merge(layout.FACTS, None, ours, theirs) == Merged(template(layout.FACTS, "en", "\n- a\n- b\n"))
    base, chinese = template(layout.DECISIONS, "en"), template(layout.DECISIONS, "zh")
    assert merge(layout.DECISIONS, base, base, chinese) == Merged(chinese)
