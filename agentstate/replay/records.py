"""Each thing that was wanted after a stop, as one record: what was before it, what needed it, who held it, and why the message did not."""

import json
from collections.abc import Iterator

from agentstate.extraction.redaction import redacted
from agentstate.replay.action import Action
from agentstate.replay.catalogue import MEANING
from agentstate.replay.controls import LISTED
from agentstate.replay.measured import Judged, Judgement, Measured
from agentstate.replay.stop import MESSAGE, SOURCES
from agentstate.vocabulary.visible import is_invisible

MARK = '{"record": "meaning", '
"""A file of records of ours begins with this."""

_LONGEST = 300


def records(found: Measured) -> Iterator[str]:
    """JSON objects, one on each line: first what the figures mean, then the wants stop by stop, of the sources at the headline room."""
    yield _line({"record": "meaning", "text": MEANING, "budget": found.headline})
    for stop in found.stops:
        for one in stop.wants:
            yield _line(_record(stop, one, found))


def _record(stop: Judged, one: Judgement, found: Measured) -> dict[str, object]:
    after = stop.following[one.want.call - 1] if 0 < one.want.call <= len(stop.following) else None
    return {
        "record": "want",
        "session": stop.session,
        "stop": stop.number,
        "line": stop.line,
        "task": stop.task,
        "fill_level": stop.tokens or None,
        "kind": stop.kind,
        "compaction": stop.trigger or None,
        "boundary": stop.boundary,
        "before": _action(stop.before),
        "after": _action(after),
        "figures": one.want.figures,
        "wanted": _short(one.want.name),
        "age": one.want.age or None,
        "result": {source: one.holds(source, found.headline) for source in SOURCES},
        "cause": _cause(one, found),
    }


def _cause(one: Judgement, found: Measured) -> str:
    """Why the message does not hold it; "" where it does."""
    if one.holds(MESSAGE, found.headline):
        return ""
    if any(one.holds(MESSAGE, budget) for budget in found.budgets if budget != found.headline):
        return "cut by the room: another room holds it"
    if one.want.age:
        listed = f"more than the {LISTED} calls of a short list" if one.want.age > LISTED else "recent"
        return f"left out: last seen {one.want.age} calls before ({listed})"
    return "not in the message"


def _action(action: Action | None) -> dict[str, object] | None:
    if action is None:
        return None
    return {
        "line": action.line,
        "tool": action.tool,
        "paths": [_short(path) for path in action.paths],
        "command": _short(action.command),
        "exit": action.exit_code,
        "ok": None if action.exit_code is None and action.ok is None else not action.failed,
    }


def _short(text: str) -> str:
    return redacted(text)[:_LONGEST]


def _line(value: dict[str, object]) -> str:
    told = json.dumps(value, ensure_ascii=False)
    return "".join(_escaped(character) if is_invisible(character) else character for character in told) + "\n"


def _escaped(character: str) -> str:
    """The JSON escape of what nobody would see."""
    return f"\\u{ord(character):04x}" if character.isascii() else json.dumps(character)[1:-1]
