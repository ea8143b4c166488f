"""The command, run as a user would run it: in this process with its output captured, or as a process of its own."""

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import agentstate


@dataclass(frozen=True)
class Result:
    """How a run ended: exit code and the whole of both streams."""

    code: int
    out: str
    err: str


def run_here(*arguments: str, at: Path | None = None, stdin: str = "") -> Result:
    """The result of `agentstate ARGUMENTS` in this process, with `at` as the working folder."""
    from agentstate.cli.main import main

    with _streams(stdin) as (out, err), contextlib.chdir(at or Path.cwd()):
        code = main(list(arguments))
    return Result(code, _text(out), _text(err))


def run_process(
    *arguments: str, at: Path, stdin: str = "", environment: Mapping[str, str] | None = None, through: Sequence[str] = ()
) -> Result:
    """The result of `python -m agentstate ARGUMENTS` as a process of its own, working in `at`; started by the command `through`."""
    done = subprocess.run(
        [*through, sys.executable, "-m", "agentstate", *arguments],
        cwd=at,
        env=process_environment(**(environment or {})),
        input=stdin,
        capture_output=True,
        check=False,
        encoding="utf-8",
        errors="surrogateescape",
    )
    return Result(done.returncode, done.stdout, done.stderr)


def process_environment(**more: str) -> dict[str, str]:
    """The environment in which another Python imports the package that is under test, installed or not."""
    return {**os.environ, "PYTHONPATH": str(Path(agentstate.__file__).parent.parent), "PYTHONUTF8": "1", **more}


@contextlib.contextmanager
def _streams(stdin: str) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """New standard streams, encoded as a terminal in UTF-8 would; what cannot be encoded raises, as it would there."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True) for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8", "surrogateescape")), encoding="utf-8")
    before = sys.stdin
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        sys.stdin = given
        try:
            yield out, err
        finally:
            sys.stdin = before


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")
