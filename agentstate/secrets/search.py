"""Finding what the detectors know in a text, and writing the text without it."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise

from agentstate.secrets.detector import Detector
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import is_common, visible

MASK = "*"
"""What stands in the place of each character of a credential wherever a text is shown, so that places in it stay the same."""

_TELLING = 8
"""How many characters of a credential, from its beginning, are taken out wherever they stand."""

_KEY = 3
"""How many of them are taken out in front of `…`, where a text was cut."""


@dataclass(frozen=True)
class Secret:
    """A credential in a text, from offset `start` to `end` in characters."""

    kind: str
    start: int
    end: int


@lru_cache(maxsize=64)
def secrets_in(text: str) -> tuple[Secret, ...]:
    """The credentials in the text, in their order; of two that overlap the one that begins first, or the more particular one.

    Characters that do not show and stand inside a credential do not break it; they are part of it.
    """
    if is_common(text) or text.isascii() or not _unseen().search(text):
        return _found_in(text)
    places = [place for place, character in enumerate(text) if not _unseen().match(character)]
    bare = _found_in("".join(text[place] for place in places))
    return tuple(Secret(secret.kind, places[secret.start], places[secret.end - 1] + 1) for secret in bare)


def _found_in(text: str) -> tuple[Secret, ...]:
    folded = text.casefold()
    found = [
        (start, number, Secret(detector.kind, start, end))
        for number, detector in enumerate(detectors())
        if detector.may_match(text, folded)
        for start, end in detector.spans(text)
    ]
    return _apart([secret for *_, secret in sorted(found, key=lambda entry: entry[:2])])


@cache
def _unseen() -> re.Pattern[str]:
    return re.compile("[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]")


def masked(text: str) -> str:
    """The text with a mark in the place of each character of a credential, wherever it is repeated; its lines stay apart."""
    found = secrets_in(text)
    if not found:
        return text
    bounds = [0, *(bound for secret in found for bound in (secret.start, secret.end)), len(text)]
    pieces = [text[start:end] for start, end in pairwise(bounds)]
    return Cover([text]).over("".join(_marks(piece) if number % 2 else piece for number, piece in enumerate(pieces)))


def _marks(secret: str) -> str:
    return "".join(character if character in "\r\n" else MASK for character in secret)


class Cover:
    """Takes the credentials of some texts out of whatever repeats them, also where only their beginnings were repeated."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._values: dict[str, dict[str, None]] = {}
        for text in texts:
            for secret in secrets_in(text):
                self._add(text[secret.start : secret.end])

    def _add(self, value: str) -> None:
        for part in (part for line in value.split() for part in {line, visible(line, keep=""), *_halves(line)} if len(part) >= _KEY):
            self._values.setdefault(part[:_KEY], {})[part] = None

    def over(self, text: str) -> str:
        """The text with marks in the place of credentials. Linear in the text, whatever the number of credentials."""
        if not self._values:
            return text
        pieces, place, last = [], 0, 0
        while place < len(text):
            known = self._values.get(text[place : place + _KEY], ())
            length = max((_common(text, place, value) for value in known), default=0)
            if length:
                pieces += [text[last:place], MASK * length]
                last = place + length
            place += length or 1
        return "".join([*pieces, text[last:]])


def _halves(value: str) -> list[str]:
    """What stands between characters that do not show, as far as it can be told from other text."""
    return [] if value.isascii() else [part for part in _unseen().split(value) if len(part) >= _TELLING]


def _common(text: str, start: int, value: str) -> int:
    """How many characters of the value stand in the text from `start` on; 0 where they are too few to tell it."""
    rest = text[start : start + len(value)]
    length = next((number for number, (ours, theirs) in enumerate(zip(rest, value, strict=False)) if ours != theirs), len(rest))
    cut = text.startswith("…", start + length)
    return length if length >= min(_TELLING, len(value)) or (cut and length >= _KEY) else 0


@cache
def detectors() -> tuple[Detector, ...]:
    """All detectors, the particular ones first; loaded when a text is first searched."""
    from agentstate.secrets import commands, providers

    return (*providers.DETECTORS, *commands.DETECTORS)


def _apart(found: list[Secret]) -> tuple[Secret, ...]:
    kept: list[Secret] = []
    for secret in found:
        if not kept or secret.start >= kept[-1].end:
            kept.append(secret)
    return tuple(kept)
