"""The trees' own files as an earlier commit has them, in a few calls for all trees together."""

from collections.abc import Collection, Iterator, Sequence

from agentstate.git.base import Base
from agentstate.git.blobs import Blobs
from agentstate.git.repository import Repository
from agentstate.git.runner import Git
from agentstate.vocabulary.layout import ARCHIVE_NAME, FOLDER, LANE_NAME, WORK

LARGEST = 256 * 1024
"""The most that is read of a file, in bytes; of a larger one nothing is known."""

_AT_ONCE = 500
"""How many paths one command is given."""


def changed_since(repository: Repository, base: Base) -> list[str]:
    """The paths below any `.agent/` that HEAD holds otherwise than the base, from the top."""
    if not base.commit or base.commit == repository.head:
        return []
    ask = ("diff-tree", "-r", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv")
    return repository.git.run(*ask, base.commit, repository.head, "--", f":(top,glob)**/{FOLDER}/**", literal=False).fields


def watched(path: str, state_path: str) -> bool:
    """Whether a check compares this file of a tree with what it was; the path is relative to the tree's folder."""
    return path == state_path or path in WORK or bool(ARCHIVE_NAME.fullmatch(path) or LANE_NAME.fullmatch(path))


def contents_at(git: Git, commit: str, paths: Collection[str]) -> dict[str, bytes | None]:
    """What a commit holds at each path (from the top): None where it holds nothing; left out is what is no small file there."""
    entries = list(_entries(git, commit, sorted(paths)))
    held = {path: identifier for path, identifier, _ in entries}
    blobs = Blobs(git, {identifier: size for _, identifier, size in entries}).read(dict.fromkeys(held.values(), LARGEST))
    found = {path: blobs.get(held[path]) if path in held else None for path in paths}
    return {path: data for path, data in found.items() if isinstance(data, bytes) or (data is None and path not in held)}


def same(one: bytes | None, other: bytes | None) -> bool:
    """Whether two contents are the same but for line ends, which a checkout may change."""
    return (one and one.replace(b"\r\n", b"\n")) == (other and other.replace(b"\r\n", b"\n"))


def _entries(git: Git, commit: str, paths: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """What a commit holds at those of the paths where it holds something: id and bytes, -1 for what is no blob, or is not here."""
    for start in range(0, len(paths), _AT_ONCE):
        for line in git.run("ls-tree", "-z", "-l", "--full-tree", commit, "--", *paths[start : start + _AT_ONCE]).fields:
            about, _, path = line.partition("\t")
            _, kind, identifier, size = about.split()
            yield path, identifier, int(size) if kind == "blob" and size.isdecimal() else -1
