"""A note in Markdown, read: each line gets the kind that its heading or its label names, and becomes an item of it."""

from collections.abc import Iterator, Sequence

from agentstate.exchange.item import Imported, Item, Passage
from agentstate.exchange.note_decisions import from_row, from_section
from agentstate.exchange.note_items import Reading, items_of, section_line
from agentstate.exchange.note_labels import LABEL, own_label
from agentstate.exchange.note_lines import Entry, entries
from agentstate.exchange.note_places import place_of
from agentstate.exchange.remainder import remainder

_ONCE = frozenset({"goal", "task", "stage", "acceptance"})
"""Kinds that are of the one task which a note is about: where two headings say them, each is about a part of the work, and nothing says
which of them is at hand."""


def note(path: str, text: str, default: str = "") -> tuple[Item, ...]:
    """The items of a note, in the order of its lines. `default` is the kind of what stands below no heading that the table knows; with ""
    only its checkboxes, which are work, and what has a label."""
    read = tuple(_single(entries(text)))
    has_boxes = any(entry.mark for entry in read)
    placed = [(entry, *_place(entry, default, has_boxes=has_boxes)) for entry in read]
    several = _several(placed)
    reading = Reading(path, several, frozenset(section_line(entry) for entry in read if entry.form != "text"))
    sections: dict[int, list[Entry]] = {}
    items: list[Item] = []
    for entry, said, at in placed:
        kind = "" if said in several else said
        if kind == "decision" and entry.form == "row":
            items += from_row(path, entry)
        elif kind == "decision" and not entry.mark and 0 < at < len(entry.titles):
            sections.setdefault(entry.titles[at].line, []).append(entry)
        else:
            items += items_of(reading, entry, kind)
    for group in sections.values():
        at = next(index for index, title in enumerate(group[0].titles) if title.line in sections)
        items += from_section(path, group[0].titles[at], group)
    return tuple(sorted(items, key=lambda item: item.line))


def read_notes(name: str, files: dict[str, str], defaults: dict[str, str] | None = None) -> Imported:
    """What the notes hold, path by path in their order, and all of the rest; `defaults` are kinds by path (see `note`)."""
    items: list[Item] = []
    rest: list[Passage] = []
    for path, text in files.items():
        found = note(path, text, (defaults or {}).get(path, ""))
        items += found
        rest += remainder(path, text, found)
    return Imported(name, tuple(items), tuple(rest))


def _single(read: Sequence[Entry]) -> Iterator[Entry]:
    """The entries, a paragraph whose lines all have a label as one for each line."""
    for entry in read:
        if entry.form == "text" and len(entry.lines) > 1 and not entry.below and all(LABEL.fullmatch(line) for line in entry.lines):
            for number, line in enumerate(entry.lines):
                yield Entry([line], entry.line + number, entry.line + number + 1, entry.titles, "text")
        else:
            yield entry


def _several(placed: Sequence[tuple[Entry, str, int]]) -> set[str]:
    """The kinds of which there may be only one place in a note, and are more."""
    places: dict[str, set[int]] = {}
    for entry, kind, at in placed:
        if own := own_label(entry):
            places.setdefault(own[0], set()).add(entry.line)
        elif at or entry.above:
            places.setdefault(kind, set()).add(entry.titles[at - 1].line if at else entry.above[0].line)
    return {kind for kind, lines in places.items() if kind in _ONCE and len(lines) > 1}


def _place(entry: Entry, default: str, *, has_boxes: bool) -> tuple[str, int]:
    """The kind of an entry by what is around it, and how many of its headings, outermost first, lead to the one that says so."""
    for one in reversed(entry.above):
        if one.introduces and "\n" not in one.text and (kind := place_of(one.text, exact=True)):
            return kind, 0
    for index in range(len(entry.titles) - 1, -1, -1):
        title = entry.titles[index]
        kind = place_of(title.text, exact=title.level == 1)
        if kind and not (kind == "todo" and title.level == 1 and has_boxes):
            return kind, index + 1
    return default, 0
