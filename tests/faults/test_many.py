"""Storms, kills and full disks in small; the long form is `python -m faults --full`."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

faults = pytest.importorskip("faults.storms", reason="the fault tests are in the checkout alone")

from agentstate.cli import main as program  # noqa: E402
from faults.ground import planted  # noqa: E402
from faults.guards import CHECKOUT, GUARDS  # noqa: E402 - after the question whether there is such a module
from faults.kills import VICTIMS, kill  # noqa: E402
from faults.processes import warm  # noqa: E402
from faults.soaks import soaked  # noqa: E402
from faults.storms import storm  # noqa: E402
from faults.trial import Trial  # noqa: E402


def test_many_writers_in_two_work_trees_lose_nothing() -> None:
    trial = Trial()
    warm()
    storm(trial, writers=4, each=2, trees=2)
    assert (trial.misses, trial.count) == ([], 8)


def test_what_was_refused_in_a_storm_is_not_taken_for_acknowledged(monkeypatch: pytest.MonkeyPatch) -> None:
    real = program.main

    def refusing(argv: Sequence[str]) -> int:
        return 2 if argv[1] == "w0n1e" else real(argv)

    trial = Trial()
    warm()
    monkeypatch.setattr(program, "main", refusing)
    storm(trial, writers=2, each=3, trees=1)
    assert (trial.misses, trial.count) == (["1 of 2 writers were refused, with [2, 0]"], 4)


@pytest.mark.parametrize("victim", VICTIMS, ids=[victim.name for victim in VICTIMS])
def test_what_was_acknowledged_before_a_kill_is_there_once(tmp_path: Path, victim: object) -> None:
    trial = Trial()
    warm()
    kill(trial, next(each for each in VICTIMS if each is victim), planted(tmp_path / "repository"), 2, random.Random(1))  # noqa: S311
    assert (trial.misses, trial.count) == ([], 2)


def test_a_tree_in_use_keeps_its_limits() -> None:
    trial = soaked(20)
    assert (trial.misses, trial.count) == ([], 20)


def test_every_guard_stands_in_one_place() -> None:
    found = {guard.name: (CHECKOUT / "agentstate" / guard.path).read_text(encoding="utf-8").count(guard.text) for guard in GUARDS}
    assert {name: count for name, count in found.items() if count != 1} == {}


def test_the_line_of_the_table() -> None:
    trial = Trial(2, figures="kills")
    assert trial.row("SIGKILL", 1.6) == "| SIGKILL | 2 | kills | 2 s | holds |"
    trial.expect(False, "one is lost")
    trial.expect(True, "nothing")
    assert (trial.row("SIGKILL", 1.6), trial.details()) == ("| SIGKILL | 2 | kills | 2 s | 1 missed |", "  one is lost\n")
