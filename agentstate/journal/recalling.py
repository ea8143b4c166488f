"""Questions about entities: by their exact name, by their file, and what stands one hop away from one."""

from collections.abc import Callable, Sequence

from agentstate.journal.engine import Row
from agentstate.journal.journal import Journal
from agentstate.journal.values import Engram
from agentstate.journal.words import Wanted, anywhere, holding, holding_one

CAP = 30
"""An entity with more neighbours than this says nothing about any of them."""

NEAR = 20
"""How many steps away is still near."""

_LAST = "\U0010ffff"
"""The character that sorts after all others."""

_COLUMNS = "id, kind, symbol, scope, content, source, confidence, created, last, activations, gone"
_ENGRAM = f"SELECT {_COLUMNS} FROM entities"


def named(journal: Journal, symbol: str) -> tuple[Engram, ...]:
    """The entities with exactly this symbol, the surest and newest first."""
    return _made(journal.rows(f"{_ENGRAM} WHERE symbol = ? ORDER BY confidence DESC, last DESC, id", symbol))


def in_file(journal: Journal, path: str, limit: int = 100) -> tuple[Engram, ...]:
    """The entities of exactly this file, the newest first."""
    return _made(journal.rows(f"{_ENGRAM} WHERE scope = ? ORDER BY last DESC, id LIMIT ?", path, limit))


def bearing(journal: Journal, words: Sequence[str], limit: int = 100, *, newest: int = 0, enough: int = 0) -> tuple[Engram, ...]:
    """The entities whose symbol or content contains most of `words` (letters of ASCII in either case), then the newest.

    Of all of them, or only of so many of the `newest` where `enough` of these do.
    """
    if not words:
        return ()
    bound = journal.rows("SELECT last, last, id FROM entities ORDER BY last DESC, id DESC LIMIT 1 OFFSET ?", newest - 1) if newest else []
    within = "last >= ? AND (last > ? OR id >= ?)" if bound else "1"
    values = tuple(cell for row in bound for cell in row)
    wanted, every = (Wanted("entities", _COLUMNS, part, bounds, "last DESC, id", limit) for part, bounds in ((within, values), ("1", ())))
    return _made(holding(journal, wanted, words, enough=enough, otherwise=every if bound else None))


def is_known(journal: Journal, path: str) -> bool:
    """Whether anything is remembered of exactly this path."""
    question = "SELECT EXISTS (SELECT 1 FROM paths WHERE path = ?) OR EXISTS (SELECT 1 FROM entities WHERE scope = ?)"
    return journal.rows(question, path, path)[0][0] == 1


def ending(journal: Journal, path: str, limit: int = 100) -> tuple[str, ...]:
    """The paths of tool calls that are this one or end with it (letters of ASCII in either case), in their order."""
    whole = anywhere(path)[1:-1]
    condition = r"(path LIKE ? ESCAPE '\' OR path LIKE ? ESCAPE '\')"
    return tuple(
        str(row[0]) for row in holding_one(journal, Wanted("paths", "path", condition, (whole, f"%/{whole}"), "path", limit), path)
    )


def recent(journal: Journal, kinds: Sequence[str], limit: int = 8) -> tuple[Engram, ...]:
    """The entities of these kinds that were of use last, the newest first; those that are gone are left out."""
    places = ", ".join("?" * len(kinds))
    return _made(journal.rows(f"{_ENGRAM} WHERE kind IN ({places}) AND gone = 0 ORDER BY last DESC, id LIMIT ?", *kinds, limit))


def neighbours(journal: Journal, seed: Engram, prefix: str = "", *, near: int = NEAR, cap: int = CAP) -> tuple[Engram, ...]:
    """What stands one hop from `seed`: in its file, with a symbol that begins with `prefix`, or last of use less than `near` steps away.

    None at all where they are more than `cap`. In the order of their ids, `seed` left out.
    """
    ways: list[tuple[str, tuple[object, ...]]] = [("last > ? AND last < ?", (seed.last - near, seed.last + near))] if near else []
    if seed.scope:
        ways.append(("scope = ?", (seed.scope,)))
    if prefix:
        ways.append(("symbol >= ? AND symbol < ?", (prefix, f"{prefix}{_LAST}")))
    if not ways:
        return ()
    parts = " UNION ".join(f"SELECT * FROM (SELECT {_COLUMNS} FROM entities WHERE {way} AND id <> ? LIMIT ?)" for way, _ in ways)
    values = [value for _, bounds in ways for value in (*bounds, seed.id, cap + 1)]
    found = journal.rows(f"{parts} ORDER BY id LIMIT ?", *values, cap + 1)
    return _made(found) if len(found) <= cap else ()


def _made(rows: Sequence[Row]) -> tuple[Engram, ...]:
    make: Callable[..., Engram] = Engram
    return tuple(make(*row[:-1], bool(row[-1])) for row in rows)
