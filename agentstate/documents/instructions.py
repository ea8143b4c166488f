"""What was read of the files that agents are instructed by, and what stands in them: a name of the protocol, imports of other files."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from posixpath import dirname, join, normpath

from agentstate.documents.lines import BLANK, fences, front_matter
from agentstate.documents.text import SourceText
from agentstate.vocabulary import layout
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass, field, replace

_MOST_IMPORTS = 200
"""How many imports of a file are looked at: a hostile one must not cost more than that."""

_IMPORT = pattern(r"(?:^|(?<=[ \t`]))@((?:[^\s\\`]|\\ )+)")
_BACKQUOTES = pattern("`+")


@dataclass(frozen=True)
class Instructions:
    """What an agent may be instructed by, in the whole repository. Every path is relative to its top.

    `files` holds what could be read, by the path it is loaded under (a link by its own name), `unread` the paths where something
    stands that could not. `marks` are the paths that show that an agent is used; `ignored` are those of the files, and
    the protocol, that git ignores.
    """

    files: Mapping[str, SourceText] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()

    def written(self, sources: Mapping[str, SourceText]) -> "Instructions":
        """The same with these files written; a link shows what is written to the file it leads to."""
        new = {path: replace(source, path=path) for path, source in sources.items()}
        held = {path: new.get(source.path, source) for path, source in self.files.items()}
        return replace(self, files={**held, **new}, unread=self.unread - new.keys())


@dataclass(frozen=True)
class Import:
    """One `@path` in a file: its line (from 1), the path as it is written, and whether it stands in code, where nobody follows it."""

    line: int
    path: str
    in_code: bool = False


@lru_cache(maxsize=256)
def named_at(source: SourceText, places: tuple[str, ...], protocol: str, hidden: frozenset[int] = frozenset()) -> int:
    """The first line (from 1) that names `protocol`, 0 where none does. Lines whose index is in `hidden` do not count.

    A name is taken from the top of the repository or from one of the folders in `places`.
    """
    if "PROTOCOL.md" not in source.text:
        return 0
    for index, line in enumerate(source.lines):
        names = _names(line) if index not in hidden else ()
        if any(protocol in {normpath(name), *(normpath(join(place, name)) for place in places)} for name in names):
            return index + 1
    return 0


def _names(line: str) -> Iterator[str]:
    """Each path in a line that ends in the name of a protocol."""
    past, at = 0, line.find(layout.PROTOCOL)
    while at >= 0:
        start, end = at, at + len(layout.PROTOCOL)
        while start > past and (line[start - 1].isalnum() or line[start - 1] in "_./-"):
            start -= 1
        rest = line[end : end + 2].removeprefix(".")
        goes_on = rest[:1].isalnum() or rest[:1] in {"_", "-", "/"}
        if (at == start or line[at - 1] == "/") and (start > past or not past) and not goes_on:
            yield line[start:end].lstrip("/")
        past, at = end, line.find(layout.PROTOCOL, end)


def comment_lines(source: SourceText) -> frozenset[int]:
    """The indexes of the lines that are nothing but a part of an HTML comment which begins a line."""
    if "<!--" not in source.text:
        return frozenset()
    inside: set[int] = set()
    code, opened = fences(source).lines, False
    for index, line in enumerate(source.lines):
        opened = opened or (index not in code and line.lstrip(BLANK).startswith("<!--"))
        if opened:
            _, closed, rest = line.partition("-->")
            opened = not closed
            inside |= set() if rest.strip(BLANK) else {index}
    return frozenset(inside)


def imports(source: SourceText) -> Iterator[Import]:
    """The first `@path`s that stand at the beginning of a line or behind a blank, those in code spans and fences marked as such."""
    return islice(_imports(source), _MOST_IMPORTS) if "@" in source.text else iter(())


def _imports(source: SourceText) -> Iterator[Import]:
    code = fences(source).lines
    for index, line in enumerate(source.lines):
        if "@" not in line:
            continue
        spans = code_spans(line)
        for found in _IMPORT.finditer(line):
            inside = index in code or any(start <= found.start() < end for start, end in spans)
            if inside or line[found.start() - 1 : found.start()] != "`":
                yield Import(index + 1, found[1].replace("\\ ", " "), inside)


def import_target(path: str, written: str) -> str:
    """The path from the top that an import in the file `path` leads to; "" where it leaves the repository."""
    if written.startswith(("/", "~")):
        return ""
    target = normpath(join(dirname(path), written))
    return "" if target == ".." or target.startswith("../") else target


def front_matter_value(source: SourceText, name: str) -> str | None:
    """What stands behind `name:` in the front matter, without quotes; None where it does not name it."""
    for line in source.lines[: front_matter(source.lines, comments=True)]:
        if line.startswith(f"{name}:"):
            return line.removeprefix(f"{name}:").strip(BLANK).strip("\"'")
    return None


def protocol_of(prefix: str) -> str:
    """The path from the top of the protocol of the tree in the folder `prefix`."""
    return prefix + layout.PROTOCOL


def code_spans(line: str) -> list[tuple[int, int]]:
    """Where the code spans of a line begin and end: a run of backquotes up to the next run of the same length."""
    if "`" not in line:
        return []
    runs = [found.span() for found in _BACKQUOTES.finditer(line)]
    spans: list[tuple[int, int]] = []
    following: dict[int, list[int]] = {}
    for start, end in reversed(runs):
        following.setdefault(end - start, []).append(start)
    past = 0
    for start, end in runs:
        same = following[end - start]
        same.pop()
        if start >= past and same:
            past = same[-1] + end - start
            spans.append((start, past))
    return spans
