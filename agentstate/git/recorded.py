"""What HEAD holds of a tree's files, and what git would store for them now: enough to see whether there is anything to record."""

from collections.abc import Mapping, Sequence

from agentstate.git.configuration import read_configuration
from agentstate.git.index import Index
from agentstate.git.objects import object_id
from agentstate.git.preparation import stored_contents
from agentstate.git.repository import Repository, read_head

_BY_ALL = (("core.trustctime", "true"), ("core.checkStat", "default"))
"""A file that was changed, and given its old size and time, is seen to be another one."""


def tree_entries(repository: Repository, paths: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Mode and blob id of each of `paths` (from the top of the work tree) that HEAD holds. GitError when git fails."""
    head = read_head(repository.git)
    if not head or not paths:
        return {}
    listed = repository.git.run("ls-tree", "-z", "--full-tree", head, "--", *paths).fields
    parts = [line.partition("\t") for line in listed]
    return {path: (about.split(" ")[0], about.split(" ")[2]) for about, _, path in parts}


def not_checked_out(repository: Repository, paths: Sequence[str]) -> frozenset[str]:
    """Those of `paths` that the index holds and a sparse checkout, or the user's own mark, keeps off the disk. GitError when git fails."""
    listed = repository.git.run("ls-files", "-z", "-t", "--", *paths).fields if paths else []
    return frozenset(line[2:] for line in listed if line.startswith("S "))


def settled(repository: Repository, folder: str) -> frozenset[str]:
    """The paths in a folder (from the top, with its slash) that HEAD and the index hold as they are on the disk, as far as times and sizes
    tell: what git itself goes by. Not one that git is told not to look at. GitError when git fails."""
    git = repository.git.with_blanked(read_configuration(repository.git).blanks)
    listed = git.run("ls-files", "-z", "-v", "--stage", "--cached", "--modified", "--", folder, pins=_BY_ALL).fields
    entries = [(about.split(" "), path) for about, _, path in (line.partition("\t") for line in listed)]
    doubtful = {path for (tag, *_, stage), path in entries if tag != "H" or stage != "0"}
    held = tree_entries(repository, [folder]) if entries else {}
    same = {path for (_, mode, identifier, _), path in entries if held.get(path) == (mode, identifier)}
    return frozenset(same - doubtful)


def blob_ids(repository: Repository, files: Mapping[str, bytes]) -> dict[str, str]:
    """The blob id that git would give to each of `files`, line ends as its attributes say. GitError where a filter would act."""
    if not files:
        return {}
    configuration = read_configuration(repository.git)
    indexed = Index(repository, configuration).read(sorted(files))
    contents = stored_contents(repository, files, configuration, indexed)
    return {path: object_id("blob", data or b"", repository.object_format) for path, data in contents.items()}
