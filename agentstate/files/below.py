"""Every file in a folder and in its folders, within limits."""

from pathlib import Path

from agentstate.files import system
from agentstate.files.folders import components, entered
from agentstate.files.resolve import kind_of
from agentstate.vocabulary.errors import AgentStateError

_MOST_FILES = 1000
_MOST_FOLDERS = 200
_DEEPEST = 8


def list_below(root: Path, folder: str, *, deep: bool) -> list[str]:
    """The sorted paths of the files in a folder, with `deep` in its folders too; links to files count, links to folders do not.

    Nothing is said of what cannot be listed, nor of what lies deeper or is more than anybody would write by hand.
    """
    found: list[str] = []
    ahead, looked = [folder], 0
    while ahead and looked < _MOST_FOLDERS and len(found) < _MOST_FILES:
        here = ahead.pop()
        looked += 1
        for name, regular in _entries(root, here):
            path = f"{here}/{name}"
            kind = "file" if regular else kind_of(root, path)
            if kind == "file":
                found.append(path)
            elif kind == "folder" and deep and path.count("/") - folder.count("/") < _DEEPEST:
                ahead.append(path)
    return sorted(found)


def _entries(root: Path, folder: str) -> list[tuple[str, bool]]:
    try:
        with entered(root, components(folder)) as opened:
            return system.names(opened, _MOST_FILES) or []
    except (AgentStateError, OSError):
        return []
