"""The calls of a made-up session: files that are read and changed, and commands that end well or badly."""

from benchmarks.continuation.chance import Chance
from benchmarks.continuation.ledger import Ledger
from benchmarks.continuation.material import COMMANDS, FILES, PARTS
from benchmarks.continuation.recorder import Recorder
from benchmarks.continuation.words import Material

_AGAIN, _BACK, _FAR = 0.84, 60, 300
"""The share of calls that name an earlier file, how many calls ago that should be for half of them, and at most: the nearest to it is
taken, and most of what there is is nearer."""

_COMMANDS, _EDITS = 0.3, 0.4
"""The share of commands among the calls, and of edits among the others."""

_FAILS, _FAILS_AGAIN = 0.3, 0.5
"""How often a command fails: one that had passed, and one that had failed."""


class Hands:
    """What makes the calls of one session. `trace` is the path of each call, "" where it named none."""

    def __init__(self, chance: Chance, words: Material, recorder: Recorder, ledger: Ledger) -> None:
        self.chance, self.words, self.recorder, self.ledger = chance, words, recorder, ledger
        self.trace: list[str] = []
        self.stem, self._used = "", set[str]()

    def turn_to(self, stem: str) -> None:
        """From here on it is about this part of the program."""
        self.stem, self._used = stem, set()

    def call(self, *, of_file: bool) -> None:
        """One call: a command, where it need not be about a file, or something about one."""
        if self.chance.happens(_COMMANDS) and not of_file:
            self._run(self.say(self.chance.one(COMMANDS)))
            return
        path = self._path()
        self.count(path)
        if self.chance.happens(_EDITS):
            self.recorder.edit(path, self._code(200, 2_000), self._code(200, 2_000))
            self.ledger.changed[path] = None
        else:
            self.recorder.read(path, self._code(1_500, 8_000))

    def _code(self, median: int, most: int) -> str:
        """Lines that say nothing, half of the times at most so long."""
        size = int(self.chance.spread(median, most))
        return "".join(f"    row_{self.ledger.calls}_{number} = take(row, {number})\n" for number in range(size // 30 + 1))

    def _run(self, command: str) -> None:
        before = self.ledger.runs.get(command)
        code = int(self.chance.happens(_FAILS_AGAIN if before and before.code else _FAILS) and not command.startswith("git "))
        self.count("")
        self.recorder.ran(command, self._code(300, 4_000) + ("something is wrong" if code else "all is well"), code)
        self.ledger.ran(command, code)

    def _path(self) -> str:
        """An earlier file, the one whose age is nearest to what was drawn, or a new one."""
        ledger = self.ledger
        if ledger.touched and self.chance.happens(_AGAIN):
            age = self.chance.spread(_BACK, _FAR)
            return min(ledger.touched, key=lambda path: abs(ledger.calls + 1 - ledger.touched[path] - age))
        return self.chance.one(FILES).format(stem=self.stem, part=self._part())

    def _part(self) -> str:
        left = [part for part in PARTS if part not in self._used]
        part = self.chance.one(left)
        self._used.add(part)
        return part

    def count(self, path: str) -> None:
        """One more call, about this file, or about none."""
        self.ledger.calls += 1
        self.trace.append(path)
        if path:
            self.ledger.touch(path)

    def say(self, template: str) -> str:
        """The template, about what is being worked at."""
        path = f"src/{self.stem}/{PARTS[0]}.py"
        return template.format(stem=self.stem, thing=self.words.things[self.stem], path=path)
