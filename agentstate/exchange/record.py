"""The record of imports, `checkpoints/IMPORT.archive-NNNN.md`: where each item came from, and all that has no place in the tree."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from agentstate.documents.conflict import MARKER
from agentstate.documents.lines import fences
from agentstate.documents.text import SourceText
from agentstate.exchange.item import Item, Passage
from agentstate.exchange.text import joined, shown
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

VOLUME_BYTES = 128 * 1024
"""A volume takes no further entry that would bring it above this."""

_HEAD = (
    "# Import record, volume {}\n\nWhere each item of an import came from, and word for word what has no place in the files of the tree.\n"
)
_DIGEST = pattern(r"- .*\[(?P<digest>[0-9a-f]{12})\]", re.DOTALL)
_BEGINNING = 80


@dataclass(frozen=True)
class Row:
    """What became of one thing that a source says. `place` is where it stands in the tree, "" where only the record has it, and `reason`
    says why; `left` is what of it the place does not say."""

    source: str
    said: Item | Passage
    digest: str
    place: str = ""
    reason: str = ""
    left: str = ""

    @property
    def where(self) -> str:
        """Such as `memory/notes.md:12`."""
        return f"{self.said.path}:{self.said.line}"

    @property
    def kind(self) -> str:
        """What the item is; "remainder" of a passage."""
        return self.said.kind if isinstance(self.said, Item) else "remainder"


def digests(said: Iterable[Item | Passage]) -> tuple[str, ...]:
    """Twelve hexadecimal digits for each, by which the record knows it again, on whatever line it stands; of two that are equal, each has
    its own."""
    seen: Counter[tuple[str, ...]] = Counter()
    found = []
    for each in said:
        parts = [each.path, each.text]
        if isinstance(each, Item):
            parts += [each.kind, *(f"{name}={value}" for name, value in sorted(each.fields.items()))]
        seen[tuple(parts)] += 1
        number = seen[tuple(parts)]
        whole = "\0".join(parts if number == 1 else [*parts, str(number)])
        found.append(hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:12])
    return tuple(found)


def known(tree: Tree) -> frozenset[str]:
    """The digests of all that was imported before; the tree was read with its import records."""
    found = set()
    for path in record_paths(tree):
        source = tree.source(path)
        fenced = fences(source).lines
        matches = (_DIGEST.fullmatch(line) for index, line in enumerate(source.lines) if index not in fenced)
        found |= {match["digest"] for match in matches if match}
    return frozenset(found)


def record_paths(tree: Tree) -> tuple[str, ...]:
    """The volumes of the import record, the oldest first, read or not."""
    found = [(int(match["number"]), name) for name in tree.names if (match := layout.IMPORT_NAME.fullmatch(name))]
    return tuple(name for _, name in sorted(found))


def recorded(tree: Tree, rows: Sequence[Row], today: str) -> tuple[SourceText, ...]:
    """The volumes that change when the rows are added, as they will be; the newest one is filled first."""
    paths = record_paths(tree)
    volumes = [_Volume(tree.source(paths[-1]) if paths else _new_volume(0))]
    for (path, source), group in groupby(rows, key=lambda row: (row.said.path, row.source)):
        title = f"## {today}: {''.join(shown(path))} ({source})\n\n"
        heading = title
        for text in map(_entry, group):
            if volumes[-1].is_full(title + text):
                volumes.append(_Volume(_new_volume(_number(volumes[-1].source.path))))
                heading = title
            volumes[-1].add(heading, text)
            heading = ""
    return tuple(one for volume in volumes if (one := volume.whole()) != tree.source(one.path))


class _Volume:
    """A volume that is being filled."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self._size = len(source.encode())
        self._has_part = "\n## " in source.text
        self._end = source.text[-4:].replace("\r\n", "\n")
        self._added: list[str] = []

    def is_full(self, text: str) -> bool:
        """Whether it takes no such text any more."""
        return self._has_part and self._size + len(text.encode("utf-8", "surrogatepass")) > VOLUME_BYTES

    def add(self, heading: str, text: str) -> None:
        """A blank line stands before a heading."""
        gap = "\n" if heading and not self._end.endswith("\n\n") else ""
        whole = (gap + heading + text).replace("\n", self.source.newline)
        self._added.append(whole)
        self._size += len(whole.encode("utf-8", "surrogatepass"))
        self._has_part = self._has_part or bool(heading)
        self._end = text

    def whole(self) -> SourceText:
        """The volume with all that was added."""
        return self.source.with_text(self.source.text + "".join(self._added)) if self._added else self.source


def _entry(row: Row) -> str:
    kept = row.said.text if isinstance(row.said, Passage) else row.left if row.place else _whole(row.said)
    what = joined(row.said.text)[:_BEGINNING] if row.place else row.reason
    line = f"- line {row.said.line}, {row.kind} → {row.place or 'only here'}: {''.join(shown(what))} [{row.digest}]\n"
    return f"{line}\n{_fenced(kept)}\n" if kept.strip() else line


def _whole(item: Item) -> str:
    """The item with all its parts, each with its name where there are several."""
    others = [f"{name}: {value}" for name, value in item.fields.items() if value != item.text]
    return "\n".join([item.text, *others])


def _fenced(text: str) -> str:
    lines = list(shown(text))
    longest = max((len(run) for line in lines for run in re.findall("~+", line)), default=0)
    fence = "~" * max(3, longest + 1)
    # A blank before the fence is none of the text to a reader of Markdown, and keeps git's marks of a conflict out of column one.
    ahead = " " if any(map(MARKER.fullmatch, lines)) else ""
    return "\n".join(ahead + line for line in (fence, *lines, fence)) + "\n"


def _new_volume(after: int) -> SourceText:
    return SourceText(layout.import_path(after + 1), _HEAD.format(after + 1))


def _number(path: str) -> int:
    found = layout.IMPORT_NAME.fullmatch(path)
    return int(found["number"]) if found else 0
