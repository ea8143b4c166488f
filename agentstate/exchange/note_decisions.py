"""The decisions of a note: a bullet, a row, or a section for each of them."""

import re
from collections.abc import Iterator, Sequence

from agentstate.exchange.item import Item
from agentstate.exchange.note_lines import Entry, Title
from agentstate.exchange.note_places import plain_title
from agentstate.exchange.note_tables import columns
from agentstate.exchange.text import joined
from agentstate.vocabulary.patterns import pattern

LONGEST = 1500
"""Characters of one decision, at most; of a longer one the first part is taken, and the rest is left."""

PARTS = {
    **dict.fromkeys(("decision", "choice", "chosen", "decided", "决策", "决定", "選択", "決定"), "decision"),
    **dict.fromkeys(("why", "reason", "reasons", "rationale", "because", "justification", "理由", "原因", "决策原因", "根拠"), "why"),
    **dict.fromkeys(("rejected", "alternatives", "alternatives considered", "alternatives rejected"), "rejected"),
    **dict.fromkeys(("否决方案", "替代方案", "代替案"), "rejected"),
    **dict.fromkeys(("date", "when", "日期", "日付"), "date"),
    **dict.fromkeys(("status", "状态", "状態", "ステータス"), "status"),
}
"""What a label or the head of a column says of a decision."""

_LABEL = pattern(
    r"(?:[*_]{1,3})?(?P<label>[^\s:：*_`|\[][^:：*`|\[\]\n]{0,39}?)(?:[*_]{1,3})?[:：](?:[*_]{1,3})?[ \t]*(?P<said>.*)", re.DOTALL
)
_DAY = pattern(r"[\[(（*_ \t]*(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T][0-9:.]+Z?)?[\])）*_ \t]*(?:[:：—–|-]+[ \t]*)?")
_LEAD = pattern(r"\*\*(?P<title>[^*\n]{2,120}?)(?:[:：.。]\*\*\s*|\*\*[ \t]*[:：—–-]+\s*)(?P<said>\S.*)", re.DOTALL)
_BOLD = pattern(r"\*\*(?P<title>[^*\n]{2,120}?)[:：.。]?\*\*[ \t]*[:：]?")
_BECAUSE = pattern(r"(?<=\s)because\s+|因为", re.IGNORECASE)
_STOP = pattern(r"[.!?](?=\s|\Z)|[。！？]")
_CHOSEN = pattern(r"[*_ ]*chosen option\b", re.IGNORECASE)
"""How a decision record begins its outcome: all that is said behind "because" is the reason, a list of them too."""
_LISTING = pattern("[,，;；、]")
_BRACKETS = {**dict.fromkeys("([{（【", 1), **dict.fromkeys(")]}）】", -1)}
_NOTHING = pattern(r"[\s(（]*(?:none|nothing|n/a|tbd|无|暂无|なし|特になし)(?:[^\w].*)?|\[[^\]]*\]|[\W_]*", re.IGNORECASE | re.DOTALL)


def from_entry(path: str, parts: Sequence[Entry]) -> Iterator[Item]:
    """A bullet or a paragraph, with what belongs to it, as one decision; none where it says nothing."""
    first, *others = _fitting(parts)
    title, day, said = _lead(first.text, is_alone=not others)
    yield from _decision(path, first, [first, *others], {"title": title, "date": day}, [said, *(one.text for one in others)])


def from_section(path: str, title: Title, group: Sequence[Entry]) -> Iterator[Item]:
    """A section of the log as one decision; its heading is the title."""
    found = _DAY.match(title.text)
    name = title.text[found.end() if found else 0 :].strip() or title.text
    given = {"title": name, "date": found["day"] if found else "", "section": title.text}
    lists = [one for one in group if not one.mark and one.form != "row"]
    roots = [one for one in lists if not one.above]
    if len(roots) > 1 and not found and all(_names_itself(one) for one in roots):
        for one in roots:
            yield from from_entry(path, [one, *(part for part in one.below if not part.mark)])
        return
    told = _fitting(lists)
    yield from _decision(path, group[0], told, given, [one.text for one in told]) if told else ()


def from_row(path: str, entry: Entry) -> Iterator[Item]:
    """A row of a table of decisions."""
    found = columns(entry, PARTS)
    said = found.get("decision", "")
    if said and len(entry.cells) == len(entry.header) and not _NOTHING.fullmatch(said):
        found = {**found, "date": day["day"] if (day := _DAY.match(found.get("date", ""))) else "", "day": found.get("date", "")}
        fields = {"title": said, **found, "section": entry.title}
        yield Item("decision", said, path, entry.line, entry.end, _without_echo({name: value for name, value in fields.items() if value}))


def day_in(text: str) -> str:
    """The day that the text begins with, "" where it begins otherwise."""
    found = _DAY.match(text)
    return found["day"] if found else ""


def undated(text: str) -> tuple[str, str]:
    """The day at the beginning of a text with the signs around it, as it stands there, and what comes behind it."""
    found = _DAY.match(text)
    return (found[0].strip(), text[found.end() :]) if found else ("", text)


def reason_in(said: str) -> str:
    """What stands behind "because" in the first sentence, "" where that is not the reason for all of it: in brackets, or in a list."""
    sentence = said[: stop.end()] if (stop := _STOP.search(said)) else said
    flat = _outside(sentence)
    found = list(_BECAUSE.finditer(flat))
    if len(found) != 1:
        return ""
    is_list = _LISTING.search(flat[: found[0].start()].rstrip(" \t\n,，")) or _LISTING.search(flat, found[0].end())
    if is_list and not _CHOSEN.match(said):
        return ""
    return sentence[found[0].end() :].strip()


def _outside(text: str) -> str:
    """The text with what stands in brackets as signs that say nothing; all of it where a bracket stays open."""
    depth, kept = 0, []
    for character in text:
        depth = max(0, depth + _BRACKETS.get(character, 0))
        kept.append("*" if depth else character)
    return "*" * len(text) if depth else "".join(kept)


def _names_itself(entry: Entry) -> bool:
    """Whether a bullet begins with a name in bold that is no part of a decision."""
    found = _BOLD.match(entry.text)
    return entry.form == "bullet" and bool(found) and plain_title(found["title"]) not in PARTS  # type: ignore[index]


def _fitting(parts: Sequence[Entry]) -> list[Entry]:
    """The parts from the first on, as many as one decision takes."""
    told: list[Entry] = []
    for part in parts:
        if told and sum(len(one.text) for one in told) + len(part.text) > LONGEST:
            break
        told.append(part)
    return told


def _lead(text: str, *, is_alone: bool) -> tuple[str, str, str]:
    """Title, day, and what was decided; the title is all of it where nothing sets one apart."""
    day = _DAY.match(text)
    said = text[day.end() if day else 0 :]
    if not is_alone and (name := _BOLD.fullmatch(said)):
        return name["title"], (day["day"] if day else ""), ""
    lead = _LEAD.fullmatch(said)
    return (lead["title"] if lead else joined(said)), (day["day"] if day else ""), (lead["said"] if lead else said)


def _decision(path: str, first: Entry, told: Sequence[Entry], given: dict[str, str], texts: Sequence[str]) -> Iterator[Item]:
    named: dict[str, list[str]] = {}
    labels: list[str] = []
    for text in filter(None, texts):
        found = _LABEL.fullmatch(text)
        name = PARTS.get(plain_title(found["label"]), "") if found and found["said"] else ""
        labels += [found["label"]] if found and name else []
        named.setdefault(name or "decision", []).append(found["said"] if found and name else text)
    fields = {name: "\n".join(said) for name, said in named.items()}
    said = fields.get("decision", "") or given["title"]
    fields.setdefault("why", reason_in(named["decision"][0] if "decision" in named else said))
    if len(said) > LONGEST or _NOTHING.fullmatch(said):
        return
    fields = {"section": first.title, **given, **{name: value for name, value in fields.items() if value}, "labels": "\n".join(labels)}
    yield Item("decision", said, path, first.line, told[-1].end, _without_echo({name: value for name, value in fields.items() if value}))


def _without_echo(fields: dict[str, str]) -> dict[str, str]:
    """The parts without a decision that is only what the title was made of."""
    return {name: value for name, value in fields.items() if name != "decision" or joined(value) != fields.get("title", "")}
