"""Which folders have a tree of their own, as the index knows them."""

from collections.abc import Iterable

from agentstate.git.runner import Git
from agentstate.git.sorted_paths import SortedPaths
from agentstate.vocabulary.layout import FOLDER, LANES, LOCAL, REQUIRED


def tree_files_in_index(git: Git) -> SortedPaths:
    """The files right in any `.agent/` of the repository, in its `lanes/` and anywhere in its `local/`, from the top."""
    if git.memory is None:
        return _asked(git)
    if git.memory.tree_files is None:
        git.memory.tree_files = _asked(git)
    return git.memory.tree_files


def _asked(git: Git) -> SortedPaths:
    places = [f":(top,glob)**/{below}" for below in (f"{FOLDER}/*", f"{LANES}/*", f"{LOCAL}/**")]
    return SortedPaths(git.run("ls-files", "-z", "--", *places, literal=False).fields)


def trees_in_index(git: Git) -> tuple[str, ...]:
    """Every folder of the repository with a file that makes a tree in its `.agent/`, sorted: "" for the top, or "packages/a/"."""
    if git.memory is None:
        return _folders(_asked(git).paths)
    if git.memory.trees is None:
        git.memory.trees = _folders(tree_files_in_index(git).paths)
    return git.memory.trees


def _folders(found: Iterable[str]) -> tuple[str, ...]:
    folders = {above for above, mark, name in (path.rpartition(f"{FOLDER}/") for path in found) if mark + name in REQUIRED}
    return tuple(sorted(folder for folder in folders if not folder or folder.endswith("/")))
