"""What `agentstate checkpoint` costs, beside the commit that git makes of the same files."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from benchmarks.bench import LARGE, Bench
from benchmarks.processes import Yardstick
from benchmarks.target import Target

COMMITS = 2_000
"""How many commits the repository has."""


def targets(bench: Bench) -> Iterator[Target]:
    """In a large repository, after STATE.yaml was edited; nothing where the bench is short."""
    if bench.short:
        return
    root, numbers = bench.repository("recorded", LARGE, COMMITS), count()
    state = root / ".agent" / "STATE.yaml"
    text = state.read_text(encoding="utf-8")

    def edit() -> object:
        return state.write_text(f"{text}# step {next(numbers)}\n", encoding="utf-8")

    ours = replace(bench.ours(root, "checkpoint", "the next step", "--reason", "step-done"), prepare=edit)
    commit = replace(bench.program(root, "git", "commit", "--quiet", "--only", "-m", "step", "--", ".agent"), prepare=edit)
    yardstick = Yardstick([(0.4, commit), (6, bench.nothing(root))])
    name = f"checkpoint, {LARGE:,} files, {COMMITS:,} commits / 0.4 `git commit --only` and 6 `python -c pass`"
    yield Target(name, ours, yardstick, 1, pairs=10)
