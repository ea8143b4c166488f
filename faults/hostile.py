"""Repositories that were made to do harm, which are not part of this one: a folder with them is named by AGENTSTATE_HOSTILE."""

import os
import re
import subprocess
import sys
from pathlib import Path

from faults.ground import run, scratch
from faults.trial import Trial
from tests.support.command import process_environment
from tests.support.repository import Repository

FOLDER = "AGENTSTATE_HOSTILE"
COMMANDS = ("check", "resume", "checkpoint t", "rotate", "doctor")
_SUMMARY, _FAILED = re.compile(r"([0-9]+) passed, ([0-9]+) failed"), re.compile(r"FAIL +(.*)")


def hostile_cases(full: bool) -> Trial:
    """Every case with every command, or with `check` alone; skipped where no folder with `run_cases.py` is named."""
    program = Path(os.environ.get(FOLDER, ""), "run_cases.py").absolute()
    if not os.environ.get(FOLDER) or not program.is_file():
        return Trial(figures=f"skipped: {FOLDER} names no folder with run_cases.py")
    return cases(program, COMMANDS if full else COMMANDS[:1])


def cases(program: Path, commands: tuple[str, ...], only: str = "*") -> Trial:
    """The cases with this pattern in their names: each command answers in time and in bounds, runs and touches nothing of others."""
    trial = Trial()
    with scratch() as folder:
        root = Repository.create(folder / "base").path
        run("init", "--agents", "none", at=root)
        words = [word for command in commands for word in ("--cmd", f"{sys.executable} -P -m agentstate {command}")]
        asked = [sys.executable, str(program), *words, "--base", str(root / ".agent"), "--check-words", "check", "--only", only]
        done = subprocess.run(asked, env=process_environment(), capture_output=True, text=True, check=False)
    trial.misses += _FAILED.findall(done.stdout)
    summary = _SUMMARY.search(done.stdout)
    trial.count = int(summary[1]) + int(summary[2]) if summary else 0
    trial.figures = f"runs of {len(commands)} commands"
    trial.expect(summary, f"the cases ended with {done.returncode}: {done.stderr[-200:]!r}")
    return trial
