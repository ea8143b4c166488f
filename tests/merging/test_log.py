"""DECISIONS.md and the archive, three ways."""

from agentstate.documents.text import SourceText
from agentstate.merging import Conflict, Merged, merge
from agentstate.vocabulary import layout

TITLE = "# Decisions\n"
ARCHIVE = layout.archive_path(1)


def entry(name: str, date: str = "2026-11-02", more: str = "") -> str:
    return f"\n## [{date}] {name}\n- Decision: take {name}\n- Why: {name} is known\n{more}"


def log(*entries: str, path: str = layout.DECISIONS) -> SourceText:
    return SourceText(path, TITLE + "".join(entries))


A, B, C, D, E = (entry(name) for name in "abcde")
OLD = entry("old", "2026-11-01")


def key(text: str) -> str:
    return text.strip("\n")


def test_both_sides_add_and_the_order_is_that_of_each_side_then_by_date() -> None:
    late, early = entry("z", "2026-11-04"), entry("y", "2026-11-03")
    assert merge(layout.DECISIONS, log(A), log(A, late, B), log(A, early, C)) == Merged(log(A, early, C, late, B))


def test_what_one_side_rotated_stays_out_and_what_the_other_added_stays_in() -> None:
    assert merge(layout.DECISIONS, log(A, B), log(B, C), log(A, B, D)) == Merged(log(B, C, D))


def test_rotation_on_both_sides() -> None:
    assert merge(layout.DECISIONS, log(A, B, C), log(C, D), log(B, C, E)) == Merged(log(C, D, E))
    ours, theirs = (log(*entries, path=ARCHIVE) for entries in ((A, B), (A,)))
    assert merge(ARCHIVE, None, ours, theirs) == Merged(ours)


def test_an_archive_volume_only_grows() -> None:
    base, ours, theirs = (log(*entries, path=ARCHIVE) for entries in ((A, OLD), (A, B), (A, OLD, C)))
    assert merge(ARCHIVE, base, ours, theirs) == Merged(log(A, OLD, B, C, path=ARCHIVE))


def test_an_entry_of_the_archive_does_not_come_back_into_the_log() -> None:
    merged = merge(layout.DECISIONS, log(), log(B), log(A, C), archived={key(A)})
    assert merged == Merged(log(B, C))


def test_an_entry_that_left_the_log_for_nowhere_stays() -> None:
    note = f'{layout.DECISIONS}: "a" stays: one side took it out, and no archive has it; a new entry can take it back'
    expected = Merged(log(A, B, C, D), notes=(note,))
    assert merge(layout.DECISIONS, log(A, B), log(B, C), log(A, B, D), archived=set()) == expected
    merged = merge(layout.DECISIONS, log(A, B), log(C), log(A, B, D), archived=set())
    assert merged.notes == (f"{note} (and so with 1 more)",)


def test_an_entry_that_was_mended_is_there_once() -> None:
    mended = entry("a", more="- Rejected: b\n")
    assert merge(layout.DECISIONS, log(A, B), log(mended, B), log(A, B, C), archived=set()) == Merged(log(mended, B, C))


def test_blanks_at_the_ends_of_lines_make_no_other_entry() -> None:
    assert merge(layout.DECISIONS, log(A), log(A, B.replace("b\n", "b \n")), log(A, B, C)) == Merged(log(A, B, C))


def test_other_sections_and_the_preamble_are_kept_with_the_changes_of_both() -> None:
    notes = "\n## Notes\n\nof ours\n"
    theirs = log(A, B).with_text(log(A, B).text.replace(TITLE, "# Decisions\n\nAppend only.\n"))
    assert merge(layout.DECISIONS, log(A), log(A, notes), theirs).source.text == f"# Decisions\n\nAppend only.\n{A}{notes}{B}"


def test_line_ends_and_the_mark_at_the_start_are_those_of_the_side_that_changed_them() -> None:
    theirs = SourceText(layout.DECISIONS, log(A, C).text.replace("\n", "\r\n"), byte_order_mark=True)
    expected = SourceText(layout.DECISIONS, log(A, B, C).text.replace("\n", "\r\n"), byte_order_mark=True)
    assert merge(layout.DECISIONS, log(A), log(A, B), theirs) == Merged(expected)


def test_bytes_that_are_not_utf_8_are_kept() -> None:
    odd = entry("caf\udce9")
    assert merge(layout.DECISIONS, log(A), log(A, odd), log(A, B)) == Merged(log(A, B, odd))


def test_an_open_fence_would_swallow_what_comes_after_it_and_is_a_conflict() -> None:
    merged = merge(layout.DECISIONS, log(A), log(A, B, "```\n"), log(A, C))
    assert merged.source.text == f"{TITLE}{A}<<<<<<< ours\n{B}```\n=======\n{C}>>>>>>> theirs\n"
    assert [conflict.what for conflict in merged.conflicts] == ["lines 6 to 10"]


def test_marker_lines_that_somebody_committed_are_a_conflict() -> None:
    marked = log(A, "<<<<<<< HEAD\n", B)
    assert merge(layout.DECISIONS, log(A), marked, log(A)) == Merged(marked, (Conflict("the conflict marker in line 6", mend="hand"),))


def test_a_file_that_would_be_too_large_to_read_is_a_conflict() -> None:
    large = [entry(name, more="- Rejected: " + "x" * 150_000 + "\n") for name in "fg"]
    said = Conflict("its size, 300150 bytes of at most 262144,", mend="size")
    assert merge(layout.DECISIONS, log(), log(large[0]), log(large[1])).conflicts == (said,)


def test_a_paragraph_of_the_preamble_that_stood_twice_and_each_side_took_another_of_stays_once() -> None:
    texts = (f"# Decisions\n{first}\nAppend only.\n{last}{A}" for first, last in (("\nKeep.\n",) * 2, ("\nKeep.\n", ""), ("", "\nKeep.\n")))
    base, ours, theirs = (log().with_text(text) for text in texts)
    expected = Merged(log().with_text(f"# Decisions\n\nAppend only.\n\nKeep.\n{A}"))
    assert merge(layout.DECISIONS, base, ours, theirs) == merge(layout.DECISIONS, base, theirs, ours) == expected


def test_comments_that_both_sides_put_above_the_first_entry_end_where_they_ended() -> None:
    ours, theirs = (log().with_text(f"{TITLE}\n<!-- {text}\n-->\n{A}") for text in ("one", "two\nlines"))
    expected = Merged(log().with_text(f"{TITLE}\n<!-- one\n-->\n\n<!-- two\nlines\n-->\n{A}"))
    assert merge(layout.DECISIONS, log(A), ours, theirs) == merge(layout.DECISIONS, log(A), theirs, ours) == expected
