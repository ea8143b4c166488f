"""The verbs that write, each with words with which it has something to do in the repository of `ground`."""

from collections.abc import Mapping
from pathlib import Path

from faults.ground import conflicted, planted
from tests.cli.worksite import OLD_ID, WRITING

VERBS: Mapping[str, tuple[str, ...]] = {
    **WRITING,
    "task": ("task", "rate limiting", "--goal", "nobody starves", "--conclude", "the outbox ships"),
    "decide": ("decide", "Cache in Redis", "--why", "workers disagree"),
    "restore": ("restore", OLD_ID),
    "lane close": ("lane", "close", "api", "--conclude", "the client ships"),
    "resolve": ("resolve",),
}
"""Every verb of the tree, by name. A new one that writes belongs into the table of `tests/cli/worksite.py`, and so into this one."""

STEPS = ("checkpoint", "rotate", "restore", "task", "decide", "lane close", "resolve")
"""The verbs that write several files, or commit: they are cut after each step in the short form, too."""

KEEPS_STATE = frozenset({"checkpoint", "rotate", "restore", "task", "decide", "lane close"})
"""Verbs after which, and in the middle of which, the state from before is still somewhere, word for word."""


class Templates:
    """The repository that each verb is tried in; made once, and copied for each try."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, Path] = {}

    def of(self, name: str) -> Path:
        """The one for this verb: in the middle of a merge where it ends one."""
        kind = "conflicted" if name == "resolve" else "planted"
        if kind not in self._made:
            self._made[kind] = (conflicted if name == "resolve" else planted)(self._folder / kind)
        return self._made[kind]
