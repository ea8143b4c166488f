from pathlib import Path

import pytest

from agentstate.journal.journal import open_journal
from tests.journal.events import start

WRITER = """
import os, resource, signal, sys
sys.dont_write_bytecode = True
from agentstate.journal.journal import open_journal
from agentstate.vocabulary.entries import Entry, Text
from agentstate.vocabulary.errors import AgentStateError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    journal = open_journal(sys.argv[1])
    for number in range(200):
        words = Text("said", f"{number} " + "x" * 1_000)
        journal.append([Entry(session="s", kind="tool", time=1, call=f"call-{number}", texts=(words,))])
        os.write(1, b"%d\\n" % number)
except AgentStateError as error:
    print(error.message, file=sys.stderr)
"""
"""Appends events while no file may grow beyond so many bytes, and stops at the first that is refused; leaves no byte code that was cut."""


@pytest.mark.parametrize("size", [0, 1, 1_000, 20_000, 45_056, 46_000, 60_000, 100_000, 150_000])
def test_a_full_disk_refuses_events_and_keeps_the_others(root: Path, size: int) -> None:
    out, err = start(WRITER, root, size).communicate()
    acknowledged = out.decode().splitlines()
    assert acknowledged == [str(number) for number in range(len(acknowledged))]
    assert err.decode().startswith(f'cannot use the journal "{root}/.agent/local/journal.db": ')
    assert len(err.decode().splitlines()) == 1
    journal = open_journal(root)
    assert journal.rows("SELECT call FROM events ORDER BY id") == [(f"call-{number}",) for number in acknowledged]
    assert journal.rows("PRAGMA integrity_check") == [("ok",)]
    assert start(WRITER, root, 10_000_000).communicate() == (b"".join(b"%d\n" % number for number in range(200)), b"")
    assert journal.rows("SELECT count(*) FROM events") == [(200,)]
    assert list((root / ".agent/local").glob("*damaged*")) == []
