"""Lines that belong together, collected in bounded memory: of a passage that goes on too long the middle is left out."""

from collections import deque

HEAD, TAIL = 256 * 1024, 64 * 1024
"""Characters that are kept of its start and of its end."""


class Passage:
    """The lines so far. `line` is the number of the first one."""

    def __init__(self, line: int) -> None:
        self.line = line
        self._head: list[str] = []
        self._tail: deque[str] = deque()
        self._room = HEAD
        self._behind = 0
        self._dropped = 0

    def add(self, line: str) -> None:
        """One more line, without its end."""
        if self._room > 0:
            self._head.append(line[: self._room])
            self._room -= len(line) + 1
            return
        self._tail.append(line[-TAIL:])
        self._behind += len(self._tail[-1]) + 1
        while self._behind > TAIL + 1:
            self._behind -= len(self._tail.popleft()) + 1
            self._dropped += 1

    def lines(self) -> list[str]:
        """The lines that were kept, and where some were left out a line that says how many."""
        return [*self._head, *([f"[{self._dropped} lines left out]"] if self._dropped else []), *self._tail]

    def text(self) -> str:
        """The same as one text, without blanks around it."""
        return "\n".join(self.lines()).strip()
