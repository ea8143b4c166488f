"""What verbs cost in a tree whose archive holds years of decisions, beside the same in one whose archive holds few."""

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.entry import render_decision
from agentstate.documents.text import SourceText
from agentstate.tree import Tree
from agentstate.verbs.leaving import archived
from agentstate.vocabulary.layout import DECISIONS
from benchmarks.bench import SMALL, Bench
from benchmarks.processes import Command, Yardstick
from benchmarks.target import Target

FLAT = 1.25
"""How many times as much a verb may cost with MANY decisions in the archive as with FEW."""

FEW, MANY = 100, 100_000
"""Decisions in the archives."""

MOVED = 90
"""How many decisions a rotation moves, or ten times as many."""

_KEPT = 20
"""How many of them stay in the log."""

_PAIRS, _FEWER = 10, 5
_START = "start"
"""The commit that every run begins at."""

_FLAT_VERBS = {
    "check": ("check",),
    "resume": ("resume",),
    "decide": ("decide", "Retry twice", "--why", "one call in a thousand times out"),
}


def targets(bench: Bench) -> Iterator[Target]:
    """Nothing where the bench is short: what is asked is how little the long archive costs."""
    if bench.short:
        return
    few, many = (_with_archive(bench, count) for count in (FEW, MANY))
    for name, words in _FLAT_VERBS.items():
        title = f"{name}, {MANY:,} decisions in the archive / {FEW}"
        yield Target(title, _again(bench, many, *words), _again(bench, few, *words), FLAT, pairs=_PAIRS if name == "check" else _FEWER)
    short, same, long = _rotation(bench, many, MOVED), _rotation(bench, few, MOVED), _rotation(bench, many, 10 * MOVED)
    yield Target(f"rotate of {MOVED}, {MANY:,} decisions in the archive / {FEW}", short, same, FLAT, pairs=_FEWER)
    yield Target(f"rotate of {10 * MOVED} / ten of {MOVED}", long, Yardstick([(10, short)]), 1, pairs=3)


def _with_archive(bench: Bench, count: int) -> Path:
    """A repository whose tree has so many decisions in its archive, all committed."""
    root = bench.repository(f"archive-{count}", SMALL)
    for volume in archived(Tree(), parse_decisions(SourceText(DECISIONS, _entries(0, count))).entries):
        (root / volume.path).write_bytes(volume.encode())
    _git(bench, root, "add", ".agent")
    _git(bench, root, "commit", "--quiet", "--message", "archive")
    _git(bench, root, "commit", "--quiet", "--message", "later", "--allow-empty")
    _git(bench, root, "tag", _START)
    return root


def _again(bench: Bench, root: Path, *words: str) -> Command:
    """A verb in the tree as it was committed."""
    return replace(bench.ours(root, *words), prepare=lambda: _git(bench, root, "reset", "--quiet", "--hard", _START))


def _rotation(bench: Bench, root: Path, count: int) -> Command:
    """A rotation that moves so many decisions out of the log, to which they were added since the last commit."""
    added = _entries(MANY, count + _KEPT)

    def prepare() -> None:
        _git(bench, root, "reset", "--quiet", "--hard", _START)
        with (root / DECISIONS).open("a", encoding="utf-8") as log:
            log.write(added)

    return replace(bench.ours(root, "rotate"), prepare=prepare)


def _entries(first: int, count: int) -> str:
    """So many decisions as the command writes them, each another."""
    return "".join("\n" + "\n".join(_entry(number)) + "\n" for number in range(first, first + count))


def _entry(number: int) -> tuple[str, ...]:
    return render_decision(
        date=f"20{number // 12_000 + 17}-{number // 1000 % 12 + 1:02}-{number % 28 + 1:02}",
        title=f"Queue {number} in Postgres",
        decision=f"jobs of kind {number} are rows of one table",
        why=f"one database to run, and {number} jobs a day are few",
        rejected=(f"a broker (nobody watches it at {number % 24} o'clock)",),
    )


def _git(bench: Bench, root: Path, *words: str) -> None:
    command = ("git", *words)
    subprocess.run(command, cwd=root, env=dict(bench.environment), check=True, stdout=subprocess.DEVNULL)
