"""How much is downloaded to install the command."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.bench import Bench
from benchmarks.environment import CHECKOUT
from benchmarks.processes import Cost, Fixed
from benchmarks.target import Target

MOST = 6
"""Megabytes of all wheels together."""


def targets(bench: Bench) -> Iterator[Target]:
    """The wheels of the command and of all that it depends on; none of them built here."""
    if not bench.short:
        yield Target("install / 6 MB of wheels", Wheels(bench), Fixed(Cost(space=MOST)), 1, kind="space", noise=0, pairs=1)


@dataclass(frozen=True, slots=True)
class Wheels:
    """What pip downloads. Only of this checkout a wheel is built: a dependency that comes without one would need a compiler."""

    bench: Bench

    def run(self) -> Cost:
        """The size of all files together."""
        place = self.bench.scratch / "wheels"
        words = [str(self.bench.found / "python"), "-m", "pip", "wheel", "--quiet", "--only-binary=:all:", "--wheel-dir", str(place)]
        subprocess.run([*words, str(CHECKOUT)], check=True)
        return Cost(space=sum(file.stat().st_size for file in place.iterdir()) / 1_000_000)
