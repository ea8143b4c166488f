"""The tables of a journal, as steps from each version to the next. A journal says in `user_version` which steps it has behind it.

`step` is the number of tool calls in this journal up to and including an event, whatever session they came from: ages in different
sessions can be compared. Times are milliseconds since 1970.
"""

MARK = 0x61677374
"""The application id in the header of the file: by it a journal is told from any other database."""

BEFORE_TABLES = (
    "PRAGMA page_size = 1024",
    "PRAGMA auto_vacuum = INCREMENTAL",
    "PRAGMA journal_mode = WAL",
    f"PRAGMA application_id = {MARK}",
)
"""What can only be chosen while a file is empty. An event changes about eight pages, and each is written whole: small pages are faster."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE counters (only INTEGER PRIMARY KEY CHECK (only = 0), step INTEGER NOT NULL)",
        "INSERT INTO counters VALUES (0, 0)",
        """CREATE TABLE sessions (
            id INTEGER PRIMARY KEY,
            session TEXT NOT NULL UNIQUE,
            agent TEXT NOT NULL,
            steps INTEGER NOT NULL DEFAULT 0,
            began INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            last INTEGER NOT NULL DEFAULT 0,
            pending INTEGER NOT NULL DEFAULT 0,
            delivered INTEGER,
            compacted INTEGER,
            prompt INTEGER
        )""",
        """CREATE TABLE events (
            id INTEGER PRIMARY KEY,
            session INTEGER NOT NULL,
            step INTEGER NOT NULL,
            own INTEGER NOT NULL,
            time INTEGER NOT NULL,
            kind TEXT NOT NULL,
            call TEXT,
            turn TEXT NOT NULL,
            subagent TEXT NOT NULL,
            tool TEXT NOT NULL,
            command INTEGER,
            exit_code INTEGER,
            ok INTEGER
        )""",
        "CREATE UNIQUE INDEX events_once ON events (session, call, kind) WHERE call IS NOT NULL",
        """CREATE TABLE paths (
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL UNIQUE,
            reads INTEGER NOT NULL,
            edits INTEGER NOT NULL,
            created INTEGER NOT NULL,
            deleted INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            changed INTEGER,
            verified INTEGER
        )""",
        "CREATE INDEX paths_unverified ON paths (changed) WHERE changed IS NOT NULL AND verified IS NULL",
        """CREATE TABLE touches (
            event INTEGER NOT NULL,
            path INTEGER NOT NULL,
            operation TEXT NOT NULL,
            origin INTEGER,
            PRIMARY KEY (event, path, operation)
        ) WITHOUT ROWID""",
        """CREATE TABLE commands (
            id INTEGER PRIMARY KEY,
            command TEXT NOT NULL,
            cwd TEXT NOT NULL,
            tests INTEGER NOT NULL,
            runs INTEGER NOT NULL,
            exit_code INTEGER,
            ok INTEGER,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            time INTEGER NOT NULL,
            failures INTEGER NOT NULL,
            failed INTEGER,
            UNIQUE (command, cwd)
        )""",
        """CREATE TABLE texts (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            size INTEGER NOT NULL,
            source TEXT NOT NULL,
            confidence REAL NOT NULL,
            session INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            event INTEGER NOT NULL,
            times INTEGER NOT NULL,
            ended INTEGER
        )""",
        "CREATE INDEX texts_same ON texts (kind, size)",
        "CREATE INDEX texts_newest ON texts (kind, event)",
        """CREATE TABLE entities (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            scope TEXT NOT NULL,
            symbol TEXT NOT NULL,
            content TEXT NOT NULL,
            source TEXT NOT NULL,
            confidence REAL NOT NULL,
            created INTEGER NOT NULL,
            last INTEGER NOT NULL,
            activations INTEGER NOT NULL,
            gone INTEGER NOT NULL DEFAULT 0,
            UNIQUE (symbol, kind, scope)
        )""",
        "CREATE INDEX entities_scope ON entities (scope)",
        "CREATE INDEX entities_last ON entities (last)",
        """CREATE TABLE marks (
            session INTEGER NOT NULL,
            mark TEXT NOT NULL,
            step INTEGER NOT NULL,
            PRIMARY KEY (session, mark)
        ) WITHOUT ROWID""",
    ),
    (
        "CREATE INDEX paths_last ON paths (last)",
        "CREATE INDEX commands_last ON commands (last)",
        "CREATE INDEX texts_last ON texts (last)",
        "CREATE TABLE indexed (source TEXT PRIMARY KEY, upto INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE reworded (id INTEGER PRIMARY KEY)",
        """CREATE TRIGGER entities_reworded AFTER UPDATE OF content ON entities WHEN old.content <> new.content
            BEGIN INSERT INTO reworded SELECT new.id WHERE NOT EXISTS (SELECT 1 FROM reworded WHERE id = new.id); END""",
        *(
            f"""CREATE TRIGGER {table}_ended AFTER DELETE ON {table} WHEN old.id > (SELECT coalesce(max(id), 0) FROM {table})
            BEGIN DELETE FROM indexed WHERE source = '{table}'; END"""
            for table in ("entities", "texts", "commands", "paths")
        ),
    ),
)
"""The statements that bring a journal of version N, the place in this list, to version N + 1."""

TABLES = ("events", "touches", "sessions", "paths", "commands", "texts", "entities", "marks")
"""Everything that holds records; only the counter is left when they are empty."""
