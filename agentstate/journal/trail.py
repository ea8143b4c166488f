"""The last events of a journal with the files they named, for a person to read and to look for patterns in."""

from collections import defaultdict

from agentstate.journal.journal import Journal
from agentstate.journal.values import Happening

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.vocabulary.annotations import Any

_EVENT = """SELECT events.id, session_name, agent, step, events.time, kind, tool, coalesce(command_text, ''), coalesce(tests, 0),
    events.exit_code, events.ok, subagent FROM (SELECT * FROM events ORDER BY id DESC LIMIT ?) AS events
    LEFT JOIN (SELECT id AS session_id, session AS session_name, agent FROM sessions) ON session_id = events.session
    LEFT JOIN (SELECT id AS command_id, command AS command_text, tests FROM commands) ON command_id = events.command ORDER BY events.id"""
_TOUCH = (
    "SELECT event, paths.path, operation FROM touches JOIN paths ON paths.id = touches.path WHERE event BETWEEN ? AND ? ORDER BY 1, 2, 3"
)


def trail(journal: Journal, limit: int) -> tuple[Happening, ...]:
    """The last events, at most `limit` of them, the oldest first."""
    rows = journal.rows(_EVENT, limit)
    touches: dict[object, list[tuple[str, str]]] = defaultdict(list)
    if rows:
        for event, path, operation in journal.rows(_TOUCH, rows[0][0], rows[-1][0]):
            touches[event].append((str(path), str(operation)))
    return tuple(_happening(row, tuple(touches[row[0]])) for row in rows)


def step_at(journal: Journal, time: int) -> int:
    """How many tool calls there had been at `time` (milliseconds since 1970), as far as the journal still knows."""
    return int(str(journal.rows("SELECT coalesce(max(step), 0) FROM events WHERE time <= ?", time)[0][0]))


def last_pass(journal: Journal) -> tuple[int, int]:
    """The step and the time, in milliseconds since 1970, of the last test run that is known to have passed; 0 and 0 where none is."""
    question = """SELECT step, time FROM events WHERE ok = 1
        AND EXISTS (SELECT 1 FROM commands WHERE commands.id = events.command AND tests = 1)
        AND EXISTS (SELECT 1 FROM commands WHERE tests = 1) ORDER BY id DESC LIMIT 1"""
    rows = journal.rows(question)
    return (int(str(rows[0][0])), int(str(rows[0][1]))) if rows else (0, 0)


def last_ran(journal: Journal, limit: int) -> tuple[tuple[str, str, int, int, int], ...]:
    """The commands that ran last, at most `limit`, the newest first: command, folder, how often, first and last step."""
    rows: list[Any] = journal.rows("SELECT command, cwd, runs, first, last FROM commands ORDER BY last DESC, id DESC LIMIT ?", limit)
    return tuple(rows)


def moves(journal: Journal) -> tuple[tuple[str, str], ...]:
    """Where files were moved, as far as the events are kept, in their order: (from, to)."""
    question = """SELECT old.path, new.path FROM touches JOIN paths AS new ON new.id = touches.path
        JOIN paths AS old ON old.id = touches.origin ORDER BY event"""
    return tuple((str(before), str(after)) for before, after in journal.rows(question))


def times(journal: Journal, since: int) -> dict[int, int]:
    """When each step from `since` on happened, in milliseconds since 1970, as far as its event is kept."""
    rows = journal.rows("SELECT step, min(time) FROM events WHERE step >= ? GROUP BY step", since)
    return {int(str(step)): int(str(time)) for step, time in rows}


def _happening(row: tuple[object, ...], touches: tuple[tuple[str, str], ...]) -> Happening:
    number, session, agent, step, time, kind, tool, command, tests, exit_code, ok, subagent = row
    return Happening(
        int(str(number)),
        str(session or ""),
        str(agent or ""),
        int(str(step)),
        int(str(time)),
        str(kind),
        str(tool),
        str(command),
        bool(tests),
        None if exit_code is None else int(str(exit_code)),
        None if ok is None else bool(ok),
        str(subagent),
        touches,
    )
