"""The hook as pre-commit runs it: the file we ship, a real repository, real commits."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import Result, process_environment, run_here
from tests.support.repository import Repository

TOP = Path(__file__).parent.parent
CONFIG = """\
repos:
  - repo: {repository}
    rev: {revision}
    hooks:
      - id: agentstate-check
        language: system
"""
"""`language: system`, so that the test installs nothing; .ci/run lets pre-commit install the hook as users do."""


@pytest.fixture
def hooked(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """The example repository with a tree and the shipped hook, installed by pre-commit."""
    command = tmp_path / "bin/agentstate"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m agentstate "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    for name, value in process_environment(PATH=f"{command.parent}:{os.environ['PATH']}").items():
        monkeypatch.setenv(name, value)
    shipped = Repository.create(tmp_path / "hooks")
    shipped.write(".pre-commit-hooks.yaml", (TOP / ".pre-commit-hooks.yaml").read_bytes())
    revision = shipped.commit()
    assert run_here("init", "--no-commit", at=repository.path).code == 0
    repository.write(".pre-commit-config.yaml", CONFIG.format(repository=shipped.path, revision=revision))
    repository.commit("a tree and the hook")
    subprocess.run([sys.executable, "-m", "pre_commit", "install"], cwd=repository.path, check=True, capture_output=True)
    return repository


def commit(repository: Repository) -> Result:
    repository.git("add", "--all")
    done = subprocess.run(["git", "commit", "--message", "change"], cwd=repository.path, capture_output=True, encoding="utf-8", check=False)
    return Result(done.returncode, done.stdout, done.stderr)


def test_a_commit_that_leaves_the_tree_valid_passes(hooked: Repository) -> None:
    hooked.write("src/service.py", "def answer() -> int:\n    return 43\n")
    done = commit(hooked)
    assert done.code == 0
    assert done.err.splitlines()[-1] == "agentstate check" + "." * 57 + "Passed"


def test_a_commit_that_breaks_the_tree_is_refused(hooked: Repository) -> None:
    before = hooked.head()
    hooked.write(".agent/STATE.yaml", "project: example\n")
    done = commit(hooked)
    assert (done.code, hooked.head()) == (1, before)
    assert "agentstate check" + "." * 57 + "Failed" in done.err.splitlines()
    assert ".agent/STATE.yaml:1:1" in done.err


def test_the_hook_can_be_skipped_by_its_name(hooked: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKIP", "agentstate-check")
    hooked.write(".agent/STATE.yaml", "project: example\n")
    assert commit(hooked).code == 0
