"""Snapshots that only history still holds."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import agentstate
from agentstate.git import history
from agentstate.git.failure import GitError
from agentstate.git.history import RecordedSnapshot, SnapshotHistory, read_at, recorded_snapshots
from tests.git.door import door
from tests.support.repository import Repository


def path(number: int) -> str:
    return f".agent/checkpoints/2026010{number}T000000Z-manual.yaml"


def snapshot(worktree: Repository, number: int, prefix: str = "") -> str:
    worktree.write(prefix + path(number), f"number: {number}\n")
    return worktree.commit(f"snapshot {number}")


def listed(worktree: Repository, folder: str = "") -> list[tuple[str, str]]:
    return [(found.path, found.commit) for found in recorded_snapshots(door(worktree, folder)).snapshots]


def test_every_snapshot_with_its_commit_and_time_newest_first(worktree: Repository) -> None:
    first, second = snapshot(worktree, 1), snapshot(worktree, 2)
    worktree.commit("something else")
    assert recorded_snapshots(door(worktree)) == SnapshotHistory(
        (
            RecordedSnapshot(path(2), second, datetime(2026, 1, 1, 0, 4, tzinfo=UTC), "snapshot 2"),
            RecordedSnapshot(path(1), first, datetime(2026, 1, 1, 0, 3, tzinfo=UTC), "snapshot 1"),
        ),
        complete=True,
    )


def test_pruned_ones_are_found_and_read_where_they_were(worktree: Repository) -> None:
    first = snapshot(worktree, 1)
    (worktree.path / path(1)).unlink()
    second = snapshot(worktree, 2)
    assert listed(worktree) == [(path(2), second), (path(1), first)]
    assert read_at(door(worktree), first, path(1)) == b"number: 1\n"
    assert read_at(door(worktree), second, path(1)) is None


def test_one_that_came_back_is_listed_once_where_it_came_back(worktree: Repository) -> None:
    snapshot(worktree, 1)
    (worktree.path / path(1)).unlink()
    worktree.commit("pruned")
    again = snapshot(worktree, 1)
    assert listed(worktree) == [(path(1), again)]


def test_several_in_one_commit_are_ordered_by_name(worktree: Repository) -> None:
    for number in (2, 1, 3):
        worktree.write(path(number), "x\n")
    made = worktree.commit("three")
    assert listed(worktree) == [(path(3), made), (path(2), made), (path(1), made)]


def test_both_sides_of_a_merge_count_also_one_whose_content_was_not_taken(worktree: Repository) -> None:
    worktree.git("checkout", "--quiet", "-b", "side")
    side = snapshot(worktree, 2)
    worktree.git("checkout", "--quiet", "main")
    main = snapshot(worktree, 1)
    worktree.git("merge", "--quiet", "--no-edit", "--strategy=ours", "side")
    assert sorted(listed(worktree)) == [(path(1), main), (path(2), side)]
    worktree.git("reset", "--quiet", "--hard", main)
    worktree.git("merge", "--quiet", "--no-edit", "side")
    assert sorted(listed(worktree)) == [(path(1), main), (path(2), side)]


def test_other_files_beside_the_snapshots_are_passed_over(worktree: Repository) -> None:
    worktree.write(".agent/checkpoints/notes.txt", "x\n")
    worktree.write(".agent/checkpoints/DECISIONS.archive-0001.md", "x\n")
    worktree.write(".agent/checkpoints/20260101T000000Z-manual.yaml/nested", "x\n")
    worktree.commit("others")
    assert listed(worktree) == []


def test_a_file_where_the_folder_of_snapshots_should_be(worktree: Repository) -> None:
    worktree.write(".agent/checkpoints", "a file\n")
    worktree.commit("a file")
    assert listed(worktree) == []


def test_a_tree_below_the_top(worktree: Repository) -> None:
    snapshot(worktree, 1)
    made = snapshot(worktree, 2, "packages/a [*]/")
    assert listed(worktree, "packages/a [*]") == [(path(2), made)]
    assert read_at(door(worktree, "packages/a [*]"), made, path(2)) == b"number: 2\n"


def test_the_look_back_is_bounded_and_says_so(worktree: Repository) -> None:
    commits = [snapshot(worktree, number) for number in (1, 2, 3)]
    found = recorded_snapshots(door(worktree), commits=2)
    assert [one.commit for one in found.snapshots] == [commits[2], commits[1]]
    assert not found.complete


def test_a_shallow_clone_knows_that_it_is_not_all(worktree: Repository, tmp_path: Path) -> None:
    snapshot(worktree, 1)
    last = snapshot(worktree, 2)
    worktree.git("clone", "--quiet", "--depth=1", f"file://{worktree.path}", str(tmp_path / "shallow"))
    found = recorded_snapshots(door(Repository(tmp_path / "shallow")))
    assert {(one.path, one.commit) for one in found.snapshots} == {(path(1), last), (path(2), last)}
    assert not found.complete


def test_an_unborn_branch_has_no_history(tmp_path: Path) -> None:
    assert recorded_snapshots(door(Repository.create(tmp_path / "new"))) == SnapshotHistory((), complete=True)


def test_a_linked_work_tree(worktree: Repository) -> None:
    made = snapshot(worktree, 1)
    worktree.git("worktree", "add", "--quiet", "-b", "side", "../linked")
    linked = Repository(worktree.path.parent / "linked", minutes=50)
    second = snapshot(linked, 2)
    assert listed(linked) == [(path(2), second), (path(1), made)]
    assert listed(worktree) == [(path(1), made)]


@pytest.mark.parametrize(("commit", "name"), [("HEAD", ".agent/STATE.yaml"), ("--output=x", "x"), ("0" * 40, "../x"), ("0" * 39, "x")])
def test_what_names_no_file_of_history(worktree: Repository, commit: str, name: str) -> None:
    with pytest.raises(GitError, match=r"names no file of history\Z"):
        read_at(door(worktree), commit, name)


def test_folders_and_submodules_are_no_files(worktree: Repository) -> None:
    worktree.git("update-index", "--add", "--cacheinfo", f"160000,{worktree.head()},sub")
    worktree.git("commit", "--quiet", "--message", "sub")
    assert read_at(door(worktree), worktree.head(), ".agent") is None
    assert read_at(door(worktree), worktree.head(), "sub") is None
    assert read_at(door(worktree), worktree.head(), "README.md/x") is None


def test_a_commit_that_is_not_there(worktree: Repository) -> None:
    with pytest.raises(GitError, match=r"\Ahistory cannot be read: "):
        read_at(door(worktree), "1" * 40, "x")


def test_a_huge_file_is_not_read(worktree: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "LARGEST", 9)
    made = snapshot(worktree, 1)
    with pytest.raises(GitError, match=rf'\A"{path(1)}" has 10 bytes in commit "{made}", at most 9 are read\Z'):
        read_at(door(worktree), made, path(1))


def test_the_newer_object_format_is_refused_in_words(tmp_path: Path) -> None:
    worktree = Repository(tmp_path / "new")
    worktree.path.mkdir()
    worktree.git("init", "--quiet", "--object-format=sha256")
    snapshot(worktree, 1)
    with pytest.raises(GitError, match=r"\Ahistory cannot be read: "):
        recorded_snapshots(door(worktree))


def test_the_library_is_imported_only_for_history() -> None:
    code = (
        "import sys; import agentstate.git.facts, agentstate.git.commit, agentstate.git.history, agentstate.git.recorded; "
        "print([name for name in ('git', 'gitdb', 'subprocess') if name in sys.modules])"
    )
    importable = str(Path(agentstate.__file__).parent.parent)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env={**os.environ, "PYTHONPATH": importable})
    assert done.stdout == b"[]\n"
