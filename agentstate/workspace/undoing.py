"""What was undone: edited by tool calls or commands, and now as in HEAD though no commit has touched it since."""

from collections.abc import Mapping

from agentstate.git.failure import GitError
from agentstate.git.repository import Repository
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.repository import GitFacts


def undone(repository: Repository | str, git: GitFacts, edited: Mapping[str, int]) -> frozenset[str]:
    """Those of the files (from the root) that are as in HEAD, which does not know of their last edit, at a time in milliseconds since 1970.

    A file that git does not hold, or whose last commit may be as new as the edit, is not among them; none where git cannot tell.
    """
    changes = {change.path for change in git.changes}
    clean = {git.prefix + path: path for path in edited if not _is_changed(path, changes)}
    if isinstance(repository, str) or git.reason or not clean:
        return frozenset()
    from agentstate.git.lately import lately_committed
    from agentstate.git.recorded import tree_entries

    try:
        held = tree_entries(repository, sorted(clean))
        committed = lately_committed(repository, min(edited[path] for path in clean.values()) // 1000 - 1) if held else {}
    except (GitError, AgentStateError):
        return frozenset()
    return frozenset(path for full, path in clean.items() if full in held and committed.get(full, -1) < edited[path] // 1000)


def _is_changed(path: str, changes: set[str]) -> bool:
    """Whether git tells of the path, or of a folder above it that it does not hold."""
    above = {path[: place + 1] for place, sign in enumerate(path) if sign == "/"}
    return path in changes or not above.isdisjoint(changes)
