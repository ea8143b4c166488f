"""In which rows words may stand: an index of all runs of three characters, as far as it goes, so that nobody reads everything.

SQLite's own index for texts, made and continued where there is time for it (`refresh`), never by a hook that keeps a tool call nor by a
question. What is not in it, because it is newer or was worded anew since, is looked through; so is everything where this SQLite has no
such index, where a word is shorter than three characters, and where so many rows hold the words that an index does not help.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import comb

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

_WAYS = 50
"""In so many ways at most some of the words are looked up together."""

_ALL = "1"
_RUN = 3
_RUNS = 12
"""So many runs of a word are looked up, the last ones: they tell the ends of paths apart."""

_REWORDED = 1_000
"""When so many entities were worded anew since they were put into the index, it begins afresh."""


@dataclass(frozen=True)
class Wanted:
    """Rows of `source`: which `columns` of them, under which condition with its values, in which order, and how many."""

    source: str
    columns: str
    condition: str
    values: tuple[object, ...]
    order: str
    limit: int


def holding(
    journal: Journal, wanted: Wanted, words: Sequence[str], least: int = 1, *, enough: int = 0, otherwise: Wanted | None = None
) -> list[Row]:
    """The rows that hold the most of `words`, at least so many (letters of ASCII in either case), then in their order.

    All at one moment of the journal. Rows without the words are left out by the index, as far as it can tell; where it names too many,
    those that hold more words are found by it, and the others by going through the newest until there are enough. `otherwise` is asked
    where fewer than `enough` rows are found.
    """

    def work(connection: Connection) -> list[Row]:
        among: dict[int, str | None] = {}
        found = _most(connection, wanted, words, least, among)
        return found if otherwise is None or len(found) >= enough else _most(connection, otherwise, words, least, among)

    return _at_once(journal, work)


def holding_one(journal: Journal, wanted: Wanted, word: str) -> list[Row]:
    """The rows under the condition, of which is known that they hold the word."""

    def work(connection: Connection) -> list[Row]:
        among = _among(connection, wanted.source, [word], 1) or _ALL
        question = f"SELECT {wanted.columns} FROM {wanted.source} WHERE {among} AND {wanted.condition} ORDER BY {wanted.order} LIMIT ?"
        return list(connection.execute(question, (*wanted.values, wanted.limit)))

    return _at_once(journal, work)


def anywhere(word: str) -> str:
    """The pattern of a text that holds the word."""
    escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _at_once(journal: Journal, work: Callable[[Connection], list[Row]]) -> list[Row]:
    def reading(connection: Connection) -> list[Row]:
        connection.execute("BEGIN")
        try:
            return work(connection)
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    return journal.asked(reading)


def _most(connection: Connection, wanted: Wanted, words: Sequence[str], least: int, among: dict[int, str | None]) -> list[Row]:
    """The answer; `among` is what the index has told, by how many of the words are held."""
    found, level = list[Row](), len(words) + 1
    for more in sorted({least, min(least + 1, len(words)), len(words)}):
        if more not in among:
            among[more] = _among(connection, wanted.source, words, more)
        if among[more]:
            found, level = _told(connection, wanted, words, f"{among[more]} AND hits >= {more}", wanted.limit), more
            break
    if level > least and len(found) < wanted.limit and _match(words, level - 1):
        level -= 1
        found += _told(connection, wanted, words, f"hits = {level}", wanted.limit - len(found))
    if level == least or len(found) == wanted.limit:
        return found
    return _told(connection, wanted, words, f"hits >= {least}", wanted.limit)


def _told(connection: Connection, wanted: Wanted, words: Sequence[str], condition: str, limit: int) -> list[Row]:
    """The rows that hold so many words as the condition says of `hits`, the most first."""
    hit = " OR ".join(rf"{column} LIKE ? ESCAPE '\'" for column in SOURCES[wanted.source])
    hits = " + ".join([f"({hit})"] * len(words))
    patterns = [anywhere(word) for word in words for _ in SOURCES[wanted.source]]
    ranked = "" if condition.startswith("hits =") else "hits DESC, "
    question = f"""SELECT {wanted.columns} FROM (SELECT *, {hits} AS hits FROM {wanted.source} WHERE {wanted.condition})
        WHERE {condition} ORDER BY {ranked}{wanted.order} LIMIT ?"""
    return list(connection.execute(question, (*patterns, *wanted.values, limit)))


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


def _among(connection: Connection, source: str, words: Sequence[str], least: int) -> str | None:
    """A condition that all rows fulfil that hold at least so many of the words; None where there are too many such rows, "" where the index
    cannot tell."""
    upto = connection.execute("SELECT upto FROM indexed WHERE source = ?", (source,)).fetchone()
    if not upto or not has_words(connection):
        return _ALL
    match = _match(words, least)
    if not match:
        return ""
    index = f"{source}_words"
    found = connection.execute(f"SELECT rowid FROM {index} WHERE {index} MATCH ? LIMIT ?", (match, CAP + 1)).fetchall()
    if len(found) > CAP:
        return None
    found += connection.execute(f"SELECT id FROM {source} WHERE id > ? LIMIT ?", (*upto, _MOST))
    if source == "entities":
        found += connection.execute("SELECT id FROM reworded")
    return f"id IN (0, {', '.join(str(row[0]) for row in found) or 0})" if len(found) <= _MOST else _ALL


def _match(words: Sequence[str], least: int) -> str:
    """What the index is asked for rows with at least so many of the words; "" where it cannot tell, as of words shorter than a run."""
    told = [f"({_runs(word)})" for word in dict.fromkeys(words) if len(word) >= _RUN and "\0" not in word]
    needed = least - (len(words) - len(told))
    if needed <= 0:
        return ""
    if comb(len(told), needed) > _WAYS:
        needed = 1
    return " OR ".join(f"({' AND '.join(some)})" for some in combinations(told, needed))


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
