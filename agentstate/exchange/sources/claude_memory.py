"""`MEMORY.md` of Claude Code, and the notes beside it, each of which says in its front matter what it is."""

import re
from collections.abc import Mapping

from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.markdown_parts import properties
from agentstate.exchange.notes import note
from agentstate.exchange.remainder import remainder
from agentstate.vocabulary.patterns import pattern

_INDEX = "memory.md"
_TYPES = frozenset({"user", "feedback", "project", "reference"})
_LINK = pattern(r"\[[^\]\n]+\]\((?P<path>[^()\s]+)\).*", re.DOTALL)


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    indexes = {path for path, text in files.items() if path.rpartition("/")[2].casefold() == _INDEX and text.strip()}
    folders = {path.rpartition("/")[0] for path in indexes}
    beside = (path for path in files if path.endswith(".md") and path.rpartition("/")[0] in folders)
    return tuple(path for path in beside if path in indexes or _is_memory(files[path]))


def _is_memory(text: str) -> bool:
    values, _ = properties(text)
    inner = values.get("metadata")
    kind = values.get("type") or (inner.get("type") if isinstance(inner, dict) else "")
    return bool(values.get("name") and values.get("description")) and kind in _TYPES


def _read(files: Mapping[str, str]) -> Imported:
    items: list[Item] = []
    rest: list[Passage] = []
    names = {path.rpartition("/")[2] for path in files}
    for path, text in sorted(files.items(), key=lambda entry: (entry[0].rpartition("/")[2].casefold() != _INDEX, entry[0])):
        found = tuple(item for item in note(path, text, "fact") if not _points_to(item, names))
        items += found
        rest += remainder(path, text, found)
    return Imported(SOURCE.name, tuple(items), tuple(rest))


def _points_to(item: Item, names: set[str]) -> bool:
    """Whether it only names another of the files, which is read itself."""
    found = _LINK.fullmatch(item.text)
    return bool(found) and found["path"].rpartition("/")[2] in names  # type: ignore[index]


SOURCE = Source("claude-memory", "`MEMORY.md` of Claude Code, with the notes beside it", _takes, _read)
