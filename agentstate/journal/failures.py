"""What SQLite and the operating system report, as damage that can be mended here or as one line for the user."""

from agentstate.journal.engine import Cursor, DatabaseError
from agentstate.vocabulary.errors import AgentStateError

_DAMAGE = frozenset({11, 26})
"""SQLITE_CORRUPT and SQLITE_NOTADB."""
_STRANGE = "no such ", "unsupported file format", "table ", "malformed ", "ON CONFLICT clause does not match", "Could not decode to UTF-8"
"""How the messages begin that only other tables than ours, or texts that we never wrote, bring about."""
_BUSY = frozenset({5, 6})
_HINTS = {
    3: "make the folder and its files accessible to you, or run the command as their owner",
    8: "make the folder and its files writable for you, or run the command as their owner",
    10: "check the disk and run the command again",
    13: "free some disk space and run the command again",
    14: "make the folder and its files accessible to you, or run the command as their owner",
}
_OTHER = "check the disk and the file's folder, then run the command again"


FAILURES = (DatabaseError, UnicodeDecodeError)
"""What a question to SQLite raises; the second where a message of its own quotes what is in a damaged file."""


class Damaged(Exception):  # noqa: N818 - not an error of the caller: it is mended where it is caught
    """What stands at the journal's place is no journal, or is one no longer."""


def number(cursor: Cursor) -> int:
    """The one number that a question to a whole journal is answered with."""
    row = cursor.fetchone()
    if not row or type(row[0]) is not int:
        raise Damaged
    return row[0]


def is_damage(error: Exception) -> bool:
    """Whether the file is at fault, not its surroundings: it is no database, is inconsistent, or lacks what every journal has."""
    if isinstance(error, Damaged | UnicodeDecodeError):
        return True
    return _code(error) in _DAMAGE or (_code(error) <= 1 and str(error).startswith(_STRANGE))


def is_told(error: Exception) -> bool:
    """Whether it is a thing to tell the user; the others are mistakes in what was asked of the database."""
    return _code(error) > 1


def is_busy(error: Exception) -> bool:
    """Whether somebody else was at work for longer than we wait."""
    return _code(error) in _BUSY


def explained(path: str, error: Exception) -> AgentStateError:
    """The failure to use the journal at `path`, for the user."""
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        return AgentStateError(f"cannot use the journal {quoted(path)}: {reason[:1].lower()}{reason[1:]}", _HINTS[14])
    if is_busy(error):
        return AgentStateError(f"cannot use the journal {quoted(path)}: other processes are at work on it", "run the command again")
    return AgentStateError(f"cannot use the journal {quoted(path)}: {error}", _HINTS.get(_code(error), _OTHER))


def quoted(path: str) -> str:
    """The path in double quotes, on one line, whatever is in it."""
    from agentstate.vocabulary.visible import visible

    return f'"{visible(path, keep="")}"'


def _code(error: Exception) -> int:
    """SQLite's primary result code; 0 where the error is Python's own."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
