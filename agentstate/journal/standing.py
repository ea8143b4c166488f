"""Where one session stands: what a hook asks after each event, and nothing that costs more than a row."""

from agentstate.journal.appending import name
from agentstate.journal.engine import Connection
from agentstate.journal.journal import WAITED, WOKEN, Journal
from agentstate.vocabulary.values import dataclass

CHILD = "child"
"""The mark of a session that another session started for a part of its work."""


@dataclass(frozen=True)
class Standing:
    """`pending`: the session waits for the message about what it forgot. `steps` are its own tool calls; `child`: it is a subagent's."""

    pending: bool = False
    steps: int = 0
    child: bool = False


def standing(journal: Journal, session: str) -> Standing:
    """How it is with the session now; of one that was never heard of nothing is true."""
    question = """SELECT pending, steps, EXISTS (SELECT 1 FROM marks WHERE marks.session = sessions.id AND mark = ?)
        FROM sessions WHERE session = ?"""
    rows = journal.rows(question, CHILD, name(session))
    return Standing(bool(rows[0][0]), int(str(rows[0][1])), bool(rows[0][2])) if rows else Standing()


def forgot(journal: Journal, session: str) -> tuple[str, int]:
    """The kind and the time, in milliseconds since 1970, of the last compaction or end of the session; "" and 0 where there was none."""
    question = """SELECT kind, time FROM events WHERE session = (SELECT id FROM sessions WHERE session = ?)
        AND kind IN ('compact_before', 'session_end') ORDER BY id DESC LIMIT 1"""
    rows = journal.rows(question, name(session))
    return (str(rows[0][0]), int(str(rows[0][1]))) if rows else ("", 0)


def compactions(journal: Journal, session: str) -> int:
    """How many compactions of the session are known, as far as its events are kept."""
    question = "SELECT count(*) FROM events WHERE kind = 'compact_before' AND session = (SELECT id FROM sessions WHERE session = ?)"
    return int(str(journal.rows(question, name(session))[0][0]))


def take_back(journal: Journal) -> None:
    """Whatever the journal gave out to be said once was not said: the sessions wait for it again."""
    given = tuple(journal.given)

    def work(connection: Connection) -> None:
        for session, mark in given:
            own = (name(session),)
            marked = "DELETE FROM marks WHERE session = (SELECT id FROM sessions WHERE session = ?) AND mark = "
            connection.execute(f"{marked}?", (*own, mark))
            if mark in {WAITED, WOKEN}:
                connection.execute(f"{marked}'awake:' || (SELECT steps FROM sessions WHERE session = ?)", own * 2)
            if mark == WAITED:
                connection.execute("UPDATE sessions SET pending = 1, delivered = NULL WHERE session = ?", own)

    journal.change(work)


def changed_since(journal: Journal, session: str, time: int) -> tuple[str, ...]:
    """The paths that the session changed after `time` (milliseconds since 1970), in their order; those of the tree are left out."""
    question = """SELECT DISTINCT path FROM paths WHERE path NOT LIKE '.agent/%' AND id IN (
        SELECT touches.path FROM events JOIN touches ON touches.event = events.id
        WHERE events.session = (SELECT id FROM sessions WHERE session = ?) AND time > ? AND operation <> 'read') ORDER BY path"""
    return tuple(str(row[0]) for row in journal.rows(question, name(session), time))
