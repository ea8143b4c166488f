"""What a process costs, and what two cost beside each other: run in turn, so that whatever else the machine does meets both."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Protocol

_QUIET = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (1, 2)]


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run took: milliseconds from start to end and on the processors (user and system, with the processes it waited for), and
    megabytes, of memory at the most or of files."""

    wall: float = 0.0
    processor: float = 0.0
    space: float = 0.0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.wall + other.wall, self.processor + other.processor, self.space + other.space)

    def times(self, factor: float) -> "Cost":
        """So many of these runs, or a part of one."""
        return Cost(self.wall * factor, self.processor * factor, self.space * factor)


class Measured(Protocol):
    """Whatever has a cost: a program, a sum of programs, a number that was agreed."""

    def run(self) -> Cost:
        """What it costs now. Raises RuntimeError where it did not do its work: a failure is no measurement."""


@dataclass(frozen=True, slots=True)
class Command:
    """A program by its path, its arguments and the folder it runs in; `expected` are the exit codes of a run that did its work.

    It reads the file `given`, which `prepare` may write anew before each run; that is not measured.
    """

    words: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]
    expected: Sequence[int] = (0,)
    given: str = os.devnull
    prepare: Callable[[], object] = tuple

    def run(self) -> Cost:
        """One run, as a whole process."""
        os.chdir(self.folder)
        self.prepare()
        actions = [(os.POSIX_SPAWN_OPEN, 0, self.given, os.O_RDONLY, 0), *_QUIET]
        start = time.perf_counter()
        process = os.posix_spawn(self.words[0], self.words, self.environment, file_actions=actions)
        _, status, usage = os.wait4(process, 0)
        wall = time.perf_counter() - start
        if os.waitstatus_to_exitcode(status) not in self.expected:
            raise RuntimeError(f"{' '.join(self.words)} in {self.folder}: exit code {os.waitstatus_to_exitcode(status)}")
        return Cost(1000 * wall, 1000 * (usage.ru_utime + usage.ru_stime), usage.ru_maxrss / 1024)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A cost that was agreed, so many milliseconds or megabytes."""

    cost: Cost

    def run(self) -> Cost:
        """The same each time."""
        return self.cost


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What a command is measured by: the sum of others, each so many times."""

    parts: Sequence[tuple[float, Measured]]

    def run(self) -> Cost:
        """What it costs now."""
        return sum((measured.run().times(factor) for factor, measured in self.parts), Cost())


@dataclass(frozen=True, slots=True)
class Pairs:
    """The costs of a command and of its yardstick, run in turn."""

    ours: Sequence[Cost]
    theirs: Sequence[Cost]

    def ratio(self, kind: str) -> float:
        """The median of the ratios of each pair, by one of the fields of Cost."""
        ratios: list[float] = [getattr(our, kind) / getattr(their, kind) for our, their in zip(self.ours, self.theirs, strict=True)]
        return median(ratios)


def measure(ours: Measured, theirs: Measured, count: int) -> Pairs:
    """So many pairs, after one run of each that is not counted where there is more than one."""
    if count > 1:
        ours.run(), theirs.run()
    pairs = [(ours.run(), theirs.run()) for _ in range(count)]
    return Pairs([our for our, _ in pairs], [their for _, their in pairs])
