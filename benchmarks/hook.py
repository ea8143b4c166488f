"""What `agentstate hook` costs for a tool call, as ratios: `python -m benchmarks.hook` makes what it needs, measures, prints one table.

It ends with 1 where a target is missed by more than NOISE. `--short` measures a few pairs in a small journal, and only reports.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping
from itertools import count
from pathlib import Path

from agentstate.journal.journal import open_journal
from agentstate.vocabulary.entries import Entry
from benchmarks.check import HEAD, Target
from benchmarks.environment import programs, variables
from benchmarks.processes import Command, Yardstick, measure
from benchmarks.repositories import make

MOST = 2.4
"""How many times as much as `python -c pass` a hook may cost."""

FEW, MANY = 100, 100_000
"""Events in the journals."""

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


def fill(root: Path, events: int) -> None:
    """A journal of so many events: files read and changed, commands run, in one session."""
    journal = open_journal(root)
    for start in range(0, events, _BATCH):
        journal.append([_entry(number) for number in range(start, min(start + _BATCH, events))])
    journal.close()


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


def targets(found: Path, scratch: Path, *, short: bool) -> list[Target]:
    """What is measured: each kind of call at a small journal and, unless `short`, at a large one."""
    environment, numbers, wanted = variables(scratch), count(), []
    for events in (FEW,) if short else (FEW, MANY):
        root = make(scratch / f"with-{events}", 40, found / "agentstate", environment)
        fill(root, events)
        nothing = Yardstick([(1, Command((str(found / "python"), "-c", "pass"), root, environment))])
        for kind, call in _CALLS.items():
            file = scratch / f"{kind}-{events}.json"

            def prepare(file: Path = file, root: Path = root, call: Mapping[str, object] = call) -> object:
                shared = {"session_id": "bench", "hook_event_name": "PostToolUse", "cwd": str(root), "prompt_id": "p"}
                return file.write_text(json.dumps({**shared, **call, "tool_use_id": f"toolu_new_{next(numbers)}"}), encoding="utf-8")

            words = (str(found / "agentstate"), "hook", "claude-code")
            hook = Command(words, root, environment, given=str(file), prepare=prepare)
            wanted.append(Target(f"{kind} call, {events:,} events / `python -c pass`", hook, nothing, MOST))
    return wanted


def main() -> int:
    """Measures and prints; the exit code is 1 where a target is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--short", action="store_true", help="a few pairs at a small journal; report, never fail")
    options.add_argument("--pairs", type=int, default=0, metavar="COUNT", help="how often each pair is run (40, or 5 with --short)")
    options.add_argument("--environment", type=Path, metavar="DIR", help="a virtual environment to make or to use again")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name).resolve()
        found = programs((given.environment or scratch / "environment").resolve())
        wanted = targets(found, scratch, short=given.short)
        sys.stdout.write("\n".join([*HEAD, ""]))
        missed = False
        for target in wanted:
            pairs = measure(target.ours, target.yardstick, given.pairs or (5 if given.short else 40))
            sys.stdout.write(target.row(pairs) + "\n")
            missed |= target.verdict(pairs) == "missed"
    return int(missed and not given.short)


if __name__ == "__main__":
    sys.exit(main())
