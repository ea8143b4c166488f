"""Where no commit can be made: the reason is said, and index, refs and work tree are as they were."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.git import index, writing
from agentstate.git.commit import CommitRequest, NotCommitted, commit
from tests.git.door import CHECKPOINT, SNAPSHOT, STATE, checkpoint, door, user_work
from tests.support.repository import Repository


def diverge(worktree: Repository) -> None:
    """Two branches, main and side, that change the same line, each with a second commit."""
    worktree.git("checkout", "--quiet", "-b", "side")
    worktree.write("src/partly.txt", "theirs\n")
    worktree.commit("theirs")
    worktree.write("src/more.txt", "theirs\n")
    worktree.commit("theirs, more")
    worktree.git("checkout", "--quiet", "main")
    worktree.write("src/partly.txt", "ours\n")
    worktree.commit("ours")


def stop_am(worktree: Repository) -> None:
    patch = worktree.git("format-patch", "--stdout", "-1", "side~1")
    worktree.git("am", stdin=patch, check=False)


def stop_between(worktree: Repository) -> None:
    """A sequence of picks whose first one was committed by hand."""
    worktree.git("cherry-pick", "side~1", "side", check=False)
    worktree.write("src/partly.txt", "both\n")
    worktree.git("commit", "--quiet", "--all", "--no-edit", "--cleanup=strip", check=True)


STOPPED: dict[str, tuple[str, Callable[[Repository], object]]] = {
    "merge": ("merge", lambda worktree: worktree.git("merge", "side", check=False)),
    "rebase": ("rebase", lambda worktree: worktree.git("rebase", "side", check=False)),
    "rebase --apply": ("rebase", lambda worktree: worktree.git("rebase", "--apply", "side", check=False)),
    "cherry-pick": ("cherry-pick", lambda worktree: worktree.git("cherry-pick", "side~1", check=False)),
    "cherry-pick of many": ("sequencer", stop_between),
    "revert": ("revert", lambda worktree: worktree.git("revert", "--no-edit", "HEAD~1", check=False)),
    "bisect": ("bisect", lambda worktree: worktree.git("bisect", "start", "HEAD", "HEAD~2")),
    "am": ("am", stop_am),
}


def everything(worktree: Repository) -> dict[str, bytes | None]:
    """Every file of the git directory but loose objects, which nothing names."""
    folder = worktree.path / ".git"
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if "objects" not in path.parts
    }


@pytest.mark.parametrize("case", STOPPED)
def test_a_repository_in_the_middle_of_something_is_left_alone(worktree: Repository, case: str) -> None:
    name, stop = STOPPED[case]
    diverge(worktree)
    if case == "revert":
        worktree.write("src/partly.txt", "again\n")
        worktree.commit("again")
    stop(worktree)
    before = everything(worktree)
    assert checkpoint(worktree) == NotCommitted(f"{'an' if name == 'am' else 'a'} {name} is under way")
    assert everything(worktree) == before


def test_an_unmerged_own_file_without_a_merge_under_way(worktree: Repository) -> None:
    blob = worktree.git("rev-parse", f"HEAD:{STATE}").strip()
    worktree.git("update-index", "--index-info", stdin=f"0 {'0' * 40}\t{STATE}\n100644 {blob} 1\t{STATE}\n100644 {blob} 2\t{STATE}\n")
    before = everything(worktree)
    assert checkpoint(worktree) == NotCommitted(f'"{STATE}" is unmerged')
    assert everything(worktree) == before


def test_a_held_index_lock_is_waited_for_then_named_and_never_removed(worktree: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "LOCK_PAUSES", (0.0, 0.0))
    user_work(worktree)
    lock = worktree.path / ".git/index.lock"
    lock.touch()
    before = everything(worktree)
    reason = f'"{lock}" is held by another git, or left over from one that was killed'
    assert checkpoint(worktree) == NotCommitted(reason)
    assert everything(worktree) == before


def test_an_index_lock_that_goes_away_in_time_is_no_obstacle(worktree: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = worktree.path / ".git/index.lock"
    lock.touch()
    monkeypatch.setattr(index, "sleep", lambda _: lock.unlink())
    assert not isinstance(checkpoint(worktree), NotCommitted)


def test_the_whole_wait_for_the_lock_is_two_seconds() -> None:
    assert sum(index.LOCK_PAUSES) == pytest.approx(2)


def test_a_git_directory_that_cannot_be_written(worktree: Repository) -> None:
    objects = worktree.path / ".git/objects"
    objects.rename(objects.with_name("elsewhere"))
    objects.mkdir()
    (objects / "info").mkdir()
    (objects / "info/alternates").write_text(f"{objects.with_name('elsewhere')}\n", encoding="utf-8")
    for number in range(256):
        (objects / f"{number:02x}").touch()
    before = everything(worktree)
    outcome = checkpoint(worktree)
    assert isinstance(outcome, NotCommitted)
    assert "unable to create temporary file" in outcome.reason
    assert everything(worktree) == before


def test_a_branch_that_cannot_be_moved_puts_the_index_back(worktree: Repository) -> None:
    user_work(worktree)
    staged = worktree.git("ls-files", "--stage")
    (worktree.path / ".git/logs/refs/heads/main").unlink()
    (worktree.path / ".git/logs/refs/heads/main").mkdir()
    (worktree.path / ".git/logs/refs/heads/main/file").touch()
    head = worktree.head()
    outcome = checkpoint(worktree)
    assert isinstance(outcome, NotCommitted)
    assert "logs/refs/heads/main" in outcome.reason
    assert (worktree.git("ls-files", "--stage"), worktree.head()) == (staged, head)


def test_entries_put_back_keep_the_flags_and_announcements_of_the_user(worktree: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "REF_LOCK_MILLISECONDS", 0)
    worktree.git("update-index", "--skip-worktree", ".agent/TODO.md")
    worktree.git("update-index", "--assume-unchanged", STATE)
    worktree.write(SNAPSHOT, b"reason: manual\n")
    worktree.git("add", "--intent-to-add", SNAPSHOT)
    flags, status = worktree.git("ls-files", "-v", "--stage"), worktree.status()
    lock = worktree.path / ".git/refs/heads/main.lock"
    lock.touch()
    outcome = checkpoint(worktree, files={**CHECKPOINT, ".agent/TODO.md": b"- [ ] two\n"})
    assert isinstance(outcome, NotCommitted)
    reason = f"update_ref failed for ref 'HEAD': cannot lock ref 'HEAD': Unable to create '{lock}': File exists"
    assert outcome.reason == reason[:200]  # what git says is cut there, wherever temporary files are
    assert (worktree.git("ls-files", "-v", "--stage"), worktree.status()) == (flags, status)


@pytest.mark.parametrize(
    ("attribute", "shown"),
    [("filter=lfs", "filter=lfs"), ("filter", "filter=set"), ("working-tree-encoding=UTF-16", "working-tree-encoding=UTF-16")],
)
def test_an_own_file_that_only_a_program_could_convert(worktree: Repository, attribute: str, shown: str) -> None:
    worktree.write(".gitattributes", f"*.yaml {attribute}\n")
    before = everything(worktree)
    reason = f'"{STATE}" has the attribute {shown}, which needs a program of the repository'
    assert checkpoint(worktree) == NotCommitted(reason, failed=True)
    assert everything(worktree) == before


def test_a_tree_that_was_never_committed_and_is_ignored_stays_private(repository: Repository) -> None:
    repository.write(".gitignore", ".agent/\n")
    assert checkpoint(repository) == NotCommitted(f'"{STATE}" is ignored by git')
    assert repository.status() == "?? .gitignore\n"


def test_a_new_file_of_a_tracked_tree_is_committed_though_a_pattern_ignores_it(worktree: Repository) -> None:
    worktree.write(".gitignore", "checkpoints/\n")
    assert not isinstance(checkpoint(worktree), NotCommitted)


def test_a_file_in_head_where_the_trees_folder_should_be(repository: Repository) -> None:
    repository.write(".agent", "a file\n")
    repository.commit("a file")
    (repository.path / ".agent").unlink()
    before = everything(repository)
    assert checkpoint(repository) == NotCommitted('".agent" is no folder in HEAD')
    assert everything(repository) == before


def test_a_submodule_in_the_index_where_a_folder_should_be(repository: Repository) -> None:
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{repository.head()},packages")
    before = everything(repository)
    (repository.path / "packages/a").mkdir(parents=True)
    assert checkpoint(repository, "packages/a/") == NotCommitted('"packages" is no folder in the index')
    assert everything(repository) == before


def test_a_folder_in_the_index_where_a_file_should_be(worktree: Repository) -> None:
    worktree.git("rm", "--quiet", "--cached", STATE)
    blob = worktree.git("rev-parse", "HEAD:README.md").strip()
    worktree.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{STATE}/theirs.txt")
    before = everything(worktree)
    assert checkpoint(worktree) == NotCommitted(f'"{STATE}" is no file in the index')
    assert everything(worktree) == before


@pytest.mark.parametrize("path", ["/abs", "../out", "a//b", "a/./b", ".git/config", "x/.GIT/hooks/y", "nul\0", ""])
def test_a_path_that_no_tree_can_hold(worktree: Repository, path: str) -> None:
    assert commit(door(worktree), CommitRequest({path: b"x"}, "s")) == NotCommitted(f'"{path}" is no path that git can hold')


def test_a_message_git_cannot_hold(worktree: Repository) -> None:
    staged = worktree.git("ls-files", "--stage")
    outcome = commit(door(worktree), CommitRequest({STATE: b"x"}, "a\0b"))
    assert outcome == NotCommitted("a NUL byte in commit log message not allowed", failed=True)
    assert worktree.git("ls-files", "--stage") == staged


def test_a_repository_that_vanished(worktree: Repository) -> None:
    seen = door(worktree)
    (worktree.path / ".git").rename(Path(f"{worktree.path}-moved"))
    outcome = commit(seen, CommitRequest({STATE: b"x"}, "s"))
    assert outcome == NotCommitted("not a git repository (or any of the parent directories): .git", failed=True)
