"""What the index holds of a merge that is not done: up to three versions of a file."""

from collections.abc import Mapping

from agentstate.git.configuration import read_configuration
from agentstate.git.index import Index, IndexEntry
from agentstate.git.objects import object_id
from agentstate.git.ownership import refuse_links
from agentstate.git.preparation import stored_contents
from agentstate.git.repository import Repository
from agentstate.git.writing import write_blobs
from agentstate.vocabulary.values import dataclass

MERGED, BASE, OURS, THEIRS = range(4)
"""The stages of an entry, as git counts them."""


@dataclass(frozen=True)
class Staged:
    """One version of a file: its mode as git prints it, and the id of its content."""

    mode: str
    id: str


def stages(repository: Repository) -> dict[str, dict[int, Staged]]:
    """Each path from the top with its versions by stage; an unmerged file has others than MERGED. GitError when git fails."""
    found: dict[str, dict[int, Staged]] = {}
    for line in repository.git.run("ls-files", "-z", "--stage").fields:
        about, _, path = line.partition("\t")
        mode, identifier, stage = about.split(" ")
        found.setdefault(path, {})[int(stage)] = Staged(mode, identifier)
    return found


def stage(repository: Repository, files: Mapping[str, bytes | None], modes: Mapping[str, str]) -> None:
    """The index holds these files (by path from the top, None: it does not), merged, and every other entry as before.

    GitError when git fails, or a filter of the repository would have to run.
    """
    refuse_links(repository.git_dir, repository.common_dir, repository.branch)
    configuration = read_configuration(repository.git)
    index = Index(repository, configuration)
    index.refuse_folded(files)
    contents = stored_contents(repository, files, configuration, {})
    write_blobs(repository, [data for data in contents.values() if data is not None])
    index.put({path: _entry(repository, data, modes[path]) for path, data in contents.items()})


def _entry(repository: Repository, data: bytes | None, mode: str) -> IndexEntry | None:
    return None if data is None else IndexEntry(mode, object_id("blob", data, repository.object_format))
