"""The contents of git's objects, many in two calls: their sizes are asked first, so that nothing large is read."""

from collections.abc import Iterable, Iterator, Mapping

from agentstate.git.runner import Git
from agentstate.vocabulary.values import dataclass, field


@dataclass(frozen=True)
class Blobs:
    """Objects by id. What was read once is kept for whoever asks next; `sizes` may be known already (-1: no blob, or not here)."""

    git: Git
    sizes: dict[str, int] = field(default_factory=dict)
    _contents: dict[str, bytes] = field(default_factory=dict)

    def read(self, limits: Mapping[str, int]) -> dict[str, bytes | int]:
        """The content of each blob, or its size where that is more than its limit in bytes; what is no blob here is left out."""
        new = {identifier: limit for identifier, limit in limits.items() if identifier not in self._contents}
        self.sizes.update(_sizes(self.git, new.keys() - self.sizes.keys()))
        small = [identifier for identifier, limit in new.items() if 0 <= self.sizes[identifier] <= limit]
        self._contents.update(_contents(self.git, small))
        there = (identifier for identifier in limits if self.sizes[identifier] >= 0)
        return {one: self._contents[one] if self.sizes[one] <= limits[one] else self.sizes[one] for one in there}


def _sizes(git: Git, identifiers: Iterable[str]) -> dict[str, int]:
    """How many bytes each has; -1 for what is no blob, or is not here."""
    asked = sorted(identifiers)
    answer = git.run("cat-file", "--batch-check", given=_given(asked)).text.split("\n") if asked else []
    kinds = [line.split(" ") for line in answer]
    return {one: int(kind[2]) if kind[1] == "blob" else -1 for one, kind in zip(asked, kinds, strict=True)}


def _contents(git: Git, identifiers: Iterable[str]) -> dict[str, bytes]:
    asked = sorted(identifiers)
    answer = git.run("cat-file", "--batch", given=_given(asked)).out if asked else b""
    return dict(zip(asked, _objects(answer), strict=True))


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
