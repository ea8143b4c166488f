"""Calling the installed command as an agent would: with a payload on its stdin, and not for ever."""

import os
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from agentstate.vocabulary.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from subprocess import Popen

SECONDS = 5.0
"""How long a call may take, in seconds."""


@dataclass(frozen=True)
class Answer:
    """How a call ended: its exit code, both streams and how many seconds it took; `failure` says why there is no exit code."""

    code: int | None
    out: bytes = b""
    err: bytes = b""
    seconds: float = 0.0
    failure: str = ""


def call(words: Sequence[str], folder: Path, environment: Mapping[str, str], given: bytes = b"", seconds: float = SECONDS) -> Answer:
    """What the command answers that is called in `folder`; whatever it started is ended with it when its time is over."""
    from subprocess import PIPE, Popen, TimeoutExpired

    began = time.monotonic()
    try:
        process = Popen(list(words), cwd=folder, env=dict(environment), stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)  # noqa: S603 - the command that the user installed, as a list
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or str(error)
        return Answer(None, failure=f"cannot be started: {reason[:1].lower()}{reason[1:]}")
    try:
        out, err = process.communicate(given, timeout=seconds)
    except TimeoutExpired:
        _end(process)
        return Answer(None, seconds=time.monotonic() - began, failure=f"did not answer within {seconds:g} s")
    return Answer(process.returncode, out, err, time.monotonic() - began)


def _end(process: "Popen[bytes]") -> None:
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.communicate()
