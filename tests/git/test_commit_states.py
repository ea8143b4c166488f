"""In every state that a repository can be in, a checkpoint leaves the index entries of others byte for byte as they are, stat data and
flags included: either it is made and holds only the tree's own files, or it is refused and nothing changes."""

from collections.abc import Callable

import pytest

from agentstate.git.commit import NotCommitted
from tests.git.door import CHECKPOINT, assert_committed, changed_by, checkpoint, entries, user_work
from tests.git.test_commit_refused import STOPPED, diverge
from tests.support.repository import Repository


def flagged(worktree: Repository) -> None:
    user_work(worktree)
    worktree.git("update-index", "--skip-worktree", "README.md")
    worktree.git("update-index", "--assume-unchanged", "src/partly.txt")


def sparse(worktree: Repository) -> None:
    worktree.git("sparse-checkout", "set", "--no-cone", "/.agent/", "/README.md")


def split(worktree: Repository) -> None:
    user_work(worktree)
    worktree.git("update-index", "--split-index")


def cached(worktree: Repository) -> None:
    user_work(worktree)
    worktree.git("config", "core.untrackedCache", "true")
    worktree.git("update-index", "--untracked-cache")


def with_filter(worktree: Repository) -> None:
    worktree.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
    for variable, program in (("clean", "git-lfs clean -- %f"), ("smudge", "git-lfs smudge -- %f"), ("process", "git-lfs filter-process")):
        worktree.git("config", f"filter.lfs.{variable}", program)
    worktree.git("config", "filter.lfs.required", "true")
    worktree.git("add", ".gitattributes")


def detached(worktree: Repository) -> None:
    worktree.git("checkout", "--quiet", "--detach")
    user_work(worktree)


def unborn(worktree: Repository) -> None:
    worktree.git("checkout", "--quiet", "--orphan", "new")
    worktree.git("rm", "--quiet", "-r", "--cached", ".agent")


MADE: dict[str, Callable[[Repository], None]] = {
    "at work": user_work,
    "flags": flagged,
    "sparse": sparse,
    "split index": split,
    "untracked cache": cached,
    "a filter": with_filter,
    "detached": detached,
    "unborn": unborn,
}


@pytest.mark.parametrize("state", MADE)
def test_a_commit_is_made_and_the_entries_of_others_stay(worktree: Repository, state: str) -> None:
    MADE[state](worktree)
    before = entries(worktree)
    outcome = checkpoint(worktree)
    made = assert_committed(worktree, outcome)
    assert entries(worktree) == before
    assert before
    if state != "unborn":
        assert set(changed_by(worktree, made)) == set(CHECKPOINT)


@pytest.mark.parametrize("state", STOPPED)
def test_a_commit_is_refused_and_every_entry_stays(worktree: Repository, state: str) -> None:
    diverge(worktree)
    STOPPED[state][1](worktree)
    before, head = (entries(worktree), entries(worktree, own=True)), worktree.head()
    outcome = checkpoint(worktree)
    assert isinstance(outcome, NotCommitted), outcome
    assert ((entries(worktree), entries(worktree, own=True)), worktree.head()) == (before, head)
    assert all((worktree.path / path).read_bytes() == data for path, data in CHECKPOINT.items()), "the snapshot is on the disk"
