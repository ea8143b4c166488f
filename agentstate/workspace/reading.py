"""A tree read from the disk into one value."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agentstate.agents import instruction_files
from agentstate.documents.state import FIELDS
from agentstate.documents.text import SourceText
from agentstate.files.read import list_folder, read_file
from agentstate.files.resolve import kind_of, resolve_inside
from agentstate.settings import parse_settings
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault

YAML_BYTES = 64 * 1024
"""The most that is read of a YAML file: a parse costs about 30 ms a kilobyte at worst."""

MARKDOWN_BYTES = 256 * 1024
"""The most that is read of a Markdown file."""

ALL_ARCHIVES = 1_000_000
"""For `Extent.archives`: every volume of the archive."""

FOLDERS = (layout.FOLDER, layout.CHECKPOINTS, layout.LANES)
"""The folders that hold a tree's own files."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is read: so many of the newest archive volumes, the snapshots or not, and further files by path."""

    archives: int = 0
    snapshots: bool = False
    also: Sequence[str] = ()


def read_tree(root: Path, prefix: str, state_path: str, extent: Extent) -> Tree:
    """The tree below `root` as it is on the disk now; what cannot be read is in it as a fault."""
    names, faults = names_below(root)
    links = _links(root)
    chosen = [path for path in names if _is_read(path, extent)]
    paths = (*layout.REQUIRED, layout.CONFIG, state_path, *chosen, *_newest_archives(names, extent.archives), *links.values(), *extent.also)
    sources, unreadable = _read(root, paths)
    settings, _ = parse_settings(sources.get(layout.CONFIG) or SourceText(layout.CONFIG, ""))
    tree = Tree(
        prefix=prefix,
        sources=sources,
        unreadable={**faults, **unreadable},
        names=frozenset(names),
        settings=settings,
        links={name: path for name, path in links.items() if name != path},
        state_path=state_path,
    )
    return replace(tree, kinds={path: kind_of(root, path) for path in _named_paths(tree)})


def names_below(root: Path) -> tuple[list[str], dict[str, Fault]]:
    """Every path in the tree's folders, and a fault for each folder that cannot be listed."""
    found = {folder: list_folder(root, folder) for folder in FOLDERS}
    faults = {folder: names for folder, names in found.items() if isinstance(names, Fault)}
    return [f"{folder}/{name}" for folder, names in found.items() if not isinstance(names, Fault) for name in names], faults


def _links(root: Path) -> dict[str, str]:
    """Each instruction file that is there, and the file that it is or leads to."""
    found = {name: resolve_inside(root, name) for name in instruction_files()}
    return {name: path for name, path in found.items() if path is not None}


def _read(root: Path, paths: Iterable[str]) -> tuple[dict[str, SourceText], dict[str, Fault]]:
    sources: dict[str, SourceText] = {}
    faults: dict[str, Fault] = {}
    for path in dict.fromkeys(paths):
        data = read_file(root, path, YAML_BYTES if path.endswith(".yaml") else MARKDOWN_BYTES)
        if isinstance(data, Fault):
            faults[path] = data
        elif data is not None:
            sources[path] = SourceText.decode(path, data)
    return sources, faults


def _named_paths(tree: Tree) -> set[str]:
    """Every path that the state names."""
    fields = (*(name for name, kind in FIELDS.items() if kind == "paths"), "last_file_edited")
    return {path for name in fields for path in tree.state.items(name)}


def _is_read(path: str, extent: Extent) -> bool:
    return path in {layout.ATTRIBUTES, layout.KEEP_FILE} or (extent.snapshots and bool(layout.SNAPSHOT_NAME.fullmatch(path)))


def _newest_archives(names: Iterable[str], count: int) -> list[str]:
    volumes = sorted((int(found["number"]), name) for name in names if (found := layout.ARCHIVE_NAME.fullmatch(name)))
    return [name for _, name in volumes[len(volumes) - min(count, len(volumes)) :]]
