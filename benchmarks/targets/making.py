"""What it costs to make a tree, and to show the whole way in a scratch repository."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace

from benchmarks.bench import Bench
from benchmarks.processes import Cost, Fixed
from benchmarks.target import Target

MOST = 12
"""How many times as much as `python -c pass` making a tree may cost."""

SECONDS = 2
"""Seconds, by the clock, for the demonstration, which runs twelve verbs one after the other."""


def targets(bench: Bench) -> Iterator[Target]:
    """A tree in an empty repository, and the demonstration."""
    fresh = bench.scratch / "fresh"

    def empty() -> None:
        shutil.rmtree(fresh, ignore_errors=True)
        subprocess.run([shutil.which("git") or "git", "init", "--quiet", str(fresh)], check=True, env=dict(bench.environment))

    nothing = bench.nothing(bench.small)
    yield Target("init / `python -c pass`", replace(bench.ours(bench.small, "init", "-C", str(fresh)), prepare=empty), nothing, MOST)
    yield Target(f"demo / {SECONDS} s", bench.ours(bench.small, "demo"), Fixed(Cost(wall=1000 * SECONDS)), 1, kind="wall", pairs=5)
