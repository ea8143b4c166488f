"""What `agentstate hook` costs for a tool call, by the size of the journal that it is written to."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path

from agentstate.journal.journal import open_journal
from agentstate.vocabulary.entries import Entry
from benchmarks.bench import SMALL, Bench
from benchmarks.processes import Command, Cost, Fixed, Yardstick
from benchmarks.target import Target

MOST = 2
"""How many times as much as `python -c pass` a call may cost."""

MEMORY = 8
"""By how many megabytes a call may need more memory than `python -c pass`."""

FLAT = 1.25
"""How many times as much a call may cost at a journal that is full as at one that is nearly empty."""

FEW, MANY = 100, 100_000
"""Events in the journals."""

PAIRS = 40
"""A call is short, and what else the machine does weighs more."""

_BATCH = 1_000
_FILES, _COMMANDS = 400, 200
_CALLS: Mapping[str, Mapping[str, object]] = {
    "edit": {"tool_name": "Edit", "tool_input": {"file_path": "src/part_0/module_7.py"}, "tool_response": {}},
    "shell": {
        "tool_name": "Bash",
        "tool_input": {"command": "cd src && python -m pytest -q tests 2>&1 | tail -20"},
        "tool_response": {"stdout": "12 passed in 0.31s", "stderr": "", "interrupted": False},
    },
}
_LARGE: Mapping[str, object] = {
    "tool_name": "Bash",
    "tool_input": {"command": "make test"},
    "tool_response": {"stdout": "a line of output\n" * 600, "stderr": "", "interrupted": False},
}
"""A payload of 10 KB."""


def targets(bench: Bench) -> Iterator[Target]:
    """Each kind of call at a small journal and, unless the bench is short, at a large one."""
    numbers = count()

    def hook(name: str, root: Path, call: Mapping[str, object]) -> Command:
        file = bench.scratch / f"{name}.json"

        def prepare() -> object:
            shared = {"session_id": "bench", "hook_event_name": "PostToolUse", "cwd": str(root), "prompt_id": "p"}
            return file.write_text(json.dumps({**shared, **call, "tool_use_id": f"toolu_new_{next(numbers)}"}), encoding="utf-8")

        return replace(bench.ours(root, "hook", "claude-code"), given=str(file), prepare=prepare)

    few, nothing = _with_journal(bench, FEW), bench.nothing(bench.small)
    for kind, call in _CALLS.items():
        yield Target(f"{kind} call, {FEW} events / `python -c pass`", hook(f"{kind}-few", few, call), nothing, MOST, pairs=PAIRS)
    beside = Yardstick([(1, nothing), (1, Fixed(Cost(space=MEMORY)))])
    yield Target("call of 10 KB / `python -c pass` and 8 MB", hook("large", few, _LARGE), beside, 1, kind="space", noise=0.02, pairs=5)
    if not bench.short:
        many = _with_journal(bench, MANY)
        for kind, call in _CALLS.items():
            here = hook(f"{kind}-many", many, call)
            yield Target(f"{kind} call, {MANY:,} events / `python -c pass`", here, nothing, MOST, pairs=PAIRS)
            yield Target(f"{kind} call, {MANY:,} events / {FEW} events", here, hook(f"{kind}-flat", few, call), FLAT, pairs=PAIRS)


def _with_journal(bench: Bench, events: int) -> Path:
    """A repository of its own with a journal of so many events: files read and changed, commands run, in one session."""
    root = bench.repository(f"with-{events}", SMALL)
    journal = open_journal(root)
    for start in range(0, events, _BATCH):
        journal.append([_entry(number) for number in range(start, min(start + _BATCH, events))])
    journal.close()
    return root


def _entry(number: int) -> Entry:
    path = f"src/part_{number % _FILES // 100}/module_{number % _FILES}.py"
    is_command = number % 3 == 0
    return Entry(
        session="bench",
        agent="claude-code",
        kind="tool",
        time=1_795_980_000_000 + number,
        call=f"toolu_{number}",
        tool="shell" if is_command else "edit",
        touches=() if is_command else ((path, "read" if number % 3 == 1 else "edit", ""),),
        command=f"python -m pytest tests/test_{number % _COMMANDS}.py" if is_command else "",
        exit_code=0 if is_command else None,
        ok=True,
        tests=is_command,
    )
