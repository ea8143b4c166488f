"""What git knows about the repository, as values: the pure steps ask these and never git."""

from collections.abc import Mapping

from agentstate.vocabulary.values import dataclass, field


@dataclass(frozen=True)
class Change:
    """One path of `git status`: `kind` is modified, added, deleted, renamed, copied, unmerged or untracked."""

    path: str
    kind: str
    staged: bool
    unstaged: bool


@dataclass(frozen=True)
class Freshness:
    """How far the code is ahead of the state: `commits` counts code commits (and uncommitted code as one); None: unknown, see `reason`.

    `since` is the commit in which the state was last written, "" where there is none.
    """

    commits: int | None
    since: str = ""
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Loss:
    """A decision that a commit of its history had and that is in no file now.

    `commit` lost it ("": the merge that is under way, or what is not committed yet), `subject` is the first line of its message; `kept`
    is the parent that still has it, at `path` relative to the tree's folder. `text` are its lines as they are there, joined by LF, and
    `below` the ids of the entries that stand below it there. `left` is the text of what the commit left of it, and `lines` how many of
    its lines are gone; "" and None: it is gone as a whole.
    """

    identifier: str
    date: str
    title: str
    text: str
    left: str = ""
    lines: int | None = None
    commit: str = ""
    subject: str = ""
    kept: str = ""
    path: str = ""
    below: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mingled:
    """A lane (its file, relative to the tree's folder) into which a merge put what is in none of its own versions: the commit, and the
    first line of its message."""

    path: str
    commit: str
    subject: str = ""


@dataclass(frozen=True, kw_only=True)
class GitFacts:
    """The repository around a tree. `reason` says why there are no facts, and is empty where there are.

    `prefix` is the tree's folder relative to the top ("" or "packages/a/"); `head` is a commit id, "" on an unborn branch;
    `branch` is "" when HEAD is detached; `operation` names a merge, rebase, cherry-pick, revert, bisect or sequencer under way.
    `changes` are the changed paths under the tree's folder, relative to it; `diff_stat` is the text of `git diff --stat HEAD`.
    `committed` are the tree's own files that HEAD holds exactly as they are on the disk. `base` is the commit that a check compares
    with (HEAD, or where the branch left the one that was named), "" where there is none; `before` holds the tree's own files as that
    commit has them, those alone that are other now (None: that commit has no such file), and `opaque` are those that may be other now
    and were no small file. `namesakes` are, for each bare file name that a note mentions, all tracked files below the tree's folder that
    bear it, sorted. `local` are the tracked files in `.agent/local/`, and `lanes` the names of the lanes in git's index. `lost` are the
    decisions that commits lost, the first loss first, and `unseen` says why others may not be seen ("" where all were looked for).
    `mingled` are the lanes into which a merge put what belongs to another.
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
    base: str = ""
    before: Mapping[str, bytes | None] = field(default_factory=dict)
    opaque: tuple[str, ...] = ()
    namesakes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lost: tuple[Loss, ...] = ()
    unseen: str = ""
    local: tuple[str, ...] = ()
    lanes: tuple[str, ...] = ()
    mingled: tuple[Mingled, ...] = ()


@dataclass(frozen=True)
class RecordedFile:
    """A file that git's history holds (path relative to the tree's folder), the full id of the commit that added it, the first line of
    that commit's message, and for a snapshot the lane whose state it holds (None: not known)."""

    path: str
    commit: str
    subject: str = ""
    lane: str | None = ""
