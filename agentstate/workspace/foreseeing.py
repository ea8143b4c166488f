"""What a look at the history of each of many trees will read of git's objects, read for many trees in one call."""

from collections.abc import Iterable, Sequence

from agentstate.git.blobs import Blobs
from agentstate.git.failure import GitError
from agentstate.git.passages import Passages
from agentstate.git.repository import Repository
from agentstate.workspace.losing import contents_first
from agentstate.workspace.reading import MARKDOWN_BYTES

AT_ONCE = 8 * 1024 * 1024
"""How many bytes are held at a time, the last tree apart."""


class Foreseen:
    """The first contents that each of the trees in `folders` asks for; they are asked for in this order."""

    def __init__(self, repository: Repository, passages: Passages, folders: Sequence[str]) -> None:
        self._repository, self._passages, self._left = repository, passages, list(reversed(folders))
        self._sizes: dict[str, int] = {}
        self._ready: dict[str, Blobs] = {}

    def of(self, folder: str) -> Blobs:
        """Contents that were read for the tree, and perhaps for others."""
        if folder not in self._ready:
            self._ready = self._next()
        return self._ready[folder]

    def _next(self) -> dict[str, Blobs]:
        """The next trees whose contents can be held together, with these. Where git cannot read them, each of the trees asks for its own,
        and says what that means."""
        folders: list[str] = []
        try:
            blobs = self._read(folders)
        except GitError:
            return {folder: Blobs(self._repository.git) for folder in folders or self._left}
        return dict.fromkeys(folders, blobs)

    def _read(self, folders: list[str]) -> Blobs:
        """What is read for the next trees, which are added to `folders`."""
        if not self._sizes:
            self._ask_sizes(self._left)
        blobs, wanted = Blobs(self._repository.git, self._sizes), set[str]()
        while self._left and sum(self._size(one) for one in wanted) < AT_ONCE:
            folders.append(self._left.pop())
            wanted |= self._wanted(folders[-1])
        if wanted:
            blobs.read(dict.fromkeys(wanted, MARKDOWN_BYTES))
        return blobs

    def _ask_sizes(self, folders: Iterable[str]) -> None:
        wanted = {one for folder in folders for one in self._wanted(folder)}
        if wanted:
            Blobs(self._repository.git, self._sizes).read(dict.fromkeys(wanted, -1))

    def _wanted(self, folder: str) -> frozenset[str]:
        return contents_first(self._repository, self._passages, folder)

    def _size(self, identifier: str) -> int:
        size = self._sizes[identifier]
        return size if size <= MARKDOWN_BYTES else 0
