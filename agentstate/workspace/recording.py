"""The tree's own files and git: what HEAD holds of them, and the commit that holds them as they are now."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from agentstate.files.read import read_file
from agentstate.git.failure import GitError
from agentstate.git.repository import Repository, find_repository
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass
from agentstate.workspace.reading import FOLDERS, MARKDOWN_BYTES, names_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.vocabulary.plan import Commit

_VOLUMES = 4
"""Up to how many archive volumes are read for each commit, half a megabyte; where there are more, git says first which have changed."""


@dataclass(frozen=True)
class Outcome:
    """What became of a plan: the id of its commit, or the reason why there is none ("" where none was asked for). `failed`: it should
    have been made, and cannot be until somebody mends something; otherwise the state of the repository is the reason."""

    committed: str = ""
    reason: str = ""
    failed: bool = False


def record(root: Path, repository: Repository | str, wanted: "Commit", removed: Iterable[str] = ()) -> Outcome:
    """The tree's own files committed as they are on the disk, or the reason why they are not.

    A file that is missing is taken out of git only where the plan itself `removed` it, or where it is an old snapshot: one that
    somebody lost, or that a sparse checkout leaves out, stays as HEAD has it.
    """
    if isinstance(repository, str):
        return Outcome(reason=repository, failed=_has_failed(root))
    from agentstate.git.commit import CommitRequest, Committed, NotCommitted, commit

    def files() -> Mapping[str, bytes | None]:
        names = _changing(repository, _own_names(root)) | set(wanted.also)
        return {**_contents(root, repository, names), **dict.fromkeys(_gone(root, repository, removed))}

    try:
        outcome = commit(repository, CommitRequest(files, wanted.subject, wanted.body))
    except AgentStateError as error:  # of git, or of a file that cannot be read
        return Outcome(reason=error.message, failed=not isinstance(error, GitError) or error.failed)
    if isinstance(outcome, NotCommitted):
        return Outcome(reason=outcome.reason, failed=outcome.failed)
    return Outcome(committed=outcome.id if isinstance(outcome, Committed) else "")


def _has_failed(root: Path) -> bool:
    """Whether there is no repository because git cannot use the one that is there; it is asked once more, to tell that from none."""
    try:
        find_repository(root)
    except GitError as failure:
        return failure.failed
    return False


def recorded(root: Path, repository: Repository, beside: Iterable[str] = (), *, volumes: bool = False) -> frozenset[str]:
    """The tree's own files, and those of `beside`, that HEAD holds exactly as they are on the disk; none where git cannot tell. Archive
    volumes, from which nothing is taken away but with the tree, are only looked at where the caller says so."""
    from agentstate.git.recorded import blob_ids, tree_entries

    try:
        names = {name for name in _own_names(root) if volumes or not _is_volume(name)} | set(beside)
        files = {path: data for path, data in _contents(root, repository, names).items() if data is not None}
        held, now = tree_entries(repository, sorted(files)), blob_ids(repository, files)
    except AgentStateError:
        return frozenset()
    return frozenset(path.removeprefix(repository.prefix) for path in files if path in held and held[path][1] == now[path])


def ignored(repository: Repository | str, paths: Iterable[str]) -> frozenset[str]:
    """Those of the paths that git does not hold and is told to ignore."""
    if isinstance(repository, str):
        return frozenset()
    found = ignored_from_top(repository, [repository.prefix + path for path in paths])
    return frozenset(path.removeprefix(repository.prefix) for path in found)


def ignored_from_top(repository: Repository | str, paths: Sequence[str]) -> frozenset[str]:
    """The same for paths from the top of the repository; none where git cannot tell."""
    if isinstance(repository, str):
        return frozenset()
    from agentstate.git.ignored import ignored_paths

    try:
        return ignored_paths(repository, paths)
    except GitError:
        return frozenset()


def namesakes(repository: Repository | str, names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """For each name the tracked files below the root that bear it, seen from there; none where git cannot tell."""
    if isinstance(repository, str):
        return {}
    from agentstate.git.namesakes import namesakes as bearers

    try:
        found = bearers(repository.git, repository.prefix, names)
    except GitError:
        return {}
    return {name: tuple(path.removeprefix(repository.prefix) for path in paths) for name, paths in found.items()}


def hidden(repository: Repository | str, beside: Iterable[str]) -> frozenset[str]:
    """The tree's own files, and those of `beside`, that git holds and keeps off the disk; none where git cannot tell."""
    if isinstance(repository, str):
        return frozenset()
    from agentstate.git.recorded import not_checked_out

    try:
        found = not_checked_out(repository, [repository.prefix + path for path in (layout.FOLDER, *beside)])
    except GitError:
        return frozenset()
    names = frozenset(path.removeprefix(repository.prefix) for path in found)
    return frozenset(name for name in names if layout.is_own(name) or name in set(beside))


def _own_names(root: Path) -> set[str]:
    """The tree's own files that are on the disk."""
    return {name for name in names_below(root)[0] if layout.is_own(name)}


def _changing(repository: Repository, names: set[str]) -> set[str]:
    """Those that HEAD may hold otherwise: of many volumes, which nobody changes once they are full, those that git sees changed."""
    volumes = {name for name in names if _is_volume(name)}
    if len(volumes) <= _VOLUMES:
        return names
    from agentstate.git.recorded import settled

    found = settled(repository, f"{repository.prefix}{layout.CHECKPOINTS}/")
    return names - {name for name in volumes if repository.prefix + name in found}


def _is_volume(name: str) -> bool:
    return bool(layout.ARCHIVE_NAME.fullmatch(name) or layout.IMPORT_NAME.fullmatch(name))


def _contents(root: Path, repository: Repository, names: Iterable[str]) -> dict[str, bytes | None]:
    """What the files hold on the disk, by path from the top; None for those that are missing."""
    return {repository.prefix + name: _bytes(root, name) for name in sorted(names)}


def _gone(root: Path, repository: Repository, removed: Iterable[str]) -> list[str]:
    """The paths from the top that HEAD holds, the disk does not, and the commit takes out; AgentStateError where something else than
    a file stands in the place of one."""
    from agentstate.git.recorded import not_checked_out, tree_entries

    prefix = repository.prefix
    held = {path.removeprefix(prefix) for path in tree_entries(repository, [f"{prefix}{folder}/" for folder in FOLDERS])}
    missing = {name for name in held - set(names_below(root)[0]) if layout.is_own(name) and _bytes(root, name) is None}
    snapshots = [prefix + name for name in missing if layout.SNAPSHOT_NAME.fullmatch(name)]
    lost = {*snapshots, *(prefix + name for name in missing & set(removed))} if missing else set()
    return sorted(lost - not_checked_out(repository, snapshots))


def _bytes(root: Path, name: str) -> bytes | None:
    data = read_file(root, name, MARKDOWN_BYTES)
    if isinstance(data, Fault):
        raise AgentStateError(data.message, data.hint)
    return data
