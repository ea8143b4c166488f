"""Events for a journal, and programs that write them from another process."""

import os
import subprocess
import sys
from pathlib import Path

import agentstate
from agentstate.vocabulary.entries import Entry

PACKAGES = Path(agentstate.__file__).parents[1]

WRITER = """
import os, sys
from agentstate.journal.journal import open_journal
from agentstate.vocabulary.entries import Entry
root, session, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
journal = open_journal(root)
for number in range(first, first + count):
    touches = (("src/a.py", "edit", ""), (f"src/{number}.py", "read", ""))
    journal.append([Entry(session=session, kind="tool", time=number, call=f"call-{number}", touches=touches, command="make", ok=True)])
    os.write(1, b"%d\\n" % number)
"""
"""Appends events one by one and says after each that it is kept."""


def tool(call: str, *touches: tuple[str, str] | tuple[str, str, str], ok: bool | None = True, session: str = "s", time: int = 1) -> Entry:
    """A tool call that touched these files; a third word of a touch is where the file was before."""
    full = tuple((touch[0], touch[1], "".join(touch[2:])) for touch in touches)
    return Entry(session=session, kind="tool", time=time, call=call, touches=full, ok=ok)


def shell(call: str, command: str, exit_code: int | None, *, tests: bool = False, cwd: str = "", ok: bool | None = None) -> Entry:
    """A shell command with its exit status; that of tests is theirs."""
    if tests and ok is None and exit_code is not None:
        ok = exit_code == 0
    return Entry(
        session="s", kind="tool", time=1, call=call, tool="shell", command=command, cwd=cwd, exit_code=exit_code, ok=ok, tests=tests
    )


def start(program: str, *arguments: object) -> subprocess.Popen[bytes]:
    """The program in another Python, its output in a pipe."""
    words = [sys.executable, "-c", program, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGES)}
    return subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
