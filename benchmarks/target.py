"""A target: what is measured, by what, and how much it may cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.processes import Cost, Measured, Pairs

NOISE = 0.10
"""By how much a median of ratios may differ between two runs of the same programs on a machine that does other work."""

PAIRS, FEW = 20, 5
"""How often each pair is run, and how often for a first look."""

HEAD = (
    "| what | by | ours: min / median / max | the yardstick | ratio | at most | noise | |",
    "|---|---|---:|---:|---:|---:|---:|---|",
)
_UNITS = {"processor": "processor ms", "wall": "wall ms", "space": "MB"}


@dataclass(frozen=True, slots=True)
class Target:
    """What is measured, its yardstick, and how many times as much it may cost, by one of the fields of Cost.

    `noise` is by how much the ratio may differ between two runs of the same programs, `pairs` how often both are run.
    """

    name: str
    ours: Measured
    yardstick: Measured
    most: float
    kind: str = "processor"
    noise: float = NOISE
    pairs: int = PAIRS

    def row(self, pairs: Pairs) -> str:
        """The target's line of the table."""
        costs = f"{self._spread(pairs.ours)} | {self._spread(pairs.theirs)}"
        ratio = pairs.ratio(self.kind)
        return f"| {self.name} | {_UNITS[self.kind]} | {costs} | {ratio:.2f} | {self.most:.2f} | {self.noise:.0%} | {self.verdict(pairs)} |"

    def verdict(self, pairs: Pairs) -> str:
        """Whether the target is met, is met but for the noise, or is missed."""
        ratio = pairs.ratio(self.kind)
        return "met" if ratio <= self.most else "within noise" if ratio <= self.most * (1 + self.noise) else "missed"

    def _spread(self, costs: Sequence[Cost]) -> str:
        values = [getattr(cost, self.kind) for cost in costs]
        places = 1 if max(values) < 100 else 0
        return " / ".join(f"{value:.{places}f}" for value in (min(values), median(values), max(values)))
