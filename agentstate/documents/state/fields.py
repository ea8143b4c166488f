"""The fields of a state and what each of them holds; the table of docs/convention.md, in its order."""

from collections.abc import Mapping
from types import MappingProxyType

from agentstate.vocabulary.annotations import Literal

FieldKind = Literal["int", "name", "line", "time", "choice", "list", "blocked", "verified", "failed", "text-or-list", "paths"]

FIELDS: Mapping[str, FieldKind] = MappingProxyType(
    {
        "version": "int",
        "lane": "name",
        "project": "line",
        "updated_at": "time",
        "confidence": "choice",
        "goal": "line",
        "acceptance": "list",
        "constraints": "list",
        "do_not": "list",
        "awaiting_approval": "list",
        "current_stage": "line",
        "current_task": "line",
        "next_action": "line",
        "then": "line",
        "blocked": "blocked",
        "done": "list",
        "verified": "verified",
        "hypotheses": "list",
        "failed_attempts": "failed",
        "recent_findings": "text-or-list",
        "files_to_load": "paths",
        "last_file_edited": "line",
        "files_touched": "paths",
        "files_verified": "paths",
        "active_branches": "text-or-list",
        "commands": "text-or-list",
    },
)
"""Field -> what it holds.

A "verified" list holds `{fact, at, commit, how}` or text, a "failed" one `{tried, because}` or text. A "name" is that of the file and
never set."""

LISTS = frozenset({"list", "paths", "verified", "failed", "text-or-list"})
"""The kinds of fields that `add` and `drop` work on."""

CONFIDENCE = ("high", "medium", "low")

LIST_LIMIT = 20
"""Items in a list."""

LINE_LIMIT = 200
"""Characters in a line, and in an item of a list."""
