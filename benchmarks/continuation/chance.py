"""Chance that is the same on every machine and with every Python: the same seed gives the same session, byte for byte."""

import hashlib
from collections.abc import Sequence
from math import exp, log
from typing import TypeVar

Value = TypeVar("Value")

_FINEST = 1 << 53


class Chance:
    """Numbers that look drawn at random, from the words of the seed."""

    def __init__(self, *seed: object) -> None:
        self._seed = " ".join(map(str, seed))
        self._drawn = 0

    def number(self) -> float:
        """At least 0, and less than 1."""
        self._drawn += 1
        digest = hashlib.sha256(f"{self._seed} {self._drawn}".encode()).digest()
        return (int.from_bytes(digest[:8], "big") >> 11) / _FINEST

    def happens(self, share: float) -> bool:
        """Whether something happens that happens in this share of all cases."""
        return self.number() < share

    def one(self, values: Sequence[Value]) -> Value:
        """Any of the values."""
        return values[int(self.number() * len(values))]

    def some(self, values: Sequence[Value], count: int) -> list[Value]:
        """So many of the values, each at most once, in any order."""
        left = list(values)
        return [left.pop(int(self.number() * len(left))) for _ in range(min(count, len(left)))]

    def spread(self, median: float, most: float) -> float:
        """From 1 to `most`, half of them at most `median`: near values are drawn as often as far ones, on a scale of times."""
        place = self.number()
        low, high, part = (1.0, median, 2 * place) if place < 0.5 else (median, most, 2 * place - 1)
        return exp(log(low) + part * (log(high) - log(low)))
