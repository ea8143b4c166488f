"""`agentstate -C DIR VERB`: where a verb starts from."""

from collections.abc import Callable

import pytest

from agentstate.rules.example import VALID
from tests.support.command import Result
from tests.support.repository import Repository


@pytest.fixture
def below(repository: Repository) -> Repository:
    """A repository whose only tree is in packages/a/."""
    for path, text in VALID.items():
        repository.write(f"packages/a/{path}", text)
    repository.commit("tree")
    return repository


@pytest.mark.parametrize(
    "arguments",
    [
        ("-C", "packages/a", "check", "AGENTS.md"),
        ("-C", "packages", "-C", "a", "check", "AGENTS.md"),
        ("-C", "packages", "check", "-C", "a", "AGENTS.md"),
        ("check", "-C", "packages/a", "AGENTS.md"),
        ("-C", "src", "-C", "../packages", "check", "a/AGENTS.md"),
    ],
)
def test_folders_lead_on_from_one_another(below: Repository, cli: Callable[..., Result], arguments: tuple[str, ...]) -> None:
    assert cli(*arguments) == Result(0, "ok: 6 files, 1 tree\n", "")
    assert below.status() == ""


def test_it_holds_for_verbs_within_verbs(below: Repository, cli: Callable[..., Result]) -> None:
    assert cli("-C", "packages", "todo", "list", "-C", "a").code == 0
    assert cli("todo", "list").code == 2
    assert below.status() == ""


@pytest.mark.parametrize(
    "arguments", [("-C", "nowhere", "check"), ("-C", "packages", "check", "-C", "nowhere"), ("-C", "README.md", "check")]
)
def test_a_folder_that_is_not_there(below: Repository, cli: Callable[..., Result], arguments: tuple[str, ...]) -> None:
    found = cli(*arguments)
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith('agentstate: error: invalid value for "-C": directory "')
    assert below.status() == ""


def test_the_help_of_the_command_needs_no_folder(below: Repository, cli: Callable[..., Result]) -> None:
    assert cli("-C", "packages", "--help").code == 0
    assert cli("-C", "packages").code == 2
    assert below.status() == ""
