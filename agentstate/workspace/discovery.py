"""Which trees a check is about: the nearest one at or above a place, and those below it, on the disk or in git's index."""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from agentstate.agents import instruction_files
from agentstate.documents.text import SourceText
from agentstate.files.read import read_file
from agentstate.git.repository import NO_REPOSITORY, Repository, find_repository
from agentstate.git.runner import Memory
from agentstate.git.trees import trees_in_index
from agentstate.settings import parse_settings
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import replace
from agentstate.workspace.forest import Forest
from agentstate.workspace.place import existing, find_root, no_tree, top_of
from agentstate.workspace.reading import MARKDOWN_BYTES, YAML_BYTES
from agentstate.workspace.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.workspace.staging import FilesInIndex

_VOLUMES = 1
"""Of how many archive volumes of each tree the contents are asked for in advance."""


def find_forests(places: Sequence[Path], *, staged: bool = False, state_path: str = layout.STATE) -> list[Forest]:
    """The trees that `places` mean: for a folder the nearest one at or above it and every one below it, for a file the nearest one.

    With `staged` they are those of git's index. AgentStateError where a place has none, GitError where git cannot look.
    """
    grounds: dict[Path, _Ground] = {}
    for place in places:
        folder = existing(place if place.is_dir() else place.parent)
        ground = top_of(folder) or find_root(folder) or folder
        if ground not in grounds:
            grounds[ground] = _Ground(folder, staged=staged, state_path=state_path)
        grounds[ground].add(folder, below=place.is_dir())
    return [ground.forest() for ground in grounds.values()]


class _Ground:
    """One repository, or a folder outside of any, and the trees that were found there."""

    def __init__(self, folder: Path, *, staged: bool, state_path: str) -> None:
        found = find_repository(folder) or NO_REPOSITORY
        if staged and isinstance(found, str):
            raise AgentStateError(found, "leave --staged out, or run it where a commit can be made")
        self._repository = found if isinstance(found, str) else replace(_as_staged(found) if staged else found, memory=Memory())
        self._staged = staged
        self._state_path = state_path
        self._found: dict[str, Path] = {}
        self._lost: dict[str, None] = {}

    def add(self, folder: Path, *, below: bool) -> None:
        """The trees that `folder` means are among those found."""
        repository = self._repository
        if isinstance(repository, str):
            self._found |= {"": _nearest(folder)}
        elif self._staged:
            self._found |= _in_index(repository, self._top, folder, below=below)
        else:
            self._found |= _on_disk(repository, folder, below=below)
            self._lost |= dict.fromkeys(_lost(repository, folder) if below else ())

    def forest(self) -> Forest:
        """All that were found, in the order of their folders."""
        repository, places = self._repository, sorted(self._found.items())
        if isinstance(repository, str):
            return Forest(repository, tuple(Workspace(root, self._state_path, repository) for _, root in places))
        seen = [(replace(repository, prefix=folder), root) for folder, root in places]
        if not self._staged:
            sites = tuple(Workspace(root, self._state_path, replace(one, memory=None)) for one, root in seen)
            return Forest(repository, sites, tuple(self._lost))
        from agentstate.workspace.staging import Stage

        self._top.read(dict.fromkeys(_usual_files(self._found, self._top), MARKDOWN_BYTES))
        return Forest(repository, tuple(Stage(one, self._state_path, self._top) for one, _ in seen))

    @cached_property
    def _top(self) -> "FilesInIndex":
        """All that is staged."""
        from agentstate.git.staged import StagedFiles
        from agentstate.workspace.staging import FilesInIndex

        assert isinstance(self._repository, Repository)  # noqa: S101 - nothing is staged where there is none
        return FilesInIndex(StagedFiles(replace(self._repository, prefix="")))


def _as_staged(repository: Repository) -> Repository:
    """The repository with the index that the commit is made from."""
    from agentstate.git.staged import with_staged_index

    return with_staged_index(repository)


def _nearest(folder: Path) -> Path:
    root = find_root(folder)
    if root is None:
        raise no_tree(folder)
    return root


def _on_disk(repository: Repository, folder: Path, *, below: bool) -> dict[str, Path]:
    """Trees by their folder from the top: the nearest one on the disk, and with `below` those that git knows and the disk holds."""
    root = find_root(folder)
    found = {} if root is None else {_prefix(repository, root): root}
    if below:
        found |= {prefix: repository.top / prefix for prefix in _inside(repository, folder, root) if _is_there(repository.top, prefix)}
    if not found:
        raise no_tree(folder, *(["here, above or below"] if below else []))
    return found


def _in_index(repository: Repository, top: "FilesInIndex", folder: Path, *, below: bool) -> dict[str, Path]:
    """The same from git's index alone; none where the commit that is being made holds none."""
    here = _prefix(repository, folder)
    found = _meant(trees_in_index(repository.git), here, below=below)
    if found[1:] and here.startswith(found[0]):
        path = found[0] + layout.CONFIG
        found = [found[0], *_wanted(found[1:], top.read({path: YAML_BYTES}).get(path), found[0])]
    return {prefix: repository.top / prefix for prefix in found}


def _meant(known: Sequence[str], here: str, *, below: bool) -> list[str]:
    """Of the folders that have a tree, the nearest one at or above `here`, and with `below` every one at or below it."""
    nearest = max((prefix for prefix in known if here.startswith(prefix)), key=len, default=None)
    return [*([] if nearest is None else [nearest]), *(prefix for prefix in known if below and prefix.startswith(here))]


def _wanted(folders: Iterable[str], config: bytes | Fault | None, nearest: str) -> Iterable[str]:
    """Those of the folders with a tree that the nearest one does not ask to leave out, by its config.yaml."""
    if not isinstance(config, bytes):
        return folders
    ignored = parse_settings(SourceText.decode(layout.CONFIG, config))[0].trees.ignore
    if not ignored:
        return folders
    from agentstate.git.paths import matches

    return [folder for folder in folders if not any(matches(folder.removeprefix(nearest).rstrip("/"), pattern) for pattern in ignored)]


def _inside(repository: Repository, folder: Path, root: Path | None) -> Iterable[str]:
    """The folders at or below `folder` that have a tree, as the index knows them; `root` holds the nearest one, and may leave some out."""
    here = _prefix(repository, folder)
    known = [prefix for prefix in trees_in_index(repository.git) if prefix.startswith(here)]
    return known if root is None else _wanted(known, read_file(root, layout.CONFIG, YAML_BYTES), _prefix(repository, root))


def _prefix(repository: Repository, folder: Path) -> str:
    """A folder of the work tree from its top: "" or "packages/a/"."""
    parts = folder.relative_to(os.path.realpath(repository.top)).parts
    return "".join(f"{part}/" for part in parts)


def _is_there(top: Path, prefix: str) -> bool:
    """Whether the disk holds the tree, at a place that no link leads away from."""
    place = Path(os.path.realpath(top), prefix)
    return os.path.lexists(place / layout.FOLDER) and place.resolve() == place


def _lost(repository: Repository, folder: Path) -> Iterator[str]:
    """Those at or below `folder` that git holds and the disk does not, though no sparse checkout keeps them away."""
    for prefix in _inside(repository, folder, find_root(folder)):
        if not os.path.lexists(Path(repository.top, prefix, layout.FOLDER)):
            held = repository.git.run("ls-files", "-z", "-t", "--", prefix + layout.FOLDER).fields
            if any(not line.startswith("S ") for line in held):
                yield prefix


def _usual_files(folders: Iterable[str], top: "FilesInIndex") -> Iterator[str]:
    """The files that are read of nearly every tree, from the top: asked for at once, they cost two processes and not two a tree."""
    for folder in folders:
        volumes = [
            path for path in top.below(f"{folder}{layout.CHECKPOINTS}", deep=False) if layout.ARCHIVE_NAME.fullmatch(path[len(folder) :])
        ]
        own = (*layout.REQUIRED, layout.CONFIG, layout.ATTRIBUTES, layout.KEEP_FILE, *instruction_files())
        yield from (folder + path for path in own)
        yield from volumes[-_VOLUMES:]
