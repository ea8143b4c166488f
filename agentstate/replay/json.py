"""The figures as JSON."""

import json
from collections.abc import Iterable

from agentstate.replay.catalogue import AMOUNTS, CONTROLS, MEANING, SHARES
from agentstate.replay.measured import Judged, Measured, Session
from agentstate.replay.tuning import Curve
from agentstate.vocabulary.values import names

VERSION = 1


def as_json(found: Measured, curves: Iterable[Curve] | None = None) -> str:
    """Every figure of every source, room and group, the sessions and the stops; null for what is not known. With `curves` those too."""
    value: dict[str, object] = {
        "version": VERSION,
        "meaning": MEANING,
        "warnings": found.warnings,
        "budgets": found.budgets,
        "headline": found.headline,
        "groups": dict(found.groups),
        "controls": dict(CONTROLS),
        "figures": {name: {"title": one.title, "definition": one.definition} for name, one in {**SHARES, **AMOUNTS}.items()},
        "shares": [_members(share) | {"share": share.share} for share in found.shares],
        "amounts": [_members(amount) for amount in found.amounts],
        "sessions": [_session(session) for session in found.sessions],
        "stops": [_stop(stop) for stop in found.stops],
    }
    if curves is not None:
        value["tuning"] = [_members(curve) | {"points": [_members(point) for point in curve.points]} for curve in curves]
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _session(session: Session) -> dict[str, object]:
    faults = [{"line": line, "why": why} for line, why in session.faults]
    return _members(session, without=("timeline",)) | {"faults": faults}


_STOP = ("session", "number", "step", "line", "kind", "trigger", "tokens", "boundary", "task", "tells", "groups")


def _stop(stop: Judged) -> dict[str, object]:
    amounts = [{"figure": figure, "budget": budget, "value": value} for (figure, budget), value in stop.amounts.items()]
    return {name: getattr(stop, name) for name in _STOP} | {"tokens": stop.tokens or None, "amounts": amounts}


def _members(value: object, without: Iterable[str] = ()) -> dict[str, object]:
    return {name: getattr(value, name) for name in names(type(value)) if name not in without}
