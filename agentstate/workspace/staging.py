"""The tree as the commit that is being made will hold it: read from git's index, nothing from the disk, nothing written."""

from collections.abc import Mapping, Sequence

from agentstate.files.folders import can_be_named, components
from agentstate.git.repository import Repository
from agentstate.git.staged import StagedFiles
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass, replace
from agentstate.workspace.instructions import with_instructions
from agentstate.workspace.reading import FOLDERS, Extent, assemble


@dataclass(frozen=True)
class Stage:
    """One tree in the index, read only. `repository` is seen from the tree's folder, with the index that counts; `top` are the files of
    the whole repository, where they were asked for already."""

    repository: Repository
    state_path: str
    top: "FilesInIndex | None" = None

    @property
    def prefix(self) -> str:
        """The tree's folder relative to the top of the repository: "" or "packages/a/"."""
        return self.repository.prefix

    @property
    def files(self) -> "FilesInIndex":
        """The files of the tree as they are staged."""
        return FilesInIndex(StagedFiles(self.repository, self.top.staged.index if self.top else None))

    def tree(self, *, archives: int = 0, code: bool = False, whole: bool = False, agents: bool = False) -> Tree:
        """The tree as it is staged now, with so many of the newest archive volumes, and if asked for the code that notes name, all
        that a check judges, and what agents are instructed by. What is staged is in the commit, ignored or not."""
        extent = Extent(archives, code=code, whole=whole)
        tree = assemble(self.files, self.prefix, self.state_path, extent)
        if not agents:
            return tree
        top = self.top or FilesInIndex(StagedFiles(replace(self.repository, prefix="")))
        return with_instructions(tree, top, lambda _: frozenset())


@dataclass(frozen=True)
class FilesInIndex:
    """The files as they are staged."""

    staged: StagedFiles

    def names(self) -> tuple[list[str], dict[str, Fault]]:
        """See reading.Files."""
        return [name for folder in FOLDERS for name in self.staged.names(folder)], {}

    def read(self, limits: Mapping[str, int]) -> Mapping[str, bytes | Fault]:
        """See reading.Files."""
        return self.staged.read(limits)

    def kind(self, path: str) -> str:
        """See reading.Files."""
        return self._follow(path)[0]

    def resolve(self, path: str) -> str | None:
        """See reading.Files."""
        kind, resolved = self._follow(path)
        return resolved if kind == "file" else None

    def below(self, folder: str, *, deep: bool) -> Sequence[str]:
        """See reading.Files."""
        start = f"{folder}/"
        return [path for path in self.staged.below(start) if deep or "/" not in path[len(start) :]]

    def _follow(self, path: str) -> tuple[str, str]:
        try:
            names = components(path)
        except AgentStateError:
            return ("outside" if can_be_named(path) else "missing"), ""
        return self.staged.follow("/".join(names))
