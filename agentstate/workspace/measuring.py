"""Many recorded sessions, replayed one after the other and measured together."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import gettempdir

from agentstate.documents.text import SourceText
from agentstate.files.failures import reason
from agentstate.replay.counting import Counting
from agentstate.replay.figures import measured
from agentstate.replay.judging import judged
from agentstate.replay.labels import Labels, Unmatched, parse_labels, session_of
from agentstate.replay.measured import Judged, Measured, Session
from agentstate.replay.places import Places
from agentstate.replay.stop import END
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass, replace
from agentstate.workspace.recorded import Recording, files_below, recognised, unreadable
from agentstate.workspace.replaying import Request, replay

_LABELS_BYTES = 16_000_000
_SCRATCH = "make room there, or name another folder in TMPDIR"


@dataclass(frozen=True)
class Found:
    """The recordings below the paths that were named, each file once; `unknown` are those that were named and are none, each with why;
    `passed_over` counts the files of named folders that are none, `repeated` how often a file came again, by whatever name."""

    recordings: tuple[Recording, ...]
    unknown: tuple[Session, ...] = ()
    passed_over: int = 0
    repeated: int = 0


def find(paths: Iterable[Path]) -> Found:
    """Looks at the start of each file."""
    recordings, unknown, passed_over, repeated = list[Recording](), list[Session](), 0, 0
    seen = set[tuple[int, int] | Path]()
    for named in paths:
        for path in files_below(named):
            if (identity := _identity(path)) in seen:
                repeated += 1
                continue
            seen.add(identity)
            found = _recognised(path)
            if isinstance(found, Recording):
                recordings.append(found)
            elif path == named:
                unknown.append(Session(path.name, str(path), problem=found))
            else:
                passed_over += 1
    return Found(tuple(recordings), tuple(unknown), passed_over, repeated)


def _identity(path: Path) -> tuple[int, int] | Path:
    """What is the same for every name of a file."""
    try:
        status = path.stat()
    except OSError:
        return path.absolute()
    return status.st_dev, status.st_ino


def _recognised(path: Path) -> Recording | str:
    """The recording, or why it is none."""
    try:
        return recognised(path) or "no recording of a format that is known"
    except AgentStateError as error:
        return error.message


def measure(found: Found, places: Places, budgets: Sequence[int], labels: Labels | None, advanced: Callable[[int], None]) -> Measured:
    """The figures of the recordings; `advanced` is told how many bytes were read. A recording that cannot be read to its end has a
    problem, and what was measured up to there counts."""
    sessions, stops = list[Session](), list[Judged]()
    headline, unmatched = headline_of(budgets), Unmatched(labels or {})
    for recording in found.recordings:
        counting, own = Counting(), list[Judged]()
        labelled = session_of(labels or {}, recording.path.absolute().as_posix())
        request = Request(places, budgets, labels.get(labelled or "", {}) if labels else None)
        problem, hint = _played(recording, request, counting, (own, headline), advanced)
        told = counting.session(recording.name, str(recording.path), recording.format.name, own, problem)
        sessions.append(replace(told, hint=hint))
        stops += own
        came = (one.want.name for stop in own if stop.kind == END for one in stop.wants)
        unmatched.met(labelled or "", None if problem else frozenset(came))
    return measured([*sessions, *found.unknown], stops, budgets, headline, labelled=bool(labels), unmatched=unmatched.warning)


def _played(
    recording: Recording, request: Request, counting: Counting, into: tuple[list[Judged], int], advanced: Callable[[int], None]
) -> tuple[str, str]:
    """The stops of the recording are in the list, judged at the headline; why it ended early and what to do, or "" where it did not."""
    stops, headline = into
    try:
        stops.extend(_judged(recording, request, counting, headline, advanced))
    except AgentStateError as error:
        return error.message, error.hint
    except OSError as error:
        return f'cannot use the folder for temporary files "{gettempdir()}": {reason(error)}', _SCRATCH
    return "", ""


def _judged(recording: Recording, request: Request, counting: Counting, headline: int, advanced: Callable[[int], None]) -> Iterator[Judged]:
    for stop in replay(recording.name, lambda: recording.steps(advanced), request, counting.watch):
        yield judged(stop, headline)


HEADLINE = 8000


def headline_of(budgets: Sequence[int]) -> int:
    """The room at which controls and groups are shown: 8,000 characters, or the largest where that is not among them."""
    return HEADLINE if HEADLINE in budgets else max(budgets)


def read_labels(path: Path) -> Labels:
    """The labels in a file. AgentStateError where it cannot be read or is no table of them."""
    try:
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            if size > _LABELS_BYTES:
                raise AgentStateError(f'"{path}" has {size} bytes', f"give a table with {_LABELS_BYTES} bytes or less")
            return parse_labels(SourceText.decode(str(path), stream.read()))
    except OSError as error:
        raise unreadable(path, error) from error
