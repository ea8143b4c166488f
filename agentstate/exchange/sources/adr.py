"""Decision records, one in each file: MADR, adr-tools, log4brains and their like."""

from collections.abc import Iterator, Mapping, Sequence

from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.markdown_parts import properties
from agentstate.exchange.note_decisions import LONGEST, day_in, reason_in
from agentstate.exchange.note_labels import LABEL
from agentstate.exchange.note_lines import Entry, Title, entries, titles
from agentstate.exchange.note_places import plain_title
from agentstate.exchange.options import chosen_in, rejected
from agentstate.exchange.remainder import remainder
from agentstate.vocabulary.patterns import pattern
from agentstate.yaml import Value

_HEADINGS = {
    "decision": ("decision", "decision outcome", "our decision", "决策", "决策结果", "决定", "決定", "決定事項", "decisão", "entscheidung"),
    "why": ("rationale", "justification", "why", "reasons", "理由", "决策理由", "根拠", "justificativa", "begründung"),
    "context": ("context", "context and problem statement", "problem", "problem statement", "background", "背景", "背景与问题", "问题背景"),
    "status": ("status", "state", "状态", "状態", "ステータス", "estado"),
    "date": ("date", "日期", "日付", "data", "datum"),
    "rejected": ("alternatives considered", "alternatives", "rejected alternatives", "rejected options", "替代方案", "代替案"),
    "options": ("considered options", "options considered", "options", "备选方案", "候选方案", "検討した選択肢", "opções consideradas"),
    "more": ("more information",),
    "after": ("consequences", "影响", "后果", "影響", "consequências", "positive consequences"),
}
_MORE_CONTEXT = ("コンテキスト", "コンテキストと課題", "contexto", "contexto e problema", "kontext")
_PARTS = {name: part for part, names in _HEADINGS.items() for name in names} | dict.fromkeys(_MORE_CONTEXT, "context")


_OLDER = pattern(r"Supersedes \[[^\]]*\]\([^)]*\) `([^`\s]+)`")
"""How an export names the decision that another one takes the place of."""

_OPEN = "proposed"
"""The status of a record that has no outcome yet."""

_SIGNS = ("ecision", "决", "決", "ecisão", "ntscheidung")
"""What every file with a decision has in it: most others need no further look."""


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(
        path
        for path, text in files.items()
        if path.endswith((".md", ".markdown", ".mdx")) and (any(sign in text for sign in _SIGNS) or _OPEN in text) and _fits(text)
    )


def _fits(text: str) -> bool:
    """Whether there is a decision, and what it is for: a context, a status, or consequences; or one that is still to be taken."""
    found = [(title.level, _part(title)) for title in titles(text)]
    parts = [part for _, part in found]
    if _is_open(text, parts):
        return True
    if parts.count("decision") != 1 or not found or found[0][0] != 1:
        return False
    return bool({"context", "status", "after", "options", "rejected"} & set(parts) - {""})


def _is_open(text: str, parts: Sequence[str]) -> bool:
    """Whether a record has a context and options, and says that it is only proposed."""
    if not {"context", "options"} <= set(parts) or _OPEN not in text:
        return False
    return _named("status", _by_part(entries(text)), properties(text)[0])[0].strip(" *_").casefold().startswith(_OPEN)


def _part(title: Title) -> str:
    return _PARTS.get(plain_title(title.text), "")


def _read(files: Mapping[str, str]) -> Imported:
    items: list[Item] = []
    rest: list[Passage] = []
    for path, text in sorted(files.items()):
        found = tuple(_items(path, text))
        items += found
        rest += remainder(path, text, found)
    return Imported(SOURCE.name, tuple(items), tuple(rest))


def _items(path: str, text: str) -> Iterator[Item]:
    parts = _by_part(entries(text))
    title = titles(text)[0]
    decision = _told(parts.get("decision", ()))
    values, _ = properties(text)
    if not decision and _is_open(text, [*parts]):
        yield from _proposed(path, title, parts, values)
    if not decision or len(decision[0].text) > LONGEST:
        return
    (status, *status_label), (date, *date_label) = (_named(name, parts, values) for name in ("status", "date"))
    said = "\n".join(one.text for one in decision)
    is_title = said in {names_itself(title.text), proposes_itself(title.text)}
    why = _told(parts.get("why", ())) or ([] if reason_in(decision[0].text) else _told(parts.get("context", ())))
    more = [line for one in parts.get("more", ()) for line in one.lines]
    refused = rejected(parts.get("options", ()), chosen_in(said) or (title.text if is_title else said), is_sure=False) or rejected(
        parts.get("rejected", ()), "", is_sure=True
    )
    fields = {
        "title": title.text,
        "status": status,
        "date": day_in(date),
        "day": date,
        "decision": "" if is_title else said,
        "why": "\n".join(one.text for one in why) or reason_in(decision[0].text),
        "rejected": "\n".join(refused.lines),
        "options": "\n".join(refused.said),
        "supersedes": " ".join(found[1] for line in more if (found := _OLDER.fullmatch(line))),
        "keep": "permanent" if "Keep: permanent" in more else "",
        "labels": "\n".join([*status_label, *date_label]),
        "headings": _headings(decision, why, refused.entries),
    }
    end = max(one.end for one in (*decision, *why, *refused.entries))
    decided = title.text if is_title else said
    yield Item("decision", decided, path, title.line, end, {name: value for name, value in fields.items() if value})


def _proposed(path: str, title: Title, parts: Mapping[str, Sequence[Entry]], values: Mapping[str, Value]) -> Iterator[Item]:
    """A decision that is still to be taken: nothing says which of the options it will be."""
    (status, *status_label), (date, *date_label) = (_named(name, parts, values) for name in ("status", "date"))
    why = _told(parts.get("context", ()))
    fields = {
        "title": title.text,
        "status": status,
        "date": day_in(date),
        "day": date,
        "why": "\n".join(one.text for one in why),
        "labels": "\n".join([*status_label, *date_label]),
        "headings": _headings(why),
    }
    end = max((one.end for one in why), default=0)
    yield Item("decision", title.text, path, title.line, end, {name: value for name, value in fields.items() if value})


def names_itself(title: str) -> str:
    """How a record says that its title is the whole decision."""
    return f'Chosen option: "{title}"'


def proposes_itself(title: str) -> str:
    """The same of a record that is not decided yet."""
    return f'Proposed option: "{title}"'


def _by_part(found: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries by the part of the record that they stand in; those ahead of all headings but the first by "head"."""
    parts: dict[str, list[Entry]] = {}
    for entry in found:
        named = next((part for title in reversed(entry.titles) if (part := _part(title))), "head" if len(entry.titles) <= 1 else "")
        parts.setdefault(named, []).append(entry)
    return parts


def _told(found: Sequence[Entry]) -> list[Entry]:
    """What a section says itself, from its first paragraph on, as far as it is no more than a decision takes."""
    told: list[Entry] = []
    for entry in found:
        if entry.form == "row" or len(entry.text) > LONGEST or sum(len(one.text) for one in told) + len(entry.text) > LONGEST:
            break
        told.append(entry)
    return told


def _named(name: str, parts: Mapping[str, Sequence[Entry]], values: Mapping[str, Value]) -> tuple[str, ...]:
    """What the section, the label, the row or the front matter of this name says, and the words of the heading or label; "" for none."""
    if found := parts.get(name):
        return "\n".join(one.text for one in found), found[0].title
    for entry in parts.get("head", ()):
        if entry.form == "row" and len(entry.cells) > 1 and _PARTS.get(plain_title(entry.cells[0])) == name:
            return entry.cells[1], entry.cells[0]
        for line in entry.lines if entry.form != "row" else ():
            if (said := LABEL.fullmatch(line)) and _PARTS.get(plain_title(said["label"])) == name and said["said"].strip():
                return said["said"].strip(), said["label"]
    value = values.get(name)
    return (value.strip(), name) if isinstance(value, str) else ("",)


def _headings(*used: Sequence[Entry]) -> str:
    """The headings below which the parts stand, so that nothing else has to hold them."""
    return "\n".join(dict.fromkeys(title.text for group in used for entry in group for title in entry.titles[1:]))


SOURCE = Source("adr", "decision records, one in each file (MADR, adr-tools, log4brains)", _takes, _read)
