"""What git says about changed files, parsed."""

from agentstate.git.status import LineCount, StatusLine, merged, parse_counts, parse_status, stat_text
from agentstate.vocabulary.repository import Change

HASHES = "0" * 40 + " " + "1" * 40


def line(path: str, kind: str, *, staged: bool = False, unstaged: bool = False, origin: str = "") -> StatusLine:
    return StatusLine(Change(path, kind, staged, unstaged), origin)


def test_every_kind_of_line() -> None:
    fields = [
        f"1 .M N... 100644 100644 100644 {HASHES} src/with space.py",
        f"1 M. N... 100644 100644 100644 {HASHES} staged",
        f"1 MM N... 100644 100644 100644 {HASHES} both",
        f"1 A. N... 000000 100644 100644 {HASHES} new",
        f"1 AD N... 000000 100644 000000 {HASHES} new and gone",
        f"1 .A N... 000000 000000 100644 {HASHES} announced",
        f"1 D. N... 100644 000000 000000 {HASHES} removed",
        f"1 .T N... 100644 100644 120000 {HASHES} now a link",
        f"2 R. N... 100644 100644 100644 {HASHES} R100 to here",
        "1 .M from here",
        f"2 C. N... 100644 100644 100644 {HASHES} C75 copy",
        "original",
        f"u UU N... 100644 100644 100644 100644 {HASHES} {'2' * 40} conflict",
        "? untracked\nfile",
        "? folder/",
        "! ignored",
        "# branch.oid x",
    ]
    assert parse_status(fields) == (
        line("src/with space.py", "modified", unstaged=True),
        line("staged", "modified", staged=True),
        line("both", "modified", staged=True, unstaged=True),
        line("new", "added", staged=True),
        line("new and gone", "added", staged=True, unstaged=True),
        line("announced", "added", unstaged=True),
        line("removed", "deleted", staged=True),
        line("now a link", "modified", unstaged=True),
        line("to here", "renamed", staged=True, origin="1 .M from here"),
        line("copy", "copied", staged=True, origin="original"),
        line("conflict", "unmerged", staged=True, unstaged=True),
        line("untracked\nfile", "untracked", unstaged=True),
        line("folder/", "untracked", unstaged=True),
    )


def test_the_paths_of_a_line() -> None:
    assert line("new", "renamed", origin="old").paths == ("new", "old")
    assert line("x", "modified").paths == ("x",)


def test_line_counts() -> None:
    assert parse_counts(["3\t1\tsrc/a\tb.py", "-\t-\tx.png"]) == (LineCount("src/a\tb.py", 3, 1), LineCount("x.png", None, None))


def test_staged_and_unstaged_counts_of_one_path_are_added_up() -> None:
    counts = [LineCount("b", 1, 2), LineCount("a", 5, 0), LineCount("b", 3, 4), LineCount("c", None, None), LineCount("c", 1, 1)]
    assert merged(counts) == (LineCount("a", 5, 0), LineCount("b", 4, 6), LineCount("c", None, None))


def test_the_text_of_a_difference() -> None:
    counts = [LineCount("a.py", 5, 0), LineCount("b.png", None, None), LineCount("c", 1, 2)]
    assert stat_text(counts, 9) == " a.py | +5 -0\n b.png | binary\n c | +1 -2\n 3 files changed, +6 -2"
    assert stat_text(counts, 1) == " a.py | +5 -0\n … and 2 more\n 3 files changed, +6 -2"
    assert stat_text(counts[:1], 1) == " a.py | +5 -0\n 1 file changed, +5 -0"
    assert stat_text([], 9) == ""
