"""`agentstate check --staged` as a pre-commit hook of a real repository: what git is about to commit is judged, never the disk."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.rules.example import VALID
from agentstate.rules.rule import state_text
from agentstate.vocabulary.layout import CONFIG, STATE, TODO
from tests.support.command import Result, process_environment
from tests.support.repository import Repository

BAD = "current_task: [\n"
GOOD = VALID[STATE].replace("\n", "\n# edited\n", 1)
OK = "ok: 6 files, 1 tree\n"


@pytest.fixture
def hooked(repository: Repository) -> Repository:
    """A repository with a valid tree whose every commit is judged; what the check prints is kept in .git/said."""
    for path, text in VALID.items():
        repository.write(path, text)
    repository.commit("tree")
    return hook(repository)


def hook(repository: Repository) -> Repository:
    python_path = process_environment()["PYTHONPATH"]
    said = repository.path / ".git/said"
    command = f"PYTHONPATH={shlex.quote(python_path)} {shlex.quote(sys.executable)} -m agentstate check --staged >{shlex.quote(str(said))}"
    program = repository.write(".git/hooks/pre-commit", f"#!/bin/sh\n{command}\n")
    program.chmod(0o755)
    return repository


def commits(repository: Repository, *arguments: str) -> bool:
    """Whether `git commit` with these arguments made a commit."""
    before = repository.head()
    repository.git("commit", "--quiet", "--message", "work", *arguments, check=False)
    return repository.head() != before


def said(repository: Repository) -> str:
    return repository.read(".git/said")


def test_a_bad_staged_state_stops_the_commit_whatever_is_on_the_disk(hooked: Repository) -> None:
    hooked.write(STATE, BAD)
    hooked.git("add", STATE)
    hooked.write(STATE, GOOD)
    assert not commits(hooked)
    assert said(hooked).startswith(".agent/STATE.yaml:")


def test_a_good_staged_state_passes_whatever_is_on_the_disk(hooked: Repository) -> None:
    hooked.write(STATE, GOOD)
    hooked.git("add", STATE)
    hooked.write(STATE, BAD)
    (hooked.path / TODO).unlink()
    hooked.write(CONFIG, BAD)
    assert commits(hooked)
    assert said(hooked) == OK
    assert hooked.git("show", f"HEAD:{STATE}") == GOOD


def test_commit_all_is_judged_with_all(hooked: Repository) -> None:
    hooked.write(STATE, BAD)
    assert not commits(hooked, "--all")
    hooked.write(STATE, GOOD)
    assert commits(hooked, "--all")


def test_commit_of_a_path_is_judged_with_that_path_alone(hooked: Repository) -> None:
    hooked.write(TODO, "-[ ] crooked\n")
    hooked.git("add", TODO)
    hooked.write(STATE, GOOD)
    assert commits(hooked, "--", STATE)
    assert not commits(hooked, "--", TODO)
    hooked.write("src/service.py", "x\n")
    assert not commits(hooked)
    assert commits(hooked, "--", "src/service.py")


def test_amending_is_judged_with_what_is_added(hooked: Repository) -> None:
    hooked.write(STATE, BAD)
    hooked.git("add", STATE)
    assert not commits(hooked, "--amend")
    hooked.write(STATE, GOOD)
    hooked.git("add", STATE)
    assert commits(hooked, "--amend")


def test_a_linked_work_tree_is_judged_by_its_own_index(hooked: Repository, tmp_path: Path) -> None:
    hooked.git("worktree", "add", "--quiet", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked", minutes=9)
    hooked.write(STATE, BAD)
    hooked.git("add", STATE)
    linked.write(STATE, GOOD)
    assert commits(linked, "--all")
    linked.write(STATE, BAD)
    assert not commits(linked, "--", STATE)
    linked.git("add", STATE)
    assert not commits(linked)


def test_a_path_that_is_not_staged_is_missing(hooked: Repository) -> None:
    hooked.write(STATE, state_text(files_to_load="[src/new.py]"))
    hooked.git("add", STATE)
    hooked.write("src/new.py", "x\n")
    assert not commits(hooked)
    assert 'no such file "src/new.py"' in said(hooked)
    hooked.git("add", "src/new.py")
    (hooked.path / "src/new.py").unlink()
    assert commits(hooked)


def test_settings_are_those_that_are_staged(hooked: Repository) -> None:
    hooked.write(CONFIG, "freshness:\n  max_commits: 1\n")
    hooked.git("add", CONFIG)
    hooked.write(CONFIG, "freshness:\n  max_commits: 50\n")
    hooked.write("src/service.py", "x\n")
    assert commits(hooked, "--no-verify", "--", "src/service.py")
    hooked.write("src/service.py", "y\n")
    hooked.git("add", "src/service.py", CONFIG)
    hooked.write(CONFIG, "freshness:\n  max_commits: 1\n")
    assert commits(hooked)
    hooked.git("add", CONFIG)
    assert not commits(hooked)
    assert "AS2" in said(hooked)


def test_code_that_is_not_staged_does_not_make_the_commit_stale(hooked: Repository) -> None:
    hooked.write(CONFIG, "freshness:\n  max_commits: 1\n")
    hooked.git("add", CONFIG)
    hooked.write("src/service.py", "x\n")
    assert commits(hooked, "--no-verify", "--", "src/service.py")
    hooked.write("src/service.py", "y\n")
    assert commits(hooked)
    hooked.git("add", "src/service.py")
    assert not commits(hooked)


def test_an_instruction_file_may_be_a_link(hooked: Repository) -> None:
    (hooked.path / "CLAUDE.md").symlink_to("AGENTS.md")
    hooked.git("add", "CLAUDE.md")
    (hooked.path / "CLAUDE.md").unlink()
    assert commits(hooked)
    assert said(hooked) == OK


def test_the_index_of_another_repository_does_not_count(
    hooked: Repository, tmp_path: Path, cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repository.create(tmp_path / "other")
    other.write(STATE, BAD)
    other.git("add", STATE)
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.path / ".git/index"))
    assert cli("check", "--staged", at=hooked.path) == Result(0, OK, "")


def test_nothing_is_written(hooked: Repository) -> None:
    index = hooked.path / ".git/index"
    hooked.write(STATE, GOOD)
    hooked.git("add", STATE)
    (hooked.path / STATE).touch()
    before = (hooked.snapshot(), index.read_bytes(), hooked.git("count-objects"), sorted(path.name for path in index.parent.iterdir()))
    hooked.git("hook", "run", "pre-commit")
    (hooked.path / ".git/said").unlink()
    after = (hooked.snapshot(), index.read_bytes(), hooked.git("count-objects"), sorted(path.name for path in index.parent.iterdir()))
    assert after == before


def test_it_mends_nothing(hooked: Repository, cli: Callable[..., Result]) -> None:
    error = "agentstate: error: --staged judges a commit, it mends nothing\nhint: leave one of --staged and --fix out\n"
    assert cli("check", "--staged", "--fix", at=hooked.path) == Result(2, "", error)


def test_outside_a_repository_no_commit_can_be_judged(tmp_path: Path, cli: Callable[..., Result]) -> None:
    folder = tmp_path / "plain"
    (folder / ".agent").mkdir(parents=True)
    error = "agentstate: error: not a git repository\nhint: leave --staged out, or run it where a commit can be made\n"
    assert cli("check", "--staged", at=folder) == Result(2, "", error)
