"""The versions that git's marker lines tell apart."""

from agentstate.documents.text import SourceText
from agentstate.merging.markers import Versions, versions, without_conflicts

SHORT = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\nd\n"


def source(text: str) -> SourceText:
    return SourceText("x", text)


def test_both_sides_and_what_is_outside() -> None:
    assert versions(source(SHORT)) == Versions(source("a\nd\n"), source("a\nb\nd\n"), source("a\nc\nd\n"))


def test_the_base_is_known_where_git_wrote_it() -> None:
    marked = source(SHORT.replace("=======", "||||||| 1a2b3c\nz\n======="))
    assert versions(marked) == Versions(source("a\nz\nd\n"), source("a\nb\nd\n"), source("a\nc\nd\n"))
    assert without_conflicts(marked) == source("a\nd\n")


def test_line_ends_are_kept() -> None:
    found = versions(source(SHORT.replace("\n", "\r\n")))
    assert found
    assert found.ours == source("a\r\nb\r\nd\r\n")


def test_longer_markers_hold_shorter_ones() -> None:
    marked = source("<<<<<<<<< x\n" + SHORT + "=========\n>>>>>>>>> y\n")
    assert versions(marked) == Versions(source(""), source(SHORT), source(""))


def test_marker_lines_that_are_not_in_order_tell_nothing_apart() -> None:
    for text in (
        "a\n",
        "=======\na\n",
        "<<<<<<< a\nb\n",
        SHORT + "<<<<<<< a\n",
        "<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c\n",
        ">>>>>>> a\n",
    ):
        assert versions(source(text)) is None
        assert without_conflicts(source(text)) == source(text)
