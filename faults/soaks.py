"""A tree that is used for a long time: 20,000 decisions, rotations and checkpoints, all found, nothing over its limit, no call slower."""

import os
import time
from pathlib import Path
from statistics import median

from agentstate.vocabulary import layout
from faults.ground import NOW, planted, run, scratch
from faults.trial import Trial

_CALLS = 20_000
_PARTS = 5
"""The last of so many parts of the calls is measured by the second one: in the first, the first archive volume fills up, and a decision
reads the newest volume."""

_FLAT = 1.2
_LIMITS = {layout.DECISIONS: 12_288, layout.FACTS: 6_144, layout.TODO: 6_144, layout.STATE: 4_096}
_VOLUME = 256 * 1024


def soak(full: bool) -> Trial:
    """So many calls in one process."""
    return soaked(_CALLS if full else 40)


def soaked(calls: int, seconds: float = float("inf")) -> Trial:
    """So many calls, or as many as fit into the time."""
    trial, began, took, wanted = Trial(), time.monotonic(), dict[str, list[float]](), []
    with scratch() as folder:
        root = planted(folder / "repository")
        (root / layout.CONFIG).unlink()
        for number in range(calls):
            if time.monotonic() - began > seconds:
                break
            os.environ["SOURCE_DATE_EPOCH"] = str(int(NOW) + number)
            name, words = _call(number)
            before = time.process_time() + sum(os.times()[2:4])
            said = run(*words, at=root)
            took.setdefault(name, []).append(time.process_time() + sum(os.times()[2:4]) - before)
            trial.count += 1
            trial.expect(said.code == 0, f"call {number}, {name}: {said.code} {said.err}{said.raised}")
            if name == "decide":
                wanted.append(words[1])
            if name == "rotate":
                _judge_sizes(trial, root)
        _judge_found(trial, root, wanted)
    trial.figures = "calls; " + ", ".join(f"{name} {_growth(trial, name, each)}" for name, each in took.items())
    return trial


def _call(number: int) -> tuple[str, tuple[str, ...]]:
    """Of twenty calls one is a rotation, one a new step of the work, three are checkpoints, the others decisions."""
    if number % 20 == 19:
        return "rotate", ("rotate", "-q")
    if number % 20 == 3:
        return "set", ("set", "next_action", f"step {number}", "-q")
    if number % 20 in {4, 9, 14}:
        return "checkpoint", ("checkpoint", f"after {number}", "-q")
    return "decide", ("decide", f"choice {number:06}e", "--why", f"reason {number}", "--rejected", "the other way (slower)", "-q")


def _judge_sizes(trial: Trial, root: Path) -> None:
    for path, limit in _LIMITS.items():
        size = (root / path).stat().st_size
        trial.expect(size <= limit, f"{path} holds {size} bytes, its limit is {limit}")
    for volume in (root / layout.CHECKPOINTS).glob("DECISIONS.archive-*.md"):
        trial.expect(volume.stat().st_size <= _VOLUME, f"{volume.name} holds {volume.stat().st_size} bytes")


def _judge_found(trial: Trial, root: Path, wanted: list[str]) -> None:
    logs = [root / layout.DECISIONS, *(root / layout.CHECKPOINTS).glob("DECISIONS.archive-*.md")]
    there = [line.rpartition("] ")[2] for path in logs for line in path.read_text("utf-8").split("\n") if line.startswith("## [")]
    for title in set(wanted) - set(there):
        trial.misses.append(f"{title} is lost")
    trial.expect(len(there) == len(set(there)), "a decision is there twice")


def _growth(trial: Trial, name: str, took: list[float]) -> str:
    """How many times as long the last part of the calls took as the first one, by their medians of processor time."""
    size = max(1, len(took) // _PARTS)
    first, last = median(took[size : 2 * size] or took), median(took[-size:])
    is_long = trial.count >= _CALLS
    trial.expect(not is_long or last <= first * _FLAT, f"{name}: {1000 * first:.0f} ms at first, {1000 * last:.0f} ms at last")
    return f"x{last / first:.2f} ({1000 * last:.0f} ms)"
