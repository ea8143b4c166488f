"""What somebody said that must outlive the conversation, word for word: rules in prompts, decisions and dead ends in answers."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from agentstate.extraction import markers
from agentstate.extraction.denial import is_denied
from agentstate.extraction.prose import LONGEST, ends, prose, sentences
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

CONFIDENCE = {"declared": 0.7, "marked": 0.7, "guess": 0.5}
"""How far a sentence is trusted: `declared` in the agreed form, `marked` by its words, `guess` where it only asks or supposes."""


@dataclass(frozen=True)
class Said:
    """A sentence as it was written, white space folded; what was declared stands without the name before it.

    `kind`: rule, decision or dead-end.
    """

    kind: str
    text: str
    source: str

    @property
    def confidence(self) -> float:
        """From 0 to 1."""
        return CONFIDENCE[self.source]


_NAMES = "DECISION|DECIDED|DEAD[ -]END|RULED OUT|RULE|CONSTRAINT|决定|决策|走不通|死路|规则|约束"
_TITLES = "Decision|Decided|Dead[ -]end|Ruled out|Rule|Constraint"
_STARS = "[*_`]{0,3}"
_DECLARED = pattern(
    rf"(?:\A[ \t]*(?:(?:[-*+•>]|[0-9]{{1,3}}[.)])[ \t]+)?|(?<=[.!?:;,—–-])[ \t]+|(?<=[。！？：；，])[ \t]*){_STARS}"
    rf"(?P<name>{_NAMES}|{_TITLES}){_STARS}[ \t]*[:：]{_STARS}[ \t]*(?=\S)"
)
"""The agreed form: at the beginning of a line, or behind what ends a sentence or a clause in it."""

_BECAUSE = pattern(r"(?<![ \t])[ \t]*[*_`]{0,3}(?:BECAUSE|Because|因为|原因)[*_`]{0,3}[ \t]*[:：]")
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
        if not _DECLARED.search(sentence) and _match(_own(sentence), markers.RULES):
            asks = _ASKS.search(sentence) and not _AGREES.search(sentence)
            yield Said("rule", sentence, "guess" if asks else "marked")


def _own(sentence: str) -> str:
    """The sentence without what it describes, reports or quotes; a sentence that is nothing but a quotation is taken for the writer's."""
    told = markers.REPORTED.sub("", markers.DESCRIBED.sub("", sentence))
    return (
        told
        if markers.QUOTED.fullmatch(told.rstrip(".!。！"))
        else markers.QUOTED.sub(lambda quoted: f"{quoted[0][0]}x{quoted[0][-1]}", told)
    )


def _statements(text: str) -> Iterator[Said]:
    yield from (said for said in _declared(text) if said.kind != "rule")
    for sentence, following in pairwise([*sentences(text), ""]):
        kind = "" if _DECLARED.search(sentence) else _kind(sentence, following)
        if kind and not sentence.endswith((":", "：")):
            unsure = _ASKS.search(sentence) or _SUPPOSES.search(sentence)
            yield Said(kind, sentence, "guess" if unsure else "marked")


def _kind(sentence: str, following: str = "") -> str:
    """Whether the sentence tells a dead end or a decision, and means it."""
    for kind, forms in (("dead-end", markers.DEAD_ENDS), ("decision", markers.DECISIONS)):
        match = _match(sentence, forms)
        if match:
            return "" if is_denied(sentence, match.start(), match.end(), following) else kind
    return ""


def _match(sentence: str, forms: Iterable[re.Pattern[str]]) -> re.Match[str] | None:
    return next((match for form in forms if (match := form.search(sentence))), None)


def _declared(text: str) -> Iterator[Said]:
    """What was said in the agreed form, `DECISION: … BECAUSE: …`, on one line or on two, as it was written."""
    for line, following in pairwise([*prose(text), ""]):
        begun = list(_DECLARED.finditer(line))
        for match, later in zip(begun, [*begun[1:], None], strict=False):
            end = later.start() if later else len(line)
            said = _without_others(line[match.end() : end])
            if end == len(line) and not _BECAUSE.search(said) and _BECAUSE.match(following):
                said = f"{said} {following}"
            yield Said(_KINDS[match["name"].upper()], _folded(said), "declared")


def _without_others(said: str) -> str:
    """Up to the sentence that tells something of its own."""
    start = 0
    for end in ends(said):
        if start and _kind(said[start:end].strip()):
            return said[:start]
        start = end
    return said


def _folded(text: str) -> str:
    return " ".join(text.split())[:LONGEST].strip()


def _distinct(found: Iterable[Said]) -> tuple[Said, ...]:
    kept: dict[tuple[str, str], Said] = {}
    for said in found:
        kept.setdefault((said.kind, said.text), said)
    return tuple(kept.values())
