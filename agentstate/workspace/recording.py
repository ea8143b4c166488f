"""The tree's own files and git: what HEAD holds of them, and the commit that holds them as they are now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from agentstate.files.read import read_file
from agentstate.git.failure import GitError
from agentstate.git.repository import Repository
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Commit
from agentstate.workspace.reading import FOLDERS, MARKDOWN_BYTES, names_below


@dataclass(frozen=True)
class Outcome:
    """What became of a plan: the id of its commit, or the reason why there is none ("" where none was asked for)."""

    committed: str = ""
    reason: str = ""


def record(root: Path, repository: Repository | str, wanted: Commit) -> Outcome:
    """The tree's own files committed as they are on the disk, or the reason why they are not."""
    if isinstance(repository, str):
        return Outcome(reason=repository)
    from agentstate.git.commit import CommitRequest, Committed, NotCommitted, commit

    def files() -> Mapping[str, bytes | None]:
        return _own_files(root, repository, wanted.also)

    try:
        outcome = commit(repository, CommitRequest(files, wanted.subject, wanted.body))
    except AgentStateError as error:  # of git, or of a file that cannot be read
        return Outcome(reason=error.message)
    if isinstance(outcome, NotCommitted):
        return Outcome(reason=outcome.reason)
    return Outcome(committed=outcome.id if isinstance(outcome, Committed) else "")


def recorded(root: Path, repository: Repository, beside: Iterable[str] = ()) -> frozenset[str]:
    """The tree's own files, and those of `beside`, that HEAD holds exactly as they are on the disk; none where git cannot tell."""
    from agentstate.git.recorded import blob_ids, tree_entries

    try:
        files = {path: data for path, data in _own_files(root, repository, beside).items() if data is not None}
        held, now = tree_entries(repository, sorted(files)), blob_ids(repository, files)
    except AgentStateError:
        return frozenset()
    return frozenset(path.removeprefix(repository.prefix) for path in files if path in held and held[path][1] == now[path])


def ignored(repository: Repository | str, paths: Iterable[str]) -> frozenset[str]:
    """Those of the paths that git does not hold and is told to ignore."""
    if isinstance(repository, str):
        return frozenset()
    from agentstate.git.ignored import ignored_paths

    try:
        found = ignored_paths(repository, [repository.prefix + path for path in paths])
    except GitError:
        return frozenset()
    return frozenset(path.removeprefix(repository.prefix) for path in found)


def _own_files(root: Path, repository: Repository, also: Iterable[str] = ()) -> dict[str, bytes | None]:
    """The tree's own files as they are on the disk, by path from the top; None for one that HEAD holds and the disk does not."""
    from agentstate.git.recorded import tree_entries

    prefix = repository.prefix
    names = {name for name in names_below(root)[0] if layout.is_own(name)} | set(also)
    held = {path.removeprefix(prefix) for path in tree_entries(repository, [f"{prefix}{folder}/" for folder in FOLDERS])}
    gone = {name for name in held - names if layout.is_own(name)}
    return {prefix + name: _bytes(root, name) for name in sorted(names | gone)}


def _bytes(root: Path, name: str) -> bytes | None:
    data = read_file(root, name, MARKDOWN_BYTES)
    if isinstance(data, Fault):
        raise AgentStateError(data.message, data.hint)
    return data
