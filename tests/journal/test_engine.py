"""How SQLite is loaded: with little beside it in a fresh process, and the same for whoever loaded more before."""

import subprocess
import sys
from pathlib import Path

import pytest

import agentstate

PROGRAM = """\
import sys
{before}
sys.path.insert(0, {place!r})
from agentstate.journal.engine import connect
loaded = "functools" in sys.modules
open({file!r}, "wb").close()
connection = connect({file!r})
connection.execute("CREATE TABLE numbers (number)")
for number in range(3):
    connection.execute("INSERT INTO numbers VALUES (?)", (number,))
rows = [connection.execute("SELECT sum(number) FROM numbers").fetchall() for _ in range(3)]
connection.close()
import functools
print(loaded, rows, functools.reduce(lambda a, b: a * b, [2, 3, 4]), connection.__class__.__module__)
"""


@pytest.mark.parametrize(("before", "loaded"), [("", False), ("import functools", True), ("import sqlite3", True)])
def test_a_database_is_the_same_with_and_without_a_store_of_statements(tmp_path: Path, before: str, loaded: bool) -> None:
    program = PROGRAM.format(before=before, place=str(Path(agentstate.__file__).parent.parent), file=str(tmp_path / "a.db"))
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, check=True, encoding="utf-8")
    assert done.stdout == f"{loaded} {[[(3,)]] * 3} 24 sqlite3\n"
