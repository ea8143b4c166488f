"""What a commit of the tree's own files would change, found out without touching anything."""

from collections.abc import Callable, Mapping

from agentstate.git.configuration import Configuration, read_configuration
from agentstate.git.conversion import read_attributes, stored
from agentstate.git.failure import GitError
from agentstate.git.index import Index, IndexEntries, IndexEntry
from agentstate.git.objects import REGULAR, Entry, Trees, entry_at, object_id, read_trees, tree_path
from agentstate.git.ownership import refuse_links
from agentstate.git.repository import Repository, operation, read_head, under_way
from agentstate.git.runner import Git
from agentstate.vocabulary.values import dataclass

Files = Mapping[str, bytes | None]
"""The content of files by path from the top of the work tree; None: the file is gone."""


@dataclass(frozen=True)
class Prepared:
    """A commit that can be made on top of `head` ("": the first one).

    `wanted` is what the commit's tree holds at each path, `recorded` what `head` holds there, `indexed` what the index does;
    `contents` are the blobs to write.
    """

    head: str
    trees: Trees
    wanted: Mapping[str, Entry | None]
    recorded: Mapping[str, Entry | None]
    indexed: IndexEntries
    contents: tuple[bytes, ...]
    configuration: Configuration


def prepare(repository: Repository, given: Files | Callable[[], Files]) -> Prepared:
    """The commit of the files, which are read after HEAD was noted; GitError says why there can be none."""
    refuse_in_operation(repository)
    refuse_links(repository.git_dir, repository.common_dir, repository.branch)
    git = repository.git
    configuration, head = read_configuration(git), read_head(git)
    files = given() if callable(given) else given
    _refuse_bad_paths(files)
    paths = sorted(files)
    trees = read_trees(git, head, paths)
    recorded = {path: entry_at(trees, path) for path in paths}
    index = Index(repository, configuration)
    index.refuse_folded(paths)
    indexed = index.marked(index.read(paths), {path for path, entry in recorded.items() if entry})
    _refuse_private(git, paths, recorded, indexed)
    contents = stored_contents(repository, files, configuration, indexed)
    wanted = {path: _wanted(content, recorded[path], indexed[path], repository) for path, content in contents.items()}
    new = [content for path, content in contents.items() if content is not None and not _same_content(wanted[path], recorded[path])]
    return Prepared(head, trees, wanted, recorded, indexed, tuple(new), configuration)


def _refuse_bad_paths(files: Files) -> None:
    for path in files:
        if not tree_path(path):
            raise GitError(f'"{path}" is no path that git can hold')


def refuse_in_operation(repository: Repository) -> None:
    """GitError where a merge, rebase or the like waits to be finished."""
    begun = operation(repository)
    if begun:
        raise GitError(under_way(begun))


def _refuse_private(git: Git, paths: list[str], recorded: Mapping[str, Entry | None], indexed: IndexEntries) -> None:
    """A tree of which git holds nothing yet and that is ignored is meant to stay private."""
    if any(recorded.values()) or any(indexed.values()):
        return
    given = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)
    ignored = git.run("check-ignore", "-z", "--stdin", given=given, expected=(0, 1), literal=False).fields
    if ignored:
        raise GitError(f'"{ignored[0]}" is ignored by git')


def stored_contents(repository: Repository, files: Files, configuration: Configuration, indexed: IndexEntries) -> dict[str, bytes | None]:
    """What git would store for each of `files`: line ends as the attributes of its path say. GitError where a filter would act."""
    present = {path: data for path, data in files.items() if data is not None}
    attributes = read_attributes(repository.git, sorted(present)) if present else {}
    for path, found in attributes.items():
        if found.refusal:
            raise GitError(f'"{path}" has the attribute {found.refusal}, which needs a program of the repository', failed=True)
    autocrlf = configuration.switch("core.autocrlf")
    contents: dict[str, bytes | None] = dict.fromkeys(sorted(files))
    for path, data in present.items():
        guessed = b"\r\n" in data and attributes[path].action(autocrlf=autocrlf) == "auto"
        before = _content(repository.git, indexed.get(path)) if guessed else b""
        contents[path] = stored(data, attributes[path], autocrlf=autocrlf, before=before)
    return contents


def _content(git: Git, entry: IndexEntry | None) -> bytes:
    return git.run("cat-file", "blob", entry.id, expected=(0, 128)).out if entry else b""


def _wanted(content: bytes | None, recorded: Entry | None, indexed: IndexEntry | None, repository: Repository) -> Entry | None:
    if content is None:
        return None
    modes = [entry.mode for entry in (recorded, indexed) if entry and entry.mode.startswith("100")]
    return Entry((modes or [REGULAR])[0], "blob", object_id("blob", content, repository.object_format))


def _same_content(wanted: Entry | None, recorded: Entry | None) -> bool:
    return bool(wanted and recorded and wanted.id == recorded.id)
