"""What holds for every verb wherever it is called: no tree, a dry run, quiet, a linked worktree, a package, another GIT_DIR."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from agentstate.vocabulary import layout
from tests.cli.worksite import NO_TREE, OLD_ID, READING, STATE, TREE, WRITING, everything, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

EVERY: Mapping[str, tuple[str, ...]] = {**WRITING, **READING}
COMMITTING = ("task", "checkpoint", "restore", "rotate")
SOME = ("set", "decide", *COMMITTING)
"""One verb of each kind: those that only write, and those that commit."""


@pytest.mark.parametrize("verb", EVERY)
def test_without_a_tree_there_is_one_thing_to_do_first(repository: Repository, cli: Cli, verb: str) -> None:
    before = everything(repository.path)
    assert cli(*EVERY[verb]) == Result(2, "", NO_TREE)
    assert cli(*EVERY[verb], "-C", "src", "-q") == Result(2, "", NO_TREE)
    assert everything(repository.path) == before


@pytest.mark.parametrize("verb", EVERY)
def test_outside_a_repository_a_tree_above_counts_and_without_one_it_is_said(tmp_path: Path, cli: Cli, verb: str) -> None:
    below = tmp_path / "plain/src"
    below.mkdir(parents=True)
    assert cli(*EVERY[verb], at=below) == Result(2, "", NO_TREE)
    for path, text in TREE.items():
        (tmp_path / "plain" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "plain" / path).write_text(text, encoding="utf-8")
    assert cli(*EVERY[verb], at=below).code == 0
    assert everything(below) == {}


def test_a_tree_beyond_the_top_of_the_repository_does_not_count(repository: Repository, cli: Cli) -> None:
    (repository.path.parent / ".agent").mkdir()
    assert cli(*WRITING["set"]) == Result(2, "", NO_TREE)


@pytest.mark.parametrize("verb", EVERY)
def test_a_dry_run_and_a_look_change_nothing_at_all(repository: Repository, cli: Cli, verb: str) -> None:
    plant(repository)
    repository.write(layout.STATE, STATE.replace("add the loop", "write the loop"))
    before = everything(repository.path)
    arguments = (*EVERY[verb], "--dry-run") if verb in WRITING else EVERY[verb]
    assert cli(*arguments).code == 0
    assert json.loads(cli(*arguments, "--format", "json").out)
    assert everything(repository.path) == before


@pytest.mark.parametrize("verb", WRITING)
def test_json_is_one_object_and_stderr_has_the_messages(repository: Repository, cli: Cli, verb: str) -> None:
    plant(repository)
    repository.write(layout.STATE, STATE.replace("add the loop", "write the loop"))
    result = cli(*WRITING[verb], "--format", "json")
    data = json.loads(result.out)
    assert list(data) == ["version", "dry_run", "result", "messages", "steps", "commit"]
    assert result.err == "".join(f"{message}\n" for message in data["messages"])
    assert (result.code, data["dry_run"], bool(data["steps"])) == (0, False, True)
    assert (data["commit"] is not None) is (verb in COMMITTING)
    assert verb not in COMMITTING or data["commit"]["id"] == repository.head()


@pytest.mark.parametrize("verb", SOME)
def test_in_a_linked_worktree_with_another_repository_in_the_environment(
    repository: Repository, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    plant(repository)
    repository.git("worktree", "add", "--quiet", "-b", "linked", str(tmp_path / "linked"))
    linked, head = Repository(tmp_path / "linked"), repository.head()
    linked.write(layout.STATE, STATE.replace("add the loop", "write the loop"))
    monkeypatch.setenv("GIT_DIR", str(repository.path / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repository.path / ".git/index"))
    result = cli(*WRITING[verb], "-q", at=linked.path)
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert (result.code, result.err) == (0, "")
    assert (repository.head(), repository.status()) == (head, "")
    assert (linked.head() == head, linked.status() == "") == (verb not in COMMITTING, verb in COMMITTING)


@pytest.mark.parametrize("verb", SOME)
def test_in_a_package_only_its_own_tree_is_written(repository: Repository, cli: Cli, verb: str) -> None:
    plant(repository)
    plant(repository, "packages/a/")
    repository.write(f"packages/a/{layout.STATE}", STATE.replace("add the loop", "write the loop"))
    outer = {path: data for path, data in repository.snapshot().items() if not path.startswith("packages/")}
    below = repository.write("packages/a/src/code.py", "pass\n").parent
    assert cli(*WRITING[verb], at=below).code == 0
    assert {path: data for path, data in repository.snapshot().items() if not path.startswith("packages/")} == outer
    assert (repository.status() == "?? packages/a/src/code.py\n") is (verb in COMMITTING)


def test_on_an_unborn_branch_every_verb_works(tmp_path: Path, cli: Cli) -> None:
    repository = Repository.create(tmp_path / "new")
    for path, text in TREE.items():
        repository.write(path, text)
    for verb, arguments in {**EVERY, "restore": ("restore", OLD_ID)}.items():
        assert (verb, cli(*arguments, at=repository.path).code) == (verb, 0)
    assert repository.status() == "?? AGENTS.md\n"


@pytest.mark.parametrize("verb", ["resolve", "check", "set"])
def test_a_tree_that_a_merge_moved_away_is_brought_back_and_not_made_anew(repository: Repository, cli: Cli, verb: str) -> None:
    plant(repository)
    (repository.path / ".agent").rename(repository.path / "agent")
    repository.write(".git/MERGE_HEAD", repository.head())
    where = "here, above or below" if verb == "check" else "here or above"
    hint = "bring it back with `git checkout HEAD -- .agent`, or finish or abort what is under way"
    said = f"agentstate: error: no .agent/ {where}, and a merge is under way\nhint: {hint}\n"
    assert cli(*{"set": ("set", "goal", "a")}.get(verb, (verb,))) == Result(2, "", said)


@pytest.mark.parametrize("verb", ["task", "restore", "rotate"])
def test_with_a_cherry_pick_under_way_the_files_are_written_and_the_commit_is_left(repository: Repository, cli: Cli, verb: str) -> None:
    plant(repository)
    repository.write(".git/CHERRY_PICK_HEAD", repository.head())
    head = repository.head()
    result = cli(*WRITING[verb])
    assert result.code == 0
    staged = "; what was written is staged" if verb == "rotate" else ""
    assert result.err.splitlines()[-1] == f"not committed: a cherry-pick is under way{staged}"
    assert repository.head() == head
    assert repository.status() != ""


def test_a_hook_of_the_user_is_not_run(repository: Repository, cli: Cli) -> None:
    plant(repository)
    for name in ("pre-commit", "commit-msg", "post-commit", "prepare-commit-msg", "reference-transaction", "post-index-change"):
        hook = repository.write(f".git/hooks/{name}", "#!/bin/sh\ntouch hook-was-run\nexit 1\n")
        hook.chmod(0o755)
    assert cli(*WRITING["task"]).code == 0
    assert not (repository.path / "hook-was-run").exists()
    (repository.path / ".git/hooks/reference-transaction").unlink()
    assert repository.git("log", "-1", "--format=%s") == "agentstate switch: rate limiting\n"
