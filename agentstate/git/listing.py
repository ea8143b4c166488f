"""The entries of git's index, asked once for all trees below a folder."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from agentstate.git.blobs import Blobs
from agentstate.git.objects import object_id
from agentstate.git.repository import Repository
from agentstate.git.runner import Git
from agentstate.git.status import within


@dataclass(frozen=True)
class Listing:
    """What the index holds below the repository's prefix, and the contents that were read of it."""

    repository: Repository

    @cached_property
    def blobs(self) -> Blobs:
        """The contents, each read once."""
        return Blobs(self.repository.git)

    @cached_property
    def _entries(self) -> tuple[list[str], list[str]]:
        """The paths from the top, in order, and what the index says about each."""
        lines = self.repository.git.run("ls-files", "-z", "--stage", *within(self.repository.prefix)).fields
        pairs = sorted((path, about) for about, _, path in (line.partition("\t") for line in lines))
        return [path for path, _ in pairs], [about for _, about in pairs]

    @cached_property
    def _announced(self) -> frozenset[str]:
        return frozenset(_announced(self.repository.git, self.repository.prefix))

    def below(self, folder: str) -> Mapping[str, str]:
        """What the index says about each path below `folder` (relative to it), as "mode id stage". A file that is only announced
        (`git add -N`) is not staged."""
        paths, about = self._entries
        # "0" is the character after "/".
        start, end = (bisect_left(paths, folder), bisect_left(paths, f"{folder[:-1]}0")) if folder else (0, len(paths))
        found = {path[len(folder) :]: text for path, text in zip(paths[start:end], about[start:end], strict=True)}
        empty = f" {object_id('blob', b'', self.repository.object_format)} 0"
        if any(text.endswith(empty) for text in found.values()):
            return {path: text for path, text in found.items() if folder + path not in self._announced}
        return found


def _announced(git: Git, folder: str) -> set[str]:
    """The paths that are in the index for `git add -N` alone: new to one way of looking at it, and not there to the other."""
    ask = ("diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--diff-filter=A")
    where = within(folder) or ("--",)
    everything, real = (git.run(*ask, f"--ita-{view}-in-index", *where).fields for view in ("visible", "invisible"))
    return {*everything} - {*real}
