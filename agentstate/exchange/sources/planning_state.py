"""`.planning/STATE.md`: where a project stands that is worked on in phases and plans."""

from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.markdown_parts import properties
from agentstate.exchange.note_lines import titles
from agentstate.exchange.note_places import plain_title
from agentstate.exchange.notes import note
from agentstate.exchange.remainder import remainder

_MARK = "gsd_state_version"
_HEADINGS = {"project state", "current position", "accumulated context", "session continuity"}


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(path for path, text in files.items() if path.endswith(".md") and _fits(text))


def _fits(text: str) -> bool:
    if text.startswith("---\n") and _MARK in text[:2000] and _MARK in properties(text)[0]:
        return True
    return "Current Position" in text and len({plain_title(title.text) for title in titles(text)} & _HEADINGS) >= 3


def _read(files: Mapping[str, str]) -> Imported:
    items: list[Item] = []
    rest: list[Passage] = []
    for path, text in files.items():
        found = tuple(sorted(_items(path, text), key=lambda item: item.line))
        items += found
        rest += remainder(path, text, found)
    return Imported(SOURCE.name, tuple(items), tuple(rest))


def _items(path: str, text: str) -> Iterator[Item]:
    yield from note(path, text)
    values, count = properties(text)
    said = values.get("stopped_at")
    for number, line in enumerate(text.split("\n")[:count], 1):
        if isinstance(said, str) and said.strip() and line.startswith("stopped_at:") and said in line:
            yield Item("stage", said, path, number, 0, {"label": "stopped_at"})


SOURCE = Source("planning-state", "a `.planning/STATE.md` of phases and plans", _takes, _read)
