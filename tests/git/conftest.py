"""Fixtures of the git room: a repository that holds a tree and some of the user's files."""

import os
from pathlib import Path

import pytest

from tests.git.door import STATE
from tests.support.repository import Repository

AN_HOUR_AGO = -3600


@pytest.fixture
def worktree(repository: Repository) -> Repository:
    """`repository` with a tree in it and files for a user to work on, all committed long enough ago for git to trust file times."""
    repository.write(STATE, "project: demo\nnext_action: first\n")
    repository.write(".agent/TODO.md", "- [ ] one\n")
    repository.write("src/partly.txt", "".join(f"{number}\n" for number in range(1, 21)))
    repository.write("src/gone.txt", "gone\n")
    age(repository)
    repository.commit("a tree")
    return repository


def age(repository: Repository) -> None:
    for path in repository.path.rglob("*"):
        if ".git" not in path.parts and path.is_file():
            then = path.stat().st_mtime + AN_HOUR_AGO
            os.utime(path, (then, then))


@pytest.fixture
def hit(tmp_path: Path) -> Path:
    """The file that appears when a planted program was started."""
    return tmp_path / "HIT"


@pytest.fixture
def canary(tmp_path: Path, hit: Path) -> Path:
    """A planted program; it hands its stdin on, as a filter does."""
    program = tmp_path / "canary"
    program.write_text(f'#!/bin/sh\necho "$0 $*" >> "{hit}"\nexec cat\n')
    program.chmod(0o755)
    return program
