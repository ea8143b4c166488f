"""A merge that git could not finish: its versions read from the index, and what was merged put back there."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from agentstate.documents.conflict import conflict_line
from agentstate.documents.text import SourceText
from agentstate.files.read import read_file
from agentstate.git.before import contents_at
from agentstate.git.blobs import Blobs
from agentstate.git.objects import REGULAR
from agentstate.git.origins import Origins, origins
from agentstate.git.repository import Repository
from agentstate.git.unmerged import BASE, MERGED, OURS, THEIRS, Staged, stage, stages
from agentstate.merging.conflicted import Conflicted, Conflicts
from agentstate.merging.markers import versions
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass
from agentstate.workspace.merging_lanes import renamed_lanes
from agentstate.workspace.reading import MARKDOWN_BYTES, names_below

_MIXED_BYTES = 3 * MARKDOWN_BYTES
"""The most that is read of a file in which git put all versions between marker lines."""

_MODES = ("100644", "100755")


@dataclass(frozen=True)
class Merge:
    """The merge under way around the tree in `root`, as the index has it."""

    root: Path
    repository: Repository
    index: Mapping[str, Mapping[int, Staged]]
    origins: Origins

    def conflicts(self) -> Conflicts:
        """Every file of the tree that is unmerged, or has marker lines on the disk."""
        prefix = self.repository.prefix
        unmerged = {path for path, held in self.index.items() if MERGED not in held}
        own = sorted(path.removeprefix(prefix) for path in unmerged if path.startswith(prefix) and layout.is_own(path.removeprefix(prefix)))
        contents = self._contents(own)
        lanes = renamed_lanes(self.repository, self.origins.commit, self.index)
        files = [self._conflicted(path, contents) for path in own if prefix + path not in lanes]
        files += [self._lane(path.removeprefix(prefix), held) for path, held in lanes.items()]
        others = sorted({*names_below(self.root)[0]} - {one.path for one in files})
        files += [found for path in others if layout.is_own(path) and (found := self._left(path))]
        volumes = {path: self._read(path) for path in self._volumes()}
        return Conflicts(
            tuple(sorted(files, key=lambda one: one.path)),
            self.origins.ours,
            self.origins.theirs,
            {path: SourceText.decode(path, data) for path, data in volumes.items() if isinstance(data, bytes)},
            len(unmerged) - len(own),
            self.origins.is_pick,
        )

    def put(self, files: Mapping[str, bytes | None]) -> None:
        """The index holds these files (None: it does not) as merged, and every other entry as before. GitError when git fails."""
        prefix = self.repository.prefix
        modes = {prefix + path: self._mode(prefix + path) for path in files}
        stage(self.repository, {prefix + path: data for path, data in files.items()}, modes)

    def _mode(self, path: str) -> str:
        held = self.index.get(path, {})
        return next((held[number].mode for number in (OURS, THEIRS, BASE, MERGED) if number in held), REGULAR)

    def _volumes(self) -> list[str]:
        """The archive volumes that are merged."""
        prefix = self.repository.prefix
        found = (path.removeprefix(prefix) for path, held in self.index.items() if path.startswith(prefix) and MERGED in held)
        return [path for path in found if layout.ARCHIVE_NAME.fullmatch(path)]

    def _read(self, path: str) -> bytes | int | None:
        held = self.index[self.repository.prefix + path][MERGED].id
        return Blobs(self.repository.git).read({held: MARKDOWN_BYTES}).get(held)

    def _contents(self, paths: Iterable[str]) -> Mapping[str, bytes | int]:
        ids = {one.id: MARKDOWN_BYTES for path in paths for one in self.index[self.repository.prefix + path].values()}
        return Blobs(self.repository.git).read(ids)

    def _conflicted(self, path: str, contents: Mapping[str, bytes | int]) -> Conflicted:
        held = self.index[self.repository.prefix + path]
        disk = read_file(self.root, path, _MIXED_BYTES)
        if any(one.mode not in _MODES for one in held.values()):
            return Conflicted(path, problem="one side has something else than a file there")
        if isinstance(disk, Fault):
            return Conflicted(path, problem=disk.message)
        data = {number: contents.get(one.id) for number, one in held.items()}
        if not all(isinstance(one, bytes) for one in data.values()):
            return Conflicted(path, problem="one of its versions is too large, or is not in this clone")
        texts = {number: SourceText.decode(path, one) for number, one in data.items() if isinstance(one, bytes)}
        alone = {OURS: self.repository.head, THEIRS: self.origins.commit}.get(next(iter(texts))) if len(texts) == 1 else ""
        mixed = next(iter(texts.values())) if alone else None
        return Conflicted(path, texts.get(BASE), *self._sides(path, texts, alone or ""), disk, mixed)

    def _lane(self, path: str, held: Mapping[int, bytes]) -> Conflicted:
        """A lane that git took for another one: its own versions, and all lines that git put into its file."""
        disk = read_file(self.root, path, _MIXED_BYTES)
        if isinstance(disk, Fault):
            return Conflicted(path, problem=disk.message)
        staged = self._contents([path]).values() if self.repository.prefix + path in self.index else ()
        mixed = SourceText.decode(path, b"\n".join(one for one in staged if isinstance(one, bytes)))
        texts = {number: SourceText.decode(path, data) for number, data in held.items()}
        return Conflicted(path, texts.get(BASE), texts.get(OURS), texts.get(THEIRS), disk, mixed)

    def _sides(self, path: str, texts: Mapping[int, SourceText], commit: str) -> tuple[SourceText | None, SourceText | None]:
        """Both sides' versions. Where only one has the file, for a name that each side gave to the same file, git puts what it merged of
        both into the index: the commit holds what that side really has."""
        if commit:
            data = contents_at(self.repository.git, commit, [self.repository.prefix + path]).get(self.repository.prefix + path)
            texts = {number: SourceText.decode(path, data) if data is not None else text for number, text in texts.items()}
        return texts.get(OURS), texts.get(THEIRS)

    def _left(self, path: str) -> Conflicted | None:
        """A file that git takes for merged and that has marker lines all the same."""
        disk = read_file(self.root, path, MARKDOWN_BYTES)
        source = SourceText.decode(path, disk) if isinstance(disk, bytes) else None
        if not source or not conflict_line(source) or layout.SNAPSHOT_NAME.fullmatch(path):
            return None
        found = versions(source)
        if not found:
            return Conflicted(path, problem=f"its marker lines are not in order (line {conflict_line(source)})")
        return Conflicted(path, found.base, found.ours, found.theirs, source.encode(), indexed=self._is_marked(path))

    def _is_marked(self, path: str) -> bool:
        held = self.index.get(self.repository.prefix + path, {})
        data = self._read(path) if MERGED in held else None
        return isinstance(data, bytes) and bool(conflict_line(SourceText.decode(path, data)))


def merge_under_way(root: Path, repository: Repository | str) -> Merge:
    """The index around the tree in `root`; AgentStateError where git cannot be asked."""
    if isinstance(repository, str):
        raise AgentStateError(f"there is no merge to resolve: {repository}")
    return Merge(root, repository, stages(repository), origins(repository))
