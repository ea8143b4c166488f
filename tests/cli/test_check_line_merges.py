"""What merges by line lose of a log: `check` finds every loss and nothing else, and `repair` brings all of it back."""

import json
import re
from collections.abc import Callable
from random import Random

import pytest

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.text import SourceText
from agentstate.rules.example import VALID
from agentstate.vocabulary import layout
from tests.support.command import Result
from tests.support.concurrent_logs import entries, merge_by_lines, pair, plant
from tests.support.repository import Repository

Cli = Callable[..., Result]
_IDENTIFIER = re.compile(r"\(([^()]+)\)\Z")


def found_lost(cli: Cli, *options: str) -> set[str]:
    """The ids that `check` says are lost."""
    report = json.loads(cli("check", "--select", "AS413", "--format", "json", *options).out)
    found = [_IDENTIFIER.search(finding["message"]) for tree in [report] for finding in tree["diagnostics"]]
    return {match[1] for match in found if match}


def identifiers(texts: set[str]) -> set[str]:
    return {entry.id for text in texts for entry in parse_decisions(SourceText(layout.DECISIONS, text)).entries}


def every_loss_is_found(repository: Repository, cli: Cli, seed: int) -> int:
    """Holds one pair to what the test is about; returns how many entries its merge lost."""
    found = pair(Random(seed))  # noqa: S311 - nothing is kept secret
    plant(repository, found)
    merged = merge_by_lines(repository, union=bool(seed % 2))
    lost = found.lost(merged)
    assert found_lost(cli) == identifiers(lost), f"seed {seed}"
    if lost:
        result = cli("repair")
        assert result.code == 0, (seed, result)
        assert found.lost(entries(repository)) == set(), f"seed {seed}"
        assert found_lost(cli, "--base", "base") == set(), f"seed {seed}, after the repair"
        assert cli("repair").out == "no decision is lost\n"
    return len(lost)


@pytest.fixture
def planted(repository: Repository) -> Repository:
    for path, text in VALID.items():
        repository.write(path, text)
    repository.commit("tree")
    return repository


def test_every_loss_of_some_merges_by_line_is_found(planted: Repository, cli: Cli) -> None:
    losses = [every_loss_is_found(planted, cli, seed) for seed in range(20)]
    assert sum(map(bool, losses)) > 5, "the pairs lose too little to show anything"


@pytest.mark.slow
def test_every_loss_of_a_thousand_merges_by_line_is_found(planted: Repository, cli: Cli) -> None:
    losses = [every_loss_is_found(planted, cli, seed) for seed in range(1000)]
    assert sum(map(bool, losses)) > 200
