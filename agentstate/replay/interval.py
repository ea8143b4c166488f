"""How far a share or a mean is to be trusted: a 95 % interval from drawing the stops again and again. Same input, same bytes."""

from collections.abc import Sequence
from functools import lru_cache

DRAWS = 1_000
"""So often the stops are drawn again."""

BLOCKS = 100
"""More stops than these are put together, every hundredth in one block, and blocks are drawn: as wide an interval in bounded time."""

_LOW, _HIGH = DRAWS * 25 // 1000, DRAWS * 975 // 1000 - 1
_SEED = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1


def of_share(found: Sequence[int], wanted: Sequence[int]) -> tuple[float, float] | None:
    """Between which values the share lies; `found` and `wanted` of each stop that wanted any. None for fewer than two stops."""
    return _interval(found, wanted)


def of_mean(values: Sequence[float]) -> tuple[float, float] | None:
    """Between which values the mean lies; None for fewer than two."""
    return _interval(values, [1] * len(values))


def _interval(above: Sequence[float], below: Sequence[float]) -> tuple[float, float] | None:
    if len(above) < 2:
        return None
    over, under = _blocks(above), _blocks(below)
    shares = sorted(
        sum(map(over.__getitem__, places)) / total for places in _draws(len(over)) if (total := sum(map(under.__getitem__, places)))
    )
    return shares[len(shares) * _LOW // DRAWS], shares[len(shares) * _HIGH // DRAWS]


def _blocks(values: Sequence[float]) -> list[float]:
    return [sum(values[start::BLOCKS]) for start in range(min(BLOCKS, len(values)))]


@lru_cache(maxsize=BLOCKS)
def _draws(count: int) -> tuple[tuple[int, ...], ...]:
    """Which of `count` stops each draw consists of."""
    state, draws = _SEED ^ count, list[tuple[int, ...]]()
    for _ in range(DRAWS):
        places = []
        for _ in range(count):
            state, value = _next(state)
            places.append(value * count >> 64)
        draws.append(tuple(places))
    return tuple(draws)


def _next(state: int) -> tuple[int, int]:
    """SplitMix64: the next state and 64 bits that look drawn at random."""
    state = (state + _SEED) & _MASK
    mixed = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _MASK
    return state, mixed ^ mixed >> 31
