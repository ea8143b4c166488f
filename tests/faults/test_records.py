"""The lines of the table that run what others hold at length: they count what was tried and name what did not hold."""

from pathlib import Path

import pytest

pytest.importorskip("faults.histories", reason="the fault tests are in the checkout alone")

from faults import histories
from faults.hostile import FOLDER, hostile_cases
from faults.laws import laws_of

CASES = """\
import sys
print("FAIL yaml-bomb  [agentstate check] T 6.0s > 5s" if "--check-words" in sys.argv else "")
print("2 passed, 1 failed")
"""


def test_histories_and_merges_by_lines_hold() -> None:
    assert [(trial.count, trial.misses) for trial in (histories.histories_of(range(2)), histories.line_merges_of(range(2)))] == [
        (2, [])
    ] * 2


def test_a_history_that_does_not_hold_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(seed: str) -> None:
        if seed != "long-1":
            raise AssertionError(f"{seed} is lost")

    monkeypatch.setattr(histories, "check_history", lose)
    assert histories.histories_of(range(1, 3)).misses == ["history long-2: long-2 is lost"]


def test_a_law_that_does_not_hold_is_named(tmp_path: Path) -> None:
    law = tmp_path / "test_law.py"
    law.write_text("import os\ndef test_a(): pass\ndef test_b(): assert os.environ['OFTEN'] == '1'\n", encoding="utf-8")
    trial = laws_of((str(law),), {"OFTEN": "2"})
    assert (trial.count, [miss.partition(" ")[0].rpartition("::")[2] for miss in trial.misses]) == (2, ["test_b"])


def test_hostile_repositories_are_tried_where_they_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    assert hostile_cases(full=True).figures == f"skipped: {FOLDER} names no folder with run_cases.py"
    (tmp_path / "run_cases.py").write_text(CASES, encoding="utf-8")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    trial = hostile_cases(full=True)
    assert (trial.count, trial.figures) == (3, "runs of 5 commands")
    assert trial.misses == ["yaml-bomb  [agentstate check] T 6.0s > 5s"]
