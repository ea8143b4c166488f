"""aider: `.aider.chat.history.md`, to which every chat in a repository is added.

`# aider chat started at …` begins a chat, lines of the user begin with `####`, those of aider itself with `>`, and the rest is what the
model said. Only the start of a chat has a time, in the user's zone, which is taken as UTC. How a command ended is not recorded.
"""

from collections.abc import Iterable, Iterator
from re import MULTILINE
from re import compile as pattern

from agentstate.recordings.aider_notices import Notice, notice, typed_command
from agentstate.recordings.moments import milliseconds
from agentstate.recordings.passage import Passage
from agentstate.recordings.plain_lines import numbered
from agentstate.recordings.step import Format, Step
from agentstate.recordings.telling import SHELL, UNKNOWN, Moment, called, prompted, said
from agentstate.vocabulary.values import replace

_START = "# aider chat started at "
_STARTED = pattern(rf"^{_START}[0-9]", MULTILINE)
_USER, _AIDER = "####", ">"
_ANSWERED = ("> Tokens: ", "> ^C")
"""What aider adds when an answer is over, also one that was broken off in a block of code."""
_SPOKEN = ("ask", "code", "architect", "context", "help")
"""Commands that hand what follows them to the model."""


def _recognises(head: str) -> bool:
    return bool(_STARTED.search(head))


def _steps(lines: Iterable[str]) -> Iterator[Step]:
    chat = _Chat()
    for found in numbered(lines):
        yield from [found] if isinstance(found, Step) else chat.line(*found)
    yield from chat.close()


class _Chat:
    """The chat that is being read: at most one of what the user types, what the model says, and a command with its output is open."""

    def __init__(self) -> None:
        self._at = Moment(0)
        self._typed: Passage | None = None
        self._said: Passage | None = None
        self._command: tuple[Moment, str, Passage] | None = None
        self._fence = ""
        self._before = ""

    def line(self, number: int, line: str) -> Iterator[Step]:
        if line.startswith(_START):
            yield from self.end()
            started = line.removeprefix(_START).strip()
            self._at = replace(self._at, time=milliseconds(started), session=f"aider {started}"[:80])
        elif self._is_quoted(line):
            self._add_said(number, line)
        elif line.startswith(_USER) and line[len(_USER) : len(_USER) + 1] in {"", " "}:
            yield from self.end() if not self._typed else ()
            self._typed = self._typed or Passage(number)
            self._typed.add(line[len(_USER) :].strip())
        elif line.startswith(_AIDER):
            yield from self._noticed(number, line[len(_AIDER) :].strip())
        else:
            yield from self.end() if self._typed else ()
            self._add_said(number, line)

    def end(self) -> Iterator[Step]:
        """What was open is over."""
        typed, spoken = self._typed, self._said
        self._typed = self._said = None
        self._fence = ""
        yield from self._ended()
        if typed:
            yield from self._asked(replace(self._at, line=typed.line), typed.text())
        elif spoken and spoken.text():
            yield said(replace(self._at, line=spoken.line), spoken.text())

    def close(self) -> Iterator[Step]:
        """The file is over, and with it a command that the user typed last."""
        yield from self.end()
        yield from self._ended()

    def _is_quoted(self, line: str) -> bool:
        """Whether the line stands in a block of code of an answer, where the signs of the user and of aider mean nothing."""
        if not self._said or line.startswith(_ANSWERED):
            self._fence = ""
            return False
        is_within, marks = bool(self._fence), _opened(line)
        if not is_within:
            self._fence = marks
        elif line.strip() == marks and len(marks) >= len(self._fence):
            self._fence = ""
        return is_within or bool(marks)

    def _add_said(self, number: int, line: str) -> None:
        if not self._said and line.strip():
            self._said, self._fence = Passage(number), _opened(line)
        if self._said:
            self._said.add(line)

    def _asked(self, at: Moment, text: str) -> Iterator[Step]:
        """A prompt, or a command of aider: one for the shell waits for its output, others are told by what aider says of them."""
        command = typed_command(text)
        if command:
            self._command = at, command, Passage(at.line)
        elif not text.startswith("/"):
            yield from [prompted(at, text)] if text not in {"", "<blank>"} else []
        elif (word := text[1:].split(None, 1)) and word[0] in _SPOKEN and len(word) > 1:
            yield prompted(at, word[1].strip())

    def _noticed(self, number: int, line: str) -> Iterator[Step]:
        found = notice(line, self._before)
        self._before = line
        if found or self._typed:
            yield from self.end() if self._typed or self._said else ()
        if found:
            yield from self._ended()
            yield from self._did(replace(self._at, line=number), found)
        elif self._command and line:
            self._command[2].add(line)

    def _did(self, at: Moment, found: Notice) -> Iterator[Step]:
        if found.tool == SHELL and found.outcome.ok is None:
            self._command = at, str(found.given["command"]), Passage(at.line)
        elif found.tool:
            yield called(at, found.tool, found.given, found.outcome)

    def _ended(self) -> Iterator[Step]:
        """The command that was running is over."""
        command, self._command = self._command, None
        if command:
            yield called(command[0], SHELL, {"command": command[1]}, replace(UNKNOWN, output=command[2].text()))


def _opened(line: str) -> str:
    """The backticks that a block of code begins with, where this is its first line."""
    marks = line[: len(line) - len(line.lstrip("`"))]
    return marks if len(marks) >= len("```") else ""


FORMAT = Format("aider", "aider", _recognises, _steps)
