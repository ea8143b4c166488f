"""What the files define that were touched, kept in the journal: what is recalled by its name, and the symbols to hand."""

from collections.abc import Callable, Iterator
from pathlib import Path

from agentstate.journal import learning, upkeep
from agentstate.journal.journal import Journal
from agentstate.journal.values import File
from agentstate.vocabulary import layout
from agentstate.vocabulary.entries import Entity
from agentstate.workspace.disk import Disk
from agentstate.workspace.traces import Traces

MOST_FILES = 20
"""How many files are read at one time, those touched last."""

MOST_BYTES = 200_000
"""A file that is larger was hardly written by hand; its definitions are not kept."""

MOST_INDEXED = 2_000
"""So many rows of each kind are put into the index of words at one time; that takes about ten milliseconds."""

MOST_SYMBOLS = 60
"""How many definitions of one file are kept."""


def learn(root: Path, journal: Journal, session: str, has_time: Callable[[], bool]) -> int:
    """How many definitions were kept of the files touched since this was done last; no further file is read once the time is over.

    AgentStateError where the journal cannot be read or written.
    """
    since, disk = learning.learnt(journal), Disk(root, MOST_BYTES)
    files = [file for file in Traces(journal, disk).touched(since, MOST_FILES) if not layout.is_own(file.path)][:MOST_FILES]
    found = [(entity, file.last) for file in files if has_time() for entity in _entities(disk, file)]
    if files:
        learning.learn(journal, session, found)
    if has_time():
        upkeep.index(journal, MOST_INDEXED)
    return len(found)


def _entities(disk: Disk, file: File) -> Iterator[Entity]:
    for number, known in enumerate(disk.definitions(file)):
        if number == MOST_SYMBOLS:
            return
        yield Entity(known.kind, known.symbol, known.scope, known.content, known.source, known.confidence)
