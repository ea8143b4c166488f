"""Which repository a folder belongs to, and what is going on in it."""

import os
import subprocess
from pathlib import Path

import pytest

from agentstate.git.repository import Repository as Found
from agentstate.git.repository import discover, operation, read_head, shallow_commits
from tests.git.door import door
from tests.support.repository import Repository


def test_everything_about_a_folder_below_the_top(repository: Repository) -> None:
    folder, top = repository.path / "src", repository.path
    assert discover(folder) == Found(top, top / ".git", top / ".git", "src/", repository.head(), "main", "sha1", shallow=False)


def test_an_unborn_branch(tmp_path: Path) -> None:
    worktree = Repository.create(tmp_path / "new")
    worktree.write("HEAD", "a file that is called like this\n")
    found = door(worktree)
    assert (found.head, found.branch, read_head(found.git)) == ("", "main", "")


def test_a_detached_head(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "--detach")
    found = door(repository)
    assert (found.head, found.branch, read_head(found.git)) == (repository.head(), "", repository.head())


def test_a_branch_whose_name_has_a_slash_and_a_head_that_is_ambiguous(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "-b", "feature/x")
    repository.git("branch", "HEAD", check=False)
    repository.git("tag", "feature/x")
    assert door(repository).branch == "feature/x"


def test_a_linked_work_tree(repository: Repository) -> None:
    repository.git("worktree", "add", "--quiet", "-b", "side", "../linked")
    found = door(Repository(repository.path.parent / "linked"))
    assert (found.git_dir, found.common_dir) == (repository.path / ".git/worktrees/linked", repository.path / ".git")
    assert found.branch == "side"


def test_a_submodule_is_a_repository_of_its_own(repository: Repository, tmp_path: Path) -> None:
    outer = Repository.create(tmp_path / "outer")
    outer.git("submodule", "--quiet", "add", str(repository.path), "inner")
    found = discover(outer.path / "inner/src")
    assert isinstance(found, Found)
    assert (found.top, found.git_dir, found.prefix) == (outer.path / "inner", outer.path / ".git/modules/inner", "src/")


def test_a_folder_reached_through_a_link(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(repository.path / "src")
    found = discover(tmp_path / "link")
    assert isinstance(found, Found)
    assert (found.top, found.prefix) == (repository.path, "src/")


def test_a_shallow_clone(repository: Repository, tmp_path: Path) -> None:
    repository.commit("two")
    repository.git("clone", "--quiet", "--depth=1", f"file://{repository.path}", str(tmp_path / "shallow"))
    found = door(Repository(tmp_path / "shallow"))
    assert found.shallow
    assert found.head in shallow_commits(found)
    assert found.head not in shallow_commits(door(repository))


def test_no_repository(tmp_path: Path) -> None:
    assert discover(tmp_path) == "not a git repository"


def test_a_folder_that_does_not_exist(repository: Repository) -> None:
    path = repository.path / "gone"
    assert discover(path) == f"cannot change to '{path}': No such file or directory"


def test_no_git_on_the_path(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert discover(repository.path) == "git not found"


def test_a_git_directory_that_is_none_is_not_passed_over(repository: Repository) -> None:
    (repository.path / "src/.git").mkdir()
    reason = f'git takes "{repository.path}" for the top of the work tree, but the nearest .git is in "{repository.path}/src"'
    assert discover(repository.path / "src") == reason


def test_a_work_tree_that_the_settings_move_elsewhere(repository: Repository, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    repository.git("config", "core.worktree", str(elsewhere))
    assert discover(repository.path) == (
        f'git takes "{elsewhere}" for the top of the work tree, but the nearest .git is in "{repository.path}"'
    )


def test_a_bare_repository(repository: Repository, tmp_path: Path) -> None:
    repository.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare"))
    assert discover(tmp_path / "bare") == "not a git repository"
    git_dir = repository.path / ".git"
    refused = f"cannot use bare repository '{git_dir}' (safe.bareRepository is 'explicit')"
    assert discover(git_dir / "objects") in {refused, "this operation must be run in a work tree"}  # before and since git 2.46


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_repository_of_somebody_else(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDO_UID", "12345")
    for path in (repository.path, repository.path / ".git"):
        os.chown(path, 54321, 54321)
    assert discover(repository.path) == f"detected dubious ownership in repository at '{repository.path}'"


def test_damaged_settings(repository: Repository) -> None:
    (repository.path / ".git/config").write_text("[core\n", encoding="utf-8")
    assert discover(repository.path) == "bad config line 1 in file .git/config"


def test_a_path_with_a_line_break(tmp_path: Path) -> None:
    worktree = Repository.create(tmp_path / "two\nlines")
    worktree.commit("x")
    assert discover(worktree.path) == "the path of the repository holds a line break"


def test_a_git_that_is_too_old(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "bin/git"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho --path-format=absolute\nfor n in 1 2 3 4 5 6 7; do echo x; done\n", encoding="utf-8")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(old.parent))
    assert discover(repository.path) == "git 2.31 or newer is needed"


def test_nothing_is_going_on(repository: Repository) -> None:
    assert operation(door(repository)) == ""


def test_what_is_going_on_in_a_linked_work_tree_is_its_own(repository: Repository) -> None:
    repository.git("worktree", "add", "--quiet", "-b", "side", "../linked")
    linked = Repository(repository.path.parent / "linked")
    repository.git("bisect", "start")
    assert (operation(door(repository)), operation(door(linked))) == ("bisect", "")


def test_a_list_of_shallow_commits_that_cannot_be_read(repository: Repository, tmp_path: Path) -> None:
    from agentstate.git.failure import GitError

    repository.commit("two")
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{repository.path}", str(tmp_path / "shallow")], check=True)
    found = door(Repository(tmp_path / "shallow"))
    (tmp_path / "shallow/.git/shallow").write_bytes(b"\xff")
    with pytest.raises(GitError, match=r"\Athe list of shallow commits cannot be read: "):
        shallow_commits(found)
