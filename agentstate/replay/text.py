"""The figures as text for a terminal."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from agentstate.replay.catalogue import AMOUNTS, CONTROLS, MEANING, SHARES, SIZES
from agentstate.replay.measured import Amount, Measured, Share
from agentstate.replay.stop import FILES, GIT, MESSAGE, SOURCES, SUMMARY, TAIL

WIDTH = 100
UNKNOWN = "not recorded"

COMPARED = ("hit@20", "commands", "failures", "rules", "warned", "head")
"""The figures that are shown room by room and group by group."""


def as_text(found: Measured) -> str:
    """Everything: what matters most on the first line, the meaning last, where it is read."""
    parts = (
        [summary(found)],
        _counts(found),
        _shares(found),
        _amounts(found),
        _rooms(found),
        _groups(found),
        _troubles(found),
        _meaning(found),
    )
    return "\n\n".join("\n".join(part) for part in map(list, parts) if part) + "\n"


def summary(found: Measured) -> str:
    """In one line what share of the files that were needed next the message held, beside the strongest plain control and git."""
    told = {source: share for source in SOURCES if (share := found.share("hit@20", source, found.headline)) and share.wanted}
    if MESSAGE not in told:
        return "Nothing that the next 20 calls touched had been touched before: nothing can be said of the message."
    plain = max((FILES, TAIL, SUMMARY), key=lambda source: _height(told.get(source)))
    beside = [f"{SOURCES[source]} {_brief(told[source])}" for source in (plain, GIT) if source in told]
    return f"The message held {_brief(told[MESSAGE])} of the files that the next 20 calls touched again; {', '.join(beside)}."


def _height(share: Share | None) -> float:
    return share.share if share and share.share is not None else -1.0


def _brief(share: Share) -> str:
    return f"{share.found} of {share.wanted} ({100 * _height(share):.1f} %)"


def share_text(share: Share | None) -> str:
    """`91 of 95, 95.8 % [91.0, 99.1]`, or that it is not recorded."""
    if share is None or share.share is None:
        return UNKNOWN
    between = "" if share.low is None or share.high is None else f" [{100 * share.low:.1f}, {100 * share.high:.1f}]"
    return f"{share.found} of {share.wanted}, {100 * share.share:.1f} %{between}"


def amount_text(amount: Amount | None) -> str:
    """`mean 3.2 [2.1, 4.0], median 2, most 9 (28 stops)`, or that it is not recorded."""
    if amount is None or amount.mean is None:
        return UNKNOWN
    parts = [f"mean {_number(amount.mean)}" + (f" [{_number(amount.low)}, {_number(amount.high)}]" if amount.low is not None else "")]
    parts += [f"median {_number(amount.median)}"] if amount.median is not None else []
    parts += [f"most {_number(amount.most)}"] if amount.most is not None else []
    without = f", {amount.unknown} without" if amount.unknown else ""
    return f"{', '.join(parts)} ({_counted(amount.stops, 'stop')}{without})"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}" if value == int(value) or abs(value) >= 100 else f"{value:.1f}"


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def _counts(found: Measured) -> Iterator[str]:
    read = [session for session in found.sessions if not session.problem]
    calls, compactions = sum(one.calls for one in read), sum(one.compactions for one in read)
    yield f"{_counted(len(read), 'session')}, {_counted(calls, 'tool call')}, {_counted(compactions, 'compaction')}"
    yield f"{_counted(sum(stop.tells for stop in found.stops), 'stop')} measured, at {found.headline:,} characters"
    yield from _wrapped((f"warning: {warning}" for warning in found.warnings), "  ")


def _shares(found: Measured) -> Iterator[str]:
    """Each figure with what it counts, and a line for each source."""
    yield "WHAT THE TEXT HELD"
    width = max(map(len, SOURCES.values()))
    for name, figure in SHARES.items():
        own = found.share(name, MESSAGE, found.headline)
        if own is None or not own.wanted:
            yield f"{figure.title}: {UNKNOWN}"
            continue
        yield from _wrapped([f"{figure.title}: {figure.definition}"], "  ")
        for source in figure.sources:
            yield f"  {SOURCES[source]:<{width}}  {share_text(found.share(name, source, found.headline))}"


def _amounts(found: Measured) -> Iterator[str]:
    yield "WHAT THE SESSION DID NEXT, AND THE SIZE OF THE MESSAGE"
    for name, figure in AMOUNTS.items():
        yield f"{figure.title}: {amount_text(found.amount(name, found.headline if name in SIZES else 0))}"


def _rooms(found: Measured) -> Iterator[str]:
    """The message in each room."""
    if len(found.budgets) > 1:
        yield "THE MESSAGE, ROOM BY ROOM"
        for name in COMPARED:
            yield from _by_room(SHARES[name].title, found, [share_text(found.share(name, MESSAGE, budget)) for budget in found.budgets])
        for name in ("characters", "tokens"):
            yield from _by_room(AMOUNTS[name].title, found, [amount_text(found.amount(name, budget)) for budget in found.budgets])


def _by_room(title: str, found: Measured, texts: Sequence[str]) -> Iterator[str]:
    if set(texts) == {UNKNOWN}:
        yield f"{title}: {UNKNOWN}"
    else:
        yield title
        yield from (f"  {budget:>7,} characters  {text}" for budget, text in zip(found.budgets, texts, strict=True))


def _groups(found: Measured) -> Iterator[str]:
    """The message in each group of stops."""
    for title, names in found.groups.items():
        if names:
            yield f"BY {title.upper()}"
            width = max(map(len, names))
            for figure in COMPARED:
                shares = [found.share(figure, MESSAGE, found.headline, name) for name in names]
                if any(share and share.wanted for share in shares):
                    yield SHARES[figure].title
                    yield from (f"  {name:<{width}}  {share_text(share)}" for name, share in zip(names, shares, strict=True))


def _troubles(found: Measured) -> Sequence[str]:
    """What could not be read, by file and line."""
    lines = [f"{session.path}: {session.problem}" for session in found.sessions if session.problem]
    lines += [f"{session.path}: line {line}: {why}" for session in found.sessions for line, why in session.faults]
    lines += [
        f"{session.path}: and {session.broken - len(session.faults)} more"
        for session in found.sessions
        if session.broken > len(session.faults)
    ]
    return ["NOT READ", *lines] if lines else []


def _meaning(found: Measured) -> Iterator[str]:
    yield "WHAT THE CONTROLS ARE"
    told = {source for share in found.shares if share.wanted for source in (share.source,)}
    yield from _wrapped((f"{SOURCES[source]}: {what}" for source, what in CONTROLS.items() if source in told), "  ")
    yield ""
    yield "WHAT THIS MEANS, AND WHAT NOT"
    yield from _wrapped([MEANING], "")


def _wrapped(lines: Iterable[str], indent: str) -> Iterator[str]:
    for line in lines:
        yield from textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
