"""What a path that somebody wrote down leads to: links are followed by hand, never out of the root, and nothing is opened."""

import errno
import os
import stat
from pathlib import Path

from agentstate.files.folders import can_be_named, components, is_git_folder
from agentstate.vocabulary.annotations import Literal
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass, field

Kind = Literal["file", "folder", "missing", "outside", "other"]

_MOST_LINKS = 40
"""As many links on one way as Linux itself follows."""


def kind_of(root: Path, path: str) -> Kind:
    """What `path` is once links are followed. "outside": it leaves the root or enters `.git`; "other": neither file nor folder."""
    return _follow(root, path)[0]


def resolve_inside(root: Path, path: str) -> str | None:
    """The path, without links, of the regular file below the root that `path` leads to; None where there is no such file.

    Two paths that are links to one another give the same answer.
    """
    kind, resolved = _follow(root, path)
    return resolved if kind == "file" else None


@dataclass()
class _Way:
    """A walk from the root: `done` are real names already passed, `ahead` those still to look at, the next one last."""

    root: Path
    ahead: list[str]
    done: list[str] = field(default_factory=list)
    links: int = 0
    mode: int = stat.S_IFDIR

    def step(self) -> bool:
        """Whether the next name keeps the walk inside the root; its mode is in `mode`."""
        name = self.ahead.pop()
        if name == "..":
            if not stat.S_ISDIR(self.mode):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
            return bool(self.done) and bool(self.done.pop())
        here = os.path.join(self.root, *self.done, name)
        self.mode = os.lstat(here).st_mode
        if stat.S_ISLNK(self.mode):
            return self._turn(os.readlink(here).replace(os.sep, "/"))
        self.done.append(name)
        return not is_git_folder(name)

    def _turn(self, target: str) -> bool:
        self.links += 1
        if self.links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if os.path.isabs(target):
            below = _below(self.root, target)
            if below is None:
                return False
            self.done.clear()
            target = below
        self.mode = stat.S_IFDIR
        self.ahead += [name for name in reversed(target.split("/")) if name not in {"", "."}]
        return True


def _below(root: Path, target: str) -> str | None:
    """The part of an absolute path that lies below the root; None where its spelling does not begin with the root's."""
    for base in (os.path.abspath(root), os.path.realpath(root)):
        if target == base or target.startswith(base.rstrip("/") + "/"):
            return target[len(base) :]
    return None


def _follow(root: Path, path: str) -> tuple[Kind, str]:
    try:
        way = _Way(root, list(reversed(components(path))))
        while way.ahead:
            if not way.step():
                return "outside", ""
    except AgentStateError:
        return ("outside" if can_be_named(path) else "missing"), ""
    except OSError as error:
        gone = isinstance(error, FileNotFoundError | NotADirectoryError) or error.errno == errno.ENAMETOOLONG
        return ("missing" if gone else "other"), ""
    return _kind(way.mode), "/".join(way.done)


def _kind(mode: int) -> Kind:
    return "file" if stat.S_ISREG(mode) else "folder" if stat.S_ISDIR(mode) else "other"
