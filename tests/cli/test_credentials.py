"""No verb shows a credential of the tree, and none records one."""

from collections.abc import Callable

import pytest

from agentstate.rules.example import VALID
from tests.cli.test_check_trees import plant
from tests.support.command import Result
from tests.support.repository import Repository

TOKEN = "gh" + "p_" + "R7kQ2mZx9LtV4bNw8HsY3cJf6DpA1uGe5iTo"
STATE, FACTS = ".agent/STATE.yaml", ".agent/FACTS.md"
REFUSED = Result(
    2, "", "agentstate: error: the text holds what looks like a credential: GitHub token\nhint: say where it is kept, not what it is\n"
)


@pytest.fixture
def leaking(repository: Repository) -> Repository:
    plant(repository, "")
    repository.write(STATE, f"project: shop\ncurrent_task: rotate {TOKEN}\nnext_action: ask for {TOKEN} again\ndo_not: [print {TOKEN}]\n")
    repository.write(FACTS, f"{VALID[FACTS]}- the key is {TOKEN}\n")
    return repository


@pytest.mark.parametrize(
    "line",
    [
        "status",
        "status --format json",
        "resume",
        "resume --format json",
        "resume --budget 1200",
        "checkpoint --dry-run --format json",
        "check --fix --dry-run --format json",
        "task other --dry-run --format json",
        "task other --dry-run",
        "rotate --dry-run --format json",
    ],
)
def test_no_verb_shows_one(leaking: Repository, cli: Callable[..., Result], line: str) -> None:
    leaking.write(".agent/TODO.md", f"# TODO\n\n-[ ] revoke {TOKEN}\n")
    shown = cli(*line.split())
    assert shown.code in {0, 1}
    assert TOKEN[:8] not in shown.out + shown.err


@pytest.mark.usefixtures("leaking")
def test_its_place_is_shown(cli: Callable[..., Result]) -> None:
    shown = cli("status", "--format", "json").out
    assert '"' + "rotate " + "*" * len(TOKEN) + '"' in shown


@pytest.mark.parametrize(
    "line",
    [
        ("set", "next_action", f"use {TOKEN}"),
        ("add", "do_not", f"use {TOKEN}"),
        ("add", "failed_attempts", "it", "--because", TOKEN),
        ("task", f"use {TOKEN}"),
        ("task", "it", "--goal", TOKEN),
        ("decide", "it", "--why", TOKEN),
        ("decide", "it", "--why", "so", "--rejected", TOKEN),
        ("fact", TOKEN),
        ("todo", "add", TOKEN),
        ("todo", "block", "1", TOKEN),
        ("checkpoint", TOKEN),
    ],
)
def test_no_verb_records_one(repository: Repository, cli: Callable[..., Result], line: tuple[str, ...]) -> None:
    plant(repository, "")
    before = repository.snapshot()
    assert cli(*line) == REFUSED
    assert repository.snapshot() == before


def test_what_holds_one_can_be_dropped(leaking: Repository, cli: Callable[..., Result]) -> None:
    assert cli("drop", "do_not", f"print {TOKEN}").code == 0
    assert "print" not in (leaking.path / STATE).read_text(encoding="utf-8")
