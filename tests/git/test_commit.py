"""The commit of the tree's own files beside a user's half-finished work, in every shape of repository."""

from pathlib import Path

import pytest

from agentstate.git.commit import CommitRequest, Committed, NothingToCommit, commit
from tests.git.door import (
    CHECKPOINT,
    SNAPSHOT,
    STATE,
    SUBJECT,
    USER_STATUS,
    assert_committed,
    changed_by,
    checkpoint,
    door,
    entries,
    user_work,
)
from tests.support.repository import Repository


def test_the_users_work_stays_as_it_is_and_uncommitted(worktree: Repository) -> None:
    user_work(worktree)
    before = entries(worktree)
    made = assert_committed(worktree, checkpoint(worktree))
    assert changed_by(worktree, made) == [STATE, SNAPSHOT]
    assert entries(worktree) == before
    assert worktree.status() == USER_STATUS


def test_the_users_next_commit_does_not_take_the_checkpoint_back(worktree: Repository) -> None:
    user_work(worktree)
    checkpoint(worktree)
    worktree.git("commit", "--quiet", "--message", "the user's own")
    assert changed_by(worktree, "HEAD") == ["src/gone.txt", "src/new.txt", "src/partly.txt", "src/renamed.py", "src/service.py"]
    assert worktree.git("cat-file", "blob", f"HEAD:{STATE}").encode() == CHECKPOINT[STATE]
    assert worktree.status() == " A src/intended.txt\n M src/partly.txt\n?? src/untracked.txt\n"


def test_the_commit_has_the_message_the_parent_and_the_user_as_author(worktree: Repository) -> None:
    parent = worktree.head()
    checkpoint(worktree)
    shown = worktree.git("log", "-1", "--format=%P|%an <%ae>|%cn <%ce>|%B")
    who = "Test Author <author@example.org>"
    assert shown == f"{parent}|{who}|{who}|{SUBJECT}\n\ntwo lines\nof body\n\n"
    assert worktree.git("reflog", "-1", "--format=%gs") == f"agentstate: {SUBJECT}\n"


def test_the_same_files_again_make_no_commit(worktree: Repository) -> None:
    made = assert_committed(worktree, checkpoint(worktree))
    index = (worktree.path / ".git/index").read_bytes()
    assert checkpoint(worktree) == NothingToCommit(made)
    assert (worktree.path / ".git/index").read_bytes() == index
    assert commit(door(worktree), CommitRequest({}, SUBJECT)) == NothingToCommit(made)


def test_a_removed_file_leaves_the_commit_and_the_index(worktree: Repository) -> None:
    checkpoint(worktree)
    (worktree.path / SNAPSHOT).unlink()
    files = {**CHECKPOINT, SNAPSHOT: None, ".agent/never-there.yaml": None}
    made = assert_committed(worktree, commit(door(worktree), CommitRequest(files, SUBJECT)), files)
    assert changed_by(worktree, made) == [SNAPSHOT]
    assert worktree.git("ls-tree", "--name-only", "HEAD", "--", ".agent/") == ".agent/STATE.yaml\n.agent/TODO.md\n"


def test_an_unborn_branch_gets_its_first_commit_and_keeps_what_is_staged(tmp_path: Path) -> None:
    worktree = Repository.create(tmp_path / "new")
    worktree.write("src/staged.txt", "staged\n")
    worktree.git("add", "src/staged.txt")
    before = entries(worktree)
    made = assert_committed(worktree, checkpoint(worktree))
    assert worktree.git("log", "--format=%H|%P|%D") == f"{made}||HEAD -> main\n"
    assert changed_by(worktree, made) == [STATE, SNAPSHOT]
    assert entries(worktree) == before
    assert worktree.status() == "A  src/staged.txt\n"


def test_a_detached_head_moves_and_no_branch_does(worktree: Repository) -> None:
    main = worktree.head()
    worktree.git("checkout", "--quiet", "--detach")
    made = assert_committed(worktree, checkpoint(worktree))
    assert worktree.git("rev-parse", "main", "HEAD") == f"{main}\n{made}\n"


def test_a_linked_work_tree_uses_its_own_index_and_branch(worktree: Repository) -> None:
    main = worktree.head()
    worktree.git("worktree", "add", "--quiet", "-b", "side", "../linked")
    linked = Repository(worktree.path.parent / "linked")
    user_work(linked)
    before, other = entries(linked), (worktree.path / ".git/index").read_bytes()
    made = assert_committed(linked, checkpoint(linked))
    assert (entries(linked), linked.status()) == (before, USER_STATUS)
    assert worktree.git("rev-parse", "main", "side") == f"{main}\n{made}\n"
    assert (worktree.path / ".git/index").read_bytes() == other


def test_a_submodule_commits_to_itself(worktree: Repository, tmp_path: Path) -> None:
    outer = Repository.create(tmp_path / "outer")
    outer.git("submodule", "--quiet", "add", str(worktree.path), "inner")
    outer.commit("with a submodule")
    inner = Repository(outer.path / "inner")
    user_work(inner)
    before, above = entries(inner), outer.head()
    assert_committed(inner, checkpoint(inner))
    assert (entries(inner), inner.status(), outer.head()) == (before, USER_STATUS, above)


def test_a_submodule_beside_the_tree_is_kept(worktree: Repository, tmp_path: Path) -> None:
    outer = Repository.create(tmp_path / "outer")
    outer.git("submodule", "--quiet", "add", str(worktree.path), "inner")
    outer.write(STATE, "x\n")
    outer.commit("with a submodule")
    before = outer.git("ls-tree", "HEAD", "inner")
    Repository(outer.path / "inner", minutes=90).commit("moved on")
    assert_committed(outer, checkpoint(outer))
    assert outer.git("ls-tree", "HEAD", "inner") == before
    assert outer.status() == " M inner\n"


@pytest.mark.parametrize("folder", ["packages/a/", "packages/-x y/", "packages/ü [*]/"])
def test_a_tree_below_the_top_commits_only_its_own_files(worktree: Repository, folder: str) -> None:
    worktree.write(f"{folder}code.py", "1\n")
    worktree.write("packages/b/code.py", "1\n")
    worktree.commit("packages")
    user_work(worktree)
    before = entries(worktree)
    made = assert_committed(worktree, checkpoint(worktree, folder), {f"{folder}{path}": data for path, data in CHECKPOINT.items()})
    changed = worktree.git("diff-tree", "-r", "-z", "--no-commit-id", "--name-only", made).split("\0")[:-1]
    assert changed == [f"{folder}{STATE}", f"{folder}{SNAPSHOT}"]
    assert (entries(worktree), worktree.status()) == (before, USER_STATUS)


def test_a_fresh_folder_of_a_monorepo_gets_its_tree(worktree: Repository) -> None:
    (worktree.path / "packages/new").mkdir(parents=True)
    made = assert_committed(worktree, checkpoint(worktree, "packages/new/"), {f"packages/new/{STATE}": CHECKPOINT[STATE]})
    assert changed_by(worktree, made) == [f"packages/new/{STATE}", f"packages/new/{SNAPSHOT}"]


def test_what_the_user_staged_of_the_trees_own_files_becomes_what_is_on_disk(worktree: Repository) -> None:
    worktree.write(STATE, "staged, never finished\n")
    worktree.git("add", STATE)
    assert_committed(worktree, checkpoint(worktree))
    assert worktree.status() == ""


def test_own_files_announced_with_intent_to_add_are_committed(worktree: Repository) -> None:
    worktree.write(SNAPSHOT, CHECKPOINT[SNAPSHOT])
    worktree.git("add", "--intent-to-add", SNAPSHOT)
    assert_committed(worktree, checkpoint(worktree))


def test_files_of_others_in_the_trees_folder_are_left_out(worktree: Repository) -> None:
    worktree.write(".agent/other-tool.json", "{}\n")
    worktree.write(".agent/checkpoints/notes.txt", "mine\n")
    worktree.git("add", ".agent/other-tool.json")
    assert_committed(worktree, checkpoint(worktree))
    assert worktree.status() == "A  .agent/other-tool.json\n?? .agent/checkpoints/notes.txt\n"


def test_the_mode_of_a_file_is_kept(worktree: Repository) -> None:
    worktree.git("update-index", "--chmod=+x", STATE)
    worktree.git("commit", "--quiet", "--message", "executable")
    (worktree.path / STATE).chmod(0o755)
    assert_committed(worktree, checkpoint(worktree))
    assert worktree.git("ls-tree", "HEAD", STATE)[:6] == "100755"


def test_a_repository_of_the_newer_object_format(tmp_path: Path) -> None:
    worktree = Repository(tmp_path / "new")
    worktree.path.mkdir()
    worktree.git("init", "--quiet", "--object-format=sha256", "--initial-branch=main")
    worktree.commit("empty")
    made = assert_committed(worktree, checkpoint(worktree))
    assert len(made) == 64
    worktree.write(STATE, "x\n")
    assert isinstance(commit(door(worktree), CommitRequest({STATE: b"x\n"}, SUBJECT)), Committed)
