"""A disk that fills up, at 13 levels: what cannot be written is refused with a message, and nothing acknowledged is lost or torn."""

import os
import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from faults.ground import planted, scratch
from faults.kills import VICTIMS, Victim, start
from faults.processes import code_of, fork, warm
from faults.trial import Trial

LEVELS = (0, 1, 3, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128)
"""How many KiB are left; without a disk of our own, how many a single file may hold."""

_TRIES = 12


def disks(full: bool) -> Trial:
    """Decisions and checkpoints at every level, on a small disk where we may mount one; else files may not grow beyond the level."""
    trial = Trial()
    warm()
    victims = (VICTIMS[0], VICTIMS[2]) if full else (VICTIMS[0],)
    for level in LEVELS if full else LEVELS[::4]:
        for victim in victims:
            with scratch() as folder, _small(folder / "disk") as mounted:
                (_fill if mounted else _limit)(trial, victim, planted(folder / "disk/repository"), level)
    trial.figures = f"commands at {len(LEVELS if full else LEVELS[::4])} levels"
    return trial


@contextmanager
def _small(place: Path) -> Iterator[bool]:
    """A folder that is a disk of 8 MB, where we may make one."""
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=8m", "none", str(place)]
    mounted = hasattr(os, "geteuid") and os.geteuid() == 0 and subprocess.run(words, check=False, capture_output=True).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(place)], check=True)


def _fill(trial: Trial, victim: Victim, root: Path, level: int) -> None:
    fill = root.parent / "fill"
    with fill.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            size = file.tell()
    os.truncate(fill, max(0, size - level * 1024))
    acknowledged = _try(trial, victim, root, lambda token: start(victim, root, token), f"{level} KiB left")
    fill.unlink()
    _recover(trial, victim, root, acknowledged)


def _limit(trial: Trial, victim: Victim, root: Path, level: int) -> None:
    def limited(token: str) -> int:
        def work() -> int:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (level * 1024, resource.RLIM_INFINITY))
            from agentstate.cli.main import main

            return main(list(victim.words(token)))

        return fork(work, root, root.parent / "said")

    acknowledged = _try(trial, victim, root, limited, f"files up to {level} KiB")
    _recover(trial, victim, root, acknowledged)


def _try(trial: Trial, victim: Victim, root: Path, begin: Callable[[str], int], where: str) -> list[str]:
    acknowledged = []
    for number in range(_TRIES):
        token = f"tok{number:06}f"
        try:
            victim.prepare(root, token)
        except OSError:
            continue  # the user cannot write either
        code = code_of(begin(token))
        trial.count += 1
        trial.expect(code in {0, 1, 2}, f"{victim.name}, {where}: ended with {code}")
        if code == 0 and victim.name == "decide":
            acknowledged.append(token)
    return acknowledged


def _recover(trial: Trial, victim: Victim, root: Path, acknowledged: list[str]) -> None:
    victim.prepare(root, "tokafter")
    code = code_of(start(victim, root, "tokafter"))
    trial.expect(code == 0, f"{victim.name}: {code} when there is room again")
    there = victim.found(root)
    for token in (*acknowledged, "tokafter"):
        trial.expect(there.count(token) >= 1, f"{victim.name}: {token} was acknowledged and is lost")
    said = (root.parent / "said").read_text("utf-8", "replace") if (root.parent / "said").exists() else ""
    trial.expect("Traceback (most recent" not in said, f"{victim.name}: a traceback: {said[-200:]!r}")
