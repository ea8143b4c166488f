"""A repository in which work is under way: a committed tree, changes of the user beside it, and every verb with arguments that act."""

import os
from collections.abc import Mapping
from pathlib import Path

from agentstate.documents.snapshot import Snapshot, render_snapshot
from agentstate.vocabulary import layout
from tests.support.repository import Repository

OLD_ID = "20261101T000000Z-step-done-first-half"
OLD_STATE = "# by hand\nproject: shop\ncurrent_task: the table\nnext_action: create it\n"
STATE = """\
# by hand
project: shop
current_task: the outbox  # since Monday
next_action: add the loop
do_not:
  - touch staging
files_to_load:
  - src/service.py
  - README.md
"""
DECISIONS = """\
# Decisions

## [2026-11-02] Cache in process
- Decision: a dictionary
- Why: fast

## [2026-11-20] Outbox table
- Decision: one row for each order
- Why: the same transaction
- Rejected: a queue (one more service)
"""
TODO = "# TODO\n\n- [ ] P1 wire the controller\n- [ ] measure it — blocked: staging\n- [x] write the cache\n"
TREE: Mapping[str, str] = {
    layout.PROTOCOL: "# Boot protocol\n\n1. Read STATE.yaml.\n2. If unsure, ask. Do not guess.\n",
    layout.FACTS: "# Facts\n\n## Build\n- `make` builds all\n",
    layout.STATE: STATE,
    layout.DECISIONS: DECISIONS,
    layout.TODO: TODO,
    layout.snapshot_path(OLD_ID): render_snapshot(
        Snapshot(
            id=OLD_ID,
            reason="step-done",
            message="first half",
            created="2026-11-01T00:00:00Z",
            state=OLD_STATE,
            open_items=("- [ ] create the table", "- [ ] write the cache"),
        )
    ),
    "AGENTS.md": "# Notes\n\nRead `.agent/PROTOCOL.md` first.\n",
}
"""A valid tree, by path."""

CACHE_ID = "2026-11-02-cache-in-process-fae0"
OUTBOX_ID = "2026-11-20-outbox-table-a485"

WRITING: Mapping[str, tuple[str, ...]] = {
    "set": ("set", "next_action", "test the loop"),
    "add": ("add", "do_not", "force push"),
    "drop": ("drop", "files_to_load", "README.md"),
    "fact": ("fact", "tests run with `make test`"),
    "todo add": ("todo", "add", "write the report"),
    "todo done": ("todo", "done", "1"),
    "todo start": ("todo", "start", "1"),
    "todo block": ("todo", "block", "1", "a key"),
    "decide": ("decide", "Cache in Redis", "--why", "workers disagree", "--supersedes", "2026-11-02"),
    "task": ("task", "rate limiting"),
    "checkpoint": ("checkpoint", "half way"),
    "restore": ("restore", OLD_ID),
    "rotate": ("rotate",),
}
"""Every verb that writes into a tree that is there, with arguments with which it does."""

READING: Mapping[str, tuple[str, ...]] = {
    "decisions": ("decisions",),
    "todo list": ("todo", "list"),
    "restore, as a list": ("restore",),
}

NO_TREE = "agentstate: error: no .agent/ here or above: run `agentstate init`\n"


def plant(repository: Repository, folder: str = "", files: Mapping[str, str] = TREE) -> Path:
    """The folder that holds a committed tree."""
    for path, text in files.items():
        repository.write(folder + path, text)
    repository.commit("tree")
    return repository.path / folder


def begin_work(repository: Repository) -> str:
    """A staged change, one that is not, and an untracked file, none of them in the tree; and their `git status`."""
    repository.write("README.md", "# example\n\nstaged\n")
    repository.git("add", "README.md")
    repository.write("README.md", "# example\n\nstaged, and more\n")
    repository.write("src/service.py", "def answer() -> int:\n    return 43\n")
    repository.write("notes.txt", "mine\n")
    return "MM README.md\n M src/service.py\n?? notes.txt\n"


def last_commit(repository: Repository) -> str:
    """The message of the last commit and what it did to which files."""
    return repository.git("show", "--no-renames", "--name-status", "--format=%B")


def everything(folder: Path) -> dict[str, bytes | None]:
    """Every file below a folder with its bytes, `.git` included, links and folders with None."""
    found: dict[str, bytes | None] = {}
    for parent, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(parent, name)
            found[str(path.relative_to(folder))] = path.read_bytes() if path.is_file() and not path.is_symlink() else None
    return found
