"""Whether a compaction that was announced has come, as far as Claude Code's own record of the session tells."""

import calendar
import os
import time

from agentstate.files.tail import last_lines
from agentstate.hooks.notation import read_record

_BYTES = 512 * 1024
_BOUNDARY = b"compact_boundary"


def has_boundary(transcript: str, root: str, moment: int) -> bool:
    """Whether the record tells of a compaction after `moment`, in milliseconds since 1970; yes where it cannot be read.

    It is read where it is a regular file below the home folder or below `root`.
    """
    lines = last_lines(transcript, (os.path.expanduser("~"), root), _BYTES)
    return not lines or any(_moment(line) >= moment // 1000 for line in lines if _BOUNDARY in line)


def _moment(line: bytes) -> int:
    """When what the line tells of happened, in seconds since 1970; 0 where it is no boundary or has no time."""
    told = read_record(line)
    if told.get("subtype") != _BOUNDARY.decode():
        return 0
    try:
        return calendar.timegm(time.strptime(str(told.get("timestamp"))[:19], "%Y-%m-%dT%H:%M:%S"))
    except ValueError:
        return 0
