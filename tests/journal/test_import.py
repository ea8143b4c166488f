import subprocess
import sys
from pathlib import Path

from tests.journal.events import PACKAGES

SLOW = {"typing", "dataclasses", "pathlib", "json", "re", "enum", "datetime", "contextlib", "sqlite3", "subprocess", "tempfile"}
PROGRAM = """
import os, sys
from agentstate.journal.journal import open_journal
from agentstate.vocabulary.entries import Entry
open_journal(sys.argv[1]).append([Entry(session="s", kind="tool", time=1, touches=(("a.py", "edit", ""),))])
os.write(1, " ".join(sys.modules).encode())
"""


def test_a_hook_that_appends_loads_nothing_that_is_slow_to_load(root: Path) -> None:
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(PACKAGES)!r})\n{PROGRAM}", str(root)]
    loaded = set(subprocess.run(command, check=True, capture_output=True).stdout.decode().split())
    assert loaded & SLOW == set()
    assert {name for name in loaded if name.startswith("agentstate.journal")} == {
        "agentstate.journal",
        *(f"agentstate.journal.{name}" for name in ("appending", "engine", "failures", "journal", "opening", "place", "schema", "waiting")),
    }
