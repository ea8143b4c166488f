"""What `agentstate check` costs, as ratios: `python -m benchmarks.check` makes what it needs, measures and prints one table.

It ends with 1 where a target is missed by more than NOISE. `--short` measures a few pairs in the small repository, and only reports.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.environment import CHECKOUT, programs, variables
from benchmarks.processes import Command, Cost, Pairs, Yardstick, measure
from benchmarks.repositories import make

NOISE = 0.10
"""By how much a median of ratios may differ between two runs of the same programs on a machine that does other work."""

SMALL, LARGE = 40, 50_000
"""Files of code in the repositories."""

HEAD = (
    "| what | wall ms | processor ms: min / median / max | of the yardstick | ratio | at most | |",
    "|---|---:|---:|---:|---:|---:|---|",
)


@dataclass(frozen=True, slots=True)
class Target:
    """A command, what it is measured by, and how many times that it may cost in processor time."""

    name: str
    ours: Command
    yardstick: Yardstick
    most: float

    def row(self, pairs: Pairs) -> str:
        """The target's line of the table."""
        wall = median(cost.wall for cost in pairs.ours)
        costs = f"{wall:.0f} | {_spread(pairs.ours)} | {_spread(pairs.theirs)}"
        return f"| {self.name} | {costs} | {pairs.ratio:.2f} | {self.most:.2f} | {self.verdict(pairs)} |"

    def verdict(self, pairs: Pairs) -> str:
        """Whether the target is met, is met but for the noise, or is missed."""
        return "met" if pairs.ratio <= self.most else "within noise" if pairs.ratio <= self.most * (1 + NOISE) else "missed"


def _spread(costs: Sequence[Cost]) -> str:
    values = [cost.processor for cost in costs]
    return f"{min(values):.0f} / {median(values):.0f} / {max(values):.0f}"


def targets(found: Path, scratch: Path, *, short: bool) -> list[Target]:
    """What is measured: in a small repository and, unless `short`, in a large one."""
    environment = variables(scratch)

    def command(folder: Path, program: str, *arguments: str) -> Command:
        return Command((program, *arguments), folder, environment)

    def validation(folder: Path) -> Command:
        schema = str(CHECKOUT / "schemas" / "state.schema.json")
        return command(folder, str(found / "check-jsonschema"), "--schemafile", schema, ".agent/STATE.yaml")

    small = make(scratch / "small", SMALL, found / "agentstate", environment)
    check = command(small, str(found / "agentstate"), "check")
    wanted = [
        Target("check / check-jsonschema on STATE.yaml", check, Yardstick([(1, validation(small))]), 0.30),
        Target("check / `python -c pass`", check, Yardstick([(1, command(small, str(found / "python"), "-c", "pass"))]), 7),
    ]
    if not short:
        large = make(scratch / "large", LARGE, found / "agentstate", environment)
        check = command(large, str(found / "agentstate"), "check")
        yardstick = Yardstick([(0.5, validation(large)), (2, command(large, shutil.which("git") or "git", "status"))])
        wanted.append(Target("check, 50,000 files / half of check-jsonschema and two `git status`", check, yardstick, 1))
    return wanted


def main() -> int:
    """Measures and prints; the exit code is 1 where a target is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--short", action="store_true", help="a few pairs in the small repository; report, never fail")
    options.add_argument("--pairs", type=int, default=0, metavar="COUNT", help="how often each pair is run (20, or 5 with --short)")
    options.add_argument("--environment", type=Path, metavar="DIR", help="a virtual environment to make or to use again")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name).resolve()
        found = programs((given.environment or scratch / "environment").resolve())
        wanted = targets(found, scratch, short=given.short)
        sys.stdout.write("\n".join([*HEAD, ""]))
        missed = False
        for target in wanted:
            pairs = measure(target.ours, target.yardstick, given.pairs or (5 if given.short else 20))
            sys.stdout.write(target.row(pairs) + "\n")
            missed |= target.verdict(pairs) == "missed"
    return int(missed and not given.short)


if __name__ == "__main__":
    sys.exit(main())
