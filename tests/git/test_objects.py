"""Ids and trees without git, against git."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentstate.git.failure import GitError
from agentstate.git.objects import Entry, entry_at, folders_above, object_id, read_trees, tree_path, with_files
from agentstate.git.pack import pack
from tests.git.door import door
from tests.support.laws import law
from tests.support.repository import Repository

NAMES = st.sampled_from(["a", "a.b", "a-b", "ab", "é", "z\n", "-x", "A", "a b"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)


def without_clashes(paths: set[str]) -> list[str]:
    """The paths that can stand in one tree: none is a folder of another."""
    return [path for path in sorted(paths) if not any(other.startswith(f"{path}/") for other in paths)]


@settings(law(50), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=st.sets(PATHS, max_size=6).map(without_clashes), wanted=st.dictionaries(PATHS, st.booleans(), max_size=4))
def test_the_same_trees_as_git_writes(repository: Repository, before: list[str], wanted: dict[str, bool]) -> None:
    apart = without_clashes({*before, *wanted})
    files = {path: there for path, there in wanted.items() if path in apart and not any(path.startswith(f"{old}/") for old in before)}
    blobs = [repository.git("hash-object", "-w", "--stdin", stdin=text).strip() for text in ("old\n", "new\n")]
    repository.git("read-tree", "--empty")
    repository.git("update-index", "-z", "--index-info", stdin="".join(f"100644 {blobs[0]} 0\t{path}\0" for path in before))
    start = repository.git("commit-tree", "-m", "x", repository.git("write-tree").strip()).strip()

    entries = {path: Entry("100644", "blob", blobs[1]) if there else None for path, there in files.items()}
    trees = read_trees(door(repository).git, start, list(files))
    top, contents = with_files(trees, entries, "sha1")

    lines = "".join(f"{'100644' if there else '0'} {blobs[1] if there else '0' * 40} 0\t{path}\0" for path, there in files.items())
    repository.git("update-index", "-z", "--index-info", stdin=lines)
    assert top == repository.git("write-tree").strip()
    stored = [
        repository.git("hash-object", "-t", "tree", "-w", "--stdin", stdin=each.decode("utf-8", "surrogateescape")) for each in contents
    ]
    assert stored[-1].strip() == top
    assert {path: entry_at(trees, path) is not None for path in files} == {path: path in before for path in files}


def test_ids() -> None:
    assert object_id("blob", b"", "sha1") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    assert object_id("tree", b"", "sha1") == "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
    assert object_id("blob", b"x\n", "sha256") == "14f5162e2fe3d240d0d37aaab0f90e4af9a7cfa79639f3bab005b5bfb4174d9f"


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
@pytest.mark.parametrize("sizes", [[0], [1, 15, 16, 17], [2047, 2048, 300_000, 0]], ids=str)
def test_git_unpacks_what_is_packed_as_the_objects_of_our_ids(tmp_path: Path, object_format: str, sizes: list[int]) -> None:
    contents = [bytes([65 + number]) * size for number, size in enumerate(sizes)]
    subprocess.run(["git", "init", "--quiet", f"--object-format={object_format}", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "unpack-objects", "-q"], cwd=tmp_path, check=True, input=pack("blob", contents, object_format))
    for content in contents:
        found = subprocess.run(
            ["git", "cat-file", "blob", object_id("blob", content, object_format)], cwd=tmp_path, check=True, capture_output=True
        )
        assert found.stdout == content


def test_the_folders_above_a_path() -> None:
    assert list(folders_above("a/b/c")) == ["", "a/", "a/b/"]
    assert list(folders_above("c")) == [""]


def test_the_first_commit_builds_on_empty_folders(repository: Repository) -> None:
    assert read_trees(door(repository).git, "", ["a/b"]) == {"": {}, "a/": {}}


@pytest.mark.parametrize(("path", "folder"), [("README.md/x/y", "README.md"), ("sub/x", "sub"), ("link/x", "link")])
def test_what_is_no_folder(repository: Repository, path: str, folder: str) -> None:
    (repository.path / "link").symlink_to("src")
    repository.git("add", "link")
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{repository.head()},sub")
    repository.git("commit", "--quiet", "--message", "odd")
    with pytest.raises(GitError, match=rf'\A"{folder}" is no folder in HEAD\Z'):
        read_trees(door(repository).git, repository.head(), [path])


def test_a_file_cannot_replace_a_folder(repository: Repository) -> None:
    with pytest.raises(GitError, match=r'\A"src" is no file in HEAD\Z'):
        read_trees(door(repository).git, repository.head(), ["src"])


@pytest.mark.parametrize(("path", "good"), [("a/b", True), ("...", True), (".gitignore", True), ("a\\b", True), ("", False), ("a/", False)])
def test_paths(path: str, good: bool) -> None:
    assert tree_path(path) is good
