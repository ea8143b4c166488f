"""How many of the rules that people gave in recorded sessions are captured, and how much else: `python -m benchmarks.sentences FOLDER`.

FOLDER holds `constraints.tsv` (session, step, sentence; labelled by hand) and the normalised sessions that it names. The labels are split
in two by a hash of the sentence: the misses of the first half are printed, those of the second are only counted, so that nobody mends
for them.
"""

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agentstate.extraction.sentences import rules

VARIABLE = "AGENTSTATE_RECORDINGS"
LABELS = "constraints.tsv"
SHOWN = 0.6
"""What is trusted less than this is never shown, and does not count as captured."""


@dataclass(frozen=True, slots=True)
class Result:
    """The labelled sentences of each half, those of them that were captured, and everything that was captured."""

    halves: tuple[frozenset[str], frozenset[str]]
    found: frozenset[str]
    captured: frozenset[str]

    @property
    def recall(self) -> float:
        """Share of the labelled sentences that stand word for word in a captured one."""
        return len(self.found) / sum(map(len, self.halves))

    @property
    def captured_per_true(self) -> float:
        """Different captured sentences for each labelled one that was found."""
        return len(self.captured) / max(1, len(self.found))


def recordings() -> Path | None:
    """The folder of recordings: what the environment names, or beside the checkout; None where there is none."""
    named = os.environ.get(VARIABLE)
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "real"
    return folder if (folder / LABELS).is_file() else None


def measure(folder: Path) -> Result:
    """Captures from every prompt of every session and compares with the labels."""
    lines = (folder / LABELS).read_text(encoding="utf-8").splitlines()[1:]
    labels = {line.split("\t")[2] for line in lines}
    captured = {said.text for text in _prompts(folder) for said in rules(text) if said.confidence >= SHOWN}
    found = {label for label in labels if any(label in sentence for sentence in captured)}
    first = {label for label in labels if hashlib.sha256(label.encode()).digest()[-1] % 2 == 0}
    return Result((frozenset(first), frozenset(labels - first)), frozenset(found), frozenset(captured))


def _prompts(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("sessions/*/*.norm.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            step = json.loads(line) if line else {}
            if step.get("kind") == "user":
                yield step["text"]


def report(result: Result) -> str:
    """The table that is printed."""
    halves = [
        f"{name}: {len(half & result.found)} of {len(half)}" for name, half in zip(("looked at", "held out"), result.halves, strict=True)
    ]
    misses = [f"missed: {label}" for label in sorted(result.halves[0] - result.found)]
    figures = f"recall {result.recall:.0%}; captured {len(result.captured)}, {result.captured_per_true:.2f} for each true one"
    return "\n".join([figures, *halves, *misses])


def main(arguments: Sequence[str]) -> int:
    """Measures the folder that is named, and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=recordings())
    folder = parser.parse_args(arguments).folder
    if folder is None:
        parser.error(f"no recordings: name their folder, or set {VARIABLE}")
    sys.stdout.write(report(measure(folder)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
