"""The lines of a note, of which the kind is known, as items: what belongs to each other together, what says nothing left out."""

import re
from collections.abc import Iterator, Sequence

from agentstate.exchange.item import Item
from agentstate.exchange.note_decisions import LONGEST, from_entry
from agentstate.exchange.note_labels import NAME, is_label, own_label
from agentstate.exchange.note_lines import Entry
from agentstate.exchange.note_places import DOING, NOWHERE, priority_in
from agentstate.exchange.note_tables import task_row, tried_row
from agentstate.exchange.text import joined
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass, field

_NOTHING = pattern(
    r"[\s(（*_\-]*(?:none|nothing|n/a|tbd|无|暂无|没有|なし|特になし|無し|変更なし|no change)(?:[^\w].*)?", re.IGNORECASE | re.DOTALL
)
_PLACEHOLDER = pattern(r"\[[^\]]*\]|<[^>]*>|\{[^}]*\}|[\W_0-9]*")
_ASIDE = pattern(r"(?P<sign>[*_])(?!(?P=sign)).*(?<!(?P=sign))(?P=sign)", re.DOTALL)
_ENDED = ("✅", "☑", "✔", "✓", "~~", "[x]", "[done]", "[ok]")
_NOT_ENDED = ("❌", "⏳", "🔄", "🚧", "🔲", "⬜", "❓", "[ ]", "☐", "✗", "✘")
_PATH = pattern(
    r"(?:[^\w`./@*\[]+)?(?:\*\*)?(?P<tick>`?)(?P<path>[\w@.][\w@.+\-/]*[\w*])(?P=tick)(?:\*\*)?"
    r"(?P<rest>[ \t]*(?:[(（:：,，—–].*|-[ \t].*)?)",
    re.DOTALL,
)
_STATES = {" ": "open", "x": "done", "X": "done", "~": "doing", "/": "doing"}
_KEPT = frozenset({"acceptance", "constraint", "do_not", "hypothesis", "awaiting_approval"})
WORK = frozenset({"todo", "next", DOING})
_LIMITS = {"fact": 500, "todo": 500, DOING: 500, "next": 200, "decision": 1500}
_LINE = 200
_LISTED = WORK | {"done", "constraint", "do_not", "decision", "verified", "hypothesis", "acceptance", "awaiting_approval", "failed"}
_SCALARS = frozenset({"next", "task", "goal", "stage"})
_CAUSE = pattern(r"[*_ ]*(?:root cause|cause|reason|根本原因|根因|原因)[*_ ]*[:：].*", re.IGNORECASE | re.DOTALL)
"""What a bullet below "Fixed" says of the fault, which is nothing that was done."""


@dataclass()
class Reading:
    """What is known of the note at `path` while it is read: kinds of which nothing can be taken, lines of the headings of sections with
    lists, and what an item has carried already."""

    path: str
    several: set[str]
    lists: frozenset[int]
    carried: set[int] = field(default_factory=set)


def section_line(entry: Entry) -> int:
    """Where the section begins in which an entry stands."""
    return entry.titles[-1].line if entry.titles else 0


def items_of(reading: Reading, entry: Entry, kind: str) -> Iterator[Item]:
    """The items of an entry below a heading of this kind, "" for one that nobody knows."""
    if entry.form == "row" and not entry.above:
        yield from task_row(reading.path, entry, kind) if kind in WORK | {"done"} else tried_row(reading.path, entry, kind)
    elif entry.mark:
        yield from _box(reading, entry, kind)
    elif not _belongs(entry) and kind != NOWHERE and not _says_of_others(reading, entry, kind):
        yield from _labelled(reading, entry, kind)


def _belongs(entry: Entry) -> bool:
    """Whether it is said with the bullet that it belongs to."""
    around = entry.above[-1:]
    return bool(around) and around[0].form == "bullet" and not is_label(around[0])


def _says_of_others(reading: Reading, entry: Entry, kind: str) -> bool:
    """Whether an entry is about what is around it: a list, a table or code, or the note; or is part of what is said about work."""
    if entry.form == "bullet":
        return kind in WORK and any(one.form == "text" and NAME.fullmatch(one.text) and not is_label(one) for one in entry.above)
    if entry.below or _ASIDE.fullmatch(entry.text) or NAME.fullmatch(entry.text):
        return True
    if kind in _LISTED and section_line(entry) in reading.lists and not own_label(entry):
        return True
    return entry.introduces and kind not in _SCALARS


def _box(reading: Reading, entry: Entry, kind: str) -> Iterator[Item]:
    state = _STATES.get(entry.mark, "")
    if not state or kind == NOWHERE:
        return
    if kind in _KEPT or (state == "done" and kind in {"done", "verified"}):
        what = kind
    else:
        what = "next" if state == "open" and kind == "next" else "todo"
    yield from _spread(reading, entry, what, {"state": state} if state != "open" or what == "todo" else {})


def _labelled(reading: Reading, entry: Entry, kind: str) -> Iterator[Item]:
    """An entry below a heading of this kind, or of the kind that its own label names."""
    own = own_label(entry)
    if own and own[0] not in reading.several:
        yield from _placed(reading, entry, own[0], own[2], {"label": own[1]})
    elif kind:
        yield from _spread(reading, entry, kind, {})


def _spread(reading: Reading, entry: Entry, kind: str, fields: dict[str, str]) -> Iterator[Item]:
    """The entry with what belongs to it, as one item where that fits, else one for each part, with what it belongs to."""
    own = [one for one in entry.below if not one.mark]
    if entry.mark and sum(len(one.text) + 1 for one in (entry, *own)) > _LIMITS["todo"]:
        own = []
    parts = [entry, *own]
    if not own and NAME.fullmatch(entry.text):
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


def _chained(reading: Reading, parts: Sequence[Entry], kind: str, fields: dict[str, str]) -> Iterator[Item]:
    """One item of the parts, with the paragraph before the list, which says what it is."""
    ahead = [one for one in parts[0].above if one.introduces and not is_label(one)]
    labels = [one for one in parts[0].above if is_label(one)]
    whole = [*ahead, *parts]
    fresh = [one for one in (*labels, *whole) if id(one) not in reading.carried]
    reading.carried.update(id(one) for one in fresh)
    said = {"label": "\n".join(one.text for one in labels)} if labels else {}
    first = min((one.line for one in fresh), default=parts[-1].line)
    entry = Entry(["\n".join(one.text for one in whole)], first, parts[-1].end, parts[0].titles, parts[0].form)
    yield from _placed(reading, entry, kind, entry.text, {**said, **fields})


def _placed(reading: Reading, entry: Entry, kind: str, said: str, fields: dict[str, str]) -> Iterator[Item]:
    """The item itself; none where it says nothing."""
    bare = said.strip(" \t*_")
    if len(said) > LONGEST or _NOTHING.fullmatch(bare) or _PLACEHOLDER.fullmatch(bare):
        return
    given = {"section": entry.title} if entry.title else {}
    if kind in WORK:
        fields = {**fields, **_work(entry, bare, kind, fields)}
        kind = "next" if kind == "next" and "state" not in fields else "todo"
    elif kind == "done" and (bare.startswith(_NOT_ENDED) or _CAUSE.fullmatch(bare)):
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
