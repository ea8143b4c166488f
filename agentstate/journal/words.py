"""In which rows words may stand: an index of all runs of three characters, as far as it goes, so that nobody reads everything.

SQLite's own index for texts, made and continued where there is time for it (`refresh`), never by a hook that keeps a tool call nor by a
question. What is not in it, because it is newer or was worded anew since, is looked through; so is everything where this SQLite has no
such index, where a word is shorter than three characters, and where so many rows hold the words that an index does not help.
"""

from collections.abc import Mapping, Sequence

from agentstate.journal.engine import Connection, Row, has_words
from agentstate.journal.failures import number
from agentstate.journal.journal import Journal
from agentstate.vocabulary.values import dataclass

SOURCES: Mapping[str, tuple[str, ...]] = {
    "entities": ("symbol", "content"),
    "texts": ("text",),
    "commands": ("command",),
    "paths": ("path",),
}
"""The tables, and the columns of each that words are looked for in."""

CAP = 1_000
"""How many rows of the index are looked at one by one."""

_MOST = 3 * CAP
"""How many rows are looked at one by one with those that are not in the index; where they are more, all are looked through."""

_ALL = "1"
_RUN = 3
_RUNS = 12
"""So many runs of a word are looked up, the last ones: they tell the ends of paths apart."""

_REWORDED = 1_000
"""When so many entities were worded anew since they were put into the index, it begins afresh."""


@dataclass(frozen=True)
class Question:
    """A question with its values, of which the last is how many rows are wanted; `{among}` in it stands for a condition."""

    text: str
    values: tuple[object, ...]


def asked(journal: Journal, source: str, words: Sequence[str], question: Question, newest: Question | None = None) -> list[Row]:
    """The answer to a question about rows of `source` that hold one of `words`, at one moment of the journal: `{among}` in it becomes a
    condition on their `id` that leaves out rows without any of the words, as far as that can be told.

    Where many rows hold the words, `newest` is asked first: it has the same answer if it finds as many rows as are wanted, and is over
    then.
    """

    def work(connection: Connection) -> list[Row]:
        connection.execute("BEGIN")
        try:
            return _answer(connection, _among(connection, source, words), question, newest)
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    return journal.asked(work)


def _answer(connection: Connection, among: str | None, question: Question, newest: Question | None) -> list[Row]:
    if among is None and newest:
        found = list(connection.execute(newest.text, newest.values))
        if len(found) == newest.values[-1]:
            return found
    return list(connection.execute(question.text.format(among=among or _ALL), question.values))


def refresh(connection: Connection, most: int) -> None:
    """Up to `most` rows of each source that are not in the index are put there."""
    if has_words(connection):
        for source in SOURCES:
            _continue(connection, source, most)


def forget(connection: Connection) -> None:
    """Nothing of the index is left; this needs no SQLite that could read it."""
    connection.execute("DELETE FROM indexed")
    connection.execute("DELETE FROM reworded")
    for source in SOURCES:
        if _exists(connection, f"{source}_words_data"):
            connection.execute(f"DELETE FROM {source}_words_data")


def _among(connection: Connection, source: str, words: Sequence[str]) -> str | None:
    """The condition; None where there are too many such rows."""
    upto = connection.execute("SELECT upto FROM indexed WHERE source = ?", (source,)).fetchone()
    if not upto or any(len(word) < _RUN or "\0" in word for word in words) or not has_words(connection):
        return _ALL
    index = f"{source}_words"
    match = " OR ".join(f"({_runs(word)})" for word in dict.fromkeys(words))
    found = connection.execute(f"SELECT rowid FROM {index} WHERE {index} MATCH ? LIMIT ?", (match, CAP + 1)).fetchall()
    if len(found) > CAP:
        return None
    found += connection.execute(f"SELECT id FROM {source} WHERE id > ? LIMIT ?", (*upto, _MOST))
    if source == "entities":
        found += connection.execute("SELECT id FROM reworded")
    return f"id IN (0, {', '.join(str(row[0]) for row in found) or 0})" if len(found) <= _MOST else _ALL


def _runs(word: str) -> str:
    """What a text must hold to hold the word, as the index is asked for it."""
    runs = [word[start : start + _RUN].replace('"', '""') for start in range(len(word) - _RUN + 1)]
    return " AND ".join(f'"{run}"' for run in dict.fromkeys(runs[-_RUNS:]))


def _continue(connection: Connection, source: str, most: int) -> None:
    index, columns = f"{source}_words", ", ".join(SOURCES[source])
    if source == "entities" and number(connection.execute("SELECT count(*) FROM reworded")) > _REWORDED:
        connection.execute("DELETE FROM indexed WHERE source = ?", (source,))
    row = connection.execute("SELECT upto FROM indexed WHERE source = ?", (source,)).fetchone()
    if row is None:
        _begin(connection, source)
    upto = row[0] if row else 0
    last = number(
        connection.execute(f"SELECT coalesce(max(id), 0) FROM (SELECT id FROM {source} WHERE id > ? ORDER BY id LIMIT ?)", (upto, most))
    )
    if last > upto:
        connection.execute(
            f"INSERT INTO {index} (rowid, {columns}) SELECT id, {columns} FROM {source} WHERE id > ? AND id <= ?", (upto, last)
        )
        connection.execute("INSERT INTO indexed VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET upto = excluded.upto", (source, last))
        if source == "entities":
            connection.execute("DELETE FROM reworded WHERE id > ? AND id <= ?", (upto, last))


def _begin(connection: Connection, source: str) -> None:
    """An empty index; it keeps no text of its own."""
    connection.execute(f"DROP TABLE IF EXISTS {source}_words")
    options = "content='', columnsize=0, detail=none, tokenize='trigram'"
    connection.execute(f"CREATE VIRTUAL TABLE {source}_words USING fts5({', '.join(SOURCES[source])}, {options})")
    if source == "entities":
        connection.execute("DELETE FROM reworded")


def _exists(connection: Connection, table: str) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone() is not None
