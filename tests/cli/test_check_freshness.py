"""What `agentstate check` says where git cannot tell how fresh the state is."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.rules.example import VALID
from agentstate.vocabulary.layout import STATE
from tests.support.command import Result
from tests.support.repository import Repository

SHALLOW = """\
.agent/DECISIONS.md:1:1: AS414 history-unseen info: decisions may be lost unseen: shallow clone; fetch with depth 0
  # Decisions
  ^
  hint: run `git fetch --unshallow`; in a job, set `fetch-depth` (GitHub) or `GIT_DEPTH` (GitLab)
.agent/STATE.yaml:1:1: AS202 freshness-unknown info: freshness unknown: shallow clone; fetch with depth 0
  project: shop
  ^
  hint: run `git fetch --unshallow`; in a job, set `fetch-depth` (GitHub) or `GIT_DEPTH` (GitLab)
2 notes
"""
NO_REPOSITORY = """\
.agent/STATE.yaml:1:1: AS202 freshness-unknown info: freshness unknown: not a git repository
  project: shop
  ^
  hint: check a clone that git can read, or leave this out with `--ignore AS202`
1 note
"""
MISSING = ("freshness unknown: objects are missing or damaged: ", "  hint: run `git fetch --refetch`, or clone without a filter\n2 notes\n")


@pytest.fixture
def planted(repository: Repository) -> Repository:
    """A repository with a tree, and code that came after it."""
    for path, text in VALID.items():
        repository.write(path, text)
    repository.commit("tree")
    repository.write("src/service.py", "x\n")
    repository.commit("code")
    repository.git("config", "uploadpack.allowFilter", "true")
    return repository


def clone(repository: Repository, option: str) -> Path:
    there = repository.path.parent / "clone"
    repository.git("clone", "--quiet", option, f"file://{repository.path}", str(there))
    return there


@pytest.mark.parametrize("staged", [(), ("--staged",)])
def test_a_shallow_clone_is_a_note_and_an_error_where_notes_are(
    planted: Repository, cli: Callable[..., Result], staged: tuple[str, ...]
) -> None:
    there = clone(planted, "--depth=1")
    assert cli("check", *staged, at=there) == Result(0, SHALLOW, "")
    assert cli("check", "--strict", *staged, at=there) == Result(1, SHALLOW, "")


def test_without_a_repository_it_is_a_note(planted: Repository, cli: Callable[..., Result]) -> None:
    shutil.rmtree(planted.path / ".git")
    assert cli("check", at=planted.path) == Result(0, NO_REPOSITORY, "")


def test_missing_objects_are_a_note_and_nobody_is_asked_for_them(planted: Repository, cli: Callable[..., Result]) -> None:
    there = clone(planted, "--filter=tree:0")
    planted.path.rename(planted.path.with_name("gone"))
    done = cli("check", at=there)
    assert (done.code, done.err) == (0, "")
    message, end = MISSING
    assert done.out.startswith(".agent/DECISIONS.md:1:1: AS414 history-unseen info: decisions may be lost unseen: could not fetch ")
    assert f"\n{STATE}:1:1: AS202 freshness-unknown info: {message}" in done.out
    assert done.out.endswith(end)
