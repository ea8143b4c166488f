"""The figures of all stops together: shares and numbers with their intervals, for every source, room and group."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from agentstate.replay.catalogue import AMOUNTS, LEAST_STOPS, SHARES, SIZES
from agentstate.replay.interval import of_mean, of_share
from agentstate.replay.judging import GROUPINGS
from agentstate.replay.measured import ALL, Amount, Judged, Judgement, Measured, Session, Share
from agentstate.replay.stop import END, MESSAGE, SOURCES


def measured(
    sessions: Iterable[Session], stops: Iterable[Judged], budgets: Sequence[int], headline: int, *, labelled: bool, unmatched: str = ""
) -> Measured:
    """Everything that was found; `labelled`: the rules were labelled by a person; `unmatched` says which labels met nothing, if any."""
    every, looked = tuple(stops), tuple(sessions)
    groups = {title: _groups(every, place) for place, title in enumerate(GROUPINGS)}
    names = [name for title in groups for name in groups[title]]
    return Measured(
        sessions=looked,
        stops=every,
        shares=(*_controlled(every, budgets), *_grouped(every, names, headline)),
        amounts=(*_amounts(every, names, budgets), *_captured(every, headline, labelled=labelled)),
        budgets=tuple(budgets),
        headline=headline,
        groups=groups,
        warnings=(*_warnings(looked, every, labelled=labelled), *filter(None, [unmatched])),
    )


def _groups(stops: Iterable[Judged], place: int) -> tuple[str, ...]:
    return tuple(sorted({stop.groups[place] for stop in stops if stop.tells}))


def _controlled(stops: Sequence[Judged], budgets: Iterable[int]) -> Iterator[Share]:
    """Each figure for each source that it has a meaning for, in each room."""
    for figure, about in SHARES.items():
        for budget in budgets:
            yield from (_share(stops, (figure, source, budget, ALL)) for source in SOURCES if source in about.sources)


def _grouped(stops: Sequence[Judged], names: Iterable[str], headline: int) -> Iterator[Share]:
    """Each figure of the message in each group."""
    for name in names:
        members = [stop for stop in stops if name in stop.groups]
        yield from (_share(members, (figure, MESSAGE, headline, name)) for figure in SHARES)


def _share(stops: Iterable[Judged], key: tuple[str, str, int, str]) -> Share:
    figure, source, budget, group = key
    answers = [[answer for answer in _answers(stop.wants, figure, source, budget) if answer is not None] for stop in stops]
    counts = [(sum(one), len(one)) for one in answers if one]
    found, wanted = [count for count, _ in counts], [count for _, count in counts]
    low, high = of_share(found, wanted) or (None, None)
    return Share(figure, source, budget, group, sum(found), sum(wanted), len(counts), low, high)


def _answers(wants: Iterable[Judgement], figure: str, source: str, budget: int) -> Iterator[bool | None]:
    return (one.holds(source, budget) for one in wants if figure in one.want.figures)


def _amounts(stops: Sequence[Judged], names: Iterable[str], budgets: Iterable[int]) -> Iterator[Amount]:
    members = [(ALL, [stop for stop in stops if stop.tells])]
    members += [(name, [stop for stop in stops if stop.tells and name in stop.groups]) for name in names]
    rooms = tuple(budgets)
    for figure in AMOUNTS:
        if figure in SIZES:
            yield from (_amount(members[0][1], figure, budget, ALL) for budget in rooms)
        elif figure != "captured":
            yield from (_amount(some, figure, 0, group) for group, some in members)


def _amount(stops: Sequence[Judged], figure: str, budget: int, group: str) -> Amount:
    values = [value for stop in stops if (value := stop.amounts.get((figure, budget))) is not None]
    unknown = len(stops) - len(values)
    if not values:
        return Amount(figure, budget, group, 0, unknown)
    low, high = of_mean(values) or (None, None)
    return Amount(figure, budget, group, len(values), unknown, sum(values) / len(values), median(values), max(values), low, high)


def _captured(stops: Iterable[Judged], headline: int, *, labelled: bool) -> Iterator[Amount]:
    """How many sentences are captured for each labelled one that the message holds, each sentence once over all sessions."""
    ends = [stop for stop in stops if stop.kind == END]
    true = {one.want.name for stop in ends for one in stop.wants if one.holds(MESSAGE, headline)}
    captured = {rule for stop in ends for rule in stop.captured}
    if labelled:
        mean = len(captured) / len(true) if true else None
        yield Amount("captured", 0, ALL, len(ends) if true else 0, 0 if true else len(ends), mean)


def _warnings(sessions: Sequence[Session], stops: Sequence[Judged], *, labelled: bool) -> Iterator[str]:
    telling = sum(stop.tells for stop in stops)
    silent = sum(session.silent for session in sessions)
    broken = sum(session.broken for session in sessions)
    if not telling:
        yield "no stop had enough tool calls before and after it (10 and 3): nothing could be measured"
    elif telling < LEAST_STOPS:
        yield f"only {telling} stop{'s' * (telling > 1)}: the shares are anecdotes"
    if silent:
        yield f"{silent} stop{'s' * (silent > 1)} with too few tool calls before or after (10 and 3) left out"
    if broken:
        first, (line, why) = next((session, session.faults[0]) for session in sessions if session.faults)
        yield f"{broken} part{'s' * (broken > 1)} of the recordings could not be read, the first in {first.path}, line {line}: {why}"
    if not labelled:
        yield "no labels: rules are those that were captured here, so the message is held to its own ear"
