"""Where git cannot look, nobody may pass: `agentstate check` ends with 2 and says what git said. The verbs of the work go on."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.rules.example import VALID
from tests.support.command import Result
from tests.support.repository import Repository

CHECKS = (
    *(("check",), ("check", "--staged"), ("check", "--base", "main"), ("check", "--strict"), ("check", "--agents")),
    *(("check", "--ignore", "AS2"), ("check", "--format", "json"), ("check", "--fix")),
)
INSTALL = "hint: install git, or put it on PATH\n"
LOOK = "hint: run `git status` in the repository to see what git says there\n"


@pytest.fixture
def planted(repository: Repository) -> Repository:
    """A repository with a tree that is valid and fresh."""
    for path, text in VALID.items():
        repository.write(path, text)
    repository.commit("tree")
    return repository


def refused(message: str, hint: str) -> Result:
    return Result(2, "", f"agentstate: error: git cannot answer in this repository: {message}\n{hint}")


def no_git(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Result:
    (repository.path.parent / "empty").mkdir()
    monkeypatch.setenv("PATH", str(repository.path.parent / "empty"))
    return refused("git not found", INSTALL)


def old_git(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Result:
    old = repository.path.parent / "bin/git"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho --path-format=absolute\nfor n in 1 2 3 4 5 6 7; do echo x; done\n", encoding="utf-8")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(old.parent))
    return refused("git 2.31 or newer is needed", "hint: install a newer git\n")


def bad_settings(repository: Repository, _monkeypatch: pytest.MonkeyPatch) -> Result:
    (repository.path / ".git/config").write_text("[core\n", encoding="utf-8")
    return refused("bad config line 1 in file .git/config", LOOK)


def bad_index(repository: Repository, _monkeypatch: pytest.MonkeyPatch) -> Result:
    (repository.path / ".git/index").write_bytes(b"nonsense")
    return refused(".git/index: index file smaller than expected", LOOK)


def strange_git_directory(repository: Repository, _monkeypatch: pytest.MonkeyPatch) -> Result:
    (repository.path / ".git").rename(repository.path.parent / "kept")
    (repository.path / ".git").write_text("gitdir: /nowhere\n", encoding="utf-8")
    return refused("not a git repository: /nowhere", LOOK)


def somebody_elses(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.setenv("SUDO_UID", "12345")
    for path in (repository.path, repository.path / ".git", *repository.path.rglob(".agent")):
        os.chown(path, 54321, 54321)
    hint = f"hint: run `git config --global --add safe.directory {repository.path}`, as the user who runs this check\n"
    return refused(f"detected dubious ownership in repository at '{repository.path}'", hint)


BROKEN = [
    *(no_git, old_git, bad_settings, bad_index, strange_git_directory),
    pytest.param(somebody_elses, marks=pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")),
]
Break = Callable[[Repository, pytest.MonkeyPatch], Result]


@pytest.mark.parametrize("broken", BROKEN)
def test_every_check_stops_and_says_what_git_said(
    planted: Repository, cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, broken: Break
) -> None:
    expected = broken(planted, monkeypatch)
    asked = CHECKS if broken is not bad_index else [check for check in CHECKS if "--agents" not in check]
    assert {check: cli(*check) for check in asked} == dict.fromkeys(asked, expected)


@pytest.mark.parametrize("broken", BROKEN)
def test_the_verbs_of_the_work_go_on(
    planted: Repository, cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, broken: Break
) -> None:
    broken(planted, monkeypatch)
    verbs = (("resume",), ("status",), ("set", "next_action", "test the loop"), ("checkpoint",))
    assert [cli(*verb).code for verb in verbs] == [0, 0, 0, int(broken is not no_git)], "without git there is none that could fail"


def test_a_check_without_any_repository_passes_with_a_note_also_without_git(
    planted: Repository, cli: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    (planted.path / ".git").rename(planted.path.parent / "kept")
    no_git(planted, monkeypatch)
    done = cli("check")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(".agent/STATE.yaml:1:1: AS202 freshness-unknown info: freshness unknown: not a git repository\n")


@pytest.mark.parametrize("verb", ["status", "resume", "check", "decisions", "explain"])
def test_no_reading_verb_writes_into_the_git_directory(planted: Repository, cli: Callable[..., Result], verb: str) -> None:
    code = planted.path / "src/service.py"
    os.utime(code, (1, 1))

    def held() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in (planted.path / ".git").rglob("*") if path.is_file()}

    before = held()
    assert cli(verb, *(["AS201"] if verb == "explain" else [])).code == 0
    assert held() == before
