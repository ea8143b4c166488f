"""What the commit that is being made will hold, from git's index alone."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath

from agentstate.git.objects import folders_above, object_id
from agentstate.git.repository import Repository
from agentstate.git.runner import Git, index_in_use
from agentstate.git.status import within
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.visible import visible

_LINK, _SUBMODULE = "120000", "160000"
_MOST_LINKS = 40
_LONGEST_TARGET = 4096


def with_staged_index(repository: Repository) -> Repository:
    """The repository, seen with the index that the commit under way is made from.

    `git commit -a` and `git commit -- path` name it in the environment of their hooks. A name that leads out of this work tree's
    git directory was meant for another repository and does not count.
    """
    named = index_in_use()
    index = Path(os.path.realpath(repository.top / named))
    inside = bool(named) and index.is_relative_to(os.path.realpath(repository.git_dir))
    return replace(repository, index=index) if inside else repository


@dataclass(frozen=True)
class StagedFiles:
    """The entries of the index below the tree's folder. Every path is relative to that folder, with "/" between plain names."""

    repository: Repository
    _targets: dict[str, str] = field(default_factory=dict, init=False)

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """What the index says about each path, as "mode id stage". A file that is only announced (`git add -N`) is not staged."""
        git, folder = self.repository.git, self.repository.prefix
        lines = git.run("ls-files", "-z", "--stage", *within(folder)).fields
        found = {path.removeprefix(folder): about for about, _, path in (line.partition("\t") for line in lines)}
        empty = f" {object_id('blob', b'', self.repository.object_format)} 0"
        if any(about.endswith(empty) for about in found.values()):
            for path in _announced(git, folder):
                found.pop(path.removeprefix(folder), None)
        return found

    @cached_property
    def _folders(self) -> frozenset[str]:
        parents = {path.rpartition("/")[0] for path in self.entries}
        return frozenset(folder for parent in parents for folder in folders_above(f"{parent}/"))

    def names(self, folder: str) -> list[str]:
        """The paths of the files right in `folder`, sorted; links and submodules are left out."""
        here = [path for path in self.entries if path.rpartition("/")[0] == folder]
        return sorted(path for path in here if self._mode(path) not in {_LINK, _SUBMODULE})

    def read(self, limits: Mapping[str, int]) -> dict[str, bytes | Fault]:
        """The content of each path that is staged; a fault where it is no file, is unmerged, or is larger than its limit in bytes."""
        found: dict[str, bytes | Fault] = {}
        wanted: dict[str, str] = {}
        for path in limits.keys() & self.entries.keys():
            mode, identifier, stage = self.entries[path].split(" ")
            if refusal := _refusal(path, mode, stage):
                found[path] = refusal
            else:
                wanted[path] = identifier
        return {**found, **_contents(self.repository.git, wanted, limits)}

    def follow(self, path: str) -> tuple[str, str]:
        """What is at `path` once links are followed (file, folder, missing, outside or other), and the path without links."""
        for _ in range(_MOST_LINKS):
            link = next((above for above in _down_to(path) if self._mode(above) == _LINK), None)
            if link is None:
                return self._kind(path), path
            path = normpath(join(dirname(link), self._target(link) + path[len(link) :]))
            if path.startswith(("/", "../")) or path == "..":
                return "outside", ""
        return "other", ""

    def _kind(self, path: str) -> str:
        """What is at a path without links. In a submodule every file is taken to be there: its own index knows, not this commit."""
        if path in self.entries:
            return "folder" if self._mode(path) == _SUBMODULE else "file"
        if path in {"", "."} or f"{path}/" in self._folders:
            return "folder"
        return "file" if any(self._mode(above) == _SUBMODULE for above in _down_to(path)) else "missing"

    def _mode(self, path: str) -> str:
        return self.entries.get(path, "").split(" ")[0]

    def _target(self, path: str) -> str:
        """Where a link leads, as it is written; a target that is too long leads nowhere."""
        if path not in self._targets:
            identifier = self.entries[path].split(" ")[1]
            data = _contents(self.repository.git, {path: identifier}, {path: _LONGEST_TARGET})[path]
            self._targets[path] = "/" if isinstance(data, Fault) else data.decode("utf-8", "surrogateescape")
        return self._targets[path]


def _down_to(path: str) -> Iterator[str]:
    """Every folder that holds `path`, from the top down, and `path` itself."""
    return (above.removesuffix("/") for above in folders_above(f"{path}/"))


def _announced(git: Git, folder: str) -> set[str]:
    """The paths that are in the index for `git add -N` alone: new to one way of looking at it, and not there to the other."""
    ask = ("diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--diff-filter=A")
    where = within(folder) or ("--",)
    everything, real = (git.run(*ask, f"--ita-{view}-in-index", *where).fields for view in ("visible", "invisible"))
    return {*everything} - {*real}


def _refusal(path: str, mode: str, stage: str) -> Fault | None:
    if stage != "0":
        return _fault(path, "is unmerged", "resolve the conflict and stage the file")
    if mode in {_LINK, _SUBMODULE}:
        what = "a symbolic link" if mode == _LINK else "a submodule"
        return _fault(path, f"is {what}, not a regular file", "put a regular file in its place")
    return None


def _contents(git: Git, identifiers: Mapping[str, str], limits: Mapping[str, int]) -> dict[str, bytes | Fault]:
    """The objects by path; their sizes are asked first, so that nothing large is read."""
    found: dict[str, bytes | Fault] = {}
    small: list[str] = []
    if not identifiers:
        return found
    sizes = git.run("cat-file", "--batch-check", given=_given(identifiers.values())).text.split("\n")
    for path, line in zip(identifiers, sizes, strict=True):
        _, kind, *size = line.split(" ")
        if kind != "blob":
            found[path] = _fault(path, "is not in the repository's objects", "run `git fsck`")
        elif int(size[0]) > limits[path]:
            found[path] = _fault(path, f"is {size[0]} bytes, the limit is {limits[path]} bytes", "shorten the file and stage it again")
        else:
            small.append(path)
    if small:
        answer = git.run("cat-file", "--batch", given=_given(identifiers[path] for path in small)).out
        found.update(zip(small, _objects(answer), strict=True))
    return found


def _given(identifiers: Iterable[str]) -> bytes:
    return "".join(f"{identifier}\n" for identifier in identifiers).encode()


def _objects(answer: bytes) -> Iterator[bytes]:
    """The contents in an answer of `cat-file --batch`: each follows a line that ends with its size, and is followed by a line end."""
    place = 0
    while place < len(answer):
        start = answer.index(b"\n", place) + 1
        end = start + int(answer[place:start].split(b" ")[2])
        yield answer[start:end]
        place = end + 1


def _fault(path: str, what: str, hint: str) -> Fault:
    return Fault("unreadable", 1, 1, f'"{visible(path, keep="")}" {what}', hint)
