"""What a check at the root of a repository of many trees costs."""

from collections.abc import Iterator

from benchmarks.bench import Bench
from benchmarks.monorepo import make_monorepo
from benchmarks.processes import Command, Cost, Fixed, Yardstick
from benchmarks.target import Target

FEW, MORE, MANY = 100, 300, 1000
"""Trees."""

MOST = 25
"""Seconds, by the clock, that a check of MANY trees may take."""


def targets(bench: Bench) -> Iterator[Target]:
    """By itself, and beside a check of fewer trees; nothing where the bench is short."""
    if not bench.short:
        yield Target(f"check, {MANY:,} trees / {MOST} s", _check(bench, MANY), Fixed(Cost(wall=1000 * MOST)), 1, kind="wall", pairs=1)
        few = Yardstick([(MORE / FEW, _check(bench, FEW))])
        yield Target(f"check, {MORE} trees / {MORE // FEW} times {FEW} trees", _check(bench, MORE), few, 1, pairs=2)


def _check(bench: Bench, trees: int) -> Command:
    place = make_monorepo(bench.scratch / f"trees-{trees}", trees, bench.found / "agentstate", bench.environment)
    return bench.ours(place, "check")
