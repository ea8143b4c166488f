"""The door to SQLite. Its C part alone is half as slow to load as the package around it, which brings in what only dates need."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3 as sqlite
    from collections.abc import Callable
    from types import ModuleType


class _NoCache:
    """Stands for `functools` while the C part is loaded, which takes one thing from it: what keeps compiled statements for the next time.
    A hook runs each of its statements once, and `functools` takes longer to load than the database."""

    @staticmethod
    def lru_cache(maxsize: int) -> "Callable[[Callable[[str], object]], Callable[[str], object]]":
        """Keeps nothing."""
        del maxsize
        return lambda compiled: compiled


def _loaded() -> "ModuleType":
    """SQLite for Python: without a store of statements where nobody has loaded `functools` yet, and whole where that does not work."""
    name = "_sqlite3"
    if "functools" not in sys.modules and name not in sys.modules:
        sys.modules["functools"] = _NoCache  # type: ignore[assignment]
        try:
            return __import__(name)
        except (ImportError, AttributeError):
            name = "sqlite3"
        finally:
            del sys.modules["functools"]
    try:
        return __import__(name)
    except ImportError:
        return __import__("sqlite3")


if not TYPE_CHECKING:
    sqlite = _loaded()

Connection = sqlite.Connection
Cursor = sqlite.Cursor
DatabaseError = sqlite.DatabaseError
Row = tuple[object, ...]

_AS_IT_IS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
_WORDS = (3, 34)
"""The first version that can do that, where it was built with the module."""
_HAS_WORDS: dict[str, bool] = {}
"""Whether a version can do that, once it was asked."""

_EACH_TIME = "PRAGMA synchronous = FULL", "PRAGMA temp_store = MEMORY", "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON"


def connect(path: str) -> Connection:
    """A connection to the existing file `path`; it neither waits for others nor opens a transaction by itself.

    What an acknowledged transaction wrote is on the disk. No part of a question is kept in a temporary file.
    """
    connection = sqlite.connect(_address(path), uri=True, timeout=0, isolation_level=None)
    try:
        for setting in _EACH_TIME:
            connection.execute(setting)
    except BaseException:
        connection.close()
        raise
    return connection


def has_words(connection: Connection) -> bool:
    """Whether this SQLite can find words anywhere in a text by an index."""
    if sqlite.sqlite_version not in _HAS_WORDS:
        able = tuple(int(part) for part in sqlite.sqlite_version.split(".")) >= _WORDS
        module = "SELECT 1 FROM pragma_module_list WHERE name = 'fts5'"
        _HAS_WORDS[sqlite.sqlite_version] = able and connection.execute(module).fetchone() is not None
    return _HAS_WORDS[sqlite.sqlite_version]


def _address(path: str) -> str:
    """The file as an address that opens it and never creates it, with every character that means something in one escaped."""
    full = os.fsencode(os.path.abspath(path).replace(os.sep, "/"))
    escaped = "".join(chr(byte) if byte in _AS_IT_IS else f"%{byte:02x}" for byte in full)
    return f"file:///{escaped.lstrip('/')}?mode=rw"
