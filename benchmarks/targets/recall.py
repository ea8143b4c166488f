"""What `agentstate recall` costs where the journal remembers 100,000 things: as a process, and from the question to the answer."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agentstate.journal import learning, upkeep
from agentstate.journal.journal import open_journal
from agentstate.verbs.recall import as_text
from agentstate.vocabulary.entries import Entity, Entry, Text
from agentstate.workspace.noted import Notes
from agentstate.workspace.recalling import recall
from benchmarks.bench import SMALL, Bench
from benchmarks.processes import Cost, Fixed
from benchmarks.target import Target

MOST = 5
"""How many times as much as `python -c pass` a process may cost."""

INSIDE = 5
"""How many milliseconds an answer may take, without what is loaded once."""

FILES, DEFINITIONS, COMMANDS, SAYINGS = 4_000, 20, 10_000, 6_000
"""How many things of each kind the journal knows, 100,000 in all; definitions are of each file."""

_BATCH = 1_000
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
    "words": ("drop node 3211", ""),
}


@dataclass(frozen=True, slots=True)
class Inside:
    """One question to the tree below `root`, asked in this process, which has loaded everything: from the question to the text that is
    printed, with the journal opened, asked, told what was of use, and closed."""

    root: Path
    query: str
    path: str

    def run(self) -> Cost:
        """What it costs now."""
        start, processor = time.perf_counter(), time.process_time()
        found = recall(self.root, Notes(self.root), self.query, path=self.path)
        as_text(found.found, found.step)
        return Cost(1000 * (time.perf_counter() - start), 1000 * (time.process_time() - processor))


def targets(bench: Bench) -> Iterator[Target]:
    """Each kind of question; with a short bench, at a tenth of the journal."""
    root, nothing = _remembering(bench, 10 if bench.short else 1), bench.nothing(bench.small)
    for kind, (query, path) in _ASKED.items():
        line = ["--file", path] if path else [query]
        yield Target(f"recall, {kind} / `python -c pass`", bench.ours(root, "recall", *line), nothing, MOST)
        yield Target(f"recall, {kind}, inside / {INSIDE} ms", Inside(root, query, path), Fixed(Cost(processor=INSIDE)), 1)


def _remembering(bench: Bench, part: int) -> Path:
    """A repository whose journal knows all that; the files that are asked for are on the disk."""
    root = bench.repository("remembering", SMALL)
    journal = open_journal(root)
    files = range(0, FILES, part)
    for start in range(0, len(files), _BATCH):
        chunk = files[start : start + _BATCH]
        journal.append([entry for number in chunk for entry in _entries(number)])
        learning.learn(journal, "bench", [(entity, number) for number in chunk for entity in _definitions(number)])
    for number in range(FILES - 900, FILES - 700):
        file = root / _path(number)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{entity.content}:\n    return value\n" for entity in _definitions(number)), encoding="utf-8")
    upkeep.index(journal)
    journal.close()
    return root


def _path(number: int) -> str:
    return f"src/part_{number // 100}/module_{number}.py"


def _definitions(number: int) -> list[Entity]:
    names = [f"{_VERBS[(number + more) % 16]}_{_NOUNS[(number // 16 + more) % 16]}_{number}_{more}" for more in range(DEFINITIONS)]
    return [Entity("fact", name, _path(number), f"def {name}(value: str, limit: int = {number}) -> str", "disk", 0.95) for name in names]


def _entries(number: int) -> Iterator[Entry]:
    """A file is changed, and as often as the numbers above say commands run and something is said."""
    common = {"session": "bench", "agent": "claude-code", "time": 1_795_980_000_000 + number}
    yield Entry(kind="tool", call=f"f{number}", tool="edit", touches=((_path(number), "edit", ""),), ok=True, **common)  # type: ignore[arg-type]
    for more in range(number * COMMANDS // FILES, (number + 1) * COMMANDS // FILES):
        command = f"python -m pytest tests/test_{more}.py"
        yield Entry(kind="tool", call=f"c{more}", tool="shell", command=command, exit_code=0, ok=True, tests=True, **common)  # type: ignore[arg-type]
    said = range(number * SAYINGS // FILES, (number + 1) * SAYINGS // FILES)
    texts = tuple(
        Text("decision", f"We decided to {_VERBS[one % 16]} number {one} of module {number} at once.", "answer", 0.7) for one in said
    )
    yield Entry(kind="turn_end", texts=texts, **common)  # type: ignore[arg-type]
