"""What the commits on the way to HEAD changed of the logs, as git says it."""

import pytest

from agentstate.git import passages
from agentstate.git.base import Base, find_base
from agentstate.git.passages import Part, Passage, Passages, being_merged, held_at, is_log, logs_at, merge_bases
from tests.git.door import door
from tests.support.repository import Repository

LOG, ARCHIVE = ".agent/DECISIONS.md", ".agent/checkpoints/DECISIONS.archive-0001.md"


def blob(worktree: Repository, commit: str, path: str = LOG) -> str:
    return worktree.git("rev-parse", f"{commit}:{path}").strip()


def seen(worktree: Repository, base: str = "") -> tuple[Passage, ...]:
    repository = door(worktree)
    return Passages(repository, find_base(repository, base) if base else Base(repository.head)).found


def test_a_commit_alone(worktree: Repository) -> None:
    first = worktree.head()
    worktree.write(LOG, "one\n")
    worktree.write(f"packages/a b\n/{ARCHIVE}", "volume\n")
    worktree.write(".agent/STATE.yaml", "no log\n")
    commit = worktree.commit("a log\n\nand a body")
    volume = f"packages/a b\n/{ARCHIVE}"
    part = Part({LOG: ("", blob(worktree, commit)), volume: ("", blob(worktree, commit, volume))})
    assert seen(worktree) == (Passage(commit, (first,), "a log", (part,)),)
    worktree.write(".agent/STATE.yaml", "changed\n")
    worktree.commit("no log")
    assert seen(worktree) == ()


def test_a_merge_has_a_part_for_each_parent_that_differs(worktree: Repository) -> None:
    worktree.write(LOG, "one\n")
    one = worktree.commit("one")
    worktree.git("checkout", "--quiet", "-b", "other")
    worktree.write(LOG, "two\n")
    two = worktree.commit("two")
    worktree.git("checkout", "--quiet", "main")
    worktree.write("code", "x\n")
    main = worktree.commit("code")
    worktree.git("merge", "--quiet", "-s", "ours", "-m", "taken", "other")
    worktree.git("commit", "--quiet", "--amend", "--allow-empty-message", "-m", "")
    merge = worktree.head()
    taken = Passage(merge, (main, two), "", (Part({LOG: (blob(worktree, two), blob(worktree, one))}),))
    assert seen(worktree) == (taken,)
    assert [passage.commit for passage in seen(worktree, one)] == [two, merge]
    worktree.write(LOG, "three\n")
    worktree.git("commit", "--quiet", "--amend", "--all", "-m", "both")
    three, parents = worktree.head(), (main, two)
    parts = tuple(Part({LOG: (blob(worktree, parent), blob(worktree, three))}) for parent in parents)
    assert seen(worktree) == (Passage(three, parents, "both", parts),)
    assert seen(worktree, one)[-1] == Passage(three, parents, "both", parts)
    assert merge_bases(door(worktree).git, main, two) == [one]


def test_what_is_no_regular_file_is_not_there(worktree: Repository) -> None:
    worktree.write(LOG, "one\n")
    before = blob(worktree, worktree.commit("one"))
    (worktree.path / LOG).unlink()
    (worktree.path / LOG).symlink_to("../README.md")
    commit = worktree.commit("a link")
    assert seen(worktree)[0].parts == ({LOG: (before, "")},)
    assert logs_at(door(worktree).git, commit, "") == {}


def test_the_logs_of_a_commit(worktree: Repository) -> None:
    for path in (LOG, ARCHIVE, ".agent/checkpoints/20261129T193000Z-manual.yaml"):
        worktree.write(path, f"{path}\n")
        worktree.write(f"a/{path}", f"a/{path}\n")
    commit, git = worktree.commit(), door(worktree).git
    assert logs_at(git, commit, "") == {path: blob(worktree, commit, path) for path in (LOG, ARCHIVE)}
    assert logs_at(git, commit, "a/") == {f"a/{path}": blob(worktree, commit, f"a/{path}") for path in (LOG, ARCHIVE)}
    assert set(held_at(git, commit, ["a/.agent/checkpoints/", "nothing"])) == {
        f"a/{ARCHIVE}",
        "a/.agent/checkpoints/20261129T193000Z-manual.yaml",
    }
    assert [is_log(path, "a/") for path in (f"a/{LOG}", LOG, f"b/a/{LOG}", f"a/{ARCHIVE}", "a/.agent/TODO.md")] == [
        True,
        False,
        False,
        True,
        False,
    ]


def test_a_history_that_is_too_long_is_said_to_be(worktree: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    worktree.git("tag", "start")
    for number in range(3):
        worktree.write(LOG, f"{number}\n")
        worktree.commit()
    repository = door(worktree)
    assert Passages(repository, find_base(repository, "start")).cut == ""
    monkeypatch.setattr(passages, "COMMITS", 2)
    cut = Passages(repository, find_base(repository, "start"))
    assert (len(cut.found), cut.cut) == (2, "only the newest 2 commits were looked at")


def test_what_a_merge_under_way_brings_in(worktree: Repository) -> None:
    assert being_merged(door(worktree)) == ()
    worktree.git("checkout", "--quiet", "-b", "other")
    other = worktree.commit("other")
    worktree.git("checkout", "--quiet", "main")
    worktree.commit("main")
    worktree.git("merge", "--quiet", "--no-commit", "--no-ff", "other")
    assert being_merged(door(worktree)) == (other,)
    worktree.write(".git/MERGE_HEAD", f"--output=x\n{other}\n")
    assert being_merged(door(worktree)) == (other,)
