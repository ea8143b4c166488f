"""What holds for any bytes and any text: parsers, round trips, the frame of the message, merges. The laws of the suite, at length."""

import os
import re
import subprocess
import sys
from pathlib import Path

from faults.trial import Trial

_TESTS = ("tests/test_parsers.py", "tests/yaml", "tests/documents", "tests/message/test_frame.py", "tests/merging/test_laws.py")
_MANY = {"AGENTSTATE_LAWS": "50"}
_PASSED, _FAILED = re.compile(r"([0-9]+) passed"), re.compile(r"(?:FAILED|ERROR) (.*)")


def laws(full: bool) -> Trial:
    """Each law with 10,000 examples, which takes an hour; in the short form with as many as the suite takes."""
    return laws_of(_TESTS, _MANY if full else {})


def laws_of(tests: tuple[str, ...], variables: dict[str, str]) -> Trial:
    """The laws of these files; `variables` say how often each is tried."""
    words = [sys.executable, "-m", "pytest", "-q", "-rfE", "--tb=no", "-m", "not network", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(
        words, cwd=Path(__file__).parent.parent, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    passed = _PASSED.search(done.stdout)
    trial = Trial(int(passed[1]) if passed else 0, _FAILED.findall(done.stdout), "tests, their laws with up to 10,000 examples")
    trial.count += len(trial.misses)
    trial.expect(done.returncode == 0 or trial.misses, f"pytest ended with {done.returncode}: {done.stderr[-200:]!r}")
    return trial
