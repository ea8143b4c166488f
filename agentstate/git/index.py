"""The user's real index, of which only the tree's own entries are ever changed."""

from collections.abc import Iterable, Mapping, Sequence
from time import sleep

from agentstate.git.configuration import Configuration
from agentstate.git.failure import GitError
from agentstate.git.index_settings import kept_settings
from agentstate.git.objects import folders_above, object_id
from agentstate.git.policy import DURABLE
from agentstate.git.repository import Repository
from agentstate.vocabulary.values import dataclass

LOCK_PAUSES = (0.05,) * 40
"""How long to wait for somebody else's index.lock, in seconds: two in all."""


@dataclass(frozen=True)
class IndexEntry:
    """One entry of the index at stage 0, with the flags that a user may have set on it."""

    mode: str
    id: str
    skip_worktree: bool = False
    assume_unchanged: bool = False
    intent_to_add: bool = False


IndexEntries = Mapping[str, IndexEntry | None]
"""Entries by path, None where the index holds none."""


class Index:
    """The index of one work tree, read and written by path."""

    def __init__(self, repository: Repository, configuration: Configuration) -> None:
        self._repository = repository
        self._git = repository.git.with_blanked(configuration.blanks)
        self._pins = kept_settings(repository, configuration)
        self._sparse = configuration.switch("index.sparse")

    def read(self, paths: Sequence[str]) -> dict[str, IndexEntry | None]:
        """The entries at `paths`; GitError when one is unmerged, or one of the folders above them is something else in the index."""
        found: dict[str, IndexEntry | None] = dict.fromkeys(paths)
        for path, stage, entry in self._beside(paths):
            if path in found and stage != "0":
                raise GitError(f'"{path}" is unmerged')
            if path in found:
                found[path] = entry
        return found

    def _beside(self, paths: Sequence[str]) -> list[tuple[str, str, IndexEntry]]:
        """Everything in the folders of `paths`.

        An entry that stands for a folder above one of `paths`, or that has one of them for a folder, is refused: git would drop it
        without a word. A second look is needed only where nothing proves that a folder is one.
        """
        above = {folder for path in paths for folder in folders_above(path)} - {""}
        listed = self._list(path.rpartition("/")[0] or path for path in paths)
        doubtful = above.difference(*(folders_above(path) for path, _, _ in listed))
        for path, _, _ in (*listed, *self._list(folder.removesuffix("/") for folder in doubtful)):
            if f"{path}/" in above:
                raise GitError(f'"{path}" is no folder in the index')
        below = {folder.removesuffix("/") for path, _, _ in listed for folder in folders_above(path)}
        for path in below.intersection(paths):
            raise GitError(f'"{path}" is no file in the index')
        return listed

    def refuse_folded(self, paths: Iterable[str]) -> None:
        """GitError when a folder above `paths` is outside the sparse checkout and a single entry of a sparse index.

        git 2.39 damages an index in which such a folder is unfolded while a file is announced with `add --intent-to-add`.
        """
        if not self._sparse:
            return
        above = {folder for path in paths for folder in folders_above(path)}
        listed = self._git.run("ls-files", "-z", "--stage", "-v", "--sparse", pins=self._pins).fields
        for path, _, _ in map(_listed, listed):
            if path in above:
                raise GitError(f'"{path}" is outside the sparse checkout')

    def _list(self, names: Iterable[str]) -> list[tuple[str, str, IndexEntry]]:
        """Path, stage and entry of everything at or below `names`, at least one."""
        wanted = sorted(set(names))
        return (
            [_listed(line) for line in self._git.run("ls-files", "-z", "--stage", "-v", "--", *wanted, pins=self._pins).fields]
            if wanted
            else []
        )

    def put(self, entries: IndexEntries) -> None:
        """Make the index hold these entries (None: none) and no other difference; waits for another git at most two seconds."""
        if not entries:
            return
        lines = b"".join(_line(path, entry, self._repository.object_format) for path, entry in entries.items())
        self._write("--index-info", lines)
        self._flag("--skip-worktree", [path for path, entry in entries.items() if entry and entry.skip_worktree])
        self._flag("--assume-unchanged", [path for path, entry in entries.items() if entry and entry.assume_unchanged])
        intended = [path for path, entry in entries.items() if entry and entry.intent_to_add]
        if intended:
            self._git.run("add", "--force", "--intent-to-add", "--", *intended, pins=self._pins)

    def _flag(self, option: str, paths: Sequence[str]) -> None:
        if paths:
            self._write(option, b"".join(_encoded(path) + b"\0" for path in paths), "--stdin")

    def _write(self, option: str, given: bytes, *more: str) -> None:
        for pause in LOCK_PAUSES:
            if self._written(option, given, *more):
                return
            sleep(pause)
        if not self._written(option, given, *more):
            lock = self._repository.git_dir / "index.lock"
            raise GitError(f'"{lock}" is held by another git, or left over from one that was killed')

    def _written(self, option: str, given: bytes, *more: str) -> bool:
        """Whether the index was written; false where another git holds its lock."""
        try:
            self._git.run("update-index", "-z", option, *more, given=given, pins=(*self._pins, *DURABLE))
        except GitError as failure:
            if b"index.lock': File exists" not in failure.stderr:
                raise
            return False
        return True

    def marked(self, entries: IndexEntries, recorded: Iterable[str]) -> IndexEntries:
        """`entries` with those known as "intent to add" marked. Only an empty entry that HEAD does not hold (`recorded`) can be one."""
        empty = object_id("blob", b"", self._repository.object_format)
        doubtful = [path for path in entries.keys() - set(recorded) if (entry := entries[path]) and entry.id == empty]
        if not doubtful:
            return entries
        ask = ("status", "--porcelain=v2", "-z", "--untracked-files=no", "--ignore-submodules=all", "--", *sorted(doubtful))
        intended = {line.split(" ", 8)[8] for line in self._git.run(*ask).fields if line.startswith("1 .A ")}
        return {path: _intended(entry) if path in intended and entry else entry for path, entry in entries.items()}


def _intended(entry: IndexEntry) -> IndexEntry:
    return IndexEntry(entry.mode, entry.id, entry.skip_worktree, entry.assume_unchanged, intent_to_add=True)


def _listed(line: str) -> tuple[str, str, IndexEntry]:
    about, _, path = line.partition("\t")
    tag, mode, identifier, stage = about.split(" ")
    return path, stage, IndexEntry(mode, identifier, tag in "Ss", tag.islower())


def _line(path: str, entry: IndexEntry | None, object_format: str) -> bytes:
    """One line of `update-index --index-info`; an entry that only announces a file is taken away first."""
    if entry is None or entry.intent_to_add:
        nothing = "0" * len(object_id("blob", b"", object_format))
        return f"0 {nothing}\t".encode() + _encoded(path) + b"\0"
    return f"{entry.mode} {entry.id} 0\t".encode() + _encoded(path) + b"\0"


def _encoded(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")
