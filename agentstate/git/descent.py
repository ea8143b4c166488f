"""What was changed since each of several commits, read from history once."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from agentstate.git.objects import folders_above
from agentstate.git.repository import Repository

CHANGES = ("--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty")
"""How `git log` is to name the paths that a commit changed."""


class Descent:
    """The commits on the way from any of `sinces`, which are in HEAD's history, to HEAD, and the paths below `folders` that they
    changed."""

    def __init__(self, repository: Repository, sinces: Collection[str], folders: Collection[str]) -> None:
        self._repository = repository
        self._bits = {since: 1 << number for number, since in enumerate(sinces)}
        self._folders = frozenset(folders)

    def changed(self, since: str, folder: str) -> Iterator[list[str]]:
        """The paths below `folder` that each commit on the way from `since` changed; merges, and commits without any, are left out."""
        bit = self._bits[since]
        return (paths for ancestors, paths in self._changes[folder] if ancestors & bit)

    @cached_property
    def _changes(self) -> dict[str, list[tuple[int, list[str]]]]:
        """For each folder the commits that changed something below it: of which of `sinces` they come, as bits, and the paths."""
        found: dict[str, list[tuple[int, list[str]]]] = {folder: [] for folder in self._folders}
        known = dict(self._bits)
        for commit, parents, paths in reversed(list(_commits(self._log()))):
            ancestors = 0
            for parent in parents:
                ancestors |= known.get(parent, 0)
            known[commit] = known.get(commit, 0) | ancestors
            if ancestors and len(parents) == 1:
                for folder, below in self._by_folder(paths).items():
                    found[folder].append((ancestors, below))
        return found

    def _by_folder(self, paths: Sequence[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in paths:
            for folder in folders_above(path):
                if folder in self._folders:
                    found.setdefault(folder, []).append(path)
        return found

    def _log(self) -> list[str]:
        """The answer about all commits but those from which each of `sinces` comes."""
        git = self._repository.git
        common = git.run("merge-base", "--octopus", *self._bits, expected=(0, 1)).text
        known = [f"^{common}"] if common else []
        return git.run("log", "-z", "--topo-order", "--format=%x00%H %P", *CHANGES, self._repository.head, *known, "--").fields


def _commits(fields: Sequence[str]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each commit of `git log -z --format=%x00%H %P --name-only` with its parents and paths, children first: an empty part stands before
    the commit, and the first of its paths follows a line feed."""
    parts = iter(fields)
    about, paths = "", list[str]()
    for part in parts:
        if part:
            paths.append(part if paths else part.removeprefix("\n"))
            continue
        if about:
            yield _commit(about, paths)
        about, paths = next(parts), []
    if about:
        yield _commit(about, paths)


def _commit(about: str, paths: list[str]) -> tuple[str, list[str], list[str]]:
    commit, *parents = about.split()
    return commit, parents, paths
