"""What the agent said where its event does not tell: read from the end of its own record, where no tool call waits."""

import os

from agentstate.files.tail import last_lines
from agentstate.hooks import transcripts
from agentstate.hooks.event import Event

_BYTES = 256 * 1024


def spoken(event: Event, root: str) -> str:
    """What was said in the turn that ends, or since the last compaction before one; "" where the event says it or nothing can be read.

    The record is read where it is a regular file below the home folder or below `root`.
    """
    is_silent = event.kind == "compact_before" or (event.kind == "turn_end" and not event.text)
    if not is_silent or event.subagent or event.agent not in transcripts.AGENTS or not event.transcript.endswith(".jsonl"):
        return ""
    lines = last_lines(event.transcript, (os.path.expanduser("~"), root), _BYTES)
    return transcripts.spoken(event.agent, lines, turn=event.kind == "turn_end")
