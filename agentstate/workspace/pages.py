"""A page for a person, written to where they asked: what stands there already is replaced only where it is such a page."""

from pathlib import Path

from agentstate.files.read import read_file
from agentstate.files.write import write_atomic
from agentstate.replay.page_style import MARK
from agentstate.vocabulary.errors import AgentStateError

_LARGEST = 64_000_000
_LOOKED_AT = 1_000


def refuse_foreign(path: Path) -> None:
    """AgentStateError where something else than a page of ours is at the path, or no folder that could hold it."""
    place = path.absolute()
    if not place.parent.is_dir():
        raise AgentStateError(f'"{place.parent}" is no folder', "make it first, or name another file")
    held = read_file(place.parent, place.name, _LARGEST)
    if held is None or (isinstance(held, bytes) and MARK.encode() in held[:_LOOKED_AT]):
        return
    raise AgentStateError(f'"{path}" is there and no page of a replay', "name another file, or move that one away")


def write_page(path: Path, text: str) -> None:
    """The file holds the page, whole, or what it held before; AgentStateError where it cannot be written."""
    refuse_foreign(path)
    place = path.absolute()
    write_atomic(place.parent, place.name, text.encode("utf-8", "backslashreplace"))
