"""FACTS.md and TODO.md, three ways."""

import pytest

from agentstate.documents.text import SourceText
from agentstate.merging import Merged, merge
from agentstate.vocabulary import layout

FACTS = "# Facts\n\n## Build\n- `make` builds all\n- two\n  lines\n\n## Data\n\n- PostgreSQL 16\n"
TODO = "# TODO\n\n- [ ] P1 wire it\n- [ ] measure\n  with care\n  - [ ] twice\n- [ ] report\n"


def facts(text: str) -> SourceText:
    return SourceText(layout.FACTS, text)


def todo(text: str) -> SourceText:
    return SourceText(layout.TODO, text)


def merged_todo(base: str, ours: str, theirs: str) -> str:
    merged = merge(layout.TODO, todo(base), todo(ours), todo(theirs))
    assert merged == Merged(merged.source)
    assert merge(layout.TODO, todo(base), todo(theirs), todo(ours)) == merged
    return merged.source.text


def test_facts_are_sets_in_their_sections() -> None:
    ours = FACTS.replace("  lines\n", "  lines\n- ours\n").replace("- `make` builds all\n", "")
    theirs = FACTS.replace("  lines\n", "  lines\n- theirs\n") + "\n## Tests\n- `make test`\n"
    assert merge(layout.FACTS, facts(FACTS), facts(ours), facts(theirs)) == Merged(
        facts("# Facts\n\n## Build\n- two\n  lines\n- ours\n- theirs\n\n## Data\n\n- PostgreSQL 16\n\n## Tests\n- `make test`\n")
    )


def test_a_fact_worded_anew_on_both_sides_stays_in_both_wordings_and_is_named() -> None:
    ours, theirs = FACTS.replace("PostgreSQL 16", "PostgreSQL 17"), FACTS.replace("PostgreSQL 16", "SQLite")
    note = f'{layout.FACTS}: both sides worded a fact anew, and both stay: "PostgreSQL 17" and "SQLite"'
    expected = facts(FACTS.replace("16\n", "17\n- SQLite\n"))
    assert merge(layout.FACTS, facts(FACTS), facts(ours), facts(theirs)) == Merged(expected, notes=(note,))


def test_the_same_promotion_on_both_sides_is_one_fact() -> None:
    fact = "- from the log [2026-11-01-a-0a1b]\n"
    ours, theirs = FACTS + fact + "- ours\n", FACTS + fact + "- theirs\n"
    assert merge(layout.FACTS, facts(FACTS), facts(ours), facts(theirs)) == Merged(facts(f"{FACTS}{fact}- ours\n- theirs\n"))


def test_a_waiver_stays_right_above_its_fact() -> None:
    waiver = "<!-- agentstate: allow AS711 because the machine -->\n- in /home/ci\n"
    assert merge(layout.FACTS, facts(FACTS), facts(FACTS + waiver), facts(FACTS + "- early\n")) == Merged(
        facts(f"{FACTS}- early\n{waiver}")
    )


def test_a_section_of_one_side_is_no_place_for_the_facts_of_the_other() -> None:
    ours, theirs = FACTS + "- zz\n", FACTS + "\n## AA\n- first\n"
    assert merge(layout.FACTS, facts(FACTS), facts(ours), facts(theirs)) == Merged(facts(f"{FACTS}- zz\n\n## AA\n- first\n"))


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "expected"),
    [
        (" ", "x", "~", "x"),
        (" ", "x", " ", "x"),
        ("x", " ", "x", " "),
        ("x", " ", "~", "~"),
        ("~", " ", "x", "x"),
    ],
)
def test_done_wins_unless_one_side_alone_reopened_it(base: str, ours: str, theirs: str, expected: str) -> None:
    lines = [TODO.replace("[ ] report", f"[{mark}] report") for mark in (base, ours, theirs, expected)]
    assert merged_todo(lines[0], lines[1] + "- [ ] o\n", lines[2]) == lines[3] + "- [ ] o\n"


def test_what_both_sides_say_about_an_item_is_put_together() -> None:
    ours = TODO.replace("P1 wire it", "P2 wire it — blocked: a key")
    theirs = TODO.replace("[ ] P1 wire it", "[~] P0 wire it — blocked: staging").replace("[ ] twice", "[x] twice")
    expected = TODO.replace("[ ] P1 wire it", "[~] P0 wire it — blocked: a key; staging").replace("[ ] twice", "[x] twice")
    assert merged_todo(TODO, ours, theirs) == expected


def test_done_items_that_were_pruned_stay_away_unless_somebody_reopened_them() -> None:
    base = TODO + "- [x] done\n- [x] again\n"
    assert merged_todo(base, TODO, base.replace("[x] again", "[ ] again") + "- [ ] new\n") == TODO + "- [ ] again\n- [ ] new\n"


def test_the_lines_below_an_item_and_its_parts_go_with_it() -> None:
    ours, theirs = (
        TODO.replace("  with care\n", "  with care\n  and time\n"),
        TODO.replace("  - [ ] twice\n", "  - [ ] twice\n  - [ ] thrice\n"),
    )
    assert merged_todo(TODO, ours, theirs) == TODO.replace(
        "  with care\n  - [ ] twice\n", "  with care\n  and time\n  - [ ] twice\n  - [ ] thrice\n"
    )


def test_the_first_items_of_both_sides_make_one_list() -> None:
    assert merged_todo("# TODO\n", "# TODO\n\n- [ ] b\n", "# TODO\n\n- [ ] a\n") == "# TODO\n\n- [ ] a\n- [ ] b\n"


def test_higher_priorities_come_first_where_nothing_else_decides() -> None:
    assert merged_todo("", "- [ ] P2 a\n", "- [ ] P0 b\n") == "- [ ] P0 b\n- [ ] P2 a\n"


def test_two_items_with_the_same_words_are_two() -> None:
    assert merged_todo(TODO + "- [ ] x\n- [ ] x\n", TODO + "- [ ] x\n- [x] x\n", TODO + "- [ ] x\n- [ ] x\n- [ ] y\n") == (
        TODO + "- [ ] x\n- [x] x\n- [ ] y\n"
    )


def test_an_item_that_one_side_took_away_and_the_other_changed_keeps_what_goes_on_with_it() -> None:
    gone = "# TODO\n\n- [ ] P1 wire it\n- [ ] report\n"
    assert merged_todo(TODO, gone, TODO.replace("[ ] measure", "[~] measure")) == TODO.replace("[ ] measure", "[~] measure")
    assert merged_todo(TODO, gone, TODO.replace("[ ] twice", "[x] twice")) == TODO.replace("[ ] twice", "[x] twice")
    assert merged_todo(TODO, gone, TODO + "- [ ] new\n") == gone + "- [ ] new\n"


TWICE = {
    "facts": (layout.FACTS, "# Facts\n\n## Build\n{0}\n## Data\n- other\n{1}", "- same\n"),
    "facts of two lines": (layout.FACTS, "# Facts\n\n## Build\n{0}\n## Data\n- other\n{1}", "- two\n  lines\n"),
    "prose": (layout.FACTS, "# Facts\n\n## Build\n\n- one\n{0}\n## Data\n\n- other\n{1}", "\nsame\n"),
    "items": (layout.TODO, "# TODO\n\n## Now\n{0}\n## Later\n- [ ] other\n{1}", "- [ ] same\n"),
    "items below others": (layout.TODO, "# TODO\n\n- [ ] a\n{0}- [ ] b\n{1}", "  - [ ] same\n"),
}


@pytest.mark.parametrize(("path", "text", "note"), TWICE.values(), ids=TWICE)
def test_what_stood_twice_and_each_side_took_away_another_copy_of_stays_once(path: str, text: str, note: str) -> None:
    base, first, second = (SourceText(path, text.format(*copies)) for copies in ((note, note), (note, ""), ("", note)))
    assert merge(path, base, first, second) == merge(path, base, second, first) == Merged(first)


def test_what_stood_below_two_items_that_went_stays_with_the_whole_of_one() -> None:
    first, second = "- [ ] a\n  with\n  - [ ] same\n", "- [ ] b\n  - [ ] same\n"
    assert merged_todo(first + second, second, first) == first


def test_what_is_put_back_goes_where_its_heading_still_stands() -> None:
    build, data = "\n## Build\n- same\n", "\n## Data\n- 16\n"
    base, ours, theirs = (
        facts(text) for text in ("# Facts\n" + build + data + "- same\n", f"# Facts\n{data}- same\n", f"# Facts\n{build}{data}")
    )
    assert merge(layout.FACTS, base, ours, theirs) == merge(layout.FACTS, base, theirs, ours) == Merged(ours)


def test_a_fact_that_each_side_put_under_another_heading_is_there_twice_and_named() -> None:
    ours, theirs = FACTS.replace("  lines\n", "  lines\n- new\n"), FACTS + "- new\n"
    note = f'{layout.FACTS}: "new" stands below "## Build" and below "## Data", as each side put it elsewhere: drop all but one'
    expected = Merged(facts(ours + "- new\n"), notes=(note,))
    assert merge(layout.FACTS, facts(FACTS), facts(ours), facts(theirs)) == expected
    assert merge(layout.FACTS, facts(FACTS), facts(theirs), facts(ours)) == expected


def test_items_that_each_side_moved_elsewhere_are_named_in_one_line() -> None:
    base, ours, theirs = (f"# TODO\n\n## {name}\n- [ ] a\n- [ ] b\n" for name in ("Now", "Soon", "Next"))
    merged = merge(layout.TODO, todo(base), todo(ours), todo(theirs))
    assert merged.source.text == "# TODO\n\n## Next\n- [ ] a\n- [ ] b\n\n## Soon\n- [ ] a\n- [ ] b\n"
    said = '"a" stands below "## Next" and below "## Soon", as each side put it elsewhere: drop all but one (and so with 1 more)'
    assert merged.notes == (f"{layout.TODO}: {said}",)
