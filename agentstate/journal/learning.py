"""What files define, kept beside the events: read from the disk at moments that leave time for it, not with each tool call."""

from collections.abc import Iterable

from agentstate.journal.appending import keep_entity, name
from agentstate.journal.engine import Connection
from agentstate.journal.journal import Journal
from agentstate.vocabulary.entries import Entity

_LEARNT = "learnt"
"""The mark of the session that learnt last, and at which step."""


def learnt(journal: Journal) -> int:
    """The step up to which files were read for what they define; 0 where none was."""
    return int(str(journal.rows("SELECT coalesce(max(step), 0) FROM marks WHERE mark = ?", _LEARNT)[0][0]))


def learn(journal: Journal, session: str, found: Iterable[tuple[Entity, int]]) -> None:
    """Each entity is kept with the step at which its file was touched; `session`, which is known, has learnt all up to now."""
    marking = """INSERT INTO marks (session, mark, step) SELECT id, ?, (SELECT step FROM counters) FROM sessions WHERE session = ?
        ON CONFLICT DO UPDATE SET step = excluded.step"""

    def work(connection: Connection) -> None:
        for entity, step in found:
            keep_entity(connection, entity, step)
        connection.execute(marking, (_LEARNT, name(session)))

    journal.change(work)
