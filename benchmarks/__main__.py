"""Every target beside what it is measured by: `python -m benchmarks` makes what it needs, measures, and prints one table.

It ends with 1 where a target is missed by more than its noise. `--short` measures a few pairs of what is quickly made, and only reports.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.bench import Bench
from benchmarks.environment import CHECKOUT, programs
from benchmarks.processes import measure
from benchmarks.target import FEW, HEAD, Target
from benchmarks.targets import TARGETS, measured

PAGE = CHECKOUT / "docs" / "benchmarks.md"
_BEGIN, _END = "<!-- targets -->\n", "<!-- end of targets -->\n"


def main() -> int:
    """Measures and prints; the exit code is 1 where a target is missed."""
    given = _options()
    rows, missed = [*HEAD], False
    sys.stdout.write("\n".join([*HEAD, ""]))
    with tempfile.TemporaryDirectory() as name:
        for target in _wanted(given, Path(name).resolve()):
            pairs = measure(target.ours, target.yardstick, given.pairs or (min(FEW, target.pairs) if given.short else target.pairs))
            rows.append(target.row(pairs))
            sys.stdout.write(f"{rows[-1]}\n")
            sys.stdout.flush()
            missed |= target.verdict(pairs) == "missed"
        os.chdir(CHECKOUT)
    if given.write:
        _put(rows)
    return int(missed and not given.short)


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("names", nargs="*", metavar="NAME", help=f"measure these alone: {', '.join(TARGETS)}")
    options.add_argument("--short", action="store_true", help="a few pairs of what is quickly made; report, never fail")
    options.add_argument("--pairs", type=int, default=0, metavar="COUNT", help="how often each pair is run, in place of its own number")
    options.add_argument("--environment", type=Path, metavar="DIR", help="a virtual environment to make or to use again")
    options.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md, too")
    given = options.parse_args()
    if unknown := [name for name in given.names if name not in TARGETS]:
        options.error(f"no such target: {unknown[0]}")
    return given


def _wanted(given: argparse.Namespace, scratch: Path) -> Iterator[Target]:
    found = programs((given.environment or scratch / "environment").resolve())
    bench = Bench(found, scratch, given.short)
    for name in given.names or TARGETS:
        yield from measured(name, bench)


def _put(rows: list[str]) -> None:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(_BEGIN)
    after = rest.partition(_END)[2]
    PAGE.write_text("".join([before, _BEGIN, "\n", *(f"{row}\n" for row in rows), "\n", _END, after]), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
