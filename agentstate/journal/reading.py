"""Questions about sessions, files, commands and words. The same journal gives the same answer in the same order."""

from collections.abc import Callable, Iterable, Sequence

from agentstate.journal.engine import Row
from agentstate.journal.journal import Journal
from agentstate.journal.values import Command, File, Saying, Session
from agentstate.journal.words import Wanted, holding
from agentstate.vocabulary.annotations import TypeVar

Value = TypeVar("Value")

_SESSION = """SELECT session, agent, steps, began, seen, last, pending, delivered, compacted,
    coalesce((SELECT text FROM texts WHERE texts.id = prompt), '') FROM sessions"""
_PATH = "path, reads, edits, created, deleted, first, last, changed, verified IS NOT NULL"
_FILE = f"SELECT {_PATH} FROM paths"
_COMMAND = "SELECT command, cwd, tests, runs, exit_code, ok, first, last, time, failures, failed FROM commands"
_SAYING = """SELECT kind, text, source, confidence,
    coalesce((SELECT session FROM sessions WHERE sessions.id = texts.session), ''), first, last, times FROM texts"""


_AT_ONCE = 500
"""Values of one question; SQLite takes at least 999."""


def step(journal: Journal) -> int:
    """How many tool calls the journal has seen."""
    return int(str(journal.rows("SELECT step FROM counters")[0][0]))


def session(journal: Journal, name: str) -> Session | None:
    """The session with this id of the agent's; None where nothing was heard of it."""
    return next(iter(_made(Session, journal.rows(f"{_SESSION} WHERE session = ?", name), flags=(6,))), None)


def sessions(journal: Journal, limit: int = 20) -> tuple[Session, ...]:
    """The sessions heard of last, the newest first."""
    return _made(Session, journal.rows(f"{_SESSION} ORDER BY seen DESC, id DESC LIMIT ?", limit), flags=(6,))


def recent_files(journal: Journal, limit: int = 20) -> tuple[File, ...]:
    """The files touched last, the newest first; deleted ones are left out."""
    return _files(journal, "WHERE deleted = 0 ORDER BY last DESC, path LIMIT ?", limit)


def touched_files(journal: Journal, since: int, limit: int) -> tuple[File, ...]:
    """The files touched after step `since`, the newest first; deleted ones are left out."""
    return _files(journal, "WHERE last > ? AND deleted = 0 ORDER BY last DESC, path LIMIT ?", since, limit)


def relevant_files(journal: Journal, words: Sequence[str], limit: int = 20) -> tuple[File, ...]:
    """The files whose path contains most of `words` (letters of ASCII in either case), then the one touched last; deleted ones not."""
    wanted = Wanted("paths", _PATH, "deleted = 0", (), "last DESC, path", limit)
    return _made(File, holding(journal, wanted, [word.lower() for word in words]), flags=(3, 4, 8)) if words else ()


def changed_files(journal: Journal, since: int = 0) -> tuple[File, ...]:
    """The files that were changed after step `since`, deleted ones too, the newest change first."""
    return _files(journal, "WHERE changed > ? ORDER BY changed DESC, path", since)


def files(journal: Journal, paths: Iterable[str]) -> tuple[File, ...]:
    """What is known of these paths, in their order; unknown ones are left out."""
    asked = list(paths)
    parts = [asked[start : start + _AT_ONCE] for start in range(0, len(asked), _AT_ONCE)]
    found = [file for part in parts for file in _files(journal, f"WHERE path IN ({', '.join('?' * len(part))})", *part)]
    known = {file.path: file for file in found}
    return tuple(known[path] for path in asked if path in known)


def commands(journal: Journal, limit: int = 20) -> tuple[Command, ...]:
    """All whose failure is unresolved, the newest failure first, however many; then the most frequent others, up to `limit` in all."""
    broken = unresolved(journal)
    others = f"{_COMMAND} WHERE failures = 0 ORDER BY runs DESC, last DESC, id LIMIT ?"
    return broken + _commands(journal.rows(others, max(0, limit - len(broken))))


def last_commands(journal: Journal, since: int, limit: int) -> tuple[Command, ...]:
    """The commands that ran after step `since`, the newest first."""
    return _commands(journal.rows(f"{_COMMAND} WHERE last > ? ORDER BY last DESC, id DESC LIMIT ?", since, limit))


def unresolved(journal: Journal, since: int = 0) -> tuple[Command, ...]:
    """The commands that failed after step `since` and are not known to have gone well since then, the newest failure first."""
    return _commands(journal.rows(f"{_COMMAND} WHERE failures > 0 AND failed > ? ORDER BY failed DESC, id DESC", since))


def newest(journal: Journal, kind: str) -> Saying | None:
    """The words of this kind that were heard last, in any session: the newest plan, the newest instruction."""
    return next(iter(_sayings(journal, "WHERE kind = ? ORDER BY event DESC, id DESC LIMIT 1", kind)), None)


def rules(journal: Journal) -> tuple[Saying, ...]:
    """The captured rules that hold, in the order in which they were first heard."""
    return _sayings(journal, "WHERE kind = 'rule' AND ended IS NULL ORDER BY id")


def sayings(journal: Journal, kind: str, limit: int = 20, *, least: float = 0.0) -> tuple[Saying, ...]:
    """The words of this kind heard last with a confidence of at least `least`, the newest first."""
    return _sayings(journal, "WHERE kind = ? AND confidence >= ? ORDER BY event DESC, id DESC LIMIT ?", kind, least, limit)


def _files(journal: Journal, question: str, *values: object) -> tuple[File, ...]:
    return _made(File, journal.rows(f"{_FILE} {question}", *values), flags=(3, 4, 8))


def _commands(rows: Iterable[Row]) -> tuple[Command, ...]:
    return _made(Command, rows, flags=(2, 5))


def _sayings(journal: Journal, question: str, *values: object) -> tuple[Saying, ...]:
    return _made(Saying, journal.rows(f"{_SAYING} {question}", *values), flags=())


def _made(kind: Callable[..., Value], rows: Iterable[Row], flags: tuple[int, ...]) -> tuple[Value, ...]:
    """A value of each row; `flags` are the columns that hold yes, no or nothing."""
    return tuple(kind(*(bool(cell) if place in flags and cell is not None else cell for place, cell in enumerate(row))) for row in rows)
