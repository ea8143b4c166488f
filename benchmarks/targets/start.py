"""What the command costs that says how it is used."""

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.bench import Bench
from benchmarks.target import Target

MOST = 5
"""How many times as much as `python -c pass` it may cost."""


def targets(bench: Bench) -> Iterator[Target]:
    """The help, the version, the script of a shell, and what it asks when somebody presses TAB."""
    nothing = bench.nothing(bench.small)
    for line in ("--help", "--version", "completion bash"):
        yield Target(f"{line} / `python -c pass`", bench.ours(bench.small, *line.split()), nothing, MOST)
    asked = {"_AGENTSTATE_COMPLETE": "bash_complete", "COMP_WORDS": "agentstate re", "COMP_CWORD": "1"}
    completing = bench.ours(bench.small)
    completing = replace(completing, environment={**completing.environment, **asked})
    yield Target("`agentstate re` and TAB / `python -c pass`", completing, nothing, MOST)
