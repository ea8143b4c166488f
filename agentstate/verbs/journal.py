"""`journal`: its last events in one line each, and what was taken away with it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from agentstate.journal.values import Happening
from agentstate.vocabulary.visible import visible

_LENGTH = 200
_NAMES = {
    "sessions": ("session", "sessions"),
    "events": ("event", "events"),
    "paths": ("file", "files"),
    "commands": ("command", "commands"),
    "texts": ("text", "texts"),
    "entities": ("entity", "entities"),
}
"""What a person calls the records of each table; the others only tie these together."""


def as_text(events: Sequence[Happening]) -> str:
    """A line for each event: when, in which session of which agent, what, and how it ended."""
    return "".join(f"{_line(event)}\n" for event in events) or "the journal holds no event\n"


def _line(event: Happening) -> str:
    who = f"{event.agent or '-'}/{visible(event.session[:8], keep='') or '-'}{' subagent' * bool(event.subagent)}"
    line = "  ".join([_when(event.time), who, f"{event.kind} {event.tool}".rstrip(), *_what(event)])
    shown = visible(" ".join(line.split("\n")), keep="")
    return shown if len(shown) <= _LENGTH else f"{shown[: _LENGTH - 1]}…"


def _when(time: int) -> str:
    try:
        return datetime.fromtimestamp(time // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return "-"


def _what(event: Happening) -> Iterator[str]:
    if event.command:
        yield f"`{event.command}`"
    yield from (f"{operation} {path}" for path, operation in event.touches)
    if event.kind in {"tool", "tool_failed"}:
        yield _ending(event)


def _ending(event: Happening) -> str:
    if event.exit_code is not None:
        return f"exit {event.exit_code}"
    return "unknown" if event.ok is None else "ok" if event.ok else "failed"


def as_json(events: Sequence[Happening]) -> str:
    """The same for programs, with everything that is known of each event."""
    return json.dumps({"version": 1, "events": [_record(event) for event in events]}, ensure_ascii=False, indent=2) + "\n"


def _record(event: Happening) -> dict[str, object]:
    return {
        "id": event.id,
        "time": _when(event.time),
        "step": event.step,
        "agent": event.agent,
        "session": event.session,
        "subagent": event.subagent,
        "kind": event.kind,
        "tool": event.tool,
        "command": event.command,
        "exit_code": event.exit_code,
        "ok": event.ok,
        "touches": [{"path": path, "operation": operation} for path, operation in event.touches],
    }


def removed(counts: Mapping[str, int], damaged: int, beside: Sequence[str]) -> str:
    """What a purge takes, or took, away: records of the journal by table, damaged journals, and files beside it."""
    numbers = [*((counts.get(table, 0), names) for table, names in _NAMES.items()), (damaged, ("damaged journal", "damaged journals"))]
    parts = [f"{number} {names[number != 1]}" for number, names in numbers if number]
    lines = [", ".join(parts) or "the journal holds nothing", *beside]
    return "".join(f"{line}\n" for line in lines)
