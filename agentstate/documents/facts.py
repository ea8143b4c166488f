"""FACTS.md: what holds for good, one or two lines each, in sections."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from agentstate.documents.items import list_items
from agentstate.documents.lines import BLANK, Fences, fences, front_matter, heading, one_line, refuse_unclosed_fence, unclosed_fence
from agentstate.documents.text import SourceText
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import quoted

_FACT = pattern(r"(?P<indent> {0,3})(?P<bullet>[-*+])[ \t]+(?P<text>.*)", re.DOTALL)
_SOURCE = pattern(r"\[((?:[0-9]{4}-|undated-)[^\[\]\s]*-[0-9a-f]{4})\]")
_BLOCK = pattern(r"#{1,6}(?:[ \t]|\Z)|`{3}|~{3}|<!--")


@dataclass(frozen=True)
class Fact:
    """One fact without its bullet; further lines stand below the first, joined by LF. `line` counts from 1, `end` is exclusive.

    `section` is the heading it stands under (level two or deeper), "" above the first; `source_id` the id of the decision it was
    promoted from, which ends it in brackets and is not part of `text`.
    """

    text: str
    section: str
    line: int
    end: int
    source_id: str = ""


@dataclass(frozen=True)
class FactList:
    """FACTS.md: its facts in the order of the file, and what could not be read."""

    source: SourceText
    facts: tuple[Fact, ...]
    faults: tuple[Fault, ...] = ()


def parse_facts(source: SourceText) -> FactList:
    """The facts in the file: the outermost items of its bullet lists. Never raises."""
    found = fences(source)
    starts, names = _sections(source.lines, found)
    facts = []
    for item in list_items(source.lines, found, _FACT):
        text, source_id = _without_source(item.text("text"))
        facts.append(Fact(text, names[bisect_left(starts, item.line)], item.line, item.end, source_id))
    return FactList(source, tuple(facts), unclosed_fence(found))


def add_fact(facts: FactList, text: str, section: str = "", source_id: str = "", *, first_section: str = "Facts") -> SourceText:
    """The file with a fact added as one line below the last of its section; a section that is missing is made at the end.

    `section` "" is the last one of the file, or `first_section` where there is none. A fact that is already there, word for word and
    from the same decision, is not added again. Raises AgentStateError for a text that is no single line or begins like a block.
    """
    source = facts.source
    line = _fact_line("-", text, source_id)
    if any((fact.text, fact.source_id) == _without_source(line[2:]) for fact in facts.facts):
        return source
    found = fences(source)
    refuse_unclosed_fence(source, found)
    starts, names = _sections(source.lines, found)
    wanted = one_line(section, "--section") if section else names[-1] or first_section
    place = next((index for index in range(len(names) - 1, 0, -1) if names[index].casefold() == wanted.casefold()), 0)
    if not place:
        gap = ("",) if source.lines and source.lines[-1].strip(BLANK) else ()
        return source.with_lines(len(source.lines), len(source.lines), (*gap, f"## {wanted}", line))
    stop = starts[place] - 1 if place < len(starts) else len(source.lines)
    return _add_to_section(facts, line, starts[place - 1], stop)


def replace_fact(facts: FactList, fact: Fact, text: str, source_id: str = "") -> SourceText:
    """The file with the lines of one fact replaced by one line; its bullet stays. Raises as `add_fact` does."""
    old = facts.source.lines[fact.line - 1]
    indent = old[: len(old) - len(old.lstrip(" "))]
    line = indent + _fact_line(old[len(indent)], text, source_id)
    return facts.source.with_lines(fact.line - 1, fact.end - 1, (line,))


def _add_to_section(facts: FactList, line: str, start: int, stop: int) -> SourceText:
    """Below the last fact between the lines `start` (the heading, from 1) and `stop` (exclusive); below its text where it has none."""
    ends = [fact.end - 1 for fact in facts.facts if start < fact.line <= stop]
    lines = facts.source.lines
    while not ends and not lines[stop - 1].strip(BLANK):
        stop -= 1
    place = ends[-1] if ends else stop
    gap = ("",) if not ends and stop > start else ()
    return facts.source.with_lines(place, place, (*gap, line))


def _fact_line(bullet: str, text: str, source_id: str) -> str:
    said = one_line(text, "the fact")
    if _BLOCK.match(said):
        raise AgentStateError(f"a fact cannot begin like a heading, a comment or a code fence: {quoted(said)}", "begin it with a word")
    return f"{bullet} {said} [{source_id}]" if source_id else f"{bullet} {said}"


def _sections(lines: Sequence[str], found: Fences) -> tuple[list[int], list[str]]:
    """The lines (from 1) at which sections start, and their names with that of what stands above the first ("") before them.

    A heading of level one is the title of the file: what stands below it is in no section."""
    first = front_matter(lines)
    marked = ((index, heading(line)) for index, line in enumerate(lines) if line[:1] == "#" and index >= first and index not in found.lines)
    titles = [(index + 1, "" if level[0] == 1 else level[1]) for index, level in marked if level]
    return [line for line, _ in titles], ["", *(name for _, name in titles)]


def _without_source(text: str) -> tuple[str, str]:
    found = _SOURCE.fullmatch(text[text.rfind("[") :]) if text.endswith("]") else None
    return (text[: -len(found[0])].rstrip(), found[1]) if found else (text, "")
