"""What `agentstate recall` costs where the journal remembers 100,000 things: as a process, and from the question to the answer."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from agentstate.journal import upkeep
from agentstate.journal.engine import Connection
from agentstate.journal.journal import open_journal
from agentstate.verbs.recall import as_text
from agentstate.workspace.noted import Notes
from agentstate.workspace.recalling import Asking
from benchmarks.bench import SMALL, Bench
from benchmarks.processes import Cost, Fixed
from benchmarks.target import Target

MOST = 5
"""How many times as much as `python -c pass` a process may cost."""

INSIDE = 5
"""How many milliseconds of the processor an answer may take, without what is loaded once."""

FILES, DEFINITIONS, COMMANDS, SAYINGS = 4_000, 20, 10_000, 6_000
"""How many things of each kind the journal knows, 100,000 in all; definitions are of each file."""

_TOUCHED = 40
"""So many of the files touched last are on the disk, and those that are asked for."""

_VERBS = (
    "read",
    "write",
    "parse",
    "format",
    "verify",
    "build",
    "fetch",
    "load",
    "store",
    "merge",
    "split",
    "send",
    "open",
    "close",
    "make",
    "drop",
)
_NOUNS = (
    "token",
    "date",
    "user",
    "file",
    "line",
    "page",
    "entry",
    "cache",
    "index",
    "lock",
    "event",
    "state",
    "rule",
    "node",
    "table",
    "queue",
)
_ASKED = {
    "symbol": ("drop_node_3210_5", ""),
    "file": ("", "src/part_32/module_3210.py"),
    "command": ("python -m pytest tests/test_8005.py", ""),
    "words": ("drop node 3211", ""),
    "unknown name": ("no_such_name_here", ""),
}


@dataclass(frozen=True, slots=True)
class Inside:
    """One question to the tree below `root`, asked in this process, which has loaded everything: from the question to the text that is
    printed, with the journal opened and asked. What it learns by the question it keeps behind the answer, which is not counted."""

    root: Path
    query: str
    path: str

    def run(self) -> Cost:
        """What it costs now."""
        start, processor = time.perf_counter(), time.process_time()
        asking = Asking(self.root, Notes(self.root), self.query, path=self.path)
        as_text(asking.answer.found, asking.answer.step)
        cost = Cost(1000 * (time.perf_counter() - start), 1000 * (time.process_time() - processor))
        asking.learn()
        asking.close()
        return cost


def targets(bench: Bench) -> Iterator[Target]:
    """Each kind of question; with a short bench, at a tenth of the journal."""
    root, nothing = _remembering(bench, 10 if bench.short else 1), bench.nothing(bench.small)
    for kind, (query, path) in _ASKED.items():
        line = ["--file", path] if path else [query]
        yield Target(f"recall, {kind} / `python -c pass`", bench.ours(root, "recall", *line), nothing, MOST)
        yield Target(f"recall, {kind}, inside / {INSIDE} ms", Inside(root, query, path), Fixed(Cost(processor=INSIDE)), 1)


def _remembering(bench: Bench, part: int) -> Path:
    """A repository whose journal knows all that; `agentstate doctor` finds nothing wrong with it."""
    root = bench.repository("remembering", SMALL)
    numbers = range(0, FILES, part)
    journal = open_journal(root)
    journal.change(lambda connection: _fill(connection, numbers))
    upkeep.index(journal)
    journal.close()
    for number in {*numbers[-_TOUCHED:], 3210, 3211}:
        file = root / _path(number)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{content}:\n    return value\n" for _, content in _definitions(number)), encoding="utf-8")
    bench.ours(root, "doctor").run()
    return root


def _path(number: int) -> str:
    return f"src/part_{number // 100}/module_{number}.py"


def _definitions(number: int) -> list[tuple[str, str]]:
    names = [f"{_VERBS[(number + more) % 16]}_{_NOUNS[(number // 16 + more) % 16]}_{number}_{more}" for more in range(DEFINITIONS)]
    return [(name, f"def {name}(value: str, limit: int = {number}) -> str") for name in names]


def _fill(connection: Connection, numbers: Iterable[int]) -> None:
    """The rows that hooks leave of a session which changes a file, runs tests and says something, again and again."""
    event = step = 0
    rows: dict[str, list[tuple[object, ...]]] = {"events": [], "touches": [], "paths": [], "commands": [], "texts": [], "entities": []}
    for number in numbers:
        event, step, when = event + 1, step + 1, 1_795_980_000_000 + number
        changed = step
        rows["events"].append((event, 1, step, step, when, "tool", f"f{number}", "", "", "edit", None, None, 1))
        rows["touches"].append((event, number + 1, "edit", None))
        for more in _share(number, COMMANDS):
            event, step = event + 1, step + 1
            rows["commands"].append((more + 1, f"python -m pytest tests/test_{more}.py", ".", 1, 1, 0, 1, step, step, when, 0, None))
            rows["events"].append((event, 1, step, step, when, "tool", f"c{more}", "", "", "shell", more + 1, 0, 1))
        rows["paths"].append((number + 1, _path(number), 0, 1, 0, 0, changed, changed, changed, changed + 1))
        event += 1
        rows["events"].append((event, 1, step, step, when, "turn_end", None, "", "", "", None, None, None))
        for one in _share(number, SAYINGS):
            said = f"We decided to {_VERBS[one % 16]} number {one} of module {number} at once."
            rows["texts"].append((one + 1, "decision", said, len(said), "answer", 0.7, 1, step, step, event, 1, None))
        for name, content in _definitions(number):
            rows["entities"].append((None, "fact", _path(number), name, content, "disk", 0.95, step, step, 1, 0))
    for table, values in rows.items():
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values[0]))})", values)  # noqa: S608 - our own tables
    session = "INSERT INTO sessions (id, session, agent, steps, began, seen, last) VALUES (1, 'bench', 'claude-code', ?, ?, ?, ?)"
    connection.execute(session, (step, 1_795_980_000_000, when, step))
    connection.execute("UPDATE counters SET step = ?", (step,))


def _share(number: int, whole: int) -> range:
    """Which of `whole` things belong to this file."""
    return range(number * whole // FILES, (number + 1) * whole // FILES)
