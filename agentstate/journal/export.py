"""The whole journal for a person: every record as a line of JSON, or how much there is."""

import os
from collections.abc import Iterator, Mapping

from agentstate.journal import place, reading
from agentstate.journal.engine import Connection
from agentstate.journal.journal import Journal
from agentstate.journal.schema import TABLES
from agentstate.journal.values import Overview

_SESSION = "(SELECT session FROM sessions WHERE sessions.id = {}.session) AS session"
_QUESTIONS: Mapping[str, str] = {
    "session": """SELECT session, agent, steps, began, seen, last, pending, delivered, compacted,
        (SELECT text FROM texts WHERE texts.id = prompt) AS prompt FROM sessions ORDER BY id""",
    "event": f"""SELECT id, {_SESSION.format("events")}, step, own, time, kind, call, turn, subagent, tool,
        (SELECT command FROM commands WHERE commands.id = events.command) AS command, exit_code, ok FROM events ORDER BY id""",
    "touch": """SELECT event, (SELECT path FROM paths WHERE id = touches.path) AS path, operation,
        (SELECT path FROM paths WHERE id = origin) AS origin FROM touches ORDER BY event, path, operation""",
    "path": "SELECT path, reads, edits, created, deleted, first, last, changed, verified FROM paths ORDER BY id",
    "command": """SELECT command, cwd, tests, runs, exit_code, ok, first, last, time, failures, failed FROM commands ORDER BY id""",
    "text": f"""SELECT kind, text, source, confidence, {_SESSION.format("texts")}, first, last, event, times, ended
        FROM texts ORDER BY id""",
    "entity": "SELECT kind, scope, symbol, content, source, confidence, created, last, activations, gone FROM entities ORDER BY id",
    "mark": f"SELECT {_SESSION.format('marks')}, mark, step FROM marks ORDER BY marks.session, mark",
}
"""What is asked for each kind of record; numbers that stand for another record are replaced by its name."""


def lines(journal: Journal) -> tuple[str, ...]:
    """Every record of the journal as one JSON object without a line end, its kind in "record", all as they were at one moment."""

    def work(connection: Connection) -> tuple[str, ...]:
        connection.execute("BEGIN")
        try:
            return tuple(line for record, question in _QUESTIONS.items() for line in _records(connection, record, question))
        finally:
            connection.execute("ROLLBACK")

    return journal.asked(work)


def overview(journal: Journal) -> Overview:
    """How much there is of everything, which sessions were heard of last, and which damaged journals stand aside."""
    counts = {table: int(str(journal.rows(f"SELECT count(*) FROM {table}")[0][0])) for table in TABLES}
    size = sum(os.lstat(journal.path + companion).st_size for companion in place.COMPANIONS if os.path.lexists(journal.path + companion))
    return Overview(reading.step(journal), counts, size, reading.sessions(journal), place.damaged(os.path.dirname(journal.path)))


def _records(connection: Connection, record: str, question: str) -> Iterator[str]:
    import json

    cursor = connection.execute(question)
    names = [column[0] for column in cursor.description]
    for row in cursor:
        yield json.dumps({"record": record, **dict(zip(names, row, strict=True))}, ensure_ascii=False)
