"""The files that an import may read, from the disk: within limits, no link followed, nothing but text opened."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from agentstate.documents.mentions import Mention
from agentstate.documents.text import SourceText
from agentstate.exchange.item import Imported
from agentstate.exchange.stale import Stale, named, stale
from agentstate.files.read import list_folder, others_in, read_file
from agentstate.files.resolve import kind_of
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass, field
from agentstate.workspace.reading import MARKDOWN_BYTES
from agentstate.workspace.workspace import Workspace

FILE_BYTES = 4 * 1024 * 1024
"""The most that is read of one file."""

ALL_BYTES = 32 * 1024 * 1024
"""The most that is read of all files together."""

MOST_FILES = 5000
MOST_FOLDERS = 2000
MOST_NAMED = 5000
MOST_CODE = 500
"""How many files that items name are looked for, and read for a symbol."""

_DEEPEST = 8
_ENDINGS = (".md", ".markdown", ".mdx", ".mdc", ".txt", ".json", ".jsonl", ".yaml", ".yml")
_LEFT_OUT = frozenset(
    {
        *(layout.FOLDER, ".git", ".hg", ".svn", "node_modules", "bower_components", "vendor", "third_party"),
        *(".venv", "venv", "site-packages", "__pycache__", ".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache"),
        *("target", "dist", "build", "out", ".next", ".nuxt", ".gradle", ".terraform", ".cache", "coverage"),
    }
)
"""Folders that hold no notes of a person or an agent, or are our own."""


@dataclass()
class Found:
    """Texts by path, LF between their lines, and one line for each file that could not be read. A path is seen from the folder that
    holds the tree; of a file outside of that, it is the name of its folder and its own."""

    texts: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def read_sources(root: Path, paths: Sequence[Path]) -> Found:
    """The texts at the paths that somebody named: of files, and of all below folders. AgentStateError where a path is not there."""
    found = Found()
    for path in paths:
        base, name, shown = _seen_from(root, path)
        kind = kind_of(base, name)
        if kind not in {"file", "folder"}:
            raise AgentStateError(f'"{path}" is no file or folder', "name a file or a folder that is there")
        names = [name] if kind == "file" else list(_below(base, name))
        if kind == "folder" and not names:
            found.problems.append(f"{path}: no text file is in this folder, or it is a link; name the files themselves")
        _read(found, base, names, shown, said=True)
    return found


def find_sources(root: Path) -> Found:
    """The texts below a folder in which notes may be; what cannot be read is passed over."""
    found = Found()
    _read(found, root, _below(root, "."), "", said=False)
    return found


def kinds(root: Path, imported: Iterable[Imported]) -> Mapping[str, str]:
    """What is at each path that an item names."""
    named = {item.text.strip().replace("\\", "/").removeprefix("./") for one in imported for item in one.items if item.kind == "file"}
    return {path: kind_of(root, path) for path in named if "\n" not in path}


def gone(workspace: Workspace, imported: Sequence[Imported]) -> Stale:
    """The items that name a file, a folder or a symbol which is not there now, as `check` would look for it."""
    found = named(imported)[:MOST_NAMED]
    around = _around(workspace, found)
    if isinstance(workspace.repository, str):
        return stale(imported, around, GitFacts(reason=workspace.repository))
    missing = {mention.path for mention in found if around.kinds[mention.path] == "missing"}
    return stale(imported, around, GitFacts(namesakes=workspace.namesakes(missing)))


def _around(workspace: Workspace, found: Sequence[Mention]) -> Tree:
    """A tree of nothing but what is at each path that is named, and the code that is named with a symbol."""
    root, paths = workspace.root, {mention.path for mention in found}
    kinds: dict[str, str] = {path: kind_of(root, path) for path in paths | {path.partition("/")[0] for path in paths}}
    missing = [path for path in paths if kinds[path] == "missing"]
    kinds |= dict.fromkeys(workspace.ignored(missing) if missing else (), "ignored")
    symbols = {mention.path for mention in found if mention.symbol and kinds[mention.path] == "file"}
    read = {path: read_file(root, path, MARKDOWN_BYTES) for path in sorted(symbols)[:MOST_CODE]}
    code = {path: SourceText.decode(path, data) for path, data in read.items() if isinstance(data, bytes)}
    return Tree(prefix=workspace.prefix, sources={}).surrounded(kinds=kinds, code=code)


def _seen_from(root: Path, path: Path) -> tuple[Path, str, str]:
    """The folder to read from, the path in it, and what stands before that path where it is shown."""
    try:
        real = path.parent.resolve(strict=True) / path.name if path.name not in {"", ".."} else path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise AgentStateError(f'"{path}" is no file or folder', "name a file or a folder that is there") from error
    if real == root:
        return root, ".", ""
    if real.is_relative_to(root):
        return root, real.relative_to(root).as_posix(), ""
    return real.parent, real.name, "" if real.is_dir() or not real.parent.name else f"{real.parent.name}/"


def _below(root: Path, folder: str) -> Iterator[str]:
    """The files in a folder and below that may be a source, folder by folder, each folder's own first."""
    ahead, looked, count = [folder], 0, 0
    while ahead and looked < MOST_FOLDERS:
        here = ahead.pop(0)
        looked += 1
        listed = list_folder(root, here)
        start = "" if here == "." else f"{here}/"
        for name in listed if not isinstance(listed, Fault) else ():
            if name.lower().endswith(_ENDINGS):
                count += 1
                if count > MOST_FILES:
                    return
                yield f"{start}{name}"
        inside = [name for name in others_in(root, here) if name not in _LEFT_OUT]
        ahead += [f"{start}{name}" for name in inside if here.count("/") < _DEEPEST]


def _read(found: Found, root: Path, names: Iterable[str], shown: str, *, said: bool) -> None:
    for name in names:
        text = _text(root, name, min(FILE_BYTES, ALL_BYTES - sum(map(len, found.texts.values()))))
        if isinstance(text, str):
            found.texts[f"{shown}{name}"] = text
        elif said and text:
            found.problems.append(f"{shown}{name}:{text.line}: {text.message}; {text.hint}")


def _text(root: Path, name: str, limit: int) -> str | Fault | None:
    data = read_file(root, name, limit)
    if data is None or isinstance(data, Fault):
        return data
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Fault("not-utf8", line, 1, f"not UTF-8: byte 0x{data[error.start]:02x}", "save the file as UTF-8")
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return Fault("not-text", line, 1, "a NUL, which no text holds", "save the file as text in UTF-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")
