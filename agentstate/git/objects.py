"""Git's objects without git: ids, and the trees of a commit with some of their files replaced."""

from collections.abc import Iterator, Mapping, Sequence

from agentstate.git.failure import GitError
from agentstate.git.runner import Git, gather
from agentstate.vocabulary.values import dataclass

REGULAR = "100644"


@dataclass(frozen=True)
class Entry:
    """What a tree says about one name: mode as git prints it ("100644"), kind ("blob", "tree", "commit") and object id."""

    mode: str
    kind: str
    id: str


Trees = Mapping[str, Mapping[str, Entry]]
"""The entries of folders by name; folders are "" for the top, otherwise "a/" or "a/b/"."""


def object_id(kind: str, data: bytes, object_format: str) -> str:
    """The id that git gives to an object of this kind ("blob", "tree") in a repository of this format ("sha1", "sha256")."""
    return digest(b"%s %d\0" % (kind.encode(), len(data)) + data, object_format).hex()


def digest(data: bytes, object_format: str) -> bytes:
    """What git hashes with in a repository of this format."""
    if object_format == "sha1":
        try:
            from _sha1 import sha1  # type: ignore[import-not-found]  # hashlib loads OpenSSL first, which takes longer than git
        except ImportError:
            from hashlib import sha1
        return bytes(sha1(data, usedforsecurity=False).digest())
    import hashlib

    return hashlib.new(object_format, data, usedforsecurity=False).digest()


def folders_above(path: str) -> Iterator[str]:
    """Every folder that holds `path`, from the top down: "", "a/", "a/b/"."""
    yield ""
    for number, character in enumerate(path, start=1):
        if character == "/":
            yield path[:number]


def read_trees(git: Git, commit: str, paths: Sequence[str]) -> Trees:
    """The folders above `paths` as `commit` holds them; those it does not hold are empty. "" for `commit`: all are empty.

    GitError when the commit holds something else where one of the folders, or of the files, should be.
    """
    folders = sorted({"", *(folder for path in paths for folder in folders_above(path))})
    trees: dict[str, dict[str, Entry]] = {folder: {} for folder in folders}
    if commit:
        below = [folder for folder in folders if folder]
        top = git.start("ls-tree", "-z", "--full-tree", commit)
        rest = [git.start("ls-tree", "-z", "-t", "--full-tree", commit, "--", *below)] if below else []
        for answer in gather(top, *rest):
            for path, entry in map(_listed, answer.fields):
                folder, _, name = path.rpartition("/")
                trees.get(f"{folder}/" if folder else "", {})[name] = entry
    for folder in folders[1:]:
        _refuse_other_kinds(trees, folder.removesuffix("/"), "tree", "folder")
    for path in paths:
        _refuse_other_kinds(trees, path, "blob", "file")
    return trees


def _listed(line: str) -> tuple[str, Entry]:
    about, _, path = line.partition("\t")
    mode, kind, identifier = about.split(" ")
    return path, Entry(mode, kind, identifier)


def _refuse_other_kinds(trees: Trees, path: str, kind: str, word: str) -> None:
    entry = entry_at(trees, path)
    if entry and entry.kind != kind:
        raise GitError(f'"{path}" is no {word} in HEAD')


def _split(path: str) -> tuple[str, str]:
    folder, _, name = path.rpartition("/")
    return (f"{folder}/" if folder else "", name)


def entry_at(trees: Trees, path: str) -> Entry | None:
    """What the trees hold at `path`, one of those they were read for."""
    folder, name = _split(path)
    return trees[folder].get(name)


def with_files(trees: Trees, files: Mapping[str, Entry | None], object_format: str) -> tuple[str, list[bytes]]:
    """The trees with `files` in place (None: taken away): the id of the new top, and what git stores of each tree, children before
    their parents. A folder that becomes empty leaves its parent."""
    changed = {folder: dict(entries) for folder, entries in trees.items()}
    for path, entry in files.items():
        folder, name = _split(path)
        _put(changed[folder], name, entry)
    contents = []
    for folder in sorted(changed, key=lambda folder: folder.count("/"), reverse=True):
        content = _tree(changed[folder])
        identifier = object_id("tree", content, object_format)
        if changed[folder] or not folder:
            contents.append(content)
        if folder:
            parent, name = _split(folder.removesuffix("/"))
            _put(changed[parent], name, Entry("040000", "tree", identifier) if changed[folder] else None)
    return identifier, contents


def _put(entries: dict[str, Entry], name: str, entry: Entry | None) -> None:
    if entry:
        entries[name] = entry
    else:
        entries.pop(name, None)


def _encoded(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _tree(entries: Mapping[str, Entry]) -> bytes:
    ordered = sorted(entries.items(), key=lambda item: _encoded(item[0]) + (b"/" if item[1].kind == "tree" else b""))
    return b"".join(b"%s %s\0%s" % (e.mode.lstrip("0").encode(), _encoded(name), bytes.fromhex(e.id)) for name, e in ordered)


def tree_path(path: str) -> bool:
    """Whether `path` can stand in a tree: relative, with "/" between parts, none of them empty, ".", ".." or ".git"."""
    return "\0" not in path and not {part.lower() for part in path.split("/")} & {"", ".", "..", ".git"}
