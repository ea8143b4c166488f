"""What `agentstate hook` costs at the start of a session, where it answers with the whole message."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

from benchmarks.bench import LARGE, Bench
from benchmarks.processes import Command, Yardstick
from benchmarks.target import Target

MOST = 8
"""How many times as much as `python -c pass` the start of a session may cost."""


def targets(bench: Bench) -> Iterator[Target]:
    """In a small repository and, unless the bench is short, in a large one, which may cost one `git status` more."""
    small = _starting(bench, bench.small, "small")
    yield Target("session start / `python -c pass`", small, bench.nothing(bench.small), MOST)
    if not bench.short:
        yardstick = Yardstick([(1.3, small), (1, bench.program(bench.large, "git", "status"))])
        name = f"session start, {LARGE:,} files / 1.3 small ones and `git status`"
        yield Target(name, _starting(bench, bench.large, "large"), yardstick, 1, pairs=10)


def _starting(bench: Bench, root: Path, name: str) -> Command:
    file, numbers = bench.scratch / f"starting-{name}.json", count()

    def prepare() -> object:
        session = f"{name}-{next(numbers)}"
        event = {"session_id": session, "hook_event_name": "SessionStart", "cwd": str(root), "source": "startup"}
        return file.write_text(json.dumps(event), encoding="utf-8")

    return replace(bench.ours(root, "hook", "claude-code"), given=str(file), prepare=prepare)
