"""The user's index keeps its extensions, flags and shape through a checkpoint."""

from pathlib import Path

import pytest

from agentstate.git.commit import Committed, NotCommitted
from tests.git.door import CHECKPOINT, SNAPSHOT, STATE, USER_STATUS, assert_committed, checkpoint, entries, extensions, user_work
from tests.support.repository import Repository

NEXT = {STATE: b"project: demo\nnext_action: third\n"}
MARK = "mark-1"


def test_the_untracked_cache_is_kept_byte_for_byte(worktree: Repository) -> None:
    worktree.git("update-index", "--untracked-cache")
    worktree.write("src/untracked.txt", "x\n")
    worktree.git("status")
    before = extensions(worktree)["UNTR"]
    assert len(before) > 200
    assert_committed_quietly(worktree)
    assert extensions(worktree)["UNTR"] == before


def assert_committed_quietly(worktree: Repository) -> None:
    """A checkpoint, looked at only by commands that write no index."""
    assert checkpoint(worktree, files=NEXT) == Committed(worktree.head())


@pytest.fixture(params=[1, 2])
def monitored(worktree: Repository, tmp_path: Path, request: pytest.FixtureRequest) -> Repository:
    """`worktree` with an fsmonitor program of the user's that says what it was asked, and its data in the index; both protocols."""
    program = tmp_path / "monitor"
    answer = f"{MARK}\\0" if request.param == 2 else ""
    program.write_text(f'#!/bin/sh\necho "$@" >> "{tmp_path}/asked"\nprintf "{answer}"\n', encoding="utf-8")
    program.chmod(0o755)
    worktree.git("config", "core.fsmonitor", str(program))
    worktree.git("config", "core.fsmonitorHookVersion", str(request.param))
    worktree.git("update-index", "--fsmonitor")
    worktree.git("status")
    (tmp_path / "asked").unlink()
    return worktree


def mark(data: bytes) -> bytes:
    """As of when fsmonitor's data holds: version 2 of its format."""
    assert data[:4] == b"\0\0\0\2"
    return data[4 : data.index(b"\0", 4)]


def valid(worktree: Repository) -> set[str]:
    """The paths that fsmonitor's data in the index says are unchanged."""
    listed = worktree.git("ls-files", "-f")
    return {line[2:] for line in listed.split("\n") if line.startswith("h ")}


def test_fsmonitor_data_is_kept_and_its_program_is_not_started(monitored: Repository, tmp_path: Path) -> None:
    before, known = extensions(monitored)["FSMN"], valid(monitored)
    (tmp_path / "asked").unlink()
    assert known == set(monitored.git("ls-files").split())
    (tmp_path / "asked").unlink()
    assert_committed_quietly(monitored)
    assert not (tmp_path / "asked").exists()
    assert mark(extensions(monitored)["FSMN"]) == mark(before)
    assert valid(monitored) == known - {STATE}


def test_fsmonitor_data_that_is_not_touched_keeps_every_byte(monitored: Repository, tmp_path: Path) -> None:
    monitored.git("update-index", "--no-fsmonitor-valid", STATE)
    before = extensions(monitored)["FSMN"]
    (tmp_path / "asked").unlink()
    assert_committed_quietly(monitored)
    assert extensions(monitored)["FSMN"] == before


def test_an_index_without_fsmonitor_data_gets_none(worktree: Repository) -> None:
    worktree.git("config", "core.fsmonitor", "true")
    before = set(extensions(worktree))
    assert_committed_quietly(worktree)
    assert set(extensions(worktree)) == before
    assert "FSMN" not in before


def test_no_index_file_yet(tmp_path: Path) -> None:
    worktree = Repository.create(tmp_path / "new")
    worktree.git("config", "core.fsmonitor", "true")
    assert_committed_quietly(worktree)


def test_a_split_index_stays_split(worktree: Repository) -> None:
    worktree.git("config", "splitIndex.maxPercentChange", "100")
    worktree.git("update-index", "--split-index")
    user_work(worktree)
    before, shared = entries(worktree), extensions(worktree)["link"][:20]
    assert_committed(worktree, checkpoint(worktree))
    assert (entries(worktree), worktree.status()) == (before, USER_STATUS)
    assert extensions(worktree)["link"][:20] == shared


@pytest.mark.parametrize("shape", ["cone", "sparse index", "patterns"])
def test_a_sparse_checkout_keeps_what_is_not_checked_out(worktree: Repository, shape: str) -> None:
    for name in ("a", "b", "c"):
        worktree.write(f"packages/{name}/code.py", f"{name}\n")
    worktree.commit("packages")
    if shape == "patterns":
        worktree.git("sparse-checkout", "set", "--no-cone", "/.agent/", "/src/", "/packages/a/")
    else:
        worktree.git(
            "sparse-checkout", "set", "--cone", *(["--sparse-index"] if shape == "sparse index" else []), ".agent", "src", "packages/a"
        )
    user_work(worktree)
    before, collapsed = entries(worktree), "sdir" in extensions(worktree)
    made = assert_committed(worktree, checkpoint(worktree))
    assert (entries(worktree), worktree.status()) == (before, USER_STATUS)
    assert ("sdir" in extensions(worktree)) is collapsed is (shape == "sparse index")
    assert worktree.git("ls-tree", "-r", "--name-only", made, "packages") == "packages/a/code.py\npackages/b/code.py\npackages/c/code.py\n"


def test_a_tree_that_a_sparse_index_has_folded_up_is_refused_as_git_add_would(worktree: Repository) -> None:
    worktree.write("packages/b/.agent/STATE.yaml", "first\n")
    worktree.write("packages/b/code.py", "b\n")
    worktree.commit("packages")
    worktree.git("sparse-checkout", "set", "--cone", "--sparse-index", "src")
    user_work(worktree)
    index = (worktree.path / ".git/index").read_bytes()
    (worktree.path / "packages/b").mkdir(parents=True)
    assert checkpoint(worktree, "packages/b/") == NotCommitted('"packages/" is outside the sparse checkout')
    assert (worktree.path / ".git/index").read_bytes() == index


def test_a_tree_outside_a_sparse_checkout_with_a_full_index(worktree: Repository) -> None:
    worktree.write("packages/b/.agent/STATE.yaml", "first\n")
    worktree.commit("packages")
    worktree.git("sparse-checkout", "set", "--cone", "src")
    user_work(worktree)
    before = entries(worktree)
    (worktree.path / "packages/b").mkdir(parents=True)
    assert isinstance(checkpoint(worktree, "packages/b/"), Committed)
    assert worktree.git("cat-file", "blob", f"HEAD:packages/b/{STATE}").encode() == CHECKPOINT[STATE]
    assert (entries(worktree), worktree.status()) == (before, USER_STATUS)


@pytest.mark.parametrize("sparse_index", [True, False])
def test_files_that_are_there_in_spite_of_a_sparse_checkout_keep_their_marks(worktree: Repository, sparse_index: bool) -> None:
    """git 2.39 damages the index when it unfolds a sparse one that holds an announced file, as user_work makes."""
    worktree.write("packages/b/code.py", "b\n")
    worktree.write("packages/c/code.py", "c\n")
    worktree.commit("packages")
    worktree.git("sparse-checkout", "set", "--cone", *(["--sparse-index"] if sparse_index else []), ".agent", "src")
    user_work(worktree)
    worktree.write("packages/b/left-over.txt", "built\n")
    worktree.git("config", "sparse.expectFilesOutsideOfPatterns", "true")
    before = entries(worktree)
    worktree.git("config", "--unset", "sparse.expectFilesOutsideOfPatterns")
    assert isinstance(checkpoint(worktree), Committed)
    worktree.git("config", "sparse.expectFilesOutsideOfPatterns", "true")
    assert entries(worktree) == before
    assert worktree.status() == USER_STATUS.replace("?? src", "?? packages/b/left-over.txt\n?? src")


@pytest.mark.parametrize("flag", ["skip-worktree", "assume-unchanged"])
def test_a_flag_on_an_own_file_is_kept_and_the_text_on_disk_committed(worktree: Repository, flag: str) -> None:
    worktree.git("update-index", f"--{flag}", STATE)
    tag = worktree.git("ls-files", "-v", STATE)
    assert_committed(worktree, checkpoint(worktree))
    assert worktree.git("ls-files", "-v", STATE) == tag != f"H {STATE}\n"


@pytest.mark.parametrize("version", [3, 4])
def test_every_version_of_the_index(worktree: Repository, version: int) -> None:
    worktree.git("update-index", f"--index-version={version}")
    user_work(worktree)
    before = entries(worktree)
    assert_committed(worktree, checkpoint(worktree))
    assert (entries(worktree), worktree.status()) == (before, USER_STATUS)
    assert (worktree.path / ".git/index").read_bytes()[7] == version


def test_unmerged_files_of_the_user_without_a_merge_under_way_stay_unmerged(worktree: Repository) -> None:
    blob = worktree.git("rev-parse", "HEAD:src/gone.txt").strip()
    stages = "".join(f"100644 {blob} {stage}\tsrc/conflict.txt\n" for stage in (1, 2, 3))
    worktree.git("update-index", "--index-info", stdin=stages)
    before = entries(worktree)
    assert_committed(worktree, checkpoint(worktree))
    assert entries(worktree) == before
    assert sum("src/conflict.txt" in head for head in before) == 3


def test_the_flags_of_other_files_stay(worktree: Repository) -> None:
    worktree.git("update-index", "--skip-worktree", "README.md")
    worktree.git("update-index", "--assume-unchanged", "src/gone.txt")
    before = entries(worktree)
    assert_committed(worktree, checkpoint(worktree))
    assert entries(worktree) == before
    assert entries(worktree, own=True).keys() >= {head for head in worktree.git("ls-files", "--stage", "-v", SNAPSHOT).split("\n") if head}
