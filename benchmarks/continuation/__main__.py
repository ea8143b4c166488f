"""What a message holds for going on after a compaction: `python -m benchmarks.continuation`.

Made-up sessions, of which all is known, are replayed, and docs/continuation.md is written from what the messages held. Where there are
recorded sessions (AGENTSTATE_RECORDINGS, or the folder beside the checkout), they are replayed too, and the targets are printed; it ends
with 1 where one is missed. These figures say what is there for an agent to use, not what it uses.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from agentstate.replay.catalogue import MEANING
from benchmarks.continuation.page import ROOMS, page
from benchmarks.continuation.running import run
from benchmarks.continuation.session import sessions
from benchmarks.continuation.targets import recorded, rows, table
from benchmarks.sentences import VARIABLE, recordings

PAGE = Path(__file__).parents[2] / "docs" / "continuation.md"

SEEDS = 3


def main(arguments: Sequence[str]) -> int:
    """1 where the page is out of date and --check was given, or where a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.continuation", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the page is current; write nothing")
    parser.add_argument("--recorded", action="store_true", help="the recorded sessions alone")
    given = parser.parse_args(arguments)
    if given.check:
        return _checked()
    if not given.recorded:
        PAGE.write_text(page(tuple(run(sessions(SEEDS), ROOMS))), encoding="utf-8", newline="\n")
        sys.stdout.write(f"written: {PAGE}\n")
    return _recorded(recordings())


def _checked() -> int:
    current = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page(tuple(run(sessions(SEEDS), ROOMS)))
    if not current:
        sys.stderr.write(f"{PAGE.name} is out of date: run `python -m benchmarks.continuation`\n")
    return int(not current)


def _recorded(folder: Path | None) -> int:
    if folder is None:
        sys.stdout.write(f"no recorded sessions: set {VARIABLE} to a folder of some\n")
        return 0
    found = tuple(rows(recorded(folder)))
    sys.stdout.write(f"{table(found)}\n{MEANING}\n")
    return int(any(row.met is False for row in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
