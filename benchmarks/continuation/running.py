"""The same replay as in use, over made-up sessions: each is written to a file and read as a recording is."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from agentstate.replay.places import Places
from agentstate.replay.stop import Stop
from agentstate.workspace.recorded import Recording, recognised
from agentstate.workspace.replaying import Request, replay
from benchmarks.continuation.judging import Looked, looked
from benchmarks.continuation.session import Made, notes_of


def run(sessions: Iterable[Made], rooms: Sequence[int]) -> Iterator[Looked]:
    """Every compaction of every session, looked at."""
    with tempfile.TemporaryDirectory() as folder:
        for session in sessions:
            path = Path(folder) / f"{session.name}.jsonl"
            path.write_text(session.text, encoding="utf-8", newline="\n")
            recording = recognised(path)
            if recording is None:
                raise RuntimeError(f"{session.name} is no recording")
            yield from _looked(session, recording, rooms)


def _looked(session: Made, recording: Recording, rooms: Sequence[int]) -> Iterator[Looked]:
    known = notes_of(session)
    bare = stops(recording, Request(Places(), (max(rooms),)))
    noted = stops(recording, Request(Places(), rooms, notes=known.__getitem__))
    for moment, one, other in zip(session.moments, bare, noted, strict=True):
        yield looked(session, moment, one, other)


def stops(recording: Recording, request: Request) -> list[Stop]:
    """The stops of a recording, in their order."""
    return list(replay(recording.path.name, lambda: recording.steps(lambda _: None), request, lambda *_: None))
