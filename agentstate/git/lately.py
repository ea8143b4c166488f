"""Which files the last commits touched, and when: what was changed and is as in HEAD was either committed or undone."""

from datetime import UTC, datetime

from agentstate.git.descent import CHANGES
from agentstate.git.repository import Repository

_COMMITS = 1000
"""How many commits are looked at."""

_MARK = "\x01"


def lately_committed(repository: Repository, since: int) -> dict[str, int]:
    """The paths (from the top of the work tree) that commits of HEAD's first line touched after `since`, in seconds since 1970, each with
    the time of the newest; GitError when git fails."""
    if not repository.head:
        return {}
    moment = datetime.fromtimestamp(max(0, since), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    ask = ("log", "-z", f"--format={_MARK}%ct", *CHANGES, "-m", "--first-parent", f"--since={moment}", f"--max-count={_COMMITS}")
    found: dict[str, int] = {}
    time = 0
    for field in repository.git.run(*ask, repository.head, "--").fields:
        if field.startswith(_MARK):
            time = int(field[1:])
        else:
            found.setdefault(field.removeprefix("\n"), time)
    return found
