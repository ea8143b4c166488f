"""What is asked of the message on recorded sessions, and whether it is met: in the half that may be looked at, in the one that is held out
and in both."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agentstate.replay.catalogue import SHARES
from agentstate.replay.figures import measured
from agentstate.replay.judging import HALVES
from agentstate.replay.measured import Judged, Measured, Share
from agentstate.replay.places import Places
from agentstate.replay.stop import END, FILES, GIT, MESSAGE, NOTHING, SOURCES, SUMMARY, TAIL
from agentstate.workspace.measuring import find, measure, read_labels
from benchmarks.sentences import LABELS

ROOM = 8000
BOTH = "together"

AHEAD = 0.10
"""By how much the message must be ahead of the agent's own summary."""

NEARLY_NOTHING = 0.10
RULES, CAPTURED = 0.80, 3.0

COMPARED = ("hit@20", "failures", "rules-end", "head")
"""Figures in which the two halves must agree."""


@dataclass(frozen=True, slots=True)
class Row:
    """One target: the figure of each half and of both, what is asked for, and whether it is met; None: it is said and not judged."""

    title: str
    cells: tuple[str, ...]
    asked: str
    met: bool | None


def recorded(folder: Path) -> Mapping[str, Measured]:
    """The figures of the recorded sessions in `folder`, of each half and of both."""
    every = measure(find([folder / "sessions"]), Places(), (ROOM,), read_labels(folder / LABELS), lambda _: None)
    return {**{half: part(every, half) for half in HALVES}, BOTH: every}


def part(every: Measured, half: str) -> Measured:
    """The figures of one half."""
    sessions = [session for session in every.sessions if session.half == half]
    names = {session.name for session in sessions}
    stops = [stop for stop in every.stops if stop.session in names]
    return measured(sessions, stops, every.budgets, every.headline, labelled=True)


def rows(found: Mapping[str, Measured]) -> Iterator[Row]:
    """Every target."""
    yield from _files(found)
    yield from _failures(found)
    yield from _rules(found)
    head = found[BOTH].share("head", MESSAGE, ROOM)
    yield Row(f"{SHARES['head'].title}", _shares(found, "head", MESSAGE), "all", bool(head and head.found == head.wanted))
    yield Row(f"{SHARES['head-whole'].title}", _shares(found, "head-whole", MESSAGE), "", None)
    yield from (_agreement(found, figure) for figure in COMPARED)


def _files(found: Mapping[str, Measured]) -> Iterator[Row]:
    title, both = SHARES["hit@20"].title, found[BOTH]
    message, listed = _ratio(both, "hit@20", MESSAGE), _ratio(both, "hit@20", FILES)
    yield Row(f"{title}: the message", _shares(found, "hit@20", MESSAGE), "not below the 20 newest", message >= listed)
    yield Row(f"{title}: {SOURCES[FILES]}", _shares(found, "hit@20", FILES), "", None)
    ahead = {name: _ahead(one.stops) for name, one in found.items()}
    cells = tuple("none" if points is None else f"{100 * points:+.1f} points" for points in ahead.values())
    asked = f"at least {100 * AHEAD:.0f} points"
    yield Row(f"{title}: ahead of the {SOURCES[SUMMARY]}", cells, asked, ahead[BOTH] is not None and (ahead[BOTH] or 0) >= AHEAD)


def _ahead(stops: Sequence[Judged]) -> float | None:
    """How far the message is ahead of the summary, where there is one."""
    files = [one for stop in stops for one in stop.wants if "hit@20" in one.want.figures and one.holds(SUMMARY, ROOM) is not None]
    held = [sum(bool(one.holds(source, ROOM)) for one in files) for source in (MESSAGE, SUMMARY)]
    return (held[0] - held[1]) / len(files) if files else None


def _failures(found: Mapping[str, Measured]) -> Iterator[Row]:
    title = SHARES["failures"].title
    yield Row(f"{title}: the message", _shares(found, "failures", MESSAGE), "all", _ratio(found[BOTH], "failures", MESSAGE) == 1)
    for source in (NOTHING, GIT, FILES, SUMMARY, TAIL):
        # The tail is the newest that was run, word for word: what it holds is no figure of the message, and no target can change it.
        met = None if source == TAIL else _ratio(found[BOTH], "failures", source) <= NEARLY_NOTHING
        yield Row(f"{title}: {SOURCES[source]}", _shares(found, "failures", source), "about 0", met)


def _rules(found: Mapping[str, Measured]) -> Iterator[Row]:
    title = SHARES["rules"].title
    yield Row(f"{title}, at a compaction", _shares(found, "rules", MESSAGE), "", None)
    unique = {name: _unique(one.stops) for name, one in found.items()}
    cells = tuple(_told(Share("", "", 0, "", held, wanted, 0)) for held, wanted in unique.values())
    held, wanted = unique[BOTH]
    yield Row(f"{title}, each different one", cells, f"at least {RULES:.0%}", wanted > 0 and held >= RULES * wanted)
    captured = [one.amount("captured") for one in found.values()]
    means = [amount.mean if amount else None for amount in captured]
    cells = tuple("none" if mean is None else f"{mean:.2f}" for mean in means)
    yield Row("captured rules for each true one", cells, f"at most {CAPTURED:.0f}", means[-1] is not None and means[-1] <= CAPTURED)


def _unique(stops: Sequence[Judged]) -> tuple[int, int]:
    """Of the different labelled sentences those that stand in the message at the end of every session that has them."""
    ends = [one for stop in stops if stop.kind == END for one in stop.wants]
    every = {one.want.name for one in ends}
    return len(every - {one.want.name for one in ends if not one.holds(MESSAGE, ROOM)}), len(every)


def _agreement(found: Mapping[str, Measured], figure: str) -> Row:
    """The share of the half that was looked at lies within the interval of the other."""
    first, second = (found[half].share(figure, MESSAGE, ROOM) for half in HALVES)
    met = None
    if first and first.share is not None and second and second.low is not None and second.high is not None:
        met = second.low <= first.share <= second.high
    return Row(f"{SHARES[figure].title}: the halves agree", _shares(found, figure, MESSAGE), "within the interval held out", met)


def _ratio(of: Measured, figure: str, source: str) -> float:
    share = of.share(figure, source, ROOM)
    return (share.share if share else None) or 0.0


def _shares(found: Mapping[str, Measured], figure: str, source: str) -> tuple[str, ...]:
    return tuple(_told(one.share(figure, source, ROOM)) for one in found.values())


def _told(share: Share | None) -> str:
    if share is None or share.share is None:
        return "none"
    between = "" if share.low is None or share.high is None else f" [{100 * share.low:.1f}, {100 * share.high:.1f}]"
    return f"{share.found} of {share.wanted}, {100 * share.share:.1f} %{between}"


def table(rows: Sequence[Row]) -> str:
    """The targets, one a line."""
    words = {True: "met", False: "missed", None: "said, not judged"}
    head = f"| target | {' | '.join((*HALVES, BOTH))} | asked | |\n|---|{'---:|' * 3}---|---|\n"
    return head + "".join(f"| {row.title} | {' | '.join(row.cells)} | {row.asked} | {words[row.met]} |\n" for row in rows)
