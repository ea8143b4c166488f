"""The benchmarks measure what they say; what is measured is no matter of a test."""

import os
import sys
from pathlib import Path

import pytest

processes = pytest.importorskip("benchmarks.processes", reason="the benchmarks are in the checkout alone")

from benchmarks.bench import Bench  # noqa: E402 - after the question whether there is such a module
from benchmarks.processes import Command, Cost, Fixed, Pairs, Yardstick, measure  # noqa: E402
from benchmarks.target import Target  # noqa: E402
from benchmarks.targets import TARGETS  # noqa: E402


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
    pairs = Pairs([Cost(9, 10, 1), Cost(9, 40, 2), Cost(9, 60, 3)], [Cost(1, 10, 1), Cost(1, 20, 1), Cost(1, 20, 1)])
    target = Target("check", command(tmp_path, "pass"), Yardstick([]), most)
    assert pairs.ratio("processor") == pairs.ratio("space") == 2
    costs = "10.0 / 40.0 / 60.0 | 10.0 / 20.0 / 20.0"
    assert target.row(pairs) == f"| check | processor ms | {costs} | 2.00 | {most:.2f} | 10% | {verdict} |"


def test_a_number_that_was_agreed_is_a_yardstick_too(tmp_path: Path) -> None:
    sum_of_both = Yardstick([(1, Fixed(Cost(space=8))), (0.5, Fixed(Cost(wall=100, space=4)))])
    pairs = measure(Fixed(Cost(wall=1, space=15)), sum_of_both, 2)
    target = Target("call", command(tmp_path, "pass"), sum_of_both, 1, kind="space", noise=0)
    assert target.row(pairs) == "| call | MB | 15.0 / 15.0 / 15.0 | 10.0 / 10.0 / 10.0 | 1.50 | 1.00 | 0% | missed |"


def test_every_module_of_targets_is_in_the_table() -> None:
    assert set(TARGETS) == {file.stem for file in (Path(processes.__file__).parent / "targets").glob("[!_]*.py")}


def test_a_program_is_taken_from_the_environment_and_else_from_this_machine(tmp_path: Path) -> None:
    (tmp_path / "python").touch()
    bench = Bench(tmp_path, tmp_path, short=True)
    assert bench.nothing(tmp_path).words == (str(tmp_path / "python"), "-c", "pass")
    assert bench.program(tmp_path, "sh").words[0].endswith("/sh")
