"""History read once gives for every commit what git gives for that commit alone."""

import pytest

from agentstate.git.descent import CHANGES, Descent
from agentstate.git.freshness import parse_commits
from tests.git.door import door
from tests.support.repository import Repository

FOLDERS = ("", "a/", "a/b/", "ab/")


def tangled(worktree: Repository) -> None:
    """Branches that merge in every way, an empty commit, a rename, a strange name, and a second root."""
    for number, path in enumerate(("a/one", "a/b/two", "ab/three", "a/b/\n four", "five")):
        worktree.write(path, f"{number}\n")
        worktree.commit(path)
    for branch, start in (("left", "HEAD~2"), ("right", "HEAD~1"), ("late", "HEAD")):
        worktree.git("checkout", "--quiet", "-b", branch, start)
        for number in range(3):
            worktree.write(f"a/{'b/' if number else ''}{branch}", f"{number}\n")
            worktree.commit(branch)
    worktree.git("merge", "--quiet", "-m", "octopus", "left", "right")
    worktree.git("mv", "a/one", "ab/one")
    worktree.commit("renamed")
    worktree.git("commit", "--quiet", "--allow-empty", "-m", "empty")
    worktree.git("checkout", "--quiet", "main")
    worktree.git("merge", "--quiet", "-s", "ours", "-m", "ours", "late~1")
    worktree.git("checkout", "--quiet", "--orphan", "other")
    worktree.commit("root")
    worktree.git("checkout", "--quiet", "main")
    worktree.git("merge", "--quiet", "--allow-unrelated-histories", "-s", "ours", "-m", "unrelated", "other")
    worktree.git("merge", "--quiet", "-m", "rest", "late")
    worktree.write("a/last", "x\n")
    worktree.commit("last")


@pytest.mark.parametrize(("step", "end"), [(1, None), (3, None), (1, 2)])
def test_every_commit(worktree: Repository, step: int, end: int | None) -> None:
    tangled(worktree)
    seen = door(worktree)
    sinces = worktree.git("rev-list", "HEAD~1").split()[:end:step]
    descent = Descent(seen, sinces, FOLDERS)
    for since in sinces:
        answer = seen.git.run("log", "-z", "--format=%x00", *CHANGES, "--no-merges", "--ancestry-path", f"{since}..{seen.head}", "--")
        alone = list(parse_commits(answer.fields))
        for folder in FOLDERS:
            inside = [[path for path in paths if path.startswith(folder)] for paths in alone]
            assert sorted(descent.changed(since, folder)) == sorted(filter(None, inside)), (since, folder)
