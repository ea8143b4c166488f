"""Where targets are measured: the installed programs, a scratch folder, and repositories that several targets share."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.environment import variables
from benchmarks.processes import Command
from benchmarks.repositories import make

SMALL, LARGE = 40, 50_000
"""Files of code in the repositories."""


@dataclass(frozen=True)
class Bench:
    """`found` is the folder of the installed programs. With `short` only what is quickly made is measured."""

    found: Path
    scratch: Path
    short: bool

    @cached_property
    def environment(self) -> Mapping[str, str]:
        """The variables of every measured process."""
        return variables(self.scratch)

    @cached_property
    def small(self) -> Path:
        """A repository of SMALL files in which somebody works."""
        return self.repository("small", SMALL)

    @cached_property
    def large(self) -> Path:
        """The same with LARGE files."""
        return self.repository("large", LARGE)

    def repository(self, name: str, files: int, commits: int = 0) -> Path:
        """One more of these, for a target that changes it."""
        return make(self.scratch / name, files, self.found / "agentstate", self.environment, commits)

    def ours(self, folder: Path, *arguments: str) -> Command:
        """`agentstate` with these arguments."""
        return self.program(folder, "agentstate", *arguments)

    def program(self, folder: Path, name: str, *arguments: str) -> Command:
        """A program of the environment, or else of this machine."""
        own = self.found / name
        return Command((str(own) if own.exists() else shutil.which(name) or name, *arguments), folder, self.environment)

    def nothing(self, folder: Path) -> Command:
        """`python -c pass`: what starting and ending the interpreter costs."""
        return self.program(folder, "python", "-c", "pass")
