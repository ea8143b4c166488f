"""The benchmarks measure what they say; what is measured is no matter of a test."""

import os
import sys
from pathlib import Path

import pytest

processes = pytest.importorskip("benchmarks.processes", reason="the benchmarks are in the checkout alone")

from benchmarks.check import Target  # noqa: E402 - after the question whether there is such a module
from benchmarks.processes import Command, Cost, Pairs, Yardstick, measure  # noqa: E402


def command(folder: Path, program: str, *expected: int) -> Command:
    return Command((sys.executable, "-c", program), folder, dict(os.environ), expected or (0,))


def test_a_run_happens_in_its_folder_and_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    append = command(tmp_path, "open('runs', 'a').write('x')")
    pairs = measure(append, Yardstick([(1, append), (0.5, append)]), 2)
    assert (tmp_path / "runs").read_text(encoding="utf-8") == "x" * 9
    assert len(pairs.ours) == len(pairs.theirs) == 2
    assert all(cost.wall > 0 and cost.processor > 0 for cost in (*pairs.ours, *pairs.theirs))


def test_a_run_that_fails_is_no_measurement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command(tmp_path, "raise SystemExit(3)", 0, 3).run().processor > 0
    with pytest.raises(RuntimeError, match="exit code 3"):
        command(tmp_path, "raise SystemExit(3)").run()


@pytest.mark.parametrize(("most", "verdict"), [(2.0, "met"), (1.9, "within noise"), (1.8, "missed")])
def test_the_ratio_is_the_median_of_the_pairs(tmp_path: Path, most: float, verdict: str) -> None:
    pairs = Pairs([Cost(9, 10), Cost(9, 40), Cost(9, 60)], [Cost(1, 10), Cost(1, 20), Cost(1, 20)])
    target = Target("check", command(tmp_path, "pass"), Yardstick([]), most)
    assert pairs.ratio == 2
    assert target.row(pairs) == f"| check | 9 | 10 / 40 / 60 | 10 / 20 / 20 | 2.00 | {most:.2f} | {verdict} |"
