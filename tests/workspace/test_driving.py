"""What the archive will hold once git has merged it, which the merge driver has to know before."""

from agentstate.git.merge_driver import Archives
from agentstate.vocabulary import layout
from agentstate.workspace.driving import _after_merge

A, B, C = (f"## [2026-11-02] {name}\n- Decision: take {name}" for name in "abc")


def volume(*entries: str) -> dict[str, bytes]:
    return {layout.archive_path(1): ("# Decisions\n" + "".join(f"\n{entry}\n" for entry in entries)).encode()}


def test_what_either_side_archived_is_there() -> None:
    assert _after_merge(Archives((volume(A),), volume(A, B), volume(A, C))) == {A, B, C}


def test_what_one_side_took_back_out_is_not_and_so_stays_in_the_log() -> None:
    """Git takes the volume of the side that changed it, and calls no driver for it."""
    assert _after_merge(Archives((volume(A, B),), volume(A, B), volume(B))) == {B}
    assert _after_merge(Archives((volume(A), volume(B)), volume(A, B), volume())) == set()
