"""Whether the next event would be kept: tried for the doctor, since a hook that cannot write has nobody to tell."""

import errno
import os

from agentstate.journal import place
from agentstate.journal.failures import explained
from agentstate.journal.journal import Journal


def refuse_unwritable(root: str | os.PathLike[str], journal: Journal | None) -> None:
    """AgentStateError where nothing can be written into the journal below `root`, or where there is none and none can be made.

    Nothing that can be read in it changes, and none is made.
    """
    if journal:
        journal.change(lambda connection: connection.execute("UPDATE counters SET step = step"))
        return
    folder = place.local_folder(os.fspath(root))
    try:
        _refuse_closed(folder)
    except OSError as error:
        raise explained(os.path.join(folder, place.NAME), error) from error


def _refuse_closed(folder: str) -> None:
    for name in (place.LOCK, place.NEW):
        place.identity(os.path.join(folder, name))
    held = folder if os.path.lexists(folder) else os.path.dirname(folder)
    if not os.access(held, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
