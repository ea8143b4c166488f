"""What the commit that is being made will hold, from git's index alone."""

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath

from agentstate.git.blobs import Blobs
from agentstate.git.failure import GitError
from agentstate.git.listing import Listing
from agentstate.git.objects import folders_above
from agentstate.git.repository import Repository, shallow_commits
from agentstate.git.runner import author_in_use, index_in_use
from agentstate.git.sorted_paths import SortedPaths
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.values import dataclass, field, replace
from agentstate.vocabulary.visible import visible

_OF_OTHERS = {"modules", "worktrees"}
_LINK, _SUBMODULE = "120000", "160000"
_MOST_LINKS = 40
_LONGEST_TARGET = 4096


def with_staged_index(repository: Repository) -> Repository:
    """The repository, seen with the index that the commit under way is made from, and with the commit that it will stand on as HEAD.

    `git commit -a` and `git commit -- path` name the index in the environment of their hooks. A name that leads out of this work tree's
    git directory, or into that of a linked work tree or a submodule, was meant for another repository and does not count.
    """
    named = index_in_use()
    index, git_dir = Path(os.path.realpath(repository.top / named)), Path(os.path.realpath(repository.git_dir))
    if not named or not index.is_relative_to(git_dir) or _OF_OTHERS.intersection(index.relative_to(git_dir).parts[:1]):
        return repository
    return replace(repository, index=index, head=_stands_on(repository))


def _stands_on(repository: Repository) -> str:
    """HEAD, or the parent of HEAD where that is about to be replaced (`git commit --amend`): "" for the first commit of all.

    Git says nothing of an amend to a hook, but it names the author and the moment of the commit; an amended one keeps both.
    """
    head, author = repository.head, author_in_use()
    if not head or not author:
        return head
    try:
        known = head not in shallow_commits(repository)
        header = repository.git.run("cat-file", "commit", head).text.partition("\n\n")[0].split("\n") if known else []
    except GitError:
        return head
    parents = [line.removeprefix("parent ") for line in header if line.startswith("parent ")]
    return "".join(parents) if f"author {author}" in header and len(parents) < 2 else head


@dataclass(frozen=True)
class StagedFiles:
    """The entries of the index below the tree's folder. Every path is relative to that folder, with "/" between plain names.

    `listing` is the index of a folder around it, where that was asked already.
    """

    repository: Repository
    listing: Listing | None = None
    _targets: dict[str, str] = field(default_factory=dict)

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """What the index says about each path, as "mode id stage". A file that is only announced (`git add -N`) is not staged."""
        return self.index.below(self.repository.prefix)

    @cached_property
    def index(self) -> Listing:
        """Where the entries come from."""
        return self.listing or Listing(self.repository)

    @cached_property
    def _paths(self) -> SortedPaths:
        return SortedPaths(self.entries)

    def below(self, folder: str) -> list[str]:
        """The paths below `folder` ("" or "src/"), sorted."""
        return self._paths.below(folder)

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
        return {**found, **_contents(self.index.blobs, wanted, limits)}

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
            data = _contents(self.index.blobs, {path: identifier}, {path: _LONGEST_TARGET})[path]
            self._targets[path] = "/" if isinstance(data, Fault) else data.decode("utf-8", "surrogateescape")
        return self._targets[path]


def _down_to(path: str) -> Iterator[str]:
    """Every folder that holds `path`, from the top down, and `path` itself."""
    return (above.removesuffix("/") for above in folders_above(f"{path}/"))


def _refusal(path: str, mode: str, stage: str) -> Fault | None:
    if stage != "0":
        return _fault(path, "is unmerged", "resolve the conflict and stage the file")
    if mode in {_LINK, _SUBMODULE}:
        what = "a symbolic link" if mode == _LINK else "a submodule"
        return _fault(path, f"is {what}, not a regular file", "put a regular file in its place")
    return None


def _contents(blobs: Blobs, identifiers: Mapping[str, str], limits: Mapping[str, int]) -> dict[str, bytes | Fault]:
    """The objects by path."""
    most: dict[str, int] = {}
    for path, identifier in identifiers.items():
        most[identifier] = max(most.get(identifier, 0), limits[path])
    held = blobs.read(most)
    return {path: _content(path, held.get(identifier), limits[path]) for path, identifier in identifiers.items()}


def _content(path: str, held: bytes | int | None, limit: int) -> bytes | Fault:
    if held is None:
        return _fault(path, "is not in the repository's objects", "run `git fsck`")
    size = held if isinstance(held, int) else len(held)
    if isinstance(held, int) or size > limit:
        return _fault(path, f"is {size} bytes, the limit is {limit} bytes", "shorten the file and stage it again")
    return held


def _fault(path: str, what: str, hint: str) -> Fault:
    return Fault("unreadable", 1, 1, f'"{visible(path, keep="")}" {what}', hint)
