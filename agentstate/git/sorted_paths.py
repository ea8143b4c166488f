"""Many paths, from which those below a folder are taken without a look at the others."""

from bisect import bisect_left
from collections.abc import Iterable


class SortedPaths:
    """Paths with "/" between their parts, sorted, each once."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = sorted(set(paths))

    def span(self, folder: str) -> slice:
        """Where the paths below `folder` are ("" or "packages/a/")."""
        if not folder:
            return slice(0, len(self.paths))
        # "0" is the character after "/".
        return slice(bisect_left(self.paths, folder), bisect_left(self.paths, f"{folder[:-1]}0"))

    def has(self, path: str) -> bool:
        """Whether it is one of them."""
        place = bisect_left(self.paths, path)
        return self.paths[place : place + 1] == [path]

    def below(self, folder: str) -> list[str]:
        """The paths below `folder`, still from the top."""
        return self.paths[self.span(folder)]
