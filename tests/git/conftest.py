"""Fixtures of the git room: repositories that hold a tree and some of the user's files."""

import os
import shutil
from pathlib import Path

import pytest

from tests.git.door import STATE
from tests.support.repository import Repository
from tests.support.surroundings import isolate

AN_HOUR = 3600


@pytest.fixture(scope="session")
def tree_template(first_commit: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `worktree` is a copy of; made once."""
    repository = Repository(shutil.copytree(first_commit, tmp_path_factory.mktemp("tree") / "repository"), minutes=1)
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, tmp_path_factory.mktemp("tree-home"))
        repository.write(STATE, "project: demo\nnext_action: first\n")
        repository.write(".agent/TODO.md", "- [ ] one\n")
        repository.write("src/partly.txt", "".join(f"{number}\n" for number in range(1, 21)))
        repository.write("src/gone.txt", "gone\n")
        repository.commit("a tree")
    for path in repository.snapshot():
        age(repository.path / path)
    return repository.path


@pytest.fixture(scope="session")
def written_template(tree_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `written` is a copy of; made once."""
    repository = Repository(shutil.copytree(tree_template, tmp_path_factory.mktemp("written") / "repository"), minutes=2)
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, tmp_path_factory.mktemp("written-home"))
        for number in range(3):
            repository.write("src/code.py", f"{number}\n")
            repository.commit(f"code {number}")
        repository.write(STATE, "project: demo\nnext_action: known\n")
        repository.commit("state")
    return repository.path


@pytest.fixture
def worktree(tree_template: Path, tmp_path: Path) -> Repository:
    """A repository with a tree and files for a user to work on, all committed long enough ago for git to trust file times."""
    return copied(tree_template, tmp_path, minutes=2)


@pytest.fixture
def written(written_template: Path, tmp_path: Path) -> Repository:
    """`worktree` with three commits of code, then one of the state."""
    return copied(written_template, tmp_path, minutes=6)


@pytest.fixture
def hit(tmp_path: Path) -> Path:
    """The file that appears when a planted program was started."""
    return tmp_path / "HIT"


@pytest.fixture
def canary(tmp_path: Path, hit: Path) -> Path:
    """A planted program; it hands its stdin on, as a filter does."""
    program = tmp_path / "canary"
    program.write_text(f'#!/bin/sh\necho "$0 $*" >> "{hit}"\nexec cat\n', encoding="utf-8")
    program.chmod(0o755)
    return program


def copied(template: Path, folder: Path, *, minutes: int) -> Repository:
    """A copy whose index knows the files of the copy."""
    repository = Repository(shutil.copytree(template, folder / "repository", symlinks=True), minutes=minutes)
    repository.git("update-index", "--refresh")
    return repository


def age(path: Path) -> None:
    then = path.stat().st_mtime - AN_HOUR
    os.utime(path, (then, then))
