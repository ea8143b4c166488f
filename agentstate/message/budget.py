"""Who gets how much room: shares of a message that is fuller than its budget, in a unit that keeps both of its ceilings."""

from collections.abc import Callable, Sequence

from agentstate.message.frame import defused
from agentstate.vocabulary.values import dataclass

BYTES = 9500
"""The most bytes of UTF-8 a message may have: what the strictest agent passes on unharmed (docs/recovery.md)."""

Measure = Callable[[str], int]


def characters(text: str) -> int:
    """The length of `text`, whose invisible characters are escaped, as it stands in the frame."""
    return len(defused(text))


def weigher(budget: int) -> Measure:
    """A measure for which texts that weigh at most `budget` in sum have at most `budget` characters and at most `BYTES` bytes."""

    def weight(text: str) -> int:
        inside = defused(text)
        return max(len(inside), -(-len(inside.encode()) * budget // BYTES))

    return weight


@dataclass(frozen=True)
class Want:
    """What somebody asks for, in growing order: the `least` without which a required one would vanish (0: it may), what makes it
    `viable`, the `share` that is its own while others want room too, and all of its `need`."""

    least: int
    viable: int
    share: int
    need: int
    keep: int


def share_out(wants: Sequence[Want], room: int) -> tuple[int, ...]:
    """The room each gets, in sum at most `room`, none more than its need.

    Whose need is within its share gets all of it as long as the shares fit. Where not even a viable part of each fits,
    those with the lowest `keep` that may vanish get nothing; what is left over goes to those with the highest.
    """
    needs = _needs(wants, room)
    grants = [0] * len(wants)
    for level in ([want.least for want in wants], [want.viable for want in wants], [want.share for want in wants]):
        parts = [max(min(need, part) - grant, 0) for need, part, grant in zip(needs, level, grants, strict=True)]
        grants = [grant + part for grant, part in zip(grants, _scaled(parts, room - sum(grants)), strict=True)]
    for index in sorted(range(len(wants)), key=lambda index: -wants[index].keep):
        grants[index] += min(needs[index] - grants[index], room - sum(grants))
    return tuple(grants)


def _needs(wants: Sequence[Want], room: int) -> list[int]:
    """What each needs, 0 for those who leave so that the others can each have a viable part."""
    needs = [want.need for want in wants]
    for index in sorted(range(len(wants)), key=lambda index: (wants[index].least > 0, wants[index].keep)):
        if wants[index].least or sum(min(need, want.viable) for need, want in zip(needs, wants, strict=True)) <= room:
            break
        needs[index] = 0
    return needs


def _scaled(parts: Sequence[int], room: int) -> list[int]:
    total = sum(parts)
    return list(parts) if total <= room else [part * room // total for part in parts]
