"""A note in Markdown as items: each line to the place that its heading or its label names."""

import re
from collections.abc import Iterator, Sequence

from agentstate.exchange.item import Imported, Item, Passage
from agentstate.exchange.note_decisions import LONGEST, from_entry, from_row, from_section
from agentstate.exchange.note_lines import Entry, entries
from agentstate.exchange.note_places import DOING, NOWHERE, label_place, place_of, priority_in
from agentstate.exchange.note_tables import task_row, tried_row
from agentstate.exchange.remainder import remainder
from agentstate.exchange.text import joined
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass, field

_BOLD = r"(?:[*_]{1,3})?"
LABEL = pattern(
    rf"{_BOLD}(?P<label>[^\s:：*_`|\[][^:：*`|\[\]\n]{{0,39}}?)[ \t]*{_BOLD}[ \t]*[:：][ \t]*(?:[*_]{{1,3}}(?=\s|\Z))?[ \t]*(?P<said>.*)"
)
"""What stands before a colon, in bold or not, and what stands behind it."""

_NOTHING = pattern(
    r"[\s(（*_\-]*(?:none|nothing|n/a|tbd|无|暂无|没有|なし|特になし|無し|変更なし|no change)(?:[^\w].*)?", re.IGNORECASE | re.DOTALL
)
_PLACEHOLDER = pattern(r"\[[^\]]*\]|<[^>]*>|\{[^}]*\}|[\W_0-9]*")
_ASIDE = pattern(r"(?P<sign>[*_])(?!(?P=sign)).*(?<!(?P=sign))(?P=sign)", re.DOTALL)
_ENDED = ("✅", "☑", "✔", "✓", "~~", "[x]", "[done]", "[ok]")
_NOT_ENDED = ("❌", "⏳", "🔄", "🚧", "🔲", "⬜", "❓", "[ ]", "☐", "✗", "✘")
_PATH = pattern(
    r"(?:[^\w`./@*\[]+[ \t]*)?(?:\*\*)?(?P<tick>`?)(?P<path>[\w@.][\w@.+\-/]*[\w*])(?P=tick)(?:\*\*)?"
    r"(?P<rest>[ \t]*(?:[(（:：,，—–].*|-[ \t].*)?)",
    re.DOTALL,
)
_STATES = {" ": "open", "x": "done", "X": "done", "~": "doing", "/": "doing"}
_KEPT = frozenset({"acceptance", "constraint", "do_not", "hypothesis", "awaiting_approval"})
_WORK = frozenset({"todo", "next", DOING})
_LIMITS = {"fact": 500, "todo": 500, DOING: 500, "next": 200, "decision": 1500}
_LINE = 200
_LISTED = _WORK | {"done", "constraint", "do_not", "decision", "verified", "hypothesis", "acceptance", "awaiting_approval", "failed"}
_NAME = pattern(r"[*_]{0,3}[^:：*_`\n]{1,40}[*_]{0,3}[:：][*_]{0,3}")
_SCALARS = frozenset({"next", "task", "goal", "stage"})


_ONCE = frozenset({"goal", "task", "stage", "acceptance"})
"""Kinds that are of the one task which a note is about: where two headings say them, each is about a part of the work, and nothing says
which of them is at hand."""


@dataclass(slots=True)
class _Note:
    path: str
    several: set[str]
    lists: frozenset[int]
    carried: set[int] = field(default_factory=set)


def note(path: str, text: str, default: str = "") -> tuple[Item, ...]:
    """The items of a note, in the order of its lines. `default` is the kind of what stands below no heading that the table knows; with ""
    only its checkboxes, which are work, and what has a label."""
    read = tuple(_single(entries(text)))
    has_boxes = any(entry.mark for entry in read)
    placed = [(entry, *_place(entry, default, has_boxes=has_boxes)) for entry in read]
    several = _several(placed)
    reading = _Note(path, several, frozenset(_section_line(entry) for entry in read if entry.form != "text"))
    sections: dict[int, list[Entry]] = {}
    items: list[Item] = []
    for entry, said, at in placed:
        kind = "" if said in several else said
        if kind == "decision" and entry.form == "row":
            items += from_row(path, entry)
        elif kind == "decision" and not entry.mark and 0 < at < len(entry.titles):
            sections.setdefault(entry.titles[at].line, []).append(entry)
        else:
            items += _items(reading, entry, kind)
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
        if own := _own_label(entry):
            places.setdefault(own[0], set()).add(entry.line)
        elif at or entry.above:
            places.setdefault(kind, set()).add(entry.titles[at - 1].line if at else entry.above[0].line)
    return {kind for kind, lines in places.items() if kind in _ONCE and len(lines) > 1}


def _section_line(entry: Entry) -> int:
    """Where the section begins in which an entry stands."""
    return entry.titles[-1].line if entry.titles else 0


def _own_label(entry: Entry) -> tuple[str, str, str] | None:
    """The kind that the label of a line names, the label, and what is behind it."""
    is_alone = len(entry.lines) == 1 and not entry.below and not entry.mark and entry.form != "row"
    found = LABEL.fullmatch(entry.lines[0]) if is_alone else None
    kind = label_place(found["label"]) if found and found["said"] else ""
    return (kind, found["label"], found["said"]) if found and kind else None


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


def _items(reading: _Note, entry: Entry, kind: str) -> Iterator[Item]:
    if entry.form == "row" and not entry.above:
        yield from task_row(reading.path, entry, kind) if kind in _WORK | {"done"} else tried_row(reading.path, entry, kind)
    elif entry.mark:
        yield from _box(reading, entry, kind)
    elif not _belongs(entry) and kind != NOWHERE and not _says_of_others(reading, entry, kind):
        yield from _labelled(reading, entry, kind)


def _belongs(entry: Entry) -> bool:
    """Whether it is said with the bullet that it belongs to."""
    around = entry.above[-1:]
    return bool(around) and around[0].form == "bullet" and not _is_label(around[0])


def _says_of_others(reading: _Note, entry: Entry, kind: str) -> bool:
    """Whether an entry is about what is around it: a list, a table or code, or the note; or is part of what is said about work."""
    if entry.form == "bullet":
        return kind in _WORK and any(one.form == "text" and _NAME.fullmatch(one.text) and not _is_label(one) for one in entry.above)
    if entry.below or _ASIDE.fullmatch(entry.text) or _NAME.fullmatch(entry.text):
        return True
    if kind in _LISTED and _section_line(entry) in reading.lists and not _own_label(entry):
        return True
    return entry.introduces and kind not in _SCALARS


def _is_label(entry: Entry) -> bool:
    return entry.introduces and "\n" not in entry.text and bool(place_of(entry.text, exact=True))


def _box(reading: _Note, entry: Entry, kind: str) -> Iterator[Item]:
    state = _STATES.get(entry.mark, "")
    if not state or kind == NOWHERE:
        return
    if kind in _KEPT or (state == "done" and kind in {"done", "verified"}):
        what = kind
    else:
        what = "next" if state == "open" and kind == "next" else "todo"
    yield from _spread(reading, entry, what, {"state": state} if state != "open" or what == "todo" else {})


def _labelled(reading: _Note, entry: Entry, kind: str) -> Iterator[Item]:
    """An entry below a heading of this kind, or of the kind that its own label names."""
    own = _own_label(entry)
    if own and own[0] not in reading.several:
        yield from _placed(reading, entry, own[0], own[2], {"label": own[1]})
    elif kind:
        yield from _spread(reading, entry, kind, {})


def _spread(reading: _Note, entry: Entry, kind: str, fields: dict[str, str]) -> Iterator[Item]:
    """The entry with what belongs to it, as one item where that fits, else one for each part, with what it belongs to."""
    own = [one for one in entry.below if not one.mark]
    if entry.mark and sum(len(one.text) + 1 for one in (entry, *own)) > _LIMITS["todo"]:
        own = []
    parts = [entry, *own]
    if not own and _NAME.fullmatch(entry.text):
        return
    if kind == "decision":
        yield from from_entry(reading.path, parts)
    elif not own or sum(len(part.text) + 1 for part in parts) <= _LIMITS.get(kind, _LINE):
        yield from _chained(reading, parts, kind, fields)
    else:
        holding, here = {id(one) for part in own for one in part.above}, {id(one) for one in parts}
        for part in own:
            if id(part) not in holding:
                yield from _chained(reading, [*(one for one in part.above if id(one) in here), part], kind, fields)


def _chained(reading: _Note, parts: Sequence[Entry], kind: str, fields: dict[str, str]) -> Iterator[Item]:
    """One item of the parts, with the paragraph before the list, which says what it is."""
    ahead = [one for one in parts[0].above if one.introduces and not _is_label(one)]
    labels = [one for one in parts[0].above if _is_label(one)]
    whole = [*ahead, *parts]
    fresh = [one for one in (*labels, *whole) if id(one) not in reading.carried]
    reading.carried.update(id(one) for one in fresh)
    said = {"label": "\n".join(one.text for one in labels)} if labels else {}
    first = min((one.line for one in fresh), default=parts[-1].line)
    entry = Entry(["\n".join(one.text for one in whole)], first, parts[-1].end, parts[0].titles, parts[0].form)
    yield from _placed(reading, entry, kind, entry.text, {**said, **fields})


def _placed(reading: _Note, entry: Entry, kind: str, said: str, fields: dict[str, str]) -> Iterator[Item]:
    """The item itself; none where it says nothing."""
    bare = said.strip(" \t*_")
    if len(said) > LONGEST or _NOTHING.fullmatch(bare) or _PLACEHOLDER.fullmatch(bare):
        return
    given = {"section": entry.title} if entry.title else {}
    if kind in _WORK:
        fields = {**fields, **_work(entry, bare, kind, fields)}
        kind = "next" if kind == "next" and "state" not in fields else "todo"
    elif kind == "done" and bare.startswith(_NOT_ENDED):
        return
    if kind in {"file", "touched", "checked"}:
        found = _PATH.fullmatch(said)
        if not found or not {"/", "."} & set(found["path"]):
            return
        said, fields = found["path"], {**fields, **({"note": found["rest"].strip()} if found["rest"].strip() else {})}
    if kind == "decision":
        given["title"] = joined(said)
    yield Item(kind, said, reading.path, entry.line, entry.end, {**given, **fields})


def _work(entry: Entry, bare: str, kind: str, fields: dict[str, str]) -> dict[str, str]:
    """State and priority of something that is to be done, where the note says so."""
    found = {}
    if "state" not in fields and bare.casefold().startswith(_ENDED):
        found["state"] = "done"
    elif "state" not in fields and kind != "next":
        found["state"] = "doing" if kind == DOING else "open"
    level = next(filter(None, (priority_in(one.text) for one in entry.titles[::-1])), "")
    if level and kind != "next" and not priority_in(bare):
        found["priority"] = level
    return found
