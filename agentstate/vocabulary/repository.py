"""What git knows about the repository, as values: the pure steps ask these and never git."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """One path of `git status`: `kind` is modified, added, deleted, renamed, copied, unmerged or untracked."""

    path: str
    kind: str
    staged: bool
    unstaged: bool


@dataclass(frozen=True, slots=True)
class Freshness:
    """How far the code is ahead of the state: `commits` counts code commits (and uncommitted code as one); None: unknown, see `reason`.

    `since` is the commit in which the state was last written, "" where there is none.
    """

    commits: int | None
    since: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GitFacts:
    """The repository around a tree. `reason` says why there are no facts, and is empty where there are.

    `prefix` is the tree's folder relative to the top ("" or "packages/a/"); `head` is a commit id, "" on an unborn branch;
    `branch` is "" when HEAD is detached; `operation` names a merge, rebase, cherry-pick, revert, bisect or sequencer under way.
    `changes` are the changed paths under the tree's folder, relative to it; `diff_stat` is the text of `git diff --stat HEAD`.
    `committed` are the tree's own files that HEAD holds exactly as they are on the disk.
    """

    reason: str = ""
    prefix: str = ""
    head: str = ""
    branch: str = ""
    operation: str = ""
    shallow: bool = False
    changes: tuple[Change, ...] = ()
    diff_stat: str = ""
    freshness: Freshness = Freshness(None)
    committed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RecordedFile:
    """A file that git's history holds (path relative to the tree's folder), the full id of the commit that added it, and the first
    line of that commit's message."""

    path: str
    commit: str
    subject: str = ""
