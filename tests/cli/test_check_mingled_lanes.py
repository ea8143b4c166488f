"""A merge that puts what was written into a lane by hand into another one: `check` says so, and of nothing else."""

from collections.abc import Callable

import pytest

from agentstate.rules.example import VALID
from agentstate.rules.rule import state_text
from tests.support.command import Result
from tests.support.repository import Repository

Cli = Callable[..., Result]
OLD, NEW = ".agent/lanes/old.yaml", ".agent/lanes/new.yaml"
LATER = "2026-11-29T19:31:00Z"


def lane(name: str, task: str, *done: str, at: str = "2026-11-29T19:30:00Z") -> str:
    template = ["goal: the shop answers in 50 ms", "acceptance: []", "constraints: []", "", "# What is finished.", "done:", "  - plan"]
    head = [f"lane: {name}", f"updated_at: {at}"]
    return "\n".join([*head, state_text(*template, *(f"  - {item}" for item in done), current_task=task)])


@pytest.fixture
def site(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """One branch closed the lane `old` and opened `new`; HEAD, a side branch, still has the first."""
    for path, text in VALID.items():
        repository.write(path, text)
    repository.write(OLD, lane("old", "write the client"))
    repository.commit("tree")
    repository.git("checkout", "--quiet", "-b", "side")
    repository.git("checkout", "--quiet", "main")
    repository.git("rm", "--quiet", OLD)
    repository.write(NEW, lane("new", "measure the cache", at=LATER))
    repository.commit("new lane")
    repository.git("checkout", "--quiet", "side")
    monkeypatch.chdir(repository.path)
    return repository


def found(cli: Cli, *options: str) -> list[str]:
    return [line for line in cli("check", *options).out.split("\n") if "AS343" in line]


def merged(site: Repository) -> str:
    site.git("checkout", "--quiet", "main")
    site.git("merge", "--quiet", "--no-edit", "side")
    return site.head()


def test_an_edit_by_hand_that_ended_in_another_lane_is_told_until_it_is_mended(site: Repository, cli: Cli) -> None:
    base = site.git("rev-parse", "main").strip()
    site.write(OLD, lane("old", "write the client", "wrote the pool"))
    site.commit("by hand")
    commit = merged(site)
    assert site.read(NEW) == lane("new", "measure the cache", "wrote the pool", at=LATER)
    said = "merged into this lane what is in none of its versions: it may belong to another lane"
    expected = [f"{NEW}:1:1: AS343 mingled-lane warning: commit {commit[:12]} \"Merge branch 'side'\" {said}"]
    assert (found(cli), found(cli, "--staged")) == (expected, expected)
    site.write("app.py", "")
    site.commit("goes on")
    assert (found(cli), found(cli, "--base", base)) == ([], expected)
    site.write(NEW, lane("new", "measure the cache", at=LATER))
    assert found(cli, "--base", base) == []


def test_a_lane_that_came_as_it_was_or_that_somebody_edited_in_the_merge_is_none(site: Repository, cli: Cli) -> None:
    site.write("app.py", "")
    site.commit("code")
    site.git("checkout", "--quiet", "main")
    site.git("merge", "--quiet", "--no-commit", "side")
    site.write(NEW, lane("new", "measure the cache", "read it", at="2026-11-29T19:32:00Z"))
    site.commit("merge")
    assert found(cli) == []


def test_a_lane_that_both_sides_have_is_merged_as_ever(site: Repository, cli: Cli) -> None:
    site.git("merge", "--quiet", "main")
    site.write(NEW, lane("new", "measure the cache", "ours", at=LATER))
    site.commit("ours")
    site.git("checkout", "--quiet", "main")
    site.write("app.py", "")
    site.commit("theirs")
    merged(site)
    assert found(cli) == []
