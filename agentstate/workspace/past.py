"""Snapshots that only git's history still holds, and those that hooks made, which git never holds."""

from pathlib import Path

from agentstate.documents.text import SourceText
from agentstate.files.read import list_folder, read_file
from agentstate.git.failure import GitError
from agentstate.git.repository import Repository
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.repository import RecordedFile
from agentstate.workspace.reading import YAML_BYTES


def recorded_snapshots(repository: Repository | str) -> tuple[tuple[RecordedFile, ...], str]:
    """Every snapshot that git's history holds, newest first, and why others may be missing ("" where none is)."""
    if isinstance(repository, str):
        return (), ""
    from agentstate.git import history

    try:
        found = history.recorded_snapshots(repository)
    except GitError as error:
        return (), error.message
    missing = "" if found.complete else "the clone is shallow" if repository.shallow else "only the newest commits were read"
    return tuple(RecordedFile(one.path, one.commit, one.subject, one.lane) for one in found.snapshots), missing


def automatic_snapshots(root: Path) -> tuple[SourceText, ...]:
    """The snapshots that hooks keep in `local/`, oldest first; those that cannot be read are left out."""
    names = list_folder(root, layout.AUTOMATIC)
    paths = [] if isinstance(names, Fault) else [f"{layout.AUTOMATIC}/{name}" for name in sorted(names) if name.endswith(".yaml")]
    found = ((path, read_file(root, path, YAML_BYTES)) for path in paths)
    return tuple(SourceText.decode(path, data) for path, data in found if isinstance(data, bytes))


def recorded_text(repository: Repository | str, commit: str, path: str) -> SourceText:
    """The text of a file as a commit holds it; AgentStateError where it cannot be had."""
    if isinstance(repository, str):
        raise AgentStateError(repository, "restore a checkpoint that is on the disk")
    from agentstate.git import history

    try:
        data = history.read_at(repository, commit, path)
    except GitError as error:
        raise AgentStateError(error.message, "fetch the missing history, or restore a checkpoint that is on the disk") from error
    if data is None:
        raise AgentStateError(f'commit {commit[:10]} holds no "{path}"', "see `agentstate restore` for the list")
    return SourceText.decode(path, data)
