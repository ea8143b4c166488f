"""Which repository a folder belongs to, and what is going on in it."""

import os
from collections.abc import Container
from pathlib import Path

from agentstate.git.failure import TOO_OLD, GitError, failure
from agentstate.git.metadata import read_metadata
from agentstate.git.ownership import ANOTHERS, own_git_dirs
from agentstate.git.runner import Completed, Git, Memory
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

COMMIT_ID = pattern(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
NO_REPOSITORY = "not a git repository"
_BRANCHES = "refs/heads/"

_ASKED = (
    *("--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir", "--show-prefix"),
    *("--show-object-format", "--is-shallow-repository", "HEAD", "--symbolic-full-name", "HEAD"),
)
_PLACES = 6
"""How many of the answers come before HEAD, and so also on an unborn branch."""

_SHALLOW_BYTES = 1 << 25
"""A list of 800,000 commits."""

_OPERATIONS = (
    ("rebase-merge", "rebase"),
    ("rebase-apply/applying", "am"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
    ("sequencer", "sequencer"),
)


@dataclass(frozen=True)
class Repository:
    """The repository around a folder.

    `top` is the work tree's top, `git_dir` this work tree's own git directory, `common_dir` the one all work trees share; `prefix` is
    the folder relative to the top ("" or "packages/a/"). `head` and `branch` are as in GitFacts, when it was asked. `index` is the
    index to look at where that is not the work tree's own. `memory` is for whoever asks the same about many trees.
    """

    top: Path
    git_dir: Path
    common_dir: Path
    prefix: str
    head: str
    branch: str
    object_format: str
    shallow: bool
    index: Path | None = None
    memory: Memory | None = None

    @property
    def git(self) -> Git:
        """Git at the top of the work tree."""
        return Git(self.top, index=self.index, memory=self.memory)


def discover(root: Path) -> Repository | str:
    """The repository that `root` is in, or the reason why there is none that can be used."""
    try:
        return find_repository(root) or NO_REPOSITORY
    except GitError as reason:
        return reason.message


def find_repository(root: Path) -> Repository | None:
    """The repository that `root` is in, None where no folder above holds a `.git`; GitError where one does and git cannot use it."""
    nearest = _nearest(Path(os.path.realpath(root)))
    if nearest is None:
        return None
    git, owned = Git(root), own_git_dirs(nearest)
    found = _repository(git, git.run("rev-parse", *_ASKED, expected=(0, 128)))
    if not found.top.exists() or not found.top.samefile(nearest):
        raise GitError(f'git takes "{found.top}" for the top of the work tree, but the nearest .git is in "{nearest}"')
    if owned is None or not owned.are(found.git_dir, found.common_dir):
        raise GitError(ANOTHERS, failed=True)
    return found


def _nearest(folder: Path) -> Path | None:
    """The nearest folder, upward from `folder`, that holds a `.git` (a folder, or a file in linked work trees and submodules)."""
    return next((above for above in (folder, *folder.parents) if os.path.lexists(above / ".git")), None)


def _repository(git: Git, answer: Completed) -> Repository:
    lines = answer.text.split("\n")
    if len(lines) < _PLACES or lines[0].startswith("--"):
        raise failure("rev-parse", answer.code or 1, answer.err or TOO_OLD)
    top, git_dir, common_dir, prefix, object_format, shallow = lines[:_PLACES]
    if shallow not in {"true", "false"}:
        raise GitError("the path of the repository holds a line break")
    head, branch = lines[_PLACES:] if answer.code == 0 else ("", git.run("symbolic-ref", "--quiet", "HEAD").text)
    return Repository(
        Path(top),
        Path(git_dir),
        Path(common_dir),
        prefix,
        head,
        branch.removeprefix(_BRANCHES) if branch.startswith(_BRANCHES) else "",
        object_format,
        shallow == "true",
    )


def operation(repository: Repository) -> str:
    """What was begun in this work tree and waits to be finished, by the name of its verb; "" where nothing is."""
    return _begun(repository.git_dir)


def begun_around(folder: Path) -> str:
    """The same for the nearest `.git` at or above `folder`, without asking git; "" where that is not its own."""
    top = _nearest(folder)
    try:
        dirs = own_git_dirs(top) if top else None
    except GitError:
        return ""
    return _begun(dirs.own) if dirs else ""


def _begun(git_dir: Path) -> str:
    return next((name for file, name in _OPERATIONS if os.path.lexists(git_dir / file)), "")


def under_way(name: str) -> str:
    """That an operation waits to be finished, in words."""
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name} is under way"


def read_head(git: Git) -> str:
    """The commit that HEAD names now, "" on an unborn branch."""
    answer = git.run("rev-parse", "--quiet", "--verify", "HEAD^{commit}", expected=(0, 1))
    return answer.text


def shallow_commits(repository: Repository) -> Container[str]:
    """The commits at which a shallow clone was cut off: their parents are not here."""
    if not repository.shallow:
        return frozenset()
    try:
        return frozenset(read_metadata(repository.common_dir / "shallow", _SHALLOW_BYTES).decode("ascii").split("\n"))
    except (OSError, UnicodeError) as error:
        raise GitError(f"the list of shallow commits cannot be read: {error}") from error
