"""What a merge comes to, and the choices that all kinds of files share."""

from collections.abc import Sequence
from typing import Literal, TypeVar

from agentstate.documents.text import SourceText
from agentstate.vocabulary.values import dataclass

T = TypeVar("T")

Side = Literal["", "ours", "theirs"]
"""Whose value is taken where both sides changed one to different values; "": nobody's, and that is a conflict."""

Mend = Literal["side", "hand", "size", "lane"]

OURS, BASE, THEIRS = "<" * 7, "=" * 7, ">" * 7


@dataclass(frozen=True)
class Conflict:
    """What both sides changed to different values: `what` names the field or the lines, `ours` and `theirs` what each says there.

    `mend` says what ends it: a side that is taken, a hand, a smaller file on each side, or a file for each lane.
    """

    what: str
    ours: str = ""
    theirs: str = ""
    mend: Mend = "side"


@dataclass(frozen=True)
class Merged:
    """The file as it is merged. Where there are `conflicts` it holds marker lines, or must not be used as it is; `notes` say what was
    kept against the wish of one side."""

    source: SourceText
    conflicts: tuple[Conflict, ...] = ()
    notes: tuple[str, ...] = ()


def marked(ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """Both versions of some lines between marker lines, as git writes them."""
    return [f"{OURS} ours", *ours, BASE, *theirs, f"{THEIRS} theirs"]


def decided(base: T | None, ours: T, theirs: T) -> T | None:
    """The value of the side that changed it, or of both where they agree; None where they changed it to different ones."""
    if ours in (base, theirs):
        return theirs
    return ours if theirs == base else None


def written(base: SourceText | None, ours: SourceText, theirs: SourceText, lines: Sequence[str]) -> SourceText:
    """The lines as a file, with the line ends and the byte order mark of the side that changed them; LF, and none, where both did."""
    before = base or ours
    newline = decided(before.newline, ours.newline, theirs.newline) or "\n"
    mark = decided(before.byte_order_mark, ours.byte_order_mark, theirs.byte_order_mark) or False
    return SourceText(ours.path, "".join(line + newline for line in lines), mark)
