"""`agentstate status` on a real tree."""

import json
from collections.abc import Callable
from datetime import datetime

from agentstate.rules.example import VALID
from tests.support.command import Result
from tests.support.repository import Repository

SNAPSHOT = ".agent/checkpoints/20261129T183000Z-manual.yaml"
SCREEN = """\
shop  branch main at {commit}
task         cache the profiles
next action  write the test of the cache key
freshness    no code commit since the state was committed at {commit}
checkpoint   20261129T183000Z-manual, 1 hour ago
todo         1 open, 0 done
decisions    1 in force
"""


def plant(repository: Repository) -> str:
    for path, text in {**VALID, SNAPSHOT: "reason: manual\n"}.items():
        repository.write(path, text)
    repository.commit("tree")
    return repository.git("rev-parse", "HEAD")[:12]


def test_the_screen(repository: Repository, cli: Callable[..., Result], now: datetime) -> None:
    commit = plant(repository)
    found = cli("status")
    work, sizes, _ = found.out.split("\n\n")
    assert (found.code, found.err, now.hour) == (0, "", 19)
    assert work + "\n" == SCREEN.format(commit=commit)
    assert [line.split(" ")[0] for line in sizes.split("\n")] == [
        "STATE.yaml",
        "FACTS.md",
        "DECISIONS.md",
        "TODO.md",
        "PROTOCOL.md",
        "read",
    ]
    assert repository.status() == ""


def test_the_values_for_a_program(repository: Repository, cli: Callable[..., Result], now: datetime) -> None:
    plant(repository)
    found = json.loads(cli("status", "--format", "json").out)
    assert (found["todo"], found["checkpoint"], now.minute) == (
        {"open": 1, "doing": 0, "blocked": 0, "done": 0},
        {"id": "20261129T183000Z-manual", "age_seconds": 3600},
        30,
    )


def test_no_tree_is_something_to_mend_first(cli: Callable[..., Result]) -> None:
    assert cli("status") == Result(2, "", "agentstate: error: no .agent/ here or above: run `agentstate init`\n")
