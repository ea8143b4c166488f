"""What keeps a journal small, and what empties it. Both rewrite parts of the file: not for a hook that an agent waits for."""

import os

from agentstate.journal import place, words
from agentstate.journal.engine import Connection
from agentstate.journal.failures import number
from agentstate.journal.journal import Journal
from agentstate.journal.schema import TABLES
from agentstate.vocabulary.errors import AgentStateError

_PARTS = 8
"""Age is counted in eighths of all steps; the newest eighth goes last."""

_ALL = 2**62
"""More rows than there can be."""

_ROOM = 0.75
"""The index of words is continued as long as less than this part of what a journal may take is taken."""

PATIENCE = 2_000
"""How many milliseconds a purge waits for readers."""

_UNUSED = {
    "entities": "activations = 1",
    "paths": "reads + edits <= 1",
    "commands": "runs = 1 AND failures = 0",
    "texts": "times = 1 AND (kind IN ('prompt', 'said', 'plan') OR ended IS NOT NULL)",
}
"""What was never used again, and does not hold on."""

_PASSED = {
    "entities": "1",
    "paths": "1",
    "commands": "failures = 0",
    "texts": "(kind <> 'rule' OR ended IS NOT NULL)",
    "sessions": "pending = 0",
}
"""What does not hold on: all but rules in force, failures without an end, and sessions that wait for their message."""

_EVERYTHING = dict.fromkeys(_PASSED, "1")


def trim(journal: Journal) -> int:
    """How many bytes the journal takes afterwards: at most its limit, and where something had to go, a tenth less.

    What was never used again goes first, the oldest of it before the newer; then the oldest of all, and last what still holds.
    """
    used = journal.asked(_used)
    if used > journal.limit:
        journal.change(words.forget)
        for rule, part in ((rule, part) for rule, parts in _order() for part in parts):
            journal.change(lambda connection, rule=rule, part=part: _drop(connection, rule, part))  # type: ignore[misc]
            used = journal.asked(_used)
            if used <= journal.limit * 9 // 10:
                break
    _give_back(journal, 0)
    return used


def purge(journal: Journal) -> None:
    """Nothing is left: neither records nor journals that were set aside, and the place they took is overwritten or given back."""

    def work(connection: Connection) -> None:
        for table in TABLES:
            connection.execute(f"DELETE FROM {table}")
        connection.execute("UPDATE counters SET step = 0")
        words.forget(connection)

    journal.asked(lambda connection: connection.execute("PRAGMA secure_delete = ON").fetchall())
    journal.change(work)
    if _give_back(journal, PATIENCE):
        raise AgentStateError("the journal is empty, but another process still reads what was in it", "run the command again")
    for path in place.damaged(os.path.dirname(journal.path)):
        place.clear(path)


def index(journal: Journal, most: int = _ALL) -> None:
    """Up to `most` rows of each kind that the index of words lacks go there, as long as the journal has room that nobody else wants."""
    if journal.asked(_used) <= journal.limit * _ROOM:
        journal.change(lambda connection: words.refresh(connection, most))


def _order() -> tuple[tuple[dict[str, str], range], ...]:
    return (
        (_UNUSED, range(1, _PARTS)),
        (_PASSED, range(1, _PARTS + 1)),
        (_EVERYTHING, range(_PARTS, _PARTS + 1)),
    )


def _drop(connection: Connection, rule: dict[str, str], part: int) -> None:
    """What falls under `rule` and is in the oldest `part` eighths; events count as used up by what was summed up from them."""
    step = number(connection.execute("SELECT step FROM counters"))
    bound = (step * part // _PARTS,)
    connection.execute("DELETE FROM touches WHERE event <= (SELECT max(id) FROM events WHERE step <= ?)", bound)
    connection.execute("DELETE FROM events WHERE step <= ?", bound)
    for table, condition in rule.items():
        connection.execute(f"DELETE FROM {table} WHERE last <= ? AND {condition}", bound)
    connection.execute("DELETE FROM marks WHERE session NOT IN (SELECT id FROM sessions)")


def _used(connection: Connection) -> int:
    pages, free, size = (number(connection.execute(f"PRAGMA {what}")) for what in ("page_count", "freelist_count", "page_size"))
    return (pages - free) * size


def _give_back(journal: Journal, wait: int) -> bool:
    """Free pages go back to the disk; whether after `wait` milliseconds others still need the write-ahead log, which keeps its length."""

    def work(connection: Connection) -> bool:
        connection.executescript("PRAGMA incremental_vacuum")  # a page for each step, and only a script takes them all
        connection.execute(f"PRAGMA busy_timeout = {wait}")
        try:
            return bool(number(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")))
        finally:
            connection.execute("PRAGMA busy_timeout = 0")

    return journal.asked(work)
