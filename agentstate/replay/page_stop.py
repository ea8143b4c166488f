"""One stop on the page: what was needed next and who held it, the message itself, and what the session did."""

import html
from collections.abc import Iterator, Sequence

from agentstate.replay.action import Action
from agentstate.replay.catalogue import CONTROLS, SHARES
from agentstate.replay.measured import Judged, Judgement
from agentstate.replay.page_markup import code, counted, folded, paragraphs, shown
from agentstate.replay.stop import END, MESSAGE, NOTHING, SOURCES

GROUPS = {
    "files": ("hit@1", "hit@3", "hit@10", "hit@20"),
    "commands run before": ("commands",),
    "failures and refusals": ("failures", "refused"),
    "rules": ("rules", "rules-end"),
    "repeated or wrong calls, warned of": ("warned", "right-reference"),
    "fields of the head": ("head",),
}
"""Under which headings what was needed is listed, and the figures that it counts for."""

LISTED = 40
"""Needed things of one kind that are listed, the missed ones first; the others are counted."""

_LONGEST = 400
_TOLD = frozenset({"failures", "refused", "warned", "right-reference", "rules-end"})
"""Figures of which a need is told, for its heading does not tell."""

_KINDS = {"compaction": "compaction", "point": "asked for", "end": "end of the session"}


def held(stop: Judged, budget: int) -> tuple[int, int]:
    """How many of the things that were needed the message holds, and how many there were."""
    answers = [one.holds(MESSAGE, budget) for one in stop.wants]
    return sum(answer is True for answer in answers), sum(answer is not None for answer in answers)


def stop_title(stop: Judged) -> str:
    """What to call a stop, without markup."""
    return f"Stop {stop.number}: {_KINDS[stop.kind]}{f' ({stop.trigger})' if stop.trigger else ''}"


def stop_part(stop: Judged, anchor: str, budget: int) -> str:
    """The stop, its message in the room `budget`."""
    found, needed = held(stop, budget)
    facts = [f"line {stop.line:,}", *_place(stop)]
    told = f"The message held {found} of {needed} things that were needed." if needed else "Nothing was needed that could be looked for."
    inside = [f"<h4>{html.escape(stop_title(stop))}</h4>\n", paragraphs([html.escape(" · ".join(facts))], "facts"), paragraphs([told])]
    inside += _groups(stop, budget)
    if stop.message:
        pre = f'<pre tabindex="0">{shown(stop.message)}</pre>\n'
        inside.append(folded(f"The message ({len(stop.message):,} characters)", pre))
    if stop.following:
        calls = f'<ol class="calls">{"".join(_call(call, number) for number, call in enumerate(stop.following, 1))}</ol>\n'
        inside.append(folded(f"What the session did next ({counted(len(stop.following), 'call')})", calls))
    return f'<section class="stop" id="{anchor}">\n{"".join(inside)}</section>\n'


def _place(stop: Judged) -> Iterator[str]:
    if stop.kind != END:
        yield "at a boundary" if stop.boundary else "in the middle of a task"
    if stop.tokens:
        yield f"{stop.tokens:,} tokens in the context"
    if stop.task:
        yield f"kind of task: {stop.task}"
    if not stop.tells and stop.kind != END:
        yield "too few calls before or after it to count"


def _groups(stop: Judged, budget: int) -> Iterator[str]:
    for title, figures in GROUPS.items():
        wants = [one for one in stop.wants if not set(figures).isdisjoint(one.want.figures) and one.holds(MESSAGE, budget) is not None]
        if wants:
            wants.sort(key=lambda one: bool(one.holds(MESSAGE, budget)))
            missed = sum(not one.holds(MESSAGE, budget) for one in wants)
            summary = f"{title.capitalize()}: {len(wants) - missed} held, {missed} missed"
            yield folded(summary, _listed(wants, budget), is_open=bool(missed))


def _listed(wants: Sequence[Judgement], budget: int) -> str:
    items = "".join(_want(one, budget) for one in wants[:LISTED])
    rest = wants[LISTED:]
    left = sum(not one.holds(MESSAGE, budget) for one in rest)
    more = paragraphs([f"{len(rest):,} more left out, {left:,} of them missed"], "quiet") if rest else ""
    return f'<ul class="wants">{items}</ul>\n{more}'


def _want(one: Judgement, budget: int) -> str:
    mark = '<span class="held">✓ held</span>' if one.holds(MESSAGE, budget) else '<span class="missed">✗ missed</span>'
    want = one.want
    facts = [SHARES[want.figures[0]].title] if want.figures[0] in _TOLD else []
    facts += [f"needed by call {want.call}"] if want.call else []
    facts += [f"last seen {counted(want.age, 'call')} before"] if want.age else []
    lines = [" · ".join(facts), "" if "head" in want.figures else _beside(one, budget)]
    return f"<li>{mark} {code(want.name[:_LONGEST])}{''.join(f' <small>{line}</small>' for line in lines if line)}</li>\n"


def _beside(one: Judgement, budget: int) -> str:
    """Which controls hold it and which do not; those that the recording does not have are left out."""
    answers = {SOURCES[source]: one.holds(source, budget) for source in CONTROLS if source != NOTHING}
    held_by, missed_by = ([title for title, answer in answers.items() if answer is wanted] for wanted in (True, False))
    told = ((f"✓ held by {', '.join(held_by)}", held_by), (f"✗ missed by {', '.join(missed_by)}", missed_by))
    return " · ".join(said for said, any_of in told if any_of)


def _call(action: Action, number: int) -> str:
    said = action.command or " ".join(action.paths) or action.name
    ended = ' <span class="missed">✗ failed</span>' if action.failed else ""
    changed = " ▮ changed files" if action.edits else ""
    return f"<li>{number}. {html.escape(action.tool)}{changed}{ended} {code(said[:_LONGEST])}</li>\n"
