"""One session on the page: the timeline of its tool calls with its compactions, then its stops."""

import html
from collections.abc import Iterable, Iterator, Sequence

from agentstate.replay.measured import Judged, Mark, Session
from agentstate.replay.page_markup import code, counted, folded, paragraphs, shown
from agentstate.replay.page_stop import held, stop_part, stop_title

STOPS = 60
"""Stops of a session that are shown, the first; the others are counted."""

MARKS = 1_000
"""Things on the timeline of a session that are listed, divided among its parts; of each part the first and the last."""

LEAST = 10
PARTS = 100
"""Parts of a timeline that are shown, and the least that is listed of each."""

STRIP = 300
"""Signs in which a part is drawn; where it has more calls, each sign stands for several."""

LEGEND = "· call, ▮ call that changed files, × call that failed, &gt; prompt, ▼ compaction"

_SIGNS = "·>▮×"


def session_part(session: Session, stops: Sequence[Judged], anchor: str, budget: int) -> str:
    """The session with its stops; `anchor` is its name in links."""
    anchors = {stop.number: f"{anchor}-{stop.number}" for stop in stops[:STOPS]}
    shares = {stop.number: held(stop, budget) for stop in stops}
    timeline = _timeline(session, stops, anchors, shares)
    shown_stops = "".join(stop_part(stop, anchors[stop.number], budget) for stop in stops[:STOPS])
    more = [f"{counted(len(stops) - STOPS, 'more stop')} left out"] if len(stops) > STOPS else []
    head = f'<section id="{anchor}">\n<h3>{shown(session.name)}</h3>\n{_facts(session)}'
    return f"{head}{timeline}{shown_stops}{paragraphs(more, 'quiet')}</section>\n"


def _facts(session: Session) -> str:
    facts = [session.format, counted(session.calls, "tool call"), counted(session.compactions, "compaction")]
    facts += [f"{counted(session.stops, 'stop')}, {session.silent} of them with too few calls before or after"] if session.silent else []
    facts += [session.half] if session.half else []
    problems = [f"not read to its end: {shown(session.problem)}"] if session.problem else []
    broken = [f"{counted(session.broken, 'part')} could not be read: {_faults(session)}"] if session.broken else []
    return paragraphs([html.escape(" · ".join(facts))], "facts") + paragraphs([*problems, *broken], "warning")


def _faults(session: Session) -> str:
    named = "; ".join(f"line {line}: {shown(why[:200])}" for line, why in session.faults[:5])
    return f"{named}; …" if session.broken > min(5, len(session.faults)) else named


Part = tuple[list[Mark], Mark | None, list[Judged]]
"""Marks up to a compaction or a stop, the compaction where it is one, and the stops there."""


def _timeline(session: Session, stops: Sequence[Judged], anchors: dict[int, str], shares: dict[int, tuple[int, int]]) -> str:
    parts = list(_parts(session.timeline, stops))
    if not parts:
        return ""
    most = max(LEAST, MARKS // min(PARTS, len(parts)))
    items = [_item(part, anchors, shares, most) for part in parts[:PARTS]]
    lost = session.calls - max((mark.call for part in parts[:PARTS] for mark in part[0]), default=0)
    more = [f"{counted(lost, 'further tool call')} left out"] if lost > 0 else []
    return f'<ol class="timeline">{"".join(items)}</ol>\n{paragraphs(more, "quiet")}'


def _parts(timeline: Iterable[Mark], stops: Sequence[Judged]) -> Iterator[Part]:
    waiting = {(stop.kind == "compaction", stop.line): stop for stop in stops if stop.kind != "end"}
    marks: list[Mark] = []
    for mark in timeline:
        is_compaction = mark.kind == "compaction"
        marks += [mark] * (not is_compaction)
        stop = waiting.pop((is_compaction, mark.line), None) if is_compaction or mark.kind == "tool" else None
        if is_compaction or stop:
            yield marks, mark if is_compaction else None, [stop] if stop else []
            marks = []
    if marks:
        yield marks, None, []


def _item(part: Part, anchors: dict[int, str], shares: dict[int, tuple[int, int]], most: int) -> str:
    marks, compaction, stops = part
    run = folded(f"{_summary(marks)}{_strip(marks)}", _calls(marks, most)) if marks else ""
    end = "▼ " + f"compaction{f' ({html.escape(compaction.label)})' if compaction.label else ''}" if compaction else "■ stopped here"
    links = [_link(stop, anchors, shares) for stop in stops]
    cut = paragraphs([" · ".join([end, *links])], "cut") if compaction or stops else ""
    return f"<li>{run}{cut}</li>\n"


def _link(stop: Judged, anchors: dict[int, str], shares: dict[int, tuple[int, int]]) -> str:
    found, needed = shares[stop.number]
    said = f"{html.escape(stop_title(stop))}, {found} of {needed} held"
    return f'<a href="#{anchors[stop.number]}">{said}</a>' if stop.number in anchors else said


def _summary(marks: Sequence[Mark]) -> str:
    calls = [mark for mark in marks if mark.kind == "tool"]
    prompts, changed, failed = len(marks) - len(calls), sum(mark.changes for mark in calls), sum(mark.ok is False for mark in calls)
    numbers = f" ({calls[0].call:,} to {calls[-1].call:,})" if calls else ""
    return f"{counted(len(calls), 'call')}{numbers}, {changed:,} of them changed files, {failed:,} failed, {counted(prompts, 'prompt')}"


def _strip(marks: Sequence[Mark]) -> str:
    each = -(-len(marks) // STRIP)
    signs = [_sign(mark) for mark in marks]
    drawn = "".join(max(signs[start : start + each], key=_SIGNS.index) for start in range(0, len(signs), each))
    said = f" one sign for {each:,} calls" if each > 1 else ""
    return f'<span class="strip" aria-hidden="true">{html.escape(drawn)}</span>{said}'


def _sign(mark: Mark) -> str:
    return ">" if mark.kind == "prompt" else "×" if mark.ok is False else "▮" if mark.changes else "·"


def _calls(marks: Sequence[Mark], most: int) -> str:
    first, last = (marks, ()) if len(marks) <= most else (marks[: most // 2], marks[len(marks) - most // 2 :])
    left = len(marks) - len(first) - len(last)
    between = f'<li class="quiet">… {left:,} left out …</li>\n' if left else ""
    return f'<ol class="calls">{"".join(map(_mark, first))}{between}{"".join(map(_mark, last))}</ol>\n'


def _mark(mark: Mark) -> str:
    if mark.kind == "prompt":
        return f"<li>&gt; prompt {code(mark.label)}</li>\n"
    changed = " ▮ changed files" if mark.changes else ""
    failed = ' <span class="missed">× failed</span>' if mark.ok is False else ""
    return f"<li>{mark.call}. {html.escape(mark.tool)}{changed}{failed} {code(mark.label)}</li>\n"
