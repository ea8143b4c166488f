"""DECISIONS.md and its archive volumes: text to entries and back. The line grammar here is the authority (docs/convention.md)."""

import re
from collections.abc import Collection, Container, Sequence
from functools import lru_cache
from itertools import pairwise

from agentstate.documents.decision import Decision, DecisionLog, decision_id, identifiers, says
from agentstate.documents.fields import Field, read_fields
from agentstate.documents.lines import BLANK, Fences, fences, front_matter, is_section, refuse_unclosed_fence, unclosed_fence
from agentstate.documents.standing import Standing, Unresolved, resolve, standings, unresolved
from agentstate.documents.text import SourceText
from agentstate.vocabulary.calendar import is_moment
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import quoted

__all__ = [
    "Decision",
    "DecisionLog",
    "Standing",
    "Unresolved",
    "append",
    "decision_id",
    "entry_heading",
    "parse_decisions",
    "resolve",
    "section_starts",
    "standings",
    "unresolved",
    "without",
]

_ENTRY = pattern(r"##[ \t]+(?:[\[［【]([^\]］】]*)[\]］】]?|([0-9]{4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}日?)(?![0-9]))(.*)", re.DOTALL)
_ENTRY_BEGINS = frozenset("[［【0123456789")
_CLOSING = frozenset("］】")


def parse_decisions(source: SourceText) -> DecisionLog:
    """The log in the file. Never raises: a heading without a valid date is an `invalid-date` fault and its entry is kept.

    An entry starts at `## [`, or `## ` and a date, in column one outside code fences and front matter, and ends before the next
    heading of level one or two, whether that starts an entry or not.
    """
    lines, found = source.lines, fences(source)
    spans = pairwise([*section_starts(source, found), len(lines)])
    entries = tuple(_entry(lines, start, end, heading, found.lines) for start, end in spans if (heading := entry_heading(lines[start])))
    faults = tuple(_date_fault(entry) for entry in entries if not _is_date(entry.date))
    return DecisionLog(source, entries, (*faults, *unclosed_fence(found)))


def section_starts(source: SourceText, found: Fences) -> list[int]:
    """The indexes (from 0) of the lines at which an entry or another section starts; they end the entry above."""
    lines, first = source.lines, front_matter(source.lines)
    marked = [index for index, line in enumerate(lines) if line[:1] == "#" and is_section(line)]
    return [index for index in marked if index >= first and index not in found.lines]


def entry_heading(line: str) -> tuple[str, str] | None:
    """Date and title of a line that starts an entry, the date as written; None for any other line."""
    day, bracket, title = line[4:].partition("]")
    if not line.startswith("## [") or not bracket or not _CLOSING.isdisjoint(day):
        found = _ENTRY.match(line) if line[2:].lstrip(BLANK)[:1] in _ENTRY_BEGINS else None
        if not found:
            return None
        day, title = found[2] or found[1] or "", found[3]
    return day.strip(), _without_separator(title)


def _without_separator(title: str) -> str:
    """What follows the date of a heading, without the colon or the dash between them; a dash is one where a blank follows."""
    bare = title.strip(BLANK)
    after = title.lstrip(BLANK)[1:]
    is_separated = bare[:1] in {":", "："} or (bare[:1] in {"-", "–", "—"} and after[:1] in {" ", "\t"})
    return after.strip(BLANK) if bare and is_separated else bare


def append(log: DecisionLog, lines: Sequence[str]) -> SourceText:
    """The file with an entry added at its end, one blank line before it. A last line that was torn gets its line end first.

    Raises AgentStateError where the file ends in a code fence that is never closed, which would swallow the entry.
    """
    source = log.source
    refuse_unclosed_fence(source, fences(source))
    newline = source.newline
    torn = bool(source.text) and not source.text.endswith("\n")
    healed = source.text + ("\n" if torn and source.text.endswith("\r") else newline if torn else "")
    gap = newline if source.lines and source.lines[-1].strip(BLANK) else ""
    return source.with_text(healed + gap + "".join(line + newline for line in lines))


def without(log: DecisionLog, ids: Collection[str]) -> SourceText:
    """The file without the entries of these ids and the blank lines that end them; every other byte stays as it was."""
    pieces = log.source.text.split("\n")
    leaving = [entry for entry in log.entries if entry.id in ids]
    ends = [entry.end - 1 if entry.end <= len(log.source.lines) else len(pieces) for entry in leaving]
    kept: list[str] = []
    last = 0
    for entry, end in zip(leaving, ends, strict=True):
        kept += (piece + "\n" for piece in pieces[last : entry.line - 1])
        last = end
    return log.source.with_text("".join(kept) + "\n".join(pieces[last:]))


def _entry(lines: Sequence[str], start: int, end: int, heading: tuple[str, str], fenced: Container[int]) -> Decision:
    day, title = heading
    last = end
    while not lines[last - 1].strip(BLANK):
        last -= 1
    text = "\n".join(lines[start:last])
    fields = read_fields(lines, start + 1, last, fenced)
    values = _joined(fields)
    return Decision(
        id=decision_id(day, title, text),
        date=day,
        title=title,
        line=start + 1,
        end=end + 1,
        text=text,
        fields=fields,
        decision=values.get("Decision", ""),
        why=values.get("Why", ""),
        rejected=values.get("Rejected", ""),
        supersedes=identifiers(values["Supersedes"]) if "Supersedes" in values else (),
        permanent="Keep" in values and says(values["Keep"], "permanent", "永久", "永久保留"),
        pending="Status" in values and says(values["Status"], "pending", "待定"),
    )


def _joined(fields: Sequence[Field]) -> dict[str, str]:
    values = {key: value for key, _, value in fields}
    if len(values) == len(fields):
        return values
    return {key: "\n".join(value for name, _, value in fields if name == key) for key in values}


@lru_cache(maxsize=256)
def _is_date(text: str) -> bool:
    parts = text.split("-")
    figured = text.isascii() and [len(part) for part in parts] == [4, 2, 2] and all(map(str.isdigit, parts))
    return figured and is_moment(*map(int, parts))


def _date_fault(entry: Decision) -> Fault:
    message = f"not a date: {quoted(entry.date)}" if entry.date else "an entry without a date"
    return Fault("invalid-date", entry.line, 4, message, "begin the heading with a date such as [2026-11-29]")
