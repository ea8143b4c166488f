"""A `.git` that leads into a repository which knows nothing of this work tree is not followed; every shape that git makes is."""

import os
import shutil
from pathlib import Path

import pytest

from agentstate.git.commit import Committed, NotCommitted
from agentstate.git.repository import Repository as Found
from agentstate.git.repository import discover
from agentstate.git.unmerged import stage
from agentstate.vocabulary.errors import AgentStateError
from tests.git.door import STATE, checkpoint, door
from tests.support.repository import Repository

ANOTHERS = "the .git here leads to another repository's"


@pytest.fixture
def victim(worktree: Repository, tmp_path: Path) -> Repository:
    """A repository with a linked work tree `side`, a submodule `inner` and a bare clone beside it."""
    Repository.create(tmp_path / "source").commit("inner")
    worktree.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "source"), "inner")
    worktree.commit("a submodule")
    worktree.git("worktree", "add", "--quiet", "-b", "side", "../side")
    worktree.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare.git"))
    worktree.git("init", "--quiet", "--separate-git-dir", str(tmp_path / "apart.git"), str(tmp_path / "apart"))
    return worktree


def everything(folder: Path) -> dict[str, tuple[float, bytes]]:
    """Every regular file below a folder, with its time."""
    return {str(path): (path.stat().st_mtime, path.read_bytes()) for path in sorted(folder.rglob("*")) if path.is_file()}


def hostile(tmp_path: Path) -> Path:
    folder = tmp_path / "hostile"
    folder.mkdir()
    return folder


LEADS = {
    "the directory": ".git",
    "a linked work tree's": ".git/worktrees/side",
    "a submodule's": ".git/modules/inner",
    "the directory, with more after a NUL": ".git\0x",
}


@pytest.mark.parametrize("leads", LEADS.values(), ids=LEADS)
@pytest.mark.parametrize("link", [False, True], ids=["file", "link"])
def test_a_git_file_that_leads_to_anothers(victim: Repository, tmp_path: Path, leads: str, link: bool) -> None:
    old = victim.path / ".git/worktrees/side/gitdir"
    os.utime(old, (0, 0))  # git notes in a directory as old as this that its work tree has moved, as soon as it is asked
    folder, before = hostile(tmp_path), everything(victim.path)
    if link and "\0" not in leads:
        (folder / ".git").symlink_to(victim.path / leads)
    else:
        (folder / ".git").write_bytes(f"gitdir: {victim.path}/{leads}\n".encode())
    found = discover(folder)
    assert found in {ANOTHERS, f'git takes "{victim.path}/inner" for the top of the work tree, but the nearest .git is in "{folder}"'}
    assert everything(victim.path) == before


@pytest.mark.parametrize("name", [".git", "other"])
def test_a_common_directory_that_is_anothers(victim: Repository, tmp_path: Path, name: str) -> None:
    attack = Repository.create(hostile(tmp_path))
    attack.write(STATE, "project: demo\n")
    before = everything(victim.path)
    if name == "other":
        (attack.path / ".git").rename(attack.path / name)
        attack.write(".git", f"gitdir: {name}\n")
    attack.write(f"{name}/commondir", f"{victim.path}/.git\n")
    attack.write(f"{name}/gitdir", f"{attack.path}/.git\n")
    assert discover(attack.path) == ANOTHERS
    assert everything(victim.path) == before


def test_a_linked_work_tree_that_was_moved_until_it_is_repaired(victim: Repository, tmp_path: Path) -> None:
    (tmp_path / "side").rename(tmp_path / "moved")
    assert discover(tmp_path / "moved") == ANOTHERS
    victim.git("worktree", "repair", str(tmp_path / "moved"))
    assert isinstance(checkpoint(Repository(tmp_path / "moved")), Committed)


@pytest.mark.usefixtures("victim")
def test_a_copy_of_a_linked_work_tree(tmp_path: Path) -> None:
    shutil.copytree(tmp_path / "side", tmp_path / "copy")
    assert discover(tmp_path / "copy") == ANOTHERS
    assert isinstance(discover(tmp_path / "side"), Found)


def test_a_linked_work_tree_that_both_sides_name_relatively(victim: Repository, tmp_path: Path) -> None:
    (tmp_path / "side/.git").write_text("gitdir: ../repository/.git/worktrees/side\n", encoding="utf-8")
    (victim.path / ".git/worktrees/side/gitdir").write_text("../../../../side/.git\n", encoding="utf-8")
    assert door(Repository(tmp_path / "side")).branch == "side"


def test_every_shape_that_git_makes_takes_a_commit(victim: Repository, tmp_path: Path) -> None:
    bare = Repository(tmp_path / "bare.git")
    bare.git("worktree", "add", "--quiet", "-b", "of-bare", "../of-bare")
    inner = Repository(victim.path / "inner")
    inner.git("config", "extensions.worktreeConfig", "true")
    inner.git("worktree", "add", "--quiet", "-b", "of-inner", "../../of-inner")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked/.git").symlink_to(tmp_path / "apart.git")
    places = (tmp_path / "side", inner.path, tmp_path / "of-bare", tmp_path / "apart")
    outcomes = [checkpoint(Repository(place)) for place in places]
    assert [type(outcome) for outcome in outcomes] == [Committed] * len(places)
    assert isinstance(discover(tmp_path / "linked"), Found)


def test_a_submodule_in_a_folder_with_odd_letters(victim: Repository, tmp_path: Path) -> None:
    victim.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "source"), 'a "b"\\c; d')
    assert isinstance(discover(victim.path / 'a "b"\\c; d'), Found)


@pytest.mark.usefixtures("victim")
def test_a_bare_repository_takes_no_commit_from_a_folder_that_names_it(tmp_path: Path) -> None:
    folder, before = hostile(tmp_path), everything(tmp_path / "bare.git")
    (folder / ".git").write_text(f"gitdir: {tmp_path}/bare.git\n", encoding="utf-8")
    assert discover(folder) == "this operation must be run in a work tree"
    assert everything(tmp_path / "bare.git") == before


@pytest.mark.parametrize("what", ["pipe", "folder", "nothing", "text"])
def test_a_git_file_that_is_none(repository: Repository, what: str) -> None:
    inside = repository.path / "src/.git"
    if what == "pipe":
        os.mkfifo(inside)
    elif what == "folder":
        inside.mkdir()
    elif what == "nothing":
        inside.symlink_to("missing")
    else:
        inside.write_text("nonsense\n", encoding="utf-8")
    assert isinstance(discover(inside.parent), str)


LINKS = (
    *("index", "refs", "refs/heads", "logs", "logs/HEAD", "logs/refs", "logs/refs/heads", "logs/refs/heads/main"),
    "logs/refs/heads/missing",
)


@pytest.mark.parametrize("path", LINKS)
def test_what_a_commit_writes_is_no_link_out_of_the_repository(worktree: Repository, tmp_path: Path, path: str) -> None:
    place, outside = worktree.path / ".git" / path, tmp_path / "outside"
    if path.endswith("missing"):
        place = place.with_name("main")
        place.unlink()
    else:
        place.rename(outside)
    place.symlink_to(outside)
    before = everything(outside) if outside.is_dir() else outside.read_bytes() if outside.exists() else None
    assert checkpoint(worktree) == NotCommitted(f'"{place}" is a link', failed=True)
    with pytest.raises(AgentStateError, match=r"is a link\Z"):
        stage(door(worktree), {STATE: b"a: b\n"}, {STATE: "100644"})
    assert before == (everything(outside) if outside.is_dir() else outside.read_bytes() if outside.exists() else None)


def test_a_link_on_the_way_to_the_branch(worktree: Repository, tmp_path: Path) -> None:
    worktree.git("checkout", "--quiet", "-b", "feature/x")
    (worktree.path / ".git/refs/heads/feature").rename(tmp_path / "feature")
    (worktree.path / ".git/refs/heads/feature").symlink_to(tmp_path / "feature")
    assert checkpoint(worktree) == NotCommitted(f'"{worktree.path}/.git/refs/heads/feature" is a link', failed=True)


def test_a_detached_head_is_committed_to(worktree: Repository) -> None:
    worktree.git("checkout", "--quiet", "--detach")
    assert isinstance(checkpoint(worktree), Committed)
