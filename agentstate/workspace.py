"""Finds a tree, reads it into one value, asks git, and carries out a plan: the way from the disk to the pure steps and back."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from agentstate import resources
from agentstate.agents import instruction_files
from agentstate.documents.state import FIELDS
from agentstate.documents.text import SourceText
from agentstate.files.apply import apply
from agentstate.files.dismantle import dismantle
from agentstate.files.lock import locked
from agentstate.files.read import list_folder, read_file
from agentstate.files.resolve import kind_of, resolve_inside
from agentstate.files.write import write_atomic
from agentstate.git.commit import CommitRequest, Committed, NotCommitted, commit
from agentstate.git.facts import collect
from agentstate.git.failure import GitError
from agentstate.git.freshness import FreshnessQuestion
from agentstate.git.recorded import blob_ids, tree_entries
from agentstate.git.repository import Repository, discover
from agentstate.settings import parse_settings
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Commit, Plan
from agentstate.vocabulary.repository import GitFacts, RecordedFile

YAML_BYTES = 64 * 1024
"""The most that is read of a YAML file: a parse costs about 30 ms a kilobyte at worst."""

MARKDOWN_BYTES = 256 * 1024
"""The most that is read of a Markdown file."""

ALL_ARCHIVES = 1_000_000
"""For `Workspace.tree`: every volume of the archive."""

_FOLDERS = (layout.FOLDER, layout.CHECKPOINTS, layout.LANES)


def open_workspace(start: Path, state_path: str = layout.STATE) -> "Workspace":
    """The workspace of the nearest tree at or above `start`; AgentStateError where there is none."""
    root = find_root(start)
    if root is None:
        raise AgentStateError("no .agent/ here or above", "run `agentstate init`")
    return Workspace(root, state_path)


def place_for_tree(start: Path) -> Path:
    """Where a tree for `start` belongs: where the nearest one is, else at the top of the repository, else in `start` itself."""
    start = start.resolve()
    top = next((folder for folder in (start, *start.parents) if os.path.lexists(folder / ".git")), start)
    return find_root(start) or top


def find_root(start: Path) -> Path | None:
    """The nearest folder at or above `start` that holds `.agent`; None beyond the top of the repository or where the owner changes."""
    start = start.resolve()
    owner = start.stat().st_uid
    for folder in (start, *start.parents):
        if folder.stat().st_uid != owner:
            return None
        if os.path.lexists(folder / layout.FOLDER):
            return folder
        if os.path.lexists(folder / ".git"):
            return None
    return None


@dataclass(frozen=True)
class Outcome:
    """What became of a plan: the id of its commit, or the reason why there is none ("" where none was asked for)."""

    committed: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Workspace:
    """One tree on the disk. `root` is the folder that holds it."""

    root: Path
    state_path: str = layout.STATE

    @cached_property
    def repository(self) -> Repository | str:
        """The repository around the tree, or why there is none."""
        return discover(self.root)

    @property
    def prefix(self) -> str:
        """The root relative to the top of the repository: "" or "packages/a/"."""
        return self.repository.prefix if isinstance(self.repository, Repository) else ""

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else writes while this is held."""
        with locked(self.root):
            self._offer_schemas()
            yield

    def _offer_schemas(self) -> None:
        """Each schema that an editor may look for, in `local/`: STATE.yaml and config.yaml name it there, so no network is needed."""
        for name in ("state", "config"):
            path = f"{layout.LOCAL}/{name}.schema.json"
            if kind_of(self.root, path) == "missing":
                write_atomic(self.root, path, resources.read_text("schemas", f"{name}.schema.json").encode())

    def dismantle(self) -> None:
        """The folders of a tree that was taken out are gone, as far as they are empty. The caller does not hold the lock."""
        dismantle(self.root)

    def present(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of the paths where there is a file or a folder."""
        return frozenset(path for path in paths if kind_of(self.root, path) in {"file", "folder"})

    def tree(self, *, archives: int = 0, snapshots: bool = False, also: Iterable[str] = ()) -> Tree:
        """The tree as it is on the disk now, with as many of the newest archive volumes as `archives` says, the
        snapshots if asked for, and the files in `also`."""
        names, faults = self._names()
        paths = [path for path in names if _is_read(path, snapshots=snapshots)]
        links = self._links()
        paths += [*_newest_archives(names, archives), self.state_path, *links.values(), *also]
        sources, unreadable = self._read(paths)
        settings, _ = parse_settings(sources.get(layout.CONFIG) or SourceText(layout.CONFIG, ""))
        tree = Tree(
            prefix=self.prefix,
            sources=sources,
            unreadable={**faults, **unreadable},
            names=frozenset(names),
            settings=settings,
            links={name: path for name, path in links.items() if name != path},
            state_path=self.state_path,
        )
        return replace(tree, kinds={path: kind_of(self.root, path) for path in _named_paths(tree)})

    def git_facts(self, tree: Tree, *, status: bool = False, freshness: bool = False, committed: bool = False) -> GitFacts:
        """What git knows about the repository now; the costly answers only where they are asked for."""
        if isinstance(self.repository, str):
            return GitFacts(reason=self.repository)
        settings = tree.settings.freshness
        wanted = FreshnessQuestion(self.state_path, settings.ignore) if freshness else None
        facts = collect(self.repository, status=status, diff_stat=status, state=wanted)
        return replace(facts, committed=self._committed(self.repository)) if committed else facts

    def recorded_snapshots(self) -> tuple[tuple[RecordedFile, ...], str]:
        """Every snapshot that git's history holds, newest first, and why others may be missing ("" where none is)."""
        if isinstance(self.repository, str):
            return (), ""
        from agentstate.git.history import recorded_snapshots

        try:
            history = recorded_snapshots(self.repository)
        except GitError as error:
            return (), error.message
        missing = "" if history.complete else "the clone is shallow" if self.repository.shallow else "only the newest commits were read"
        return tuple(RecordedFile(one.path, one.commit) for one in history.snapshots), missing

    def recorded_text(self, commit: str, path: str) -> SourceText:
        """The text of a file as a commit holds it."""
        if isinstance(self.repository, str):
            raise AgentStateError(self.repository, "restore a checkpoint that is on the disk")
        from agentstate.git.history import read_at

        try:
            data = read_at(self.repository, commit, path)
        except GitError as error:
            raise AgentStateError(error.message, "fetch the missing history, or restore a checkpoint that is on the disk") from error
        if data is None:
            raise AgentStateError(f'commit {commit[:10]} holds no "{path}"', "see `agentstate restore` for the list")
        return SourceText.decode(path, data)

    def apply(self, plan: Plan) -> Outcome:
        """Carries out the plan: its steps, then its commit. The caller holds the lock."""
        apply(self.root, plan)
        return self._commit(plan.commit) if plan.commit else Outcome()

    def _commit(self, wanted: Commit) -> Outcome:
        repository = self.repository
        if isinstance(repository, str):
            return Outcome(reason=repository)

        def files() -> Mapping[str, bytes | None]:
            return self._own_files(repository, wanted.also)

        try:
            outcome = commit(repository, CommitRequest(files, wanted.subject, wanted.body))
        except GitError as error:
            return Outcome(reason=error.message)
        if isinstance(outcome, NotCommitted):
            return Outcome(reason=outcome.reason)
        return Outcome(committed=outcome.id if isinstance(outcome, Committed) else "")

    def _own_files(self, repository: Repository, also: Iterable[str] = ()) -> dict[str, bytes | None]:
        """The tree's own files as they are on the disk, by path from the top; None for one that HEAD holds and the disk does not."""
        names = {name for name in self._names()[0] if layout.is_own(name)} | set(also)
        folders = [f"{self.prefix}{folder}/" for folder in _FOLDERS]
        held = {path.removeprefix(self.prefix) for path in tree_entries(repository, folders)}
        gone = {name for name in held - names if layout.is_own(name)}
        return {self.prefix + name: self._bytes(name) for name in sorted(names | gone)}

    def _bytes(self, name: str) -> bytes | None:
        data = read_file(self.root, name, MARKDOWN_BYTES)
        if isinstance(data, Fault):
            raise AgentStateError(data.message, data.hint)
        return data

    def _committed(self, repository: Repository) -> frozenset[str]:
        """The tree's own files that HEAD holds exactly as they are on the disk."""
        try:
            files = {path: data for path, data in self._own_files(repository).items() if data is not None}
            held, now = tree_entries(repository, sorted(files)), blob_ids(repository, files)
        except GitError:
            return frozenset()
        return frozenset(path.removeprefix(self.prefix) for path in files if path in held and held[path][1] == now[path])

    def _names(self) -> tuple[list[str], dict[str, Fault]]:
        """Every path below the tree's folders that are ours to read, and a fault for each folder that cannot be listed."""
        found = {folder: list_folder(self.root, folder) for folder in _FOLDERS}
        faults = {folder: names for folder, names in found.items() if isinstance(names, Fault)}
        return [f"{folder}/{name}" for folder, names in found.items() if not isinstance(names, Fault) for name in names], faults

    def _links(self) -> dict[str, str]:
        """Each instruction file that is there, and the file that it is or leads to."""
        found = {name: resolve_inside(self.root, name) for name in instruction_files()}
        return {name: path for name, path in found.items() if path is not None}

    def _read(self, paths: Iterable[str]) -> tuple[dict[str, SourceText], dict[str, Fault]]:
        sources: dict[str, SourceText] = {}
        faults: dict[str, Fault] = {}
        for path in dict.fromkeys((*layout.REQUIRED, layout.CONFIG, *paths)):
            data = read_file(self.root, path, YAML_BYTES if path.endswith(".yaml") else MARKDOWN_BYTES)
            if isinstance(data, Fault):
                faults[path] = data
            elif data is not None:
                sources[path] = SourceText.decode(path, data)
        return sources, faults


def _named_paths(tree: Tree) -> set[str]:
    """Every path that the state names."""
    fields = (*(name for name, kind in FIELDS.items() if kind == "paths"), "last_file_edited")
    return {path for name in fields for path in tree.state.items(name)}


def _is_read(path: str, *, snapshots: bool) -> bool:
    return path in {layout.ATTRIBUTES, layout.KEEP_FILE} or (snapshots and bool(layout.SNAPSHOT_NAME.fullmatch(path)))


def _newest_archives(names: Iterable[str], count: int) -> list[str]:
    volumes = sorted((int(found["number"]), name) for name in names if (found := layout.ARCHIVE_NAME.fullmatch(name)))
    return [name for _, name in volumes[len(volumes) - min(count, len(volumes)) :]]
