"""The verbs that write, each with words with which it has something to do in the repository of `ground`."""

from collections.abc import Mapping

from tests.cli.worksite import OLD_ID, WRITING

VERBS: Mapping[str, tuple[str, ...]] = {
    **WRITING,
    "task": ("task", "rate limiting", "--goal", "nobody starves", "--conclude", "the outbox ships"),
    "decide": ("decide", "Cache in Redis", "--why", "workers disagree"),
    "restore": ("restore", OLD_ID),
}
"""Every verb of the tree, by name. A new one that writes belongs into the table of `tests/cli/worksite.py`, and so into this one."""

STEPS = ("checkpoint", "rotate", "restore", "task", "decide", "lane close", "resolve")
"""The verbs that write several files, or commit: they are cut after each step in the short form, too."""

KEEPS_STATE = frozenset({"checkpoint", "rotate", "restore", "task", "decide"})
"""Verbs after which, and in the middle of which, the state from before is still somewhere, word for word."""
