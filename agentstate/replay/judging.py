"""A stop after it was looked at: which of the things that were needed each source holds."""

import hashlib
from collections.abc import Iterator

from agentstate.replay.catalogue import SIZES
from agentstate.replay.holding import holds
from agentstate.replay.measured import Judged, Judgement, Want
from agentstate.replay.stop import END, HORIZON, MESSAGE, Stop
from agentstate.replay.tuning import places
from agentstate.replay.wanted import amounts, wants

HALVES = ("looked at", "held out")

BYTES_OF_A_TOKEN = 4

GROUPINGS = ("kind of task", "where it stopped", "compaction", "half")
"""The headings under which stops are grouped, in the order of `groups`."""


def half_of(name: str) -> str:
    """The half that a session belongs to, by the folder it is in: nobody mends for the second."""
    return HALVES[hashlib.sha256(name.partition("/")[0].encode("utf-8", "surrogateescape")).digest()[0] % 2]


def groups(stop: Stop) -> tuple[str, ...]:
    """The groups of a stop, one under each of GROUPINGS."""
    trigger = stop.trigger or "cause not recorded"
    place = "at a boundary" if stop.boundary else "in the middle"
    return f"task: {stop.task}", place, trigger if stop.kind != "point" else "no compaction", half_of(stop.session)


def judged(stop: Stop, headline: int) -> Judged:
    """The stop, looked at; of its messages the one in the room `headline` is kept."""
    message = stop.texts.get(headline, {}).get(MESSAGE, "")
    return Judged(
        session=stop.session,
        number=stop.number,
        step=stop.step,
        line=stop.line,
        kind=stop.kind,
        trigger=stop.trigger,
        tokens=stop.tokens,
        boundary=stop.boundary,
        task=stop.task,
        tells=stop.tells,
        groups=groups(stop),
        wants=(*(_judgement(stop, want) for want in wants(stop)), *_head(stop)),
        amounts=_amounts(stop),
        captured=stop.captured if stop.kind == END else (),
        before=stop.earlier.actions[-1] if stop.earlier.actions else None,
        following=stop.following[:HORIZON],
        message=message,
        places=places(stop) if stop.tells else {},
    )


def _judgement(stop: Stop, want: Want) -> Judgement:
    asked = {(source, budget): text for budget, texts in stop.texts.items() for source, text in texts.items()}
    return Judgement(want, frozenset(place for place, text in asked.items() if holds(text, want)), frozenset(asked))


def _head(stop: Stop) -> Iterator[Judgement]:
    """The fields of the head: whether each stands there, and whether all of its texts stand there as they are."""
    asked = frozenset((MESSAGE, budget) for budget in stop.head)
    for field, texts in stop.noted.items() if stop.tells else ():
        whole = frozenset((MESSAGE, budget) for budget, start in stop.head.items() if all(text in start for text in texts))
        forms = stop.begun.get(field, ())
        begun = frozenset((MESSAGE, budget) for budget, start in stop.head.items() if any(form in start for form in forms))
        yield Judgement(Want(("head",), field, texts), whole | begun, asked)
        yield Judgement(Want(("head-whole",), field, texts), whole, asked)


def _amounts(stop: Stop) -> dict[tuple[str, int], float | None]:
    if not stop.tells:
        return {}
    found: dict[tuple[str, int], float | None] = {(name, 0): value for name, value in amounts(stop).items()}
    for budget, texts in stop.texts.items():
        size = len(texts[MESSAGE].encode("utf-8", "surrogatepass"))
        values = len(texts[MESSAGE]), size, -(-size // BYTES_OF_A_TOKEN)
        found |= {(name, budget): value for name, value in zip(SIZES, values, strict=True)}
    return found
