"""Tool calls whose result has not come yet, and what was seen lately: as much as is needed, however long the file is."""

from collections.abc import Iterator

from agentstate.vocabulary.values import dataclass

_LINES = 2_000
"""Lines that a call waits for its result; a session that was broken off never tells it."""

_CHARACTERS = 64 * 1024 * 1024
"""Characters of lines that may wait together."""


@dataclass(frozen=True)
class Call:
    """A call: the line it stands on, the number of characters there, what the hook is told of it, and whose and when it is."""

    line: int
    size: int
    payload: dict[str, object]
    time: int = 0
    side: bool = False


class Waiting:
    """Calls by their id, in the order in which they came."""

    def __init__(self) -> None:
        self._calls: dict[str, Call] = {}
        self._size = 0

    def add(self, identifier: str, call: Call) -> None:
        """A call begins; one without an id, or with that of another one, waits for no result."""
        known = identifier and identifier not in self._calls
        self._calls[identifier if known else f"{identifier} {len(self._calls)} {call.line}"] = call
        self._size += call.size

    def take(self, identifier: str) -> Call | None:
        """The call whose result has come; None where nobody knows it."""
        call = self._calls.pop(identifier, None)
        self._size -= call.size if call else 0
        return call

    def overdue(self, line: int) -> Iterator[Call]:
        """The calls that have waited too long at this line, which wait no more."""
        while self._calls:
            identifier, oldest = next(iter(self._calls.items()))
            if line - oldest.line <= _LINES and self._size <= _CHARACTERS:
                return
            self.take(identifier)
            yield oldest

    def broken_off(self, *, side: bool) -> Iterator[Call]:
        """The calls that wait no more because what they were made in is compacted: those of subagents, or all where it was the session."""
        for identifier, call in tuple(self._calls.items()):
            if call.side or not side:
                self.take(identifier)
                yield call

    def rest(self) -> tuple[Call, ...]:
        """The calls that still wait."""
        return tuple(self._calls.values())


class Lately:
    """The last names that came by, up to a number."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._names: dict[str, None] = {}

    def knows(self, name: str) -> bool:
        """Whether the name came by before; from now on it did."""
        if name in self._names:
            return True
        self._names[name] = None
        if len(self._names) > self._most:
            del self._names[next(iter(self._names))]
        return False
