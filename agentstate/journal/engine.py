"""The door to SQLite. Its C part alone is half as slow to load as the package around it, which brings in what only dates need."""

import os

try:
    import _sqlite3 as sqlite
except ImportError:
    import sqlite3 as sqlite  # type: ignore[no-redef]

Connection = sqlite.Connection
Cursor = sqlite.Cursor
DatabaseError = sqlite.DatabaseError
Row = tuple[object, ...]

_AS_IT_IS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
_WORDS = (3, 34)
"""The first version that can do that, where it was built with the module."""
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
    able = tuple(int(part) for part in sqlite.sqlite_version.split(".")) >= _WORDS
    return able and connection.execute("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").fetchone() is not None


def _address(path: str) -> str:
    """The file as an address that opens it and never creates it, with every character that means something in one escaped."""
    full = os.fsencode(os.path.abspath(path).replace(os.sep, "/"))
    escaped = "".join(chr(byte) if byte in _AS_IT_IS else f"%{byte:02x}" for byte in full)
    return f"file:///{escaped.lstrip('/')}?mode=rw"
