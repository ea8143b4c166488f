"""Where a git state is built: real operations in a real repository, one minute apart on a clock that only the operations move."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from agentstate.rules.rule import state_text
from tests.support.repository import FIRST_COMMIT, Repository

STATE = ".agent/STATE.yaml"
CONFIG = ".agent/config.yaml"
LIMIT = 2
"""`freshness.max_commits` of every tree here: few commits show what many would."""

TREE = {
    "README.md": "# example\n",
    "Cargo.lock": "# lock\n",
    "docs/guide.md": "guide\n",
    "src/code.py": "0\n",
    "src/other.py": "0\n",
    ".agent/TODO.md": "- [ ] one\n",
    CONFIG: f"freshness:\n  max_commits: {LIMIT}\n",
    STATE: state_text(),
}


class Clock(count):  # type: ignore[type-arg]
    """The minutes since the first commit; every operation takes one."""


@dataclass
class Site(Repository):
    """A work tree whose files bear the minute of the operation that wrote them: git sets the moment it wrote each one, which is no
    different but cannot be printed. Work trees of one state share a clock."""

    clock: Clock = field(default_factory=Clock)
    times: dict[Path, int] = field(default_factory=dict)

    @classmethod
    def planted(cls, path: Path) -> "Site":
        """A project of one commit, and a tree in the next one."""
        site = cls(path)
        path.mkdir(parents=True)
        site.git("init", "--quiet", "--initial-branch=main")
        for part in (False, True):
            for name, text in TREE.items():
                if name.startswith(".agent/") is part:
                    site.write(name, text)
            site.commit("tree" if part else "project")
        return site

    @classmethod
    def copied(cls, template: "Site", path: Path) -> "Site":
        """A copy of the whole repository, file times included."""
        shutil.copytree(template.path, path, symlinks=True)
        times = {path / name.relative_to(template.path): then for name, then in template.times.items()}
        return cls(path, clock=Clock(template.minutes), times=times)

    def there(self, path: Path) -> "Site":
        """Another work tree, of which every file is as old as this moment."""
        site = Site(path, minutes=self.minutes, clock=self.clock)
        site.stamp()
        return site

    def git(self, *arguments: str, stdin: str = "", check: bool = True) -> str:
        self.minutes = next(self.clock)
        answer = super().git(*arguments, stdin=stdin, check=check)
        self.stamp()
        return answer

    def write(self, path: str, content: str | bytes) -> Path:
        self.minutes = next(self.clock)
        target = super().write(path, content)
        self.stamp()
        return target

    def stamp(self) -> None:
        """Every file that was written since the last time bears the minute that is now."""
        now = int(FIRST_COMMIT.timestamp() + 60 * self.minutes) * 10**9
        for parent, folders, names in os.walk(self.path):
            folders[:] = [name for name in folders if name != ".git"]
            for path in (Path(parent, name) for name in names if name != ".git"):
                if path.lstat().st_mtime_ns != self.times.get(path):
                    os.utime(path, ns=(now, now), follow_symlinks=False)
                    self.times[path] = now

    def touch(self, *paths: str) -> None:
        """New times for files whose content stays."""
        self.minutes = next(self.clock)
        for path in paths:
            self.times.pop(self.path / path, None)
        self.stamp()

    def edit(self, *paths: str) -> None:
        """Each path with a content that it never had; a state stays valid."""
        for path in paths:
            text = state_text() if path.endswith(".yaml") else ""
            self.write(path, f"{text}# {next(self.clock)}\n")

    def work(self, *paths: str) -> None:
        """One commit that changes all of `paths`, with whatever else is changed."""
        new = [path for path in paths if not (self.path / path).exists()]
        self.edit(*paths)
        if new:
            self.git("add", "--", *new)
        self.git("commit", "--quiet", "--all", "--message", " and ".join(paths))

    def code(self, number: int = 1, path: str = "src/code.py") -> None:
        """So many commits that change one file of code."""
        for _ in range(number):
            self.work(path)

    def state(self) -> None:
        """A commit that changes the state alone."""
        self.work(STATE)

    def to(self, branch: str) -> None:
        self.git("checkout", "--quiet", branch)

    def branch(self, name: str, start: str = "HEAD") -> None:
        """A new branch, checked out."""
        self.git("checkout", "--quiet", "-b", name, start)

    def merge(self, *arguments: str) -> None:
        self.git("merge", "--quiet", "--no-edit", "--no-ff", *arguments)

    def clone(self, *options: str, name: str = "clone") -> "Site":
        """A clone by way of the transport, so that depth and filter count."""
        path = self.path.parent / name
        self.git("clone", "--quiet", *options, f"file://{self.path}", str(path))
        return self.there(path)


@dataclass(frozen=True)
class Truth:
    """What the operations that built a state did, and so what is true of it.

    The code changed `behind` times since the state in `folder` was last written; `missed` of them are such as the definition does not
    try to find. `reason` says why it cannot be known at this place, "" where it can. With `staged` the commit being made is asked about.
    """

    site: Site
    behind: int
    reason: str = ""
    folder: str = ""
    missed: int = 0
    staged: bool = False

    @property
    def commits(self) -> int | None:
        """What freshness must find."""
        return None if self.reason else self.behind - self.missed


Build = Callable[[Site], Truth]
SHALLOW = "shallow clone; fetch with depth 0"
MISSING = "objects are missing or damaged"


def states(*builds: Build) -> dict[str, Build]:
    """Each state by the name of its function, in words."""
    return {build.__name__.strip("_").replace("_", " "): build for build in builds}
