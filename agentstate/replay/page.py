"""The figures as one page of HTML that needs nothing else: no script, no network, every word of a session shown as text."""

import html
from collections.abc import Iterator, Sequence

from agentstate.replay.catalogue import AMOUNTS, CONTROLS, MEANING, SHARES, SIZES
from agentstate.replay.measured import Judged, Measured, Session
from agentstate.replay.page_markup import code, counted, folded, paragraphs, share_cell, shown, table
from agentstate.replay.page_session import LEGEND, STOPS, session_part
from agentstate.replay.page_stop import LISTED
from agentstate.replay.page_style import HEAD, STYLE
from agentstate.replay.stop import MESSAGE, SOURCES
from agentstate.replay.text import COMPARED, amount_text
from agentstate.replay.tuning import NEEDED, Curve

CHARACTERS = 8_000_000
"""When the page has so many, the sessions that are still to come stand in the list of sessions only."""

SESSIONS = 1_000
"""Sessions in the list; the others are counted."""

_LIMITS = (
    f"Of each session {STOPS} stops are shown, of each stop {LISTED} needed things of a kind; "
    "what is left out is counted where it would stand."
)
_FOOT = "<footer>Written by <code>agentstate replay --html</code>. The page asks nothing of the network and runs no script.</footer>\n"


def as_page(found: Measured, curves: Sequence[Curve] = ()) -> str:
    """The whole page; `curves` are shown where there are any."""
    read = [session for session in found.sessions if not session.problem or session.steps]
    title = f"agentstate replay: {counted(len(read), 'session')}"
    details = _details(read, found)
    body = [_opening(found, title), _figures(found), _tuning(curves), _sessions(read, len(details)), *details, _troubles(found)]
    head = f"{HEAD}<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
    return f"{head}<body>\n{''.join(body)}</main>\n{_FOOT}</body>\n</html>\n"


def _opening(found: Measured, title: str) -> str:
    calls, compactions = (sum(getattr(one, name) for one in found.sessions) for name in ("calls", "compactions"))
    telling = sum(stop.tells for stop in found.stops)
    counts = f"{counted(calls, 'tool call')}, {counted(compactions, 'compaction')}, {counted(telling, 'stop')} measured"
    links = '<a href="#figures">Figures</a> · <a href="#sessions">Sessions</a>'
    warnings = paragraphs([f"⚠ {shown(warning)}" for warning in found.warnings], "warning")
    means = f"<h2>What this means, and what not</h2>\n{paragraphs([html.escape(MEANING)])}"
    skip = '<a class="skip" href="#main">Skip to the figures</a>\n'
    return (
        f"{skip}<header><h1>{html.escape(title)}</h1>\n{paragraphs([f'{counts}, at {found.headline:,} characters.'])}</header>\n"
        f'<nav aria-label="Parts of the page">{links}</nav>\n<main id="main">\n{warnings}{means}'
    )


def _figures(found: Measured) -> str:
    sources = list(SOURCES)
    shares = (
        [_named(figure.title, figure.definition), *(_cell(found, name, source) for source in sources)]
        for name, figure in SHARES.items()
        if (own := found.share(name, MESSAGE, found.headline)) and own.wanted
    )
    missing = [figure.title for name, figure in SHARES.items() if not ((own := found.share(name, MESSAGE, found.headline)) and own.wanted)]
    amounts = (
        [_named(figure.title, figure.definition), html.escape(amount_text(found.amount(name, found.headline if name in SIZES else 0)))]
        for name, figure in AMOUNTS.items()
    )
    controls = "".join(f"<li><b>{html.escape(SOURCES[source])}</b>: {html.escape(what)}</li>\n" for source, what in CONTROLS.items())
    return (
        '<h2 id="figures">Figures</h2>\n'
        + table("What the text held, in brackets a 95 % interval", ["figure", *map(html.escape, SOURCES.values())], shares)
        + paragraphs([f"Not recorded: {html.escape('; '.join(missing))}."] if missing else [], "quiet")
        + folded("What the controls are", f"<ul>{controls}</ul>\n")
        + folded("What the sessions did next, and the size of the message", table("Numbers", ["number", "of each stop"], amounts))
        + "".join(_rooms(found))
        + "".join(_groups(found))
    )


def _named(title: str, definition: str) -> str:
    return f"{html.escape(title)}<br><small>{html.escape(definition)}</small>"


def _cell(found: Measured, figure: str, source: str) -> str:
    return share_cell(found.share(figure, source, found.headline)) if source in SHARES[figure].sources else '<span class="quiet">–</span>'


def _rooms(found: Measured) -> Iterator[str]:
    if len(found.budgets) > 1:
        rows = (
            [html.escape(SHARES[name].title), *(share_cell(found.share(name, MESSAGE, room)) for room in found.budgets)]
            for name in COMPARED
        )
        yield folded("The message, room by room", table("By room", ["figure", *(f"{room:,} characters" for room in found.budgets)], rows))


def _groups(found: Measured) -> Iterator[str]:
    for title, names in found.groups.items():
        if names:
            rows = (
                [html.escape(SHARES[figure].title), *(share_cell(found.share(figure, MESSAGE, found.headline, name)) for name in names)]
                for figure in COMPARED
            )
            about = html.escape(title)
            yield folded(f"The message, by {about}", table(f"By {about}", ["figure", *map(html.escape, names)], rows))


def _tuning(curves: Sequence[Curve]) -> str:
    return '<h2 id="tuning">How many to list</h2>\n' + "".join(map(_curve, curves)) if curves else ""


def _curve(curve: Curve) -> str:
    rows = ([f"{point.n}{' ← stops falling' if point.n == curve.n else ''}", share_cell(curve.share(point))] for point in curve.points)
    said = f"recall.{curve.kind}: {curve.n}" if curve.n else "too little was needed to name a number"
    about = paragraphs([f"{html.escape(NEEDED[curve.kind])} ({said})"])
    return about + table(f"Missed {curve.kind}, by how many are listed", ["N", "missed"], rows)


def _sessions(read: Sequence[Session], shown_below: int) -> str:
    rows = ([_linked(session, number, shown_below), *_counts(session)] for number, session in enumerate(read[:SESSIONS]))
    left_out = len(read) - shown_below
    more = [f"{counted(len(read) - SESSIONS, 'more session')} left out of the list."] if len(read) > SESSIONS else []
    more += [f"{counted(left_out, 'session')} not shown below: the page is full at {CHARACTERS:,} characters."] if left_out else []
    index = table("Sessions that were read", ["session", "format", "tool calls", "compactions", "stops"], rows) if read else ""
    return f'<h2 id="sessions">Sessions</h2>\n{index}{paragraphs([*more, _LIMITS, f"On the timeline: {LEGEND}."], "quiet")}'


def _linked(session: Session, number: int, shown_below: int) -> str:
    return f'<a href="#{_anchor(number)}">{shown(session.name)}</a>' if number < shown_below else shown(session.name)


def _anchor(number: int) -> str:
    return f"session-{number + 1}"


def _counts(session: Session) -> tuple[str, ...]:
    return html.escape(session.format), f"{session.calls:,}", f"{session.compactions:,}", f"{session.stops:,}"


def _details(read: Sequence[Session], found: Measured) -> list[str]:
    """The first sessions in full, as many as the page has room for."""
    stops: dict[str, list[Judged]] = {}
    for stop in found.stops:
        stops.setdefault(stop.session, []).append(stop)
    parts, used = list[str](), 0
    for number, session in enumerate(read):
        if used > CHARACTERS:
            break
        parts.append(session_part(session, stops.get(session.name, ()), _anchor(number), found.headline))
        used += len(parts[-1])
    return parts


def _troubles(found: Measured) -> str:
    lost = [session for session in found.sessions if session.problem and not session.steps]
    items = "".join(f"<li>{code(session.path)}: {shown(session.problem)}</li>\n" for session in lost[:SESSIONS])
    more = [f"{len(lost) - SESSIONS:,} more"] if len(lost) > SESSIONS else []
    return f"<h2>Not read</h2>\n<ul>{items}</ul>\n{paragraphs(more, 'quiet')}" if lost else ""


DOCUMENT = f"""
## The page

```sh
agentstate replay ~/.claude/projects --html replay.html
```

`--html FILE` writes one page that needs nothing else: no script, no picture, no request (a Content-Security-Policy in it says so). It has
the figures beside the controls, and for each session the timeline of its tool calls with compactions; for each stop what was needed next
(files, commands, failures, rules, repeated calls, fields of the head), held or missed, the controls beside, the whole message, and what
the session did next. It follows light and dark, is read by keyboard, without colour and from 320 pixels up, and prints with everything
unfolded where the browser can.

What a session holds is shown as text: markup is escaped, invisible and bidirectional characters are written as escapes, credentials are
covered. It still holds what the session is about: look at it before you hand it on.

The page is bounded: {STOPS} stops of a session, {LISTED} needed things of a kind at a stop, the first and last calls of each part of a
timeline, and sessions in full up to {CHARACTERS:,} characters; what is left out is counted where it would stand. An existing file is
replaced only where it is such a page.
"""
"""The part of docs/replay.md about it."""
