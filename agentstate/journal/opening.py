"""A journal that can be written: found, made, brought to our version, or put aside and made anew. One process at a time changes which."""

import os

from agentstate.journal import place
from agentstate.journal.engine import Connection, DatabaseError, connect
from agentstate.journal.failures import FAILURES, Damaged, is_damage, number, quoted
from agentstate.journal.schema import BEFORE_TABLES, MARK, MIGRATIONS
from agentstate.vocabulary.errors import AgentStateError


def opened(root: str) -> tuple[Connection, place.Identity]:
    """A connection to the journal below `root`, and which file it is; a journal that is missing or of no use is made.

    AgentStateError: no tree there, a link or a special file in the way, or a newer version. DatabaseError or OSError: nothing can be
    written, or others are at work on it.
    """
    path = os.path.join(place.make_local_folder(root), place.NAME)
    found = connection = None
    try:
        found = place.examined(path)
        connection = _ready(path) if found else None
    except Damaged:
        pass
    except (DatabaseError, FileNotFoundError):
        if found and place.identity(path) == found:
            raise  # else another process has set it aside meanwhile
    if found and connection:
        return connection, found
    with _Alone(path):
        return _settled(path)


def replace_damaged(root: str, seen: place.Identity) -> None:
    """The file that turned out to be damaged is set aside, unless another process has done so already."""
    path = os.path.join(place.make_local_folder(root), place.NAME)
    with _Alone(path):
        if place.identity(path) == seen:
            place.set_aside(path)


_LAST = 1_000
"""No journal will ever have a higher version than this: a file that says so is damaged."""


class _Alone:
    """As long as this is held, no other process makes, moves or migrates the journal.

    The lock is that of an empty database: it works wherever journals do and is gone with its holder.
    """

    def __init__(self, path: str) -> None:
        self._path = os.path.join(os.path.dirname(path), place.LOCK)

    def __enter__(self) -> None:
        try:
            self._connection = self._locked()
        except FAILURES as error:
            if not is_damage(error):
                raise
            place.clear(self._path)
            self._connection = self._locked()

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def _locked(self) -> Connection:
        if not place.examined(self._path):
            try:
                place.create(self._path)
            except FileExistsError:
                place.examined(self._path)
        connection = connect(self._path)
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except BaseException:
            connection.close()
            raise
        return connection


def _settled(path: str) -> tuple[Connection, place.Identity]:
    """The journal at `path`, whatever was there; for the one process that may."""
    for _ in range(2):
        found = place.examined(path)
        try:
            connection = _migrated(path) if found else None
        except Damaged:
            connection = None
        if found and connection:
            return connection, found
        place.set_aside(path)
        _create(path)
    raise AgentStateError(f"cannot use the journal {quoted(path)}: it was damaged as soon as it was made", "check the disk")


def _ready(path: str) -> Connection | None:
    """A connection to a journal of our version; None where it is of an older one, `Damaged` where it is none."""
    attempt = _Attempt(path)
    with attempt as connection:
        return attempt.kept() if _version(connection, path) == len(MIGRATIONS) else None


def _migrated(path: str) -> Connection:
    """A connection to a journal that was brought to our version; `Damaged` where it is none."""
    attempt = _Attempt(path)
    with attempt as connection:
        _migrate(connection, _version(connection, path))
        return attempt.kept()


class _Attempt:
    """A connection that is closed again unless it is `kept`; what shows damage comes out as `Damaged`."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._kept = False

    def __enter__(self) -> Connection:
        try:
            self._connection = connect(self._path)
        except FAILURES as error:
            raise _judged(error) from error
        return self._connection

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not self._kept:
            self._connection.close()
        if isinstance(error, FAILURES):
            raise _judged(error) from error

    def kept(self) -> Connection:
        """The connection, which stays open."""
        self._kept = True
        return self._connection


def _judged(error: Exception) -> Exception:
    return Damaged() if is_damage(error) else error


def _version(connection: Connection, path: str) -> int:
    """The version of the journal; `Damaged` where it is none of ours."""
    version = number(connection.execute("PRAGMA user_version"))
    if number(connection.execute("PRAGMA application_id")) != MARK or not 0 < version <= _LAST:
        raise Damaged
    if version > len(MIGRATIONS):
        raise AgentStateError(
            f"the journal {quoted(path)} has version {version}, and this agentstate knows versions up to {len(MIGRATIONS)}",
            "install a newer agentstate-cli",
        )
    return version


def _migrate(connection: Connection, version: int) -> None:
    """Every step from `version` on, all of them or none."""
    if version == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")


def _create(path: str) -> None:
    """A new journal at `path`: complete before it has its name, so that nobody ever sees half of one."""
    new = os.path.join(os.path.dirname(path), place.NEW)
    place.clear(new)
    place.create(new)
    connection = connect(new)
    try:
        for statement in BEFORE_TABLES:
            connection.execute(statement)
        _migrate(connection, 0)
    finally:
        connection.close()
    place.put_in_place(new, path)
