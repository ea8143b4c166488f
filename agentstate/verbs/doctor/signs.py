"""What the last events of the journal show: files read again, tests run again, failures repeated, sessions that changed nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from agentstate.journal.values import Happening, Session

READS = 4
"""So many readings of a file without a change to it are more than it takes to know it."""

PASSES = 3
FAILURES = 3
"""So many runs of one command without a change of any file tell nothing new."""

TIMID = 40
"""So many tool calls in a session without a change are more than finding one's way takes."""

SLOW = 20
"""So many tool calls between the message and the first change after it mean that the way was sought anew."""

_ORDINARY = frozenset({"__init__.py", "index.js", "index.ts", "index.tsx", "mod.rs", "main.go", "readme.md", "package.json", "makefile"})
"""Names that many folders have: two such files in one session mean nothing."""


def _changes(event: Happening) -> bool:
    return any(operation != "read" for _, operation in event.touches)


def rereads(trail: Sequence[Happening]) -> tuple[tuple[str, int], ...]:
    """The files that one session read READS times or more with no change to them in between, and how often."""
    now: Counter[tuple[str, str]] = Counter()
    most: Counter[str] = Counter()
    for event in trail:
        for path, operation in event.touches:
            key = (event.session, path)
            now[key] = now[key] + 1 if operation == "read" else 0
            most[path] = max(most[path], now[key])
    return _often(most, READS)


def reruns(trail: Sequence[Happening]) -> tuple[tuple[str, int], ...]:
    """The test commands that passed PASSES times or more with no change of any file in between."""
    return _repeated(trail, PASSES, lambda event: event.tests and event.ok is True)


def retries(trail: Sequence[Happening]) -> tuple[tuple[str, int], ...]:
    """The commands that failed FAILURES times or more with no change of any file in between."""
    return _repeated(trail, FAILURES, lambda event: event.ok is False)


def _repeated(trail: Iterable[Happening], least: int, counts: Callable[[Happening], bool]) -> tuple[tuple[str, int], ...]:
    now: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for event in trail:
        if _changes(event):
            now.clear()
        if event.command:
            now[event.command] = now[event.command] + 1 if counts(event) else 0
            most[event.command] = max(most[event.command], now[event.command])
    return _often(most, least)


def _often(counted: Counter[str], least: int) -> tuple[tuple[str, int], ...]:
    found = [(name, count) for name, count in counted.items() if count >= least]
    return tuple(sorted(found, key=lambda one: (-one[1], one[0])))


def namesakes(trail: Sequence[Happening]) -> tuple[tuple[str, ...], ...]:
    """Files of one name that one session changed, each group sorted; names that are ordinary are left out."""
    changed: dict[tuple[str, str], set[str]] = {}
    for event in trail:
        for path, operation in event.touches:
            name = path.rpartition("/")[2].casefold()
            if operation != "read" and name not in _ORDINARY:
                changed.setdefault((event.session, name), set()).add(path)
    return tuple(sorted({tuple(sorted(paths)) for paths in changed.values() if len(paths) > 1}))


def calls_without_change(trail: Sequence[Happening], sessions: Sequence[Session]) -> int:
    """How many tool calls the session heard of last has made since its last change, as far as the trail goes."""
    if not sessions:
        return 0
    own = list(_calls(trail, sessions[0].session))
    return next((count for count, event in enumerate(reversed(own)) if _changes(event)), len(own))


def calls_to_change(trail: Sequence[Happening], sessions: Sequence[Session]) -> int:
    """How many tool calls the session that got a message last made until it changed a file; 0 where it has not, or where none got one."""
    told = max((one for one in sessions if one.delivered is not None), key=lambda one: one.delivered or 0, default=None)
    if told is None or not trail or trail[0].step > (told.delivered or 0) + 1:
        return 0
    own = [event for event in _calls(trail, told.session) if event.step > (told.delivered or 0)]
    return next((count for count, event in enumerate(own) if _changes(event)), 0)


def _calls(trail: Iterable[Happening], session: str) -> Iterator[Happening]:
    return (event for event in trail if event.session == session and event.kind in {"tool", "tool_failed"})
