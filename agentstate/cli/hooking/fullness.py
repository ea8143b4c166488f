"""How full the context of an agent is that tells it: read from the end of its own record, where no tool call waits."""

import os

from agentstate.files.tail import last_lines
from agentstate.hooks.event import Event
from agentstate.hooks.usage import used

_BYTES = 256 * 1024


def fullness(event: Event, root: str) -> tuple[int, int]:
    """The tokens that are used and those that there is room for, 0 for what is not known.

    The record is read where it is a regular file below the home folder or below `root`.
    """
    if event.subagent or not event.transcript.endswith(".jsonl"):
        return 0, 0
    return used(event.agent, last_lines(event.transcript, (os.path.expanduser("~"), root), _BYTES))
