"""Guards taken out one by one: each is a line that keeps something safe, and without it some test must fail.

The package is copied, one line is changed in the copy, and the few tests that watch over it are run there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from faults.guard import Guard
from faults.guarded import KEPT
from faults.guarded_records import RECORDS
from faults.trial import Trial

CHECKOUT = Path(__file__).parent.parent
_PARTS = ("agentstate", "tests", "faults", "templates", "schemas", "docs", "pyproject.toml", "README.md")

GUARDS = (*KEPT, *RECORDS)
"""Every guard of files, git, merging, history, lanes and limits that stands in one place."""


def guards(full: bool) -> Trial:
    """Each guard is taken out; only in the long form, for it takes minutes."""
    return without(GUARDS if full else GUARDS[:1])


def without(wanted: tuple[Guard, ...]) -> Trial:
    """At least one test fails without each of these guards, and none with it."""
    trial = Trial(figures="guards")
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name, "checkout")
        for part in _PARTS:
            source = CHECKOUT / part
            (shutil.copytree if source.is_dir() else _copy)(source, copy / part)
        for tests in sorted({guard.tests for guard in wanted}):
            trial.expect(_passes(copy, tests), f"{' '.join(tests)} fail with every guard in place")
        for guard in wanted:
            path = copy / "agentstate" / guard.path
            text = path.read_text("utf-8")
            trial.count += 1
            trial.expect(text.count(guard.text) == 1, f"{guard.name}: stands {text.count(guard.text)} times")
            path.write_text(text.replace(guard.text, guard.without), "utf-8")
            trial.expect(not _passes(copy, guard.tests), f"{guard.name}: no test misses it")
            path.write_text(text, "utf-8")
    return trial


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def _passes(copy: Path, tests: tuple[str, ...]) -> bool:
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(words, cwd=copy, env=environment, capture_output=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
