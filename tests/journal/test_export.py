import json
from pathlib import Path

from agentstate.journal import export, reading
from agentstate.journal.journal import Journal
from agentstate.journal.values import Overview
from agentstate.vocabulary.entries import Entity, Entry, Text
from tests.journal.events import tool


def fill(journal: Journal) -> None:
    journal.append(
        [
            Entry(
                session="s",
                kind="tool",
                time=5,
                agent="codex",
                call="c1",
                turn="t",
                subagent="u",
                tool="patch",
                touches=(("neu ä.py", "move", "old.py"),),
                command="make",
                cwd="sub",
                exit_code=2,
                ok=None,
                entities=(Entity("fact", "f", "a.py", "def f()", "edit", 0.95),),
            ),
            Entry(session="s", kind="prompt", time=6, texts=(Text("prompt", 'say "你好"\n', "prompt"),)),
        ]
    )
    journal.once("s", "handoff")


def test_every_record_is_a_line_of_json(journal: Journal) -> None:
    fill(journal)
    assert [json.loads(line) for line in export.lines(journal)] == [
        {
            "record": "session",
            "session": "s",
            "agent": "codex",
            "steps": 1,
            "began": 5,
            "seen": 6,
            "last": 1,
            "pending": 0,
            "delivered": None,
            "compacted": None,
            "prompt": 'say "你好"\n',
        },
        {
            "record": "event",
            "id": 1,
            "session": "s",
            "step": 1,
            "own": 1,
            "time": 5,
            "kind": "tool",
            "call": "c1",
            "turn": "t",
            "subagent": "u",
            "tool": "patch",
            "command": "make",
            "exit_code": 2,
            "ok": 0,
        },
        {
            "record": "event",
            "id": 2,
            "session": "s",
            "step": 1,
            "own": 1,
            "time": 6,
            "kind": "prompt",
            "call": None,
            "turn": "",
            "subagent": "",
            "tool": "",
            "command": None,
            "exit_code": None,
            "ok": None,
        },
        {
            "record": "command",
            "command": "make",
            "cwd": "sub",
            "tests": 0,
            "runs": 1,
            "exit_code": 2,
            "ok": 0,
            "first": 1,
            "last": 1,
            "time": 5,
            "failures": 1,
            "failed": 1,
        },
        {
            "record": "text",
            "kind": "prompt",
            "text": 'say "你好"\n',
            "source": "prompt",
            "confidence": 1.0,
            "session": "s",
            "first": 1,
            "last": 1,
            "event": 2,
            "times": 1,
            "ended": None,
        },
        {
            "record": "entity",
            "kind": "fact",
            "scope": "a.py",
            "symbol": "f",
            "content": "def f()",
            "source": "edit",
            "confidence": 0.95,
            "created": 1,
            "last": 1,
            "activations": 1,
            "gone": 0,
        },
        {"record": "mark", "session": "s", "mark": "handoff", "step": 1},
    ]


def test_a_touch_names_its_paths(journal: Journal) -> None:
    journal.append([tool("c1", ("b ä.py", "move", "a.py"))])
    records = [json.loads(line) for line in export.lines(journal)]
    assert [record for record in records if record["record"] in {"touch", "path"}] == [
        {"record": "touch", "event": 1, "path": "b ä.py", "operation": "move", "origin": "a.py"},
        {
            "record": "path",
            "path": "a.py",
            "reads": 0,
            "edits": 1,
            "created": 0,
            "deleted": 1,
            "first": 1,
            "last": 1,
            "changed": 1,
            "verified": None,
        },
        {
            "record": "path",
            "path": "b ä.py",
            "reads": 0,
            "edits": 1,
            "created": 0,
            "deleted": 0,
            "first": 1,
            "last": 1,
            "changed": 1,
            "verified": None,
        },
    ]


def test_the_overview_counts_what_there_is(journal: Journal) -> None:
    fill(journal)
    counts = {"events": 2, "touches": 0, "sessions": 1, "paths": 0, "commands": 1, "texts": 1, "entities": 1, "marks": 1}
    size = sum(Path(journal.path + companion).stat().st_size for companion in ("", "-wal", "-shm"))
    assert export.overview(journal) == Overview(1, counts, size, reading.sessions(journal), ())
    assert size > 0
