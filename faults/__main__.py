"""`python -m faults`: one line for each test, exit code 1 where one misses. In short under two minutes; `--full` takes hours."""

import argparse
import sys
import time

from faults.crashes import crashes
from faults.disks import disks
from faults.expressions import expressions_on_shapes
from faults.failures import failures
from faults.guards import guards
from faults.histories import histories, line_merges
from faults.hostile import hostile_cases
from faults.kills import kills, signals
from faults.laws import laws
from faults.orders import orders
from faults.reordering import reorderings
from faults.soaks import soak
from faults.storms import storms
from faults.trial import Test

TESTS = (
    Test("crash after each step", crashes),
    Test("power cut, unsynced writes in any order", reorderings, only_full=True),
    Test("k-th call fails", failures),
    Test("full disk", disks),
    Test("order of fsync and rename", orders),
    Test("SIGKILL", kills),
    Test("SIGTERM and SIGINT", signals),
    Test("storm, one tree and two", storms),
    Test("soak", soak),
    Test("expressions on 100 KB of 40 shapes", expressions_on_shapes),
    Test("random concurrent histories", histories),
    Test("merges by lines", line_merges, only_full=True),
    Test("laws of parsers, round trips, frame and merges", laws, only_full=True),
    Test("hostile repositories", hostile_cases, only_full=True),
    Test("guards removed one by one", guards, only_full=True),
)
"""Every test by its name."""


def main() -> int:
    """Runs the tests and prints the table."""
    options = argparse.ArgumentParser(prog="python -m faults", description=__doc__)
    options.add_argument("--full", action="store_true", help="everything, as often as is promised; before a release")
    options.add_argument("--only", metavar="WORD", default="", help="the tests with this word in their name, those of the long form too")
    given = options.parse_args()
    chosen = [test for test in TESTS if given.only in test.name and (given.full or given.only or not test.only_full)]
    missed = 0
    sys.stdout.write("| test | tried | what | took | |\n|---|---:|---|---:|---|\n")
    for test in chosen:
        began = time.monotonic()
        trial = test.run(given.full)
        sys.stdout.write(trial.row(test.name, time.monotonic() - began) + "\n" + trial.details())
        sys.stdout.flush()
        missed += len(trial.misses)
    return int(missed > 0 or not chosen)


if __name__ == "__main__":
    sys.exit(main())
