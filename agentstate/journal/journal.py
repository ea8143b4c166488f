"""The journal of a tree: what agents did, kept before their hook returns."""

import os

from agentstate.journal import place
from agentstate.journal.appending import append, drop_oldest, name
from agentstate.journal.engine import Connection, DatabaseError, Row
from agentstate.journal.failures import FAILURES, Damaged, explained, is_damage, is_told
from agentstate.journal.opening import opened, replace_damaged
from agentstate.journal.waiting import Turn, patiently
from agentstate.vocabulary.errors import AgentStateError

TYPE_CHECKING = False  # a hook does not pay for `typing`
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from typing import TypeVar

    from agentstate.vocabulary.entries import Entry

    Answer = TypeVar("Answer")

LIMIT = 50_000_000
"""How many bytes a journal may take by default."""

WAIT = 2.0
"""How many seconds a call waits for other processes by default."""

WAITED, WOKEN = "waited", "woken"
WAITING = "UPDATE sessions SET pending = 0, delivered = (SELECT step FROM counters) WHERE session = ? AND pending = 1"
AWAKE = """INSERT INTO marks (session, mark, step) SELECT id, 'awake:' || steps, (SELECT step FROM counters) FROM sessions
    WHERE session = ? ON CONFLICT DO NOTHING"""

_LEFT: list[Connection] = []
"""What is closed by the end of the process."""

_TRIES = 4
"""How often a call begins anew because the file was damaged, exchanged or taken away beneath it."""


class Journal:
    """An open journal. Each method is one transaction: what it acknowledged by returning is on the disk, and survives any kill.

    Every method raises AgentStateError where the disk is full or read-only, or other processes are at work for longer than `wait`
    seconds. A journal that turns out to be damaged is set aside as `journal.damaged-N.db`, and the call goes to a new one.
    """

    def __init__(self, root: str, limit: int, wait: float) -> None:
        self.root = root
        self.limit = limit
        self.given: list[tuple[str, str]] = []
        """What was given out to be said once: the session and the mark, WAITED for the message, WOKEN for one that nobody had foretold."""
        self._wait = wait
        self.path = os.path.join(place.local_folder(root), place.NAME)
        self._connection, self._identity = self._opened()

    def append(self, entries: "Iterable[Entry]") -> int:
        """How many of these events were new; those are kept, all together or not at all. The others were delivered before."""
        kept = tuple(entries)

        def work(connection: Connection) -> int:
            drop_oldest(connection, self.limit)
            return sum([append(connection, entry) for entry in kept])

        return self.change(work)

    def claim(self, session: str) -> bool:
        """Whether `session` still waits for the message about what it forgot; to one caller only the answer is yes.

        A session that then says itself that it forgot, before its next tool call, is told nothing more.
        """

        def work(connection: Connection) -> bool:
            waited = connection.execute(WAITING, (name(session),)).rowcount == 1
            if waited:
                connection.execute(AWAKE, (name(session),))
            return waited

        return self._noted(self.change(work), session, WAITED)

    def once(self, session: str, mark: str) -> bool:
        """Whether `mark` was not yet set for `session`; it is afterwards. For what is said once and not again."""
        statement = """INSERT INTO marks (session, mark, step) SELECT id, ?, (SELECT step FROM counters) FROM sessions WHERE session = ?
            ON CONFLICT DO NOTHING"""
        values = mark, name(session)
        return self._noted(self.change(lambda connection: connection.execute(statement, values).rowcount == 1), session, mark)

    def waken(self, session: str) -> bool:
        """As `claim`, for a session that says itself that it forgot: the answer is yes also where nobody had foretold it, but only once
        between two of its tool calls."""
        own = (name(session),)

        def work(connection: Connection) -> tuple[bool, bool]:
            waited = connection.execute(WAITING, own).rowcount == 1
            return waited, connection.execute(AWAKE, own).rowcount == 1

        waited, woken = self.change(work)
        return self._noted(waited or woken, session, WAITED if waited else WOKEN)

    def _noted(self, answer: bool, session: str, mark: str) -> bool:  # noqa: FBT001 - the answer of a question
        if answer:
            self.given.append((session, mark))
        return answer

    def end_task(self) -> None:
        """The task is done: the rules that came with it end, and its progress is no longer a thing to recall."""

        def work(connection: Connection) -> None:
            connection.execute("UPDATE texts SET ended = (SELECT step FROM counters) WHERE kind = 'rule' AND ended IS NULL")
            connection.execute("DELETE FROM entities WHERE kind = 'progress'")

        self.change(work)

    def correct(self, news: "Mapping[int, str | None]") -> None:
        """What the files on disk say instead of what was kept of the entities with these ids; None: it is not there any more."""
        self.recalled(news, ())

    def recalled(self, news: "Mapping[int, str | None]", used: "Collection[int]") -> None:
        """As `correct`, and the entities with the ids `used` were of use now."""
        if not (news or used):
            return
        wrong = [(content, content is None, entity) for entity, content in news.items()]
        correction = "UPDATE entities SET content = coalesce(?, content), gone = ? WHERE id = ?"
        use = "UPDATE entities SET activations = activations + 1, last = (SELECT step FROM counters) WHERE id = ?"

        def work(connection: Connection) -> None:
            connection.executemany(correction, wrong)
            connection.executemany(use, [(entity,) for entity in used])

        self.change(work)

    def rows(self, question: str, *values: object) -> list[Row]:
        """The answer to a question, at one moment of the journal."""
        return self.asked(lambda connection: list(connection.execute(question, values)))

    def change(self, work: "Callable[[Connection], Answer]") -> "Answer":
        """What `work` returns, done as one transaction."""

        def transaction(connection: Connection) -> "Answer":
            connection.execute("BEGIN IMMEDIATE")
            try:
                answer = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return answer

        with Turn(os.path.join(place.local_folder(self.root), place.QUEUE), self._wait):
            return self.asked(transaction)

    def asked(self, work: "Callable[[Connection], Answer]") -> "Answer":
        """What `work` returns, of a journal that was whole and in its place when it was done."""
        for _ in range(_TRIES):
            try:
                answer = patiently(lambda: work(self._connection), self._wait)
            except (*FAILURES, Damaged) as error:
                self._mend(error)
            else:
                if self._is_in_place():
                    return answer
                self._reopen()
        raise AgentStateError(f'cannot use the journal "{self.path}": it does not last', "check the disk and what else writes there")

    def close(self) -> None:
        """The end; what is in the write-ahead log goes to the file proper, where nobody else needs it."""
        self._connection.close()

    def leave(self) -> None:
        """Instead of `close`, where the process ends now and nobody should wait for that: what was acknowledged is on the disk, in the log,
        which never grows beyond a thousand pages, and the connection lasts until the process has ended."""
        _LEFT.append(self._connection)

    def _mend(self, error: Exception) -> None:
        """A new journal instead of the damaged one; anything but damage is raised."""
        if not is_damage(error):
            raise explained(self.path, error) if is_told(error) else error
        self._connection.close()
        try:
            patiently(lambda: replace_damaged(self.root, self._identity), self._wait)
        except (DatabaseError, OSError) as failure:
            raise explained(self.path, failure) from failure
        self._connection, self._identity = self._opened()

    def _reopen(self) -> None:
        self._connection.close()
        self._connection, self._identity = self._opened()

    def _opened(self) -> tuple[Connection, place.Identity]:
        try:
            return patiently(lambda: opened(self.root), self._wait)
        except (DatabaseError, OSError) as error:
            raise explained(self.path, error) from error

    def _is_in_place(self) -> bool:
        """Whether others find the file that we used: it may have been set aside, or `git clean -fdx` took it."""
        try:
            return place.identity(self.path) == self._identity
        except OSError as error:
            raise explained(self.path, error) from error


def open_journal(root: str | os.PathLike[str], *, limit: int = LIMIT, wait: float = WAIT) -> Journal:
    """The journal of the tree below the folder `root`, made where there is none, in `.agent/local/` (0700, its files 0600).

    AgentStateError where there is no tree, where a link or a special file stands in the way, where the journal is of a newer version,
    and where nothing can be written.
    """
    return Journal(os.fspath(root), limit, wait)


def find_journal(root: str | os.PathLike[str], *, limit: int = LIMIT, wait: float = WAIT) -> Journal | None:
    """The journal of the tree below `root`; None where there is none, and then none is made. AgentStateError where we may not look."""
    folder = os.fspath(root)
    try:
        is_there = place.is_there(folder)
    except OSError as error:
        raise explained(os.path.join(place.local_folder(folder), place.NAME), error) from error
    return open_journal(root, limit=limit, wait=wait) if is_there else None
