"""A tree in the middle of a merge, as it was read: the versions of each file that git could not merge, and who made them."""

from collections.abc import Mapping

from agentstate.documents.text import SourceText
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Conflicted:
    """One unmerged file, its path relative to the folder that holds the tree.

    A version is None where that side has no such file. `disk` are the bytes in the work tree, None: nothing is there; `mixed` is what
    git put into the index in place of the only version there is. `problem` says why the versions cannot be had. `indexed` is False for a
    file that git holds as merged, with marker lines left in it on the disk alone: git's index is then left as it is.
    """

    path: str
    base: SourceText | None = None
    ours: SourceText | None = None
    theirs: SourceText | None = None
    disk: bytes | None = None
    mixed: SourceText | None = None
    problem: str = ""
    indexed: bool = True


@dataclass(frozen=True)
class Conflicts:
    """All of them, sorted by path. `ours` and `theirs` say in words whose versions these are, `volumes` are the archive volumes that are
    merged already, `others` is how many unmerged files are none of the tree's own. Where `is_pick`, the other side is one commit (or its
    reverse) put on top of ours, as in a rebase: what its base held and ours does not was never ours to lose."""

    files: tuple[Conflicted, ...]
    ours: str
    theirs: str
    volumes: Mapping[str, SourceText]
    others: int = 0
    is_pick: bool = False
