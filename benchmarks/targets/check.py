"""What `agentstate check` costs where STATE.yaml and a decision differ from the last commit."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.bench import Bench
from benchmarks.environment import CHECKOUT
from benchmarks.processes import Command, Yardstick
from benchmarks.target import Target


def targets(bench: Bench) -> Iterator[Target]:
    """In a small repository and, unless the bench is short, in a large one."""
    check = bench.ours(bench.small, "check")
    yield Target("check / check-jsonschema on STATE.yaml", check, _validation(bench, bench.small), 0.30)
    yield Target("check / `python -c pass`", check, bench.nothing(bench.small), 7)
    if not bench.short:
        yardstick = Yardstick([(0.5, _validation(bench, bench.large)), (2, bench.program(bench.large, "git", "status"))])
        name = "check, 50,000 files / half of check-jsonschema and two `git status`"
        yield Target(name, bench.ours(bench.large, "check"), yardstick, 1, pairs=10)


def _validation(bench: Bench, folder: Path) -> Command:
    schema = str(CHECKOUT / "schemas" / "state.schema.json")
    return bench.program(folder, "check-jsonschema", "--schemafile", schema, ".agent/STATE.yaml")
