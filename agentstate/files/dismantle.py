"""Taking away what is left of a tree that `init --remove` has emptied."""

from contextlib import suppress
from pathlib import Path

from agentstate.files import system
from agentstate.files.folders import entered, folder_and_name
from agentstate.files.read import MOST_ENTRIES
from agentstate.files.write import TREE_FOLDERS
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError

_MADE = frozenset({".gitignore", layout.LOCK.rpartition("/")[2], "state.schema.json", "config.schema.json"})
"""What the tool itself puts into `local/` and can make again."""


def dismantle(root: Path) -> None:
    """The folders of the tree are gone as far as nothing is in them; `local/` goes with what the tool can make again, and stays whole
    where it holds anything else. What resists stays. Nobody holds the lock afterwards, so the caller does not hold it either."""
    with suppress(OSError, AgentStateError), entered(root, layout.LOCAL.split("/")) as folder:
        found = {name for name, _ in system.names(folder, MOST_ENTRIES) or ()}
        for name in found if found <= _MADE else ():
            system.unlink(folder, name)
    for path in sorted(TREE_FOLDERS, key=len, reverse=True):
        parents, name = folder_and_name(path)
        with suppress(OSError, AgentStateError), entered(root, parents) as parent:
            system.remove_folder(parent, name)
