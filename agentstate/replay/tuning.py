"""How many files, commands and decisions to list: where the share of what was needed and not listed stops falling."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from agentstate.replay.catalogue import LEAST_STOPS
from agentstate.replay.interval import of_share
from agentstate.replay.measured import ALL, Judged, Share
from agentstate.replay.stop import HORIZON, MESSAGE, Stop
from agentstate.replay.text import share_text
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.values import dataclass

FILES, COMMANDS, DECISIONS = "files", "commands", "decisions"
"""What is listed, by the name of its setting in `recall` of config.yaml."""

MOST: Mapping[str, int] = {FILES: 100, COMMANDS: 40, DECISIONS: 100}
"""The most that the setting takes (schemas/config.schema.json)."""

NEEDED: Mapping[str, str] = {
    FILES: "of the files touched before that the next 20 calls touched again, those not among the N touched last",
    COMMANDS: "of the commands run before and not failed that the next 20 calls ran again, those not among the N run last",
    DECISIONS: "of the decisions said before that name a file or symbol of the next 20 calls, those not among the N said last",
}
"""What is counted as missed."""

FALL = 0.01
"""One point: a listed thing more that lowers the missed share by less has not earned its place."""

FURTHER = 3
"""So many further N must each lower the missed share by less than FALL."""

LEAST_NEEDED = 30
"""With fewer needed things no N is named."""

_SHOWN = (1, 2, 3, 5, 8, 10, 15, 20, 25, 30, 40, 50, 75, 100)
_NAME = pattern(r"[A-Za-z0-9_][A-Za-z0-9_./-]{2,}")
_JOINT = pattern(r"[A-Za-z0-9][_./][A-Za-z0-9]|_[A-Za-z]|[a-z0-9][A-Z]")


@dataclass(frozen=True)
class Point:
    """With `n` listed, `missed` of what was needed is not among them; `low` and `high` bound the share with 95 %."""

    n: int
    missed: int
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Curve:
    """What was missed for each N. `needed` things in `stops` that needed any; `n` is where the share stops falling, None where too little
    was needed to say."""

    kind: str
    needed: int
    stops: int
    points: tuple[Point, ...] = ()
    n: int | None = None

    def share(self, point: Point) -> Share:
        """What was missed at a point, as a share of what was needed."""
        return Share(self.kind, MESSAGE, 0, ALL, point.missed, self.needed, self.stops, point.low, point.high)


def places(stop: Stop) -> Mapping[str, tuple[int, ...]]:
    """Where what was needed after the stop stands in the list of all of its kind before, the newest first, from 1."""
    following = stop.following[:HORIZON]
    paths = {path for action in following for path in action.paths}
    run = {(action.command, action.cwd) for action in following if action.written}
    known = [(one.command, one.cwd) for one in reversed(stop.earlier.commands) if not one.failed]
    names = {name for action in following for text in (*action.paths, action.written, *action.added) for name in _names(text)}
    return {
        FILES: _places([path in paths for path in reversed(list(stop.earlier.touched))]),
        COMMANDS: _places([command in run for command in known]),
        DECISIONS: _places([not names.isdisjoint(_names(said)) for said in stop.earlier.decided]),
    }


def _places(needed: Iterable[bool]) -> tuple[int, ...]:
    return tuple(place for place, is_needed in enumerate(needed, start=1) if is_needed)


def _names(text: str) -> Iterator[str]:
    """The words of a text that look like a path or a symbol, of a path its last part as well."""
    for word in _NAME.findall(text):
        name = word.strip("./-")
        if _JOINT.search(name):
            yield name
            yield name.rpartition("/")[2]


def curves(stops: Iterable[Judged]) -> tuple[Curve, ...]:
    """The curve of each kind, over all stops that tell."""
    told = [stop.places for stop in stops if stop.tells]
    return tuple(_curve(kind, [one[kind] for one in told if one.get(kind)]) for kind in MOST)


def _curve(kind: str, found: Sequence[Sequence[int]]) -> Curve:
    needed = [len(one) for one in found]
    if not found:
        return Curve(kind, 0, 0)
    found_n = _settled(found, MOST[kind]) if len(found) >= LEAST_STOPS and sum(needed) >= LEAST_NEEDED else None
    beside = range(found_n, found_n + FURTHER + 1) if found_n else ()
    shown = sorted({n for n in (*_SHOWN, *beside) if n <= MOST[kind]})
    return Curve(kind, sum(needed), len(found), tuple(_point(n, found, needed) for n in shown), found_n)


def _point(n: int, found: Iterable[Sequence[int]], needed: Sequence[int]) -> Point:
    missed = [sum(place > n for place in one) for one in found]
    low, high = of_share(missed, needed) or (None, None)
    return Point(n, sum(missed), low, high)


def _settled(found: Iterable[Sequence[int]], most: int) -> int:
    """The smallest N after which FURTHER further ones each lower the missed share by less than FALL; `most` where there is none."""
    every = [place for one in found for place in one]
    counted = [0] * (most + FURTHER + 1)
    for place in every:
        if place < len(counted):
            counted[place] += 1
    falls = [count >= FALL * len(every) for count in counted]
    return next((n for n in range(1, most + 1) if not any(falls[n + 1 : n + FURTHER + 1])), most)


def settings(found: Iterable[Curve]) -> Mapping[str, int]:
    """The N of each kind for which one was found, by the name of its setting."""
    return {curve.kind: curve.n for curve in found if curve.n is not None}


def as_text(found: Sequence[Curve]) -> str:
    """The curves as tables, and the N that was found for each."""
    return "\n\n".join("\n".join(_table(curve)) for curve in found) + "\n"


def _table(curve: Curve) -> Iterator[str]:
    yield f"HOW MANY {curve.kind.upper()} TO LIST"
    yield f"missed: {NEEDED[curve.kind]}"
    for point in curve.points:
        mark = "  <- stops falling" if point.n == curve.n else ""
        yield f"  {point.n:>3}  {share_text(curve.share(point))}{mark}"
    if curve.n is None:
        yield f"too little to say: {curve.needed} needed in {curve.stops} stops, {LEAST_NEEDED} in {LEAST_STOPS} are asked for"
    else:
        yield f"recall.{curve.kind}: {curve.n} ({FURTHER} further ones each lower the missed share by less than one point)"


DOCUMENT = f"""
## Tuning

```sh
agentstate replay ~/.claude/projects --tune          # prints how many files, commands and decisions are worth listing
agentstate replay ~/.claude/projects --tune --write  # and writes them into .agent/config.yaml of the tree here
```

`--tune` counts, for each N, what would have been missed if the N newest had been listed, with counts and a 95 % interval:

- files: {NEEDED[FILES]}
- commands: {NEEDED[COMMANDS]}
- decisions: {NEEDED[DECISIONS]} (a word with `_`, `.`, `/` or a capital inside)

The N is the smallest after which {FURTHER} further ones each lower the missed share by less than one point. With fewer than
{LEAST_NEEDED} needed things or {LEAST_STOPS} stops none is named; with fewer than 100 one of them is more than a point, so that a gap of
{FURTHER} ends the fall: look at the intervals, and give more sessions or stops (`--at 0.5`). It is about a bare list; what
the message names beside it (changed files, failures, notes) is not counted, and a budget that is too small cuts the list earlier.

`--write` sets `recall.files`, `recall.commands` and `recall.decisions` of [config.yaml](convention.md#configyaml), those for which an N
was found; every other byte of the file stays, and no commit is made. Without it nothing is written.
"""
"""The part of docs/replay.md about it, before the next part."""
