"""The merge driver in real repositories: git calls it, nothing is lost, and where it is missing nothing is either."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import agentstate
from agentstate.git.merge_driver import DRIVER
from agentstate.vocabulary import layout
from tests.cli.test_verb_resolve import OURS, THEIRS, change
from tests.cli.worksite import DECISIONS, STATE, plant
from tests.support.command import Result, run_here
from tests.support.repository import Repository
from tests.support.templates import Templates

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]
BOTH = DECISIONS + OURS + THEIRS


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command on the PATH, in a folder of its own."""
    program = tmp_path / "bin/agentstate"
    program.parent.mkdir()
    top = Path(agentstate.__file__).parent.parent
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{top}" exec "{sys.executable}" -P -m agentstate "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program


@pytest.fixture
def parted(repository: Repository, templates: Templates, command: Path) -> Repository:
    """A tree with the driver, and two branches that each recorded a decision in it; on main, which is checked out."""
    assert command.exists()
    return templates.after(part, repository)


def part(repository: Repository) -> None:
    plant(repository)
    assert run_here("init", "--merge-driver", "--agents", "none", at=repository.path).code == 0
    repository.git("branch", "topic")
    change(repository, "ours", {layout.DECISIONS: DECISIONS + OURS})
    repository.git("checkout", "--quiet", "topic")
    change(repository, "theirs", {layout.DECISIONS: DECISIONS + THEIRS})
    repository.git("checkout", "--quiet", "main")


def test_init_tells_git_and_twice_is_once(repository: Repository, cli: Cli) -> None:
    plant(repository)
    said = "git config merge.agentstate.driver {} in this clone\n"
    assert cli("init", "--merge-driver", "--agents", "none", "--dry-run").err == said.format("would be set,")
    assert repository.git("config", "--get", "merge.agentstate.driver", check=False) == ""
    assert cli("init", "--merge-driver", "--agents", "none").err == said.format("is set,")
    attributes = repository.read(layout.ATTRIBUTES)
    assert repository.git("config", "--get", "merge.agentstate.driver") == f"{DRIVER}\n"
    assert cli("init", "--merge-driver", "--agents", "none") == Result(0, "", "nothing to do: the tree is complete\n")
    assert repository.read(layout.ATTRIBUTES) == attributes
    assert repository.status() == ""
    ask = ("check-attr", "merge", ".agent/STATE.yaml", layout.archive_path(1), ".agent/lanes/a.yaml", ".agent/other.md", "STATE.yaml")
    assert [line.rpartition(": ")[2] for line in repository.git(*ask).split("\n")[:-1]] == ["agentstate"] * 3 + ["unspecified"] * 2
    assert "union" not in attributes


def test_init_takes_it_out_again(repository: Repository, cli: Cli) -> None:
    cli("init", "--merge-driver")
    assert cli("init", "--remove").err.endswith("git config merge.agentstate.driver is taken out, in this clone\n")
    assert not (repository.path / ".agent").exists()
    assert repository.git("config", "--get-regexp", "^merge", check=False) == ""


def test_lines_of_others_in_the_attributes_stay(repository: Repository, cli: Cli) -> None:
    cli("init", "--merge-driver")
    repository.write(layout.ATTRIBUTES, repository.read(layout.ATTRIBUTES) + "mine.md text\n")
    repository.commit("mine")
    cli("init", "--remove")
    assert repository.read(layout.ATTRIBUTES) == "*.md text eol=lf\n*.yaml text eol=lf\nmine.md text\n"


def test_in_a_linked_worktree_the_clone_is_told(repository: Repository, cli: Cli, tmp_path: Path) -> None:
    plant(repository)
    repository.git("worktree", "add", "--quiet", "-b", "linked", str(tmp_path / "linked"))
    assert cli("init", "--merge-driver", "--agents", "none", at=tmp_path / "linked").code == 0
    assert repository.git("config", "--get", "merge.agentstate.driver") == f"{DRIVER}\n"


def test_without_a_repository_git_cannot_be_told(tmp_path: Path, cli: Cli) -> None:
    result = cli("init", "--merge-driver", at=tmp_path)
    assert (result.code, result.err.split("\n")[-3:-1]) == (
        2,
        ["agentstate: error: git cannot be told of the merge driver: not a git repository", "hint: run it in a git repository"],
    )


@pytest.mark.parametrize("operation", [("merge", "topic"), ("rebase", "topic"), ("cherry-pick", "topic"), ("merge", "--squash", "topic")])
def test_git_merges_both_entries_without_a_conflict(parted: Repository, operation: tuple[str, ...]) -> None:
    parted.git(*operation)
    assert parted.read(layout.DECISIONS) == BOTH
    assert parted.git("ls-files", "--unmerged") == ""


def test_a_stash(parted: Repository) -> None:
    parted.write(layout.DECISIONS, DECISIONS + OURS + "\n## [2026-11-23] Stashed\n- Decision: three\n- Why: u\n")
    parted.git("stash")
    change(parted, "more", {layout.DECISIONS: BOTH})
    parted.git("stash", "pop")
    assert parted.read(layout.DECISIONS) == BOTH + "\n## [2026-11-23] Stashed\n- Decision: three\n- Why: u\n"


def test_a_criss_cross_history(parted: Repository) -> None:
    ours, theirs = parted.head(), parted.git("rev-parse", "topic").strip()
    parted.git("merge", theirs)
    change(parted, "more", {layout.DECISIONS: BOTH + "\n## [2026-11-24] Later\n- Decision: four\n- Why: t\n"})
    parted.git("checkout", "--quiet", "topic")
    parted.git("merge", ours)
    assert parted.read(layout.DECISIONS) == BOTH
    change(parted, "less", {layout.DECISIONS: DECISIONS + THEIRS, layout.archive_path(1): "# Decisions\n" + OURS})
    parted.git("merge", "main")
    assert parted.read(layout.DECISIONS) == DECISIONS + THEIRS + "\n## [2026-11-24] Later\n- Decision: four\n- Why: t\n"
    assert parted.read(layout.archive_path(1)) == "# Decisions\n" + OURS


@pytest.mark.parametrize("into", ["main", "topic"])
def test_an_entry_that_one_side_archived_and_the_other_has_from_elsewhere_is_there_once(parted: Repository, into: str) -> None:
    """A squash leaves no common ancestor that holds the entry."""
    parted.git("merge", "--squash", "topic")
    parted.commit("squashed")
    parted.git("checkout", "--quiet", "topic")
    change(
        parted,
        "rotated",
        {layout.DECISIONS: DECISIONS + "\n## [2026-11-25] New\n- Why: s\n", layout.archive_path(1): "# Decisions\n" + THEIRS},
    )
    parted.git("checkout", "--quiet", into)
    parted.git("merge", "topic" if into == "main" else "main")
    assert parted.read(layout.DECISIONS) == DECISIONS + OURS + "\n## [2026-11-25] New\n- Why: s\n"
    assert parted.read(layout.archive_path(1)) == "# Decisions\n" + THEIRS


def test_an_entry_that_left_for_nowhere_is_kept(parted: Repository) -> None:
    change(parted, "lost", {layout.DECISIONS: "# Decisions\n" + OURS})
    parted.git("merge", "topic")
    assert parted.read(layout.DECISIONS) == BOTH


def test_a_value_that_both_changed_is_a_conflict_with_markers_around_it_that_resolve_can_end(parted: Repository, cli: Cli) -> None:
    change(parted, "state", {layout.STATE: STATE.replace("the outbox", "the cache")})
    parted.git("checkout", "--quiet", "topic")
    change(parted, "state", {layout.STATE: STATE.replace("the outbox", "the queue").replace("add the loop", "test it")})
    parted.git("checkout", "--quiet", "main")
    parted.git("merge", "topic", check=False)
    assert parted.status() == f"M  {layout.DECISIONS}\nUU {layout.STATE}\n"
    task = "current_task: the {}  # since Monday\n"
    conflict = f"<<<<<<< ours\n{task.format('cache')}=======\n{task.format('queue')}>>>>>>> theirs\n"
    assert parted.read(layout.STATE) == STATE.replace(task.format("outbox"), conflict).replace("add the loop", "test it")
    assert cli("resolve", "--ours") == Result(0, f"merged {layout.STATE}\n", "")
    assert parted.read(layout.STATE) == STATE.replace("the outbox", "the cache").replace("add the loop", "test it")


def test_without_the_command_git_writes_markers_and_nobody_loses_the_other_side(parted: Repository, command: Path, cli: Cli) -> None:
    command.unlink()
    if shutil.which("agentstate"):
        pytest.skip("an installed command is on the PATH")
    parted.git("merge", "topic", check=False)
    assert parted.read(layout.DECISIONS) == f"{DECISIONS}<<<<<<< ours\n{OURS}=======\n{THEIRS}>>>>>>> theirs\n".replace(
        "<<<<<<< ours\n\n", "\n<<<<<<< ours\n"
    ).replace("=======\n\n", "=======\n")
    assert parted.status() == f"UU {layout.DECISIONS}\n"
    assert cli("resolve").code == 0
    assert parted.read(layout.DECISIONS) == BOTH


def test_without_the_settings_git_merges_by_lines_and_resolve_does_the_rest(parted: Repository, cli: Cli) -> None:
    parted.git("config", "--remove-section", "merge.agentstate")
    parted.git("merge", "topic", check=False)
    assert parted.status() == f"UU {layout.DECISIONS}\n"
    assert cli("resolve").code == 0
    assert parted.read(layout.DECISIONS) == BOTH


def drive(cli: Cli, folder: Path, base: str, ours: str, theirs: str, path: str = layout.DECISIONS) -> tuple[Result, str]:
    """How the driver ends for these files, and what ours holds then."""
    for name, text in (("o", base), ("a", ours), ("b", theirs)):
        (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    result = cli("merge-driver", "o", "a", "b", "7", path, at=folder)
    return result, (folder / "a").read_bytes().decode("utf-8", "surrogateescape")


def test_one_call(cli: Cli, tmp_path: Path) -> None:
    assert drive(cli, tmp_path, DECISIONS, DECISIONS + OURS, DECISIONS + THEIRS) == (Result(0, "", ""), BOTH)
    assert drive(cli, tmp_path, "", OURS[1:], THEIRS[1:], f"packages/a/{layout.DECISIONS}") == (Result(0, "", ""), OURS[1:] + THEIRS)
    assert {path.name for path in tmp_path.iterdir()} >= {"o", "a", "b"}
    assert not list(tmp_path.glob(".agentstate-*"))


@pytest.mark.parametrize("broken", [MemoryError(), AssertionError("x"), RecursionError(), KeyError("k")])
def test_any_failure_ends_in_a_file_with_markers(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: Exception) -> None:
    def fail(*_: object) -> None:
        raise broken

    monkeypatch.setattr("agentstate.workspace.driving.merge", fail)
    result, text = drive(cli, tmp_path, "a\n", "b\n", "c\n")
    assert (result.code, result.out, text) == (1, "", "<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n")
    assert result.err.startswith(f"agentstate: error: {layout.DECISIONS} is merged by lines: {type(broken).__name__}: ")


def test_a_file_that_cannot_be_written_ends_in_a_file_with_markers(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("agentstate.workspace.driving.write_atomic", full)
    result, text = drive(cli, tmp_path, DECISIONS, DECISIONS + OURS, DECISIONS + THEIRS)
    assert result.code == 1
    assert "<<<<<<< ours\n" in text


def test_it_is_in_no_list(cli: Cli) -> None:
    assert "merge-driver" not in cli("--help").out
    assert "Merge one file for git" in cli("merge-driver", "--help").out


def test_what_git_cannot_merge_is_put_between_markers_as_it_is(cli: Cli, tmp_path: Path) -> None:
    large = b"\0" + b"c\n" * 150_000 + b"d"
    for name, data in (("o", b"a\n"), ("a", b"b\n"), ("b", large)):
        (tmp_path / name).write_bytes(data)
    assert cli("merge-driver", "o", "a", "b", "7", layout.DECISIONS, at=tmp_path).code == 1
    assert (tmp_path / "a").read_bytes() == b"<<<<<<< ours\nb\n=======\n" + large + b"\n>>>>>>> theirs\n"
    (tmp_path / "b").unlink()
    assert cli("merge-driver", "o", "a", "b", "7", layout.DECISIONS, at=tmp_path).code == 2
