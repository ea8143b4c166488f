"""What is done to the journal where there is time for it: by commands that somebody types, never while an agent waits for a hook."""

from pathlib import Path

from agentstate.journal.journal import LIMIT, find_journal
from agentstate.journal.upkeep import index, trim
from agentstate.vocabulary.errors import AgentStateError


def tend(root: Path, *, task_ended: bool = False, limit: int = LIMIT) -> str:
    """The journal below `root` takes at most `limit` bytes and has an index of all its words; with `task_ended` it holds no rule and no
    progress of the old task.

    Returns why that could not be done, "" where it was or where there is no journal.
    """
    try:
        journal = find_journal(root, limit=limit)
        if journal is None:
            return ""
        try:
            if task_ended:
                journal.end_task()
            trim(journal)
            index(journal)
        finally:
            journal.close()
    except AgentStateError as error:
        return error.message
    return ""
