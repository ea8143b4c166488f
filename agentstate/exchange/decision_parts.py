"""A decision told under a heading for each of its parts: "Decision", then "Rationale" and "Implementation Details" beside it."""

from collections.abc import Iterator, Sequence

from agentstate.exchange.item import Item
from agentstate.exchange.note_decisions import LONGEST, day_in, undated
from agentstate.exchange.note_labels import NAME
from agentstate.exchange.note_lines import Entry, entries, titles
from agentstate.exchange.note_places import plain_title
from agentstate.vocabulary.values import dataclass, field

_PARTS = {
    **dict.fromkeys(("decision", "决策", "決定"), "decision"),
    **dict.fromkeys(("rationale", "reason", "reasons", "why", "justification", "理由", "决策理由", "根拠"), "why"),
    **dict.fromkeys(("implementation details", "implementation", "details", "实现细节", "实施细节", "実装の詳細"), "details"),
    **dict.fromkeys(("alternatives", "alternatives considered", "rejected", "替代方案", "代替案"), "rejected"),
    **dict.fromkeys(("context", "consequences", "impact", "implications", "背景", "影响", "影響"), "left"),
}


@dataclass()
class Group:
    """The lines from a heading "Decision" on (`line` to before `end`), and what each part of them says."""

    line: int
    level: int
    end: int = 0
    titles: list[str] = field(default_factory=list)
    parts: dict[str, list[Entry]] = field(default_factory=dict)


def told_in_parts(path: str, text: str, items: Sequence[Item]) -> tuple[Item, ...]:
    """The items of a log, with one for each decision that is told in parts in the place of what was made of its lines."""
    found = groups(text)
    others = [item for item in items if not any(one.line <= item.line < one.end for one in found)]
    return tuple(sorted([*others, *(item for one in found for item in _decisions(path, one))], key=lambda item: item.line))


def groups(text: str) -> tuple[Group, ...]:
    """The decisions of a log that have headings for their parts."""
    found: list[Group] = []
    owner: dict[int, tuple[Group, str]] = {}
    last = text.count("\n") + 2
    for title in titles(text):
        part = _PARTS.get(plain_title(title.text), "") if title.level > 1 else ""
        if found and not found[-1].end and (part in {"", "decision"} or title.level < found[-1].level):
            found[-1].end = title.line
        if part == "decision":
            found.append(Group(title.line, title.level))
        if part and found and not found[-1].end:
            owner[title.line] = (found[-1], part)
            found[-1].titles.append(title.text)
    for one in found:
        one.end = one.end or last
    _fill(text, owner)
    return tuple(one for one in found if one.parts.get("decision"))


def _fill(text: str, owner: dict[int, tuple[Group, str]]) -> None:
    """The entries in the parts that they say; a line that is nothing but the name of a part begins that part."""
    named: dict[int, str] = {}
    for entry in entries(text):
        at = entry.titles[-1].line if entry.titles else 0
        if at not in owner or not entry.text.strip("*_ \t"):
            continue
        group, part = owner[at]
        if NAME.fullmatch(entry.text) and (name := _PARTS.get(plain_title(entry.text.rstrip("*_").rstrip(":：")), "")):
            named[at] = name
            group.titles.append(entry.text)
        else:
            group.parts.setdefault(named.get(at, part), []).append(entry)


def _decisions(path: str, group: Group) -> Iterator[Item]:
    """One decision with its reason; of several below one heading, nothing says which of them a reason is for."""
    roots = [one for one in group.parts["decision"] if not one.above and one.form != "row"]
    if len(roots) != 1:
        for one in roots:
            yield from _decision(path, one, [], {"headings": "\n".join(group.titles)})
        return
    below = [one for one in group.parts["decision"] if one is not roots[0] and one.form != "row"]
    why, rejected = (_fitting(group.parts.get(name, [])) for name in ("why", "rejected"))
    said = [*below, *group.parts.get("details", [])]
    details = _fitting(said) if sum(len(one.text) for one in (roots[0], *said)) <= LONGEST else []
    fields = {"why": _joined(why), "rejected": _joined(rejected), "details": _joined(details), "headings": "\n".join(group.titles)}
    yield from _decision(path, roots[0], [*why, *rejected, *details], fields, group.line)


def _decision(path: str, entry: Entry, used: Sequence[Entry], fields: dict[str, str], line: int = 0) -> Iterator[Item]:
    ahead, said = undated(entry.text)
    details = fields.pop("details", "")
    if said.strip() and len(said) <= LONGEST:
        given = {"title": said, "date": day_in(entry.text), "when": ahead, "decision": f"{said}\n{details}" if details else "", **fields}
        end = max(one.end for one in (entry, *used))
        yield Item("decision", said, path, line or entry.line, end, {name: value for name, value in given.items() if value})


def _fitting(found: Sequence[Entry]) -> list[Entry]:
    told: list[Entry] = []
    for one in found:
        if one.form == "row" or sum(len(each.text) for each in told) + len(one.text) > LONGEST:
            break
        told.append(one)
    return told


def _joined(found: Sequence[Entry]) -> str:
    return "\n".join(one.text for one in found)
