"""What somebody said that must outlive the conversation, word for word: rules in prompts, decisions and dead ends in answers."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from agentstate.extraction import markers
from agentstate.extraction.prose import LONGEST, prose, sentences
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

CONFIDENCE = {"declared": 0.7, "marked": 0.7, "guess": 0.5}
"""How far a sentence is trusted: `declared` in the agreed form, `marked` by its words, `guess` where it only asks or supposes."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence as it was written, white space folded. `kind`: rule, decision or dead-end; `because`: the reason where it was declared."""

    kind: str
    text: str
    source: str
    because: str = ""

    @property
    def confidence(self) -> float:
        """From 0 to 1."""
        return CONFIDENCE[self.source]


_NAMES = "DECISION|DECIDED|DEAD[ -]END|RULED OUT|RULE|CONSTRAINT|决定|决策|走不通|死路|规则|约束"
_STARS = "[*_`]{0,3}"
_DECLARED = pattern(rf"[ \t]*(?:[-*>][ \t]+)?{_STARS}(?P<name>{_NAMES}){_STARS}[ \t]*[:：]{_STARS}[ \t]*(?P<rest>\S.*)")
_BECAUSE = pattern(r"(?:[,，;；.。]|(?<![ \t]))[ \t]*[*_`]{0,3}(?:BECAUSE|因为|原因)[*_`]{0,3}[ \t]*[:：][*_`]{0,3}[ \t]*")
_KINDS = {
    **dict.fromkeys(("DECISION", "DECIDED", "决定", "决策"), "decision"),
    **dict.fromkeys(("DEAD END", "DEAD-END", "RULED OUT", "走不通", "死路"), "dead-end"),
    **dict.fromkeys(("RULE", "CONSTRAINT", "规则", "约束"), "rule"),
}
_ASKS = pattern(r"[?？][\"')\]”」』）*_]{0,3}\Z|[吗么呢][。.…]{0,3}\Z")
_AGREES = pattern(r"(?:,|-|\.\.\.|…) ?(?:yeah|yes|right|ok|okay|no|correct|agreed)\?{1,3}\Z", re.ASCII | re.IGNORECASE)
_SUPPOSES = pattern(r"\b(?:if|whether|unless|until|once) (?:we|i|you|they|it)\b|如果|是否|要不要", re.ASCII | re.IGNORECASE)
_MOST = 100_000
"""Characters of a text that are read: its beginning and its end where it is longer."""


def rules(text: str) -> tuple[Said, ...]:
    """What a prompt forbids or requires, in its order, each sentence once."""
    return _distinct(_rules(_bounded(text)))


def statements(text: str) -> tuple[Said, ...]:
    """The decisions and the dead ends that an answer tells, in its order, each sentence once."""
    return _distinct(_statements(_bounded(text)))


def _bounded(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[: _MOST // 2]}\n\n{text[-_MOST // 2 :]}"


def _rules(text: str) -> Iterator[Said]:
    yield from (said for said in _declared(text) if said.kind == "rule")
    for sentence in sentences(text):
        if _is_marked(markers.DESCRIBED.sub("", sentence), markers.RULES):
            asks = _ASKS.search(sentence) and not _AGREES.search(sentence)
            yield Said("rule", sentence, "guess" if asks else "marked")


def _statements(text: str) -> Iterator[Said]:
    yield from (said for said in _declared(text) if said.kind != "rule")
    for sentence in sentences(text):
        kind = "dead-end" if _is_marked(sentence, markers.DEAD_ENDS) else "decision" if _is_marked(sentence, markers.DECISIONS) else ""
        if kind and not sentence.endswith((":", "：")):
            unsure = _ASKS.search(sentence) or _SUPPOSES.search(sentence)
            yield Said(kind, sentence, "guess" if unsure else "marked")


def _is_marked(sentence: str, forms: Iterable[re.Pattern[str]]) -> bool:
    return not _DECLARED.match(sentence) and any(form.search(sentence) for form in forms)


def _declared(text: str) -> Iterator[Said]:
    """What was said in the agreed form: `DECISION: … BECAUSE: …`, on one line or on two."""
    lines = [*prose(text), ""]
    for line, following in pairwise(lines):
        match = _DECLARED.match(line)
        if not match:
            continue
        what, because = _halves(match["rest"])
        reason = _BECAUSE.match(following)
        if not because and reason:
            because = following[reason.end() :]
        yield Said(_KINDS[match["name"]], _folded(what), "declared", _folded(because))


def _halves(rest: str) -> tuple[str, str]:
    match = _BECAUSE.search(rest)
    return (rest[: match.start()], rest[match.end() :]) if match else (rest, "")


def _folded(text: str) -> str:
    return " ".join(text.split())[:LONGEST].strip()


def _distinct(found: Iterable[Said]) -> tuple[Said, ...]:
    kept: dict[tuple[str, str], Said] = {}
    for said in found:
        kept.setdefault((said.kind, said.text), said)
    return tuple(kept.values())
