"""What is remembered of a symbol, a file or some words: found elsewhere, ranked and put into words here."""

import math
import re
from collections.abc import Iterable, Sequence

from agentstate.documents.text import SourceText
from agentstate.journal.values import Engram
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import counted, visible

LEAST = 0.6
"""What is trusted less than this is never shown."""

HOP = 0.5
"""What was only reached from something else counts so much of what it would count by itself."""

_MOST_WORDS, _LONGEST_WORD = 20, 255
_WORD = pattern(r"\w+")
_FIRST_PART = pattern(r"([A-Za-z0-9]{2,}?)(?:[_.]|(?<=[a-z0-9])(?=[A-Z]))")


@dataclass(frozen=True)
class Memory:
    """Something remembered: `way` says how it was found ("exact", "words" or "near"), `score` what it counts, above 0."""

    engram: Engram
    way: str
    score: float


def weighed(engram: Engram, step: int, half_life: int) -> float:
    """What an engram counts at `step`: its confidence, halved for each half-life since it was last of use, times its damped activations."""
    age: float = max(0, step - engram.last) / half_life
    return engram.confidence * math.exp2(-age) * (1 + math.log(max(1, engram.activations)))


def seed_weight(engram: Engram) -> float:
    """How far what stands near `engram` has to do with it: what is met everywhere tells less of its surroundings."""
    return 1 / (1 + math.log(max(1, engram.activations)))


def prefix(symbol: str) -> str:
    """What symbols of one family begin with: `verify_` of `verify_token`, `Cache.` of `Cache.put`, `parse` of `parseDate`; or ""."""
    match = _FIRST_PART.match(symbol)
    return match[0] if match else ""


def ranked(found: Iterable[Memory], most: int | None = None) -> tuple[Memory, ...]:
    """The first `most`, or all, the best first.

    What is gone or not trusted is left out, and what was found in two ways is there once, for what it counts most. What has exactly the
    name that was asked for comes before what was found otherwise.
    """
    kept: dict[tuple[str, str, str], Memory] = {}
    for memory in found:
        engram = memory.engram
        key = engram.kind, engram.scope, engram.symbol
        if engram.gone or engram.confidence < LEAST:
            continue
        if key not in kept or order(memory) < order(kept[key]):
            kept[key] = memory
    return tuple(sorted(kept.values(), key=order)[:most])


def order(memory: Memory) -> tuple[bool, float, str, str, str]:
    """By what memories are sorted, the best first."""
    return memory.way != "exact", -memory.score, memory.engram.scope, memory.engram.symbol, memory.engram.kind


def words_of(query: str) -> tuple[str, ...]:
    """The words of a query, each once; the first twenty, and none that is longer than a name can be."""
    words = (word for word in _WORD.findall(query.casefold()) if len(word) <= _LONGEST_WORD)
    return tuple(dict.fromkeys(words))[:_MOST_WORDS]


def share(engram: Engram, words: Sequence[str]) -> float:
    """Which part of the words the engram holds."""
    text = f"{engram.symbol} {engram.content}".casefold()
    return sum(word in text for word in words) / max(1, len(words))


def decided(volumes: Sequence[SourceText], query: str, step: int) -> tuple[Memory, ...]:
    """The decisions in force that hold all words of the query; they do not grow old. `volumes`: the archive, oldest first, and the log."""
    wanted = words_of(query)
    if not wanted or not any(_holds(volume.text, wanted) for volume in volumes):
        return ()
    from agentstate.documents.decisions import Standing, parse_decisions, standings

    entries = [entry for volume in volumes for entry in parse_decisions(volume).entries]
    standing = standings(entries)
    texts = {entry.id: entry.text for entry in entries if standing[entry.id] is Standing.ACTIVE}
    found = [name for name, text in texts.items() if _holds(text, wanted)]
    place = volumes[-1].path
    engrams = [Engram(0, "decision", name, place, _in_one_line(texts[name]), "log", 0.95, step, step, 1, gone=False) for name in found]
    return tuple(Memory(engram, "words", engram.confidence) for engram in engrams)


def _holds(text: str, words: Sequence[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)


def as_text(found: Sequence[Memory], step: int) -> str:
    """A line for each, the best first."""
    return "".join(f"{_line(memory.engram, step)}\n" for memory in found)


def as_json(query: str, found: Sequence[Memory], step: int) -> str:
    """The same for programs."""
    import json

    value = {"version": 1, "query": query, "step": step, "found": [_record(memory) for memory in found]}
    return json.dumps(value, ensure_ascii=False, indent=2)


def _line(engram: Engram, step: int) -> str:
    place = f"{visible(engram.scope, keep='')}: " if engram.scope else ""
    age = "" if engram.source == "log" else f", {counted(max(0, step - engram.last), 'step')} ago"
    said = ", said and not recorded" if engram.kind in {"decision", "dead-end"} and engram.source != "log" else ""
    return f"{place}{_in_one_line(engram.content) or engram.symbol} [{engram.kind}{said}, {engram.confidence:.2f}{age}]"


def _record(memory: Memory) -> dict[str, object]:
    engram = memory.engram
    names = ("kind", "symbol", "scope", "content", "source", "confidence", "created", "last", "activations")
    return {**{name: getattr(engram, name) for name in names}, "way": memory.way, "score": round(memory.score, 6)}


def _in_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
