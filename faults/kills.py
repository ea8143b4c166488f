"""SIGKILL at any moment, 2,000 times for each of four verbs, and SIGTERM and SIGINT, which must end the verb in order."""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from faults.ground import leftovers, outside, planted, scratch
from faults.processes import code_of, command, ended, fork, warm
from faults.trial import Trial
from tests.support.repository import Repository

SECONDS = 5.0
"""How long a verb that was asked to end may take."""


@dataclass(frozen=True)
class Victim:
    """A verb that is killed. `words` for one token; `prepare` gives it something to do; `found` counts what holds the token."""

    name: str
    words: Callable[[str], tuple[str, ...]]
    prepare: Callable[[Path, str], object]
    found: Callable[[Path], str]


def _decided(root: Path) -> str:
    logs = [root / ".agent/DECISIONS.md", *(root / ".agent/checkpoints").glob("DECISIONS.archive-*.md")]
    return "".join(line for path in logs for line in path.read_text("utf-8").split("\n") if line.startswith("## "))


def _committed(root: Path) -> str:
    return Repository(root).git("log", "-p", "--format=%s", "--", ".agent/TODO.md") + (root / ".agent/TODO.md").read_text("utf-8")


def _add_item(root: Path, token: str) -> None:
    path = root / ".agent/TODO.md"
    path.write_text(f"# TODO\n\n- [ ] {token}\n", "utf-8")


def _decide(root: Path, token: str) -> None:
    assert code_of(fork(command("decide", token, "--why", "w"), root, root.parent / "said")) == 0  # noqa: S101


def _recorded(root: Path) -> str:
    from agentstate.journal.journal import open_journal

    journal = open_journal(str(root))
    try:
        return "\n".join(str(row[0]) for row in journal.rows("SELECT command FROM commands"))
    finally:
        journal.close()


def hook_payload(root: Path, token: str) -> bytes:
    """What an agent hands to its hook after a command that holds the token."""
    payload = {
        "session_id": "s",
        "hook_event_name": "PostToolUse",
        "cwd": str(root),
        "tool_name": "Bash",
        "tool_use_id": token,
        "tool_input": {"command": f"echo {token}"},
        "tool_response": {"stdout": "", "stderr": "", "interrupted": False},
    }
    return json.dumps(payload).encode()


VICTIMS = (
    Victim("decide", lambda token: ("decide", token, "--why", "w"), lambda _root, _token: None, _decided),
    Victim("journal", lambda _token: ("hook", "claude-code"), lambda root, token: _give(root, hook_payload(root, token)), _recorded),
    Victim("checkpoint", lambda token: ("checkpoint", token), _add_item, _committed),
    Victim("rotate", lambda _token: ("rotate",), _decide, _decided),
)


def _give(root: Path, data: bytes) -> None:
    (root.parent / "given").write_bytes(data)


def start(victim: Victim, root: Path, token: str) -> int:
    """The process of the verb, begun."""

    def work() -> int:
        given = os.open(root.parent / "given", os.O_RDONLY | os.O_CREAT, 0o600)
        os.dup2(given, 0)
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        return command(*victim.words(token))()

    return fork(work, root, root.parent / "said")


def kills(full: bool) -> Trial:
    """Each victim is killed 2,000 times, or 4; what was acknowledged is there once, and the next command works."""
    trial, locks = Trial(), 0
    warm()
    for number, victim in enumerate(VICTIMS):
        with scratch() as folder:
            root = planted(folder / "repository")
            locks += kill(trial, victim, root, 2000 if full else 4, random.Random(number))  # noqa: S311 - moments, not secrets
    trial.figures = f"kills; {locks} locks of git left by a killed git"
    return trial


def kill(trial: Trial, victim: Victim, root: Path, times: int, dice: random.Random) -> int:
    """The victim is killed so often; returns how many locks git left, which the user is asked to remove and is played here."""
    theirs, acknowledged, locks = outside(root), list[str](), 0
    usual = _usual(victim, root, acknowledged)
    for number in range(times):
        token = f"tok{number:06}x"
        victim.prepare(root, token)
        child = start(victim, root, token)
        code = ended(child, usual * dice.uniform(0, 1.25))
        if code is None:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            code = code_of(child)
        if code == 0 or victim.name == "rotate":
            acknowledged.append(token)
        locks += _play_the_user(root)
        token = f"tok{number:06}y"
        victim.prepare(root, token)
        after = code_of(start(victim, root, token))
        trial.count += 1
        trial.expect(after == 0, f"{victim.name}: the command after kill {number} ends with {after}")
        acknowledged.append(token)
    _judge(trial, victim, root, acknowledged)
    trial.expect(outside(root) == theirs, f"{victim.name}: what is not the tree's was touched")
    return locks


def _usual(victim: Victim, root: Path, acknowledged: list[str]) -> float:
    """The median of what the verb takes, in seconds."""
    took = []
    for number in range(5):
        token = f"tok{number:06}u"
        victim.prepare(root, token)
        began = time.monotonic()
        if code_of(start(victim, root, token)) == 0:
            acknowledged.append(token)
        took.append(time.monotonic() - began)
    return sorted(took)[2]


def _play_the_user(root: Path) -> int:
    found = [path for path in (root / ".git").rglob("*.lock") if path.is_file()]
    for path in found:
        path.unlink()
    return len(found)


def _judge(trial: Trial, victim: Victim, root: Path, acknowledged: list[str]) -> None:
    there = victim.found(root)
    for token in acknowledged:
        if victim.name == "checkpoint":
            trial.expect(token in there, f"checkpoint: {token} was acknowledged and is lost")
        else:
            trial.expect(there.count(token) == 1, f"{victim.name}: {token} was acknowledged and is there {there.count(token)} times")
    said = (root.parent / "said").read_text("utf-8", "replace")
    trial.expect("Traceback (most recent" not in said, f"{victim.name}: a traceback")
    for path in root.rglob(".agentstate-*.tmp"):
        os.utime(path, (1, 1))
    code_of(fork(command("todo", "add", "the last thing"), root, root.parent / "said"))
    trial.expect(not leftovers(root), f"{victim.name}: {leftovers(root)[:3]} left")
    try:
        Repository(root).git("fsck", "--strict", "--no-dangling")
    except AssertionError as error:
        trial.misses.append(str(error))


def signals(full: bool) -> Trial:
    """A verb that is asked to end does so in order: within 5 s, with its own exit code, no file and no lock of git left."""
    trial, longest = Trial(), 0.0
    warm()
    dice = random.Random(5)  # noqa: S311 - moments
    with scratch() as folder:
        root = planted(folder / "repository")
        theirs = outside(root)
        for victim in (VICTIMS[0], VICTIMS[2]):
            usual = _usual(victim, root, [])
            for number in range(250 if full else 6):
                token, asked = f"tok{number:06}s", (signal.SIGTERM, signal.SIGINT)[number % 2]
                victim.prepare(root, token)
                child = start(victim, root, token)
                code = ended(child, usual * dice.uniform(0.1, 1.0))
                began = time.monotonic()
                if code is None:
                    os.kill(child, asked)
                    code = ended(child, 2 * SECONDS)
                longest = max(longest, time.monotonic() - began)
                trial.count += 1
                where = f"{victim.name}, {asked.name} {number}"
                trial.expect(code in {0, 130, 143, -asked}, f"{where}: ended with {code}")
                trial.expect(not leftovers(root), f"{where}: {leftovers(root)[:2]} left")
                trial.expect(not _play_the_user(root), f"{where}: a lock of git left")
                trial.expect(outside(root) == theirs, f"{where}: what is not the tree's was touched")
                trial.expect(code != 0 or token in victim.found(root), f"{where}: {token} was acknowledged and is lost")
    trial.expect(longest <= SECONDS, f"the longest took {longest:.1f} s to end")
    trial.figures = f"signals; ended within {longest:.2f} s"
    return trial
