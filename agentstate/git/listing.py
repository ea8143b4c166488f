"""The entries of git's index, asked once for all trees below a folder."""

from collections.abc import Mapping
from functools import cached_property

from agentstate.git.blobs import Blobs
from agentstate.git.objects import object_id
from agentstate.git.repository import Repository
from agentstate.git.runner import Git
from agentstate.git.sorted_paths import SortedPaths
from agentstate.git.status import within
from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Listing:
    """What the index holds below the repository's prefix, and the contents that were read of it."""

    repository: Repository

    @cached_property
    def blobs(self) -> Blobs:
        """The contents, each read once."""
        return Blobs(self.repository.git)

    @cached_property
    def _about(self) -> dict[str, str]:
        """What the index says about each path from the top."""
        lines = self.repository.git.run("ls-files", "-z", "--stage", *within(self.repository.prefix)).fields
        return {path: about for about, _, path in (line.partition("\t") for line in lines)}

    @cached_property
    def _paths(self) -> SortedPaths:
        return SortedPaths(self._about)

    @cached_property
    def _announced(self) -> frozenset[str]:
        return frozenset(_announced(self.repository.git, self.repository.prefix))

    def below(self, folder: str) -> Mapping[str, str]:
        """What the index says about each path below `folder` (relative to it), as "mode id stage". A file that is only announced
        (`git add -N`) is not staged."""
        found = {path[len(folder) :]: self._about[path] for path in self._paths.below(folder)}
        empty = f" {object_id('blob', b'', self.repository.object_format)} 0"
        if any(about.endswith(empty) for about in found.values()):
            return {path: about for path, about in found.items() if folder + path not in self._announced}
        return found


def _announced(git: Git, folder: str) -> set[str]:
    """The paths that are in the index for `git add -N` alone: new to one way of looking at it, and not there to the other."""
    ask = ("diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--diff-filter=A")
    where = within(folder) or ("--",)
    everything, real = (git.run(*ask, f"--ita-{view}-in-index", *where).fields for view in ("visible", "invisible"))
    return {*everything} - {*real}
