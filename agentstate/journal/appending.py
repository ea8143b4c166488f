"""How one event changes the tables: the event itself, and everything that is summed up over events so that a reader need not."""

from agentstate.journal.engine import Connection
from agentstate.journal.failures import number
from agentstate.vocabulary.entries import RECORD, Entity, Entry, Text

_NAME = 1_000
_PATH = 4_096
_COMMAND = 16_384
_TEXT = 65_536
"""How many characters are kept of an id, a path, a command and of words; more is no honest one."""

_FORGETTING = frozenset({"compact_before", "session_end"})
"""After these a session needs to be told where it was."""

_BATCH = 64


def append(connection: Connection, entry: Entry) -> bool:
    """Whether the event was new; it is kept, in the transaction that is open."""
    session, steps = _session(connection, entry)
    call = name(entry.call) or None
    same = "SELECT 1 FROM events WHERE session = ? AND call = ? AND kind = ?"
    if call and connection.execute(same, (session, call, entry.kind)).fetchone():
        return False
    acted = entry.kind in {"tool", "tool_failed"}
    step = number(connection.execute("SELECT step FROM counters")) + acted
    ok = outcome(entry)
    command = _command(connection, entry, ok, step) if entry.command else None
    event = connection.execute(
        """INSERT INTO events (session, step, own, time, kind, call, turn, subagent, tool, command, exit_code, ok)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            *(session, step, steps + acted, entry.time, entry.kind, call, name(entry.turn), name(entry.subagent)),
            *(name(entry.tool), command, _whole(entry.exit_code), ok),
        ),
    ).lastrowid
    for touch in dict.fromkeys(entry.touches):
        _touch(connection, event, touch, ok, step)
    if entry.tests and ok:
        connection.execute("UPDATE paths SET verified = ? WHERE changed IS NOT NULL AND verified IS NULL", (step,))
    for text in entry.texts:
        _text(connection, text, (session, event, step))
    for entity in entry.entities:
        keep_entity(connection, entity, step)
    _count(connection, entry, (session, step, acted))
    return True


def outcome(entry: Entry) -> bool | None:
    """Whether what was done went well; None where that is not known. By a status of 0 alone tests have not passed: `pytest || true`."""
    if entry.ok is None and entry.exit_code is not None:
        return None if entry.tests and entry.exit_code == 0 else entry.exit_code == 0
    return entry.ok


def drop_oldest(connection: Connection, limit: int) -> None:
    """A few of the oldest events are gone if the journal takes more than `limit` bytes; what they add up to stays."""
    pages, free, size = (number(connection.execute(f"PRAGMA {what}")) for what in ("page_count", "freelist_count", "page_size"))
    if (pages - free) * size > limit:
        last = "(SELECT min(id) FROM events) + ?"
        connection.execute(f"DELETE FROM touches WHERE event < {last}", (_BATCH,))
        connection.execute(f"DELETE FROM events WHERE id < {last}", (_BATCH,))


def _session(connection: Connection, entry: Entry) -> tuple[int, int]:
    """The number of the session, and how many tool calls it has seen."""
    own = name(entry.session)
    found = connection.execute("SELECT id FROM sessions WHERE session = ?", (own,)).fetchone()
    if found:
        return found[0], number(connection.execute("SELECT steps FROM sessions WHERE id = ?", found))
    values = own, name(entry.agent), entry.time, entry.time
    return int(connection.execute("INSERT INTO sessions (session, agent, began, seen) VALUES (?, ?, ?, ?)", values).lastrowid or 0), 0


def _count(connection: Connection, entry: Entry, place: tuple[int, int, bool]) -> None:
    session, step, acted = place
    connection.execute(
        """UPDATE sessions SET steps = steps + ?, seen = ?, last = ?, pending = pending OR ?, compacted = coalesce(?, compacted)
            WHERE id = ?""",
        (acted, entry.time, step, entry.kind in _FORGETTING, step if entry.kind == "compact_before" else None, session),
    )
    if acted:
        connection.execute("UPDATE counters SET step = ?", (step,))


def _command(connection: Connection, entry: Entry, ok: bool | None, step: int) -> int:  # noqa: FBT001 - three answers, one of them "not known"
    """The number of the command; only a run that is known to have gone well ends its row of failures, and an unknown end leaves it."""
    key = _cut(entry.command, _COMMAND), _cut(entry.cwd, _PATH)
    failed = ok is False
    if entry.piped:
        same = "UPDATE commands SET failures = 0, exit_code = 0, ok = 1 WHERE command = ? AND cwd = ?"
        connection.execute(same, (_cut(entry.piped, _COMMAND), key[1]))
    connection.execute(
        """INSERT INTO commands (command, cwd, tests, runs, exit_code, ok, first, last, time, failures, failed)
            VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (command, cwd) DO UPDATE SET tests = excluded.tests, runs = runs + 1,
            exit_code = CASE WHEN excluded.ok IS NULL AND failures > 0 THEN exit_code ELSE excluded.exit_code END, ok = excluded.ok,
            last = excluded.last, time = excluded.time, failed = coalesce(excluded.failed, failed),
            failures = CASE WHEN excluded.ok = 1 THEN 0 ELSE failures + excluded.failures END""",
        (*key, entry.tests, _whole(entry.exit_code), ok, step, step, entry.time, failed, step if failed else None),
    )
    return number(connection.execute("SELECT id FROM commands WHERE command = ? AND cwd = ?", key))


def _touch(connection: Connection, event: int | None, touch: tuple[str, str, str], ok: bool | None, step: int) -> None:  # noqa: FBT001 - as above
    """A file that was named. What failed changed nothing, and a file that only failures named may not exist."""
    path, operation, origin = touch
    if ok is False:
        connection.execute("UPDATE paths SET last = ? WHERE path = ?", (step, _cut(path, _PATH)))
        return
    left = _path(connection, origin, "delete", step) if operation == "move" and origin else None
    values = event, _path(connection, path, operation, step), operation, left
    connection.execute("INSERT INTO touches (event, path, operation, origin) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", values)


def _path(connection: Connection, written: str, operation: str, step: int) -> int:
    """The number of the path. A change takes back that a test run has verified the file; reading it does not."""
    path, read = _cut(written, _PATH), operation == "read"
    connection.execute(
        """INSERT INTO paths (path, reads, edits, created, deleted, first, last, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path) DO UPDATE SET reads = reads + excluded.reads, edits = edits + excluded.edits,
            created = max(created, excluded.created), deleted = excluded.deleted, last = excluded.last,
            changed = coalesce(excluded.changed, changed), verified = CASE WHEN excluded.changed IS NULL THEN verified END""",
        (path, read, not read, operation == "create", operation == "delete", step, step, None if read else step),
    )
    return number(connection.execute("SELECT id FROM paths WHERE path = ?", (path,)))


def _text(connection: Connection, text: Text, place: tuple[int, int | None, int]) -> None:
    """Words that are known already are only heard once more, if they were not just read again; a rule that had ended holds again."""
    session, event, step = place
    kind, words = text.kind, _cut(text.text, _TEXT)
    question = "SELECT id FROM texts WHERE kind = ? AND size = ? AND text = ?"
    found = connection.execute(question, (kind, len(words), words)).fetchone()
    if found and text.source == RECORD:
        return
    if found:
        known: int | None = found[0]
        connection.execute(
            """UPDATE texts SET source = ?, confidence = max(confidence, ?), session = ?, last = ?, event = ?, times = times + 1,
                ended = NULL WHERE id = ?""",
            (_cut(text.source, _PATH), text.confidence, session, step, event, known),
        )
    else:
        known = connection.execute(
            """INSERT INTO texts (kind, text, size, source, confidence, session, first, last, event, times)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)""",
            (kind, words, len(words), _cut(text.source, _PATH), text.confidence, session, step, step, event),
        ).lastrowid
    if kind == "prompt":
        connection.execute("UPDATE sessions SET prompt = ? WHERE id = ?", (known, session))


def keep_entity(connection: Connection, entity: Entity, step: int) -> None:
    """A better or equal source replaces what a worse one said; each mention, at its step, is an activation."""
    connection.execute(
        """INSERT INTO entities (kind, scope, symbol, content, source, confidence, created, last, activations)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)
            ON CONFLICT (symbol, kind, scope) DO UPDATE SET last = max(last, excluded.last), activations = activations + 1, gone = 0,
            content = CASE WHEN excluded.confidence >= confidence THEN excluded.content ELSE content END,
            source = CASE WHEN excluded.confidence >= confidence THEN excluded.source ELSE source END,
            confidence = max(confidence, excluded.confidence)""",
        (
            *(entity.kind, _cut(entity.scope, _PATH), name(entity.symbol), _cut(entity.content, _COMMAND)),
            *(_cut(entity.source, _PATH), entity.confidence, step, step),
        ),
    )


def name(text: str) -> str:
    """An id as it is kept: of a session, a call, a turn, an agent, a tool or a symbol."""
    return _cut(text, _NAME)


def _cut(text: str, length: int) -> str:
    """At most `length` characters, and none that UTF-8 cannot hold: half a surrogate pair is kept as its escape."""
    short = text[:length]
    return short if short.isascii() else short.encode("utf-8", "backslashreplace").decode("utf-8")


def _whole(code: int | None) -> int | None:
    """The number if the database can hold it; any other is not known."""
    return code if code is not None and -(2**63) <= code < 2**63 else None
