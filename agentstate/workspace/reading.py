"""A tree read into one value, from the disk or from wherever else its files are."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType

from agentstate.agents import instruction_files
from agentstate.documents.announcement import language_of
from agentstate.documents.likely_paths import may_be_path
from agentstate.documents.state import FIELDS
from agentstate.documents.text import LINE_BYTES, MARKDOWN_BYTES, YAML_BYTES, SourceText, long_line
from agentstate.files.below import list_below
from agentstate.files.read import list_folder, others_in, read_file
from agentstate.files.resolve import kind_of, resolve_inside
from agentstate.settings import parse_settings
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.annotations import Protocol
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.lanes import MOST
from agentstate.vocabulary.values import dataclass, replace
from agentstate.yaml import is_quick

__all__ = [
    "ALL_ARCHIVES",
    "CODE_FILES",
    "FOLDERS",
    "LANES",
    "LANE_BYTES",
    "LINE_BYTES",
    "MARKDOWN_BYTES",
    "MENTIONS",
    "RECORDS",
    "SNAPSHOTS",
    "YAML_BYTES",
    "Extent",
    "Files",
    "FilesOnDisk",
    "assemble",
    "names_below",
    "read_tree",
]

CODE_FILES = 50
"""How many files of code that a note names are read; of the others nothing is said."""

LANES = MOST
"""How many lanes are read; of further ones the first is reported as unread."""

LANE_BYTES = 16 * 1024
"""The most that is read of a lane beside the one in use, but for a check: four times its limit, the most that config.yaml can allow."""

SNAPSHOTS = 5
"""How many snapshots are read to judge them or to tell whose they are, the newest: as many as stay in a tree."""

RECORDS = 4
"""How many volumes of the import record are judged, the newest: an import writes no credential into one."""

MENTIONS = 1000
"""How many files that notes mention are looked for."""

SEARCHED = 8
"""How many of the newest volumes of the archive are searched for what is named, and judged where no commit says which have changed: a
mebibyte."""

ALL_ARCHIVES = 1_000_000
"""For `Extent.archives`: every volume of the archive."""

FOLDERS = (layout.FOLDER, layout.CHECKPOINTS, layout.LANES)
"""The folders that hold a tree's own files."""


@dataclass(frozen=True)
class Extent:
    """How much is read: so many of the newest archive volumes, the snapshots or not, further files by path, the code that notes name
    or not; with `lanes` those beside the one in use, and the snapshots that are to stay; with `whole` all that a check judges: the
    same, however large a lane is."""

    archives: int = 0
    snapshots: bool = False
    also: Sequence[str] = ()
    code: bool = False
    whole: bool = False
    lanes: bool = False


Read = Callable[[Mapping[str, int]], Mapping[str, bytes | Fault]]
"""What reads files: `Files.read`."""


class Files(Protocol):
    """Where the files of a tree are. Every path is relative to the folder that holds the tree."""

    def names(self) -> tuple[list[str], dict[str, Fault]]:
        """Every path in the tree's folders, and a fault for each folder that cannot be listed."""

    def read(self, limits: Mapping[str, int]) -> Mapping[str, bytes | Fault]:
        """The bytes of each path, or why they cannot be had: they are more than its limit, say. Missing files are left out."""

    def kind(self, path: str) -> str:
        """What is at any path that somebody wrote down: file, folder, missing, outside or other."""

    def resolve(self, path: str) -> str | None:
        """The file that `path` is or leads to through links; None where there is none."""

    def below(self, folder: str, *, deep: bool) -> Sequence[str]:
        """The paths of the files in a folder, with `deep` in its folders too, sorted; none where it cannot be listed."""


@dataclass(frozen=True)
class FilesOnDisk:
    """The files as they are on the disk now, below `root`."""

    root: Path

    def names(self) -> tuple[list[str], dict[str, Fault]]:
        """See Files."""
        return names_below(self.root)

    def read(self, limits: Mapping[str, int]) -> Mapping[str, bytes | Fault]:
        """See Files."""
        found = {path: read_file(self.root, path, limit) for path, limit in limits.items()}
        return {path: data for path, data in found.items() if data is not None}

    def kind(self, path: str) -> str:
        """See Files."""
        return kind_of(self.root, path)

    def resolve(self, path: str) -> str | None:
        """See Files."""
        return resolve_inside(self.root, path)

    def below(self, folder: str, *, deep: bool) -> Sequence[str]:
        """See Files."""
        return list_below(self.root, folder, deep=deep)


def read_tree(root: Path, prefix: str, state_path: str, extent: Extent) -> Tree:
    """The tree below `root` as it is on the disk now; what cannot be read is in it as a fault."""
    return assemble(FilesOnDisk(root), prefix, state_path, extent)


def assemble(files: Files, prefix: str, state_path: str, extent: Extent) -> Tree:
    """The tree that these files are; what cannot be read is in it as a fault."""
    names, faults = files.names()
    links = _links(files)
    lanes = [path for path in names if layout.LANE_NAME.fullmatch(path)] if extent.whole or extent.lanes else []
    if lanes[LANES:]:
        faults[lanes[LANES]] = Fault("unreadable", 1, 1, f"one of more than {LANES} lanes: it is not read", "take out lanes that ended")
    chosen = [path for path in names if _is_read(path, extent)] + lanes[:LANES]
    chosen += _newest_snapshots(names) if extent.whole or extent.lanes else []
    chosen += _newest_records(names) if extent.whole else []
    paths = (*layout.REQUIRED, layout.CONFIG, state_path, *chosen, *_newest_archives(names, extent.archives), *links.values(), *extent.also)
    sources, unreadable = read_sources(files.read, paths, {} if extent.whole else dict.fromkeys(set(lanes) - {state_path}, LANE_BYTES))
    slow = _slow(sources, [path for path in lanes[:LANES] if path != state_path])
    if slow:
        message = f"lanes beside the one in use have more than {YAML_BYTES} bytes that are slow to read: this one and others are not read"
        unreadable[slow[0]] = Fault("unreadable", 1, 1, message, "write them as `agentstate` does, one field or item a line")
        sources = {path: source for path, source in sources.items() if path not in slow}
    settings, _ = parse_settings(sources.get(layout.CONFIG) or SourceText(layout.CONFIG, ""))
    if layout.CONFIG not in sources and layout.PROTOCOL in sources:
        settings = replace(settings, language=language_of(sources[layout.PROTOCOL].lines))
    tree = Tree(
        prefix=prefix,
        sources=sources,
        unreadable={**faults, **unreadable, **_closed(files, links)},
        names=frozenset(names),
        settings=settings,
        links={name: path for name, path in links.items() if name != path},
        state_path=state_path,
    )
    tree = tree.surrounded(kinds={path: files.kind(path) for path in _named_paths(tree)})
    return _with_code(files, tree) if extent.code else tree


def _with_code(files: Files, tree: Tree) -> Tree:
    """The tree with what is at each path that a note names, and at the first folder of each, and with the text of the code that it
    names with a symbol."""
    mentioned = {mention.path: None for _, mention in tree.mentions if mention.symbol or mention.bare or may_be_path(mention.path)}
    looked = list(mentioned)[:MENTIONS]
    first = {path.partition("/")[0] for path in looked if "/" in path}
    kinds = {path: files.kind(path) for path in {*first, *looked}}
    named = {mention.path: MARKDOWN_BYTES for _, mention in tree.mentions if mention.symbol and kinds.get(mention.path) == "file"}
    found = files.read(dict(list(named.items())[:CODE_FILES])) if named else {}
    code = {path: SourceText.decode(path, data) for path, data in found.items() if not isinstance(data, Fault)}
    return tree.surrounded(kinds={**kinds, **tree.kinds}, code=code)


def names_below(root: Path) -> tuple[list[str], dict[str, Fault]]:
    """Every path in the tree's folders, and a fault for each folder that cannot be listed."""
    found = {folder: list_folder(root, folder) for folder in FOLDERS}
    faults = {folder: names for folder, names in found.items() if isinstance(names, Fault)}
    strays = [path for name in others_in(root, layout.LANES) if layout.LANE_NAME.fullmatch(path := f"{layout.LANES}/{name}")]
    faults |= {path: Fault("unreadable", 1, 1, f'"{path}" is no regular file, and so no lane', _REPLACE) for path in strays}
    return [f"{folder}/{name}" for folder, names in found.items() if not isinstance(names, Fault) for name in names], faults


def _links(files: Files) -> dict[str, str]:
    """Each instruction file that is there, and the file that it is or leads to."""
    found = {name: files.resolve(name) for name in instruction_files()}
    return {name: path for name, path in found.items() if path is not None}


_REPLACE = "put a regular file in its place"
_STANDS_THERE = {
    "outside": "leads out of the repository",
    "folder": "is a folder, not a file",
    "other": "is neither a file nor a link to one",
}


def _closed(files: Files, links: Mapping[str, str]) -> dict[str, Fault]:
    """A fault for each instruction file in Markdown in whose place something else stands."""
    names = (name for name in instruction_files() if name not in links and name.endswith(".md"))
    found = {name: _STANDS_THERE.get(files.kind(name)) for name in names}
    return {name: Fault("unreadable", 1, 1, f'"{name}" {what}', _REPLACE) for name, what in found.items() if what}


def read_sources(
    read: Read, paths: Iterable[str], limits: Mapping[str, int] = MappingProxyType({})
) -> tuple[dict[str, SourceText], dict[str, Fault]]:
    """The texts of a tree's own files, and a fault for each that cannot be read; a limit is as many bytes as its kind of file may have,
    where `limits` says no other."""
    usual = {path: YAML_BYTES if path.endswith(".yaml") else MARKDOWN_BYTES for path in paths}
    found = read({path: limits.get(path, usual[path]) for path in usual})
    held = {path: data if isinstance(data, Fault) else long_line(path, data) or data for path, data in found.items()}
    sources = {path: SourceText.decode(path, data) for path, data in held.items() if not isinstance(data, Fault)}
    return sources, {path: data for path, data in held.items() if isinstance(data, Fault)}


def _slow(sources: Mapping[str, SourceText], lanes: Iterable[str]) -> list[str]:
    """The lanes that would make reading slow: of those that the library behind YAML has to read, all that come after as many bytes as
    one file may have."""
    sizes = {path: len(sources[path].text) for path in lanes if path in sources}
    if sum(sizes.values()) <= YAML_BYTES:
        return []
    slow = [path for path in sizes if not is_quick(sources[path].text)]
    return [path for path, total in zip(slow, accumulate(sizes[path] for path in slow), strict=True) if total > YAML_BYTES]


def _named_paths(tree: Tree) -> set[str]:
    """Every path that a state names."""
    fields = (*(name for name, kind in FIELDS.items() if kind == "paths"), "last_file_edited")
    return {path for state in (tree.state, *tree.states) for name in fields for path in state.items(name)}


def _is_read(path: str, extent: Extent) -> bool:
    return path in {layout.ATTRIBUTES, layout.KEEP_FILE} or (extent.snapshots and bool(layout.SNAPSHOT_NAME.fullmatch(path)))


def _newest_snapshots(names: Iterable[str]) -> list[str]:
    return sorted(path for path in names if layout.SNAPSHOT_NAME.fullmatch(path))[-SNAPSHOTS:]


def _newest_records(names: Iterable[str]) -> list[str]:
    return sorted((path for path in names if layout.IMPORT_NAME.fullmatch(path)), key=lambda path: (len(path), path))[-RECORDS:]


def _newest_archives(names: Iterable[str], count: int) -> list[str]:
    volumes = sorted((int(found["number"]), name) for name in names if (found := layout.ARCHIVE_NAME.fullmatch(name)))
    return [name for _, name in volumes[len(volumes) - min(count, len(volumes)) :]]
