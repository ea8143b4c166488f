"""`resolve`: the files of a tree that git could not merge, merged by what they say."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType

from agentstate.documents.text import SourceText
from agentstate.merging import Conflict, Merged, Side, merge
from agentstate.merging.conflicted import Conflicted, Conflicts
from agentstate.merging.log import entry_keys
from agentstate.merging.markers import is_marker
from agentstate.merging.merged import Mend
from agentstate.vocabulary import layout
from agentstate.vocabulary.plan import Plan, Remove, Step, Write
from agentstate.vocabulary.values import dataclass

_HINTS: Mapping[Mend, str] = MappingProxyType(
    {
        "side": "take one side with `agentstate resolve --ours` or `--theirs`, or edit the file and `git add` it",
        "hand": "mend the file by hand, as no side can be taken in it, and `git add` it",
        "size": "take the merge back (`git merge --abort`), shorten the file on both sides with `agentstate rotate`, and merge again",
        "lane": "write each lane into the file of its name by hand, and `git add` them",
    }
)
_EDITED = "it was edited since: `git add` it, or take back the conflict with `git checkout -m`"


@dataclass(frozen=True)
class Resolution:
    """What is written, and the paths that git is to hold as merged then (None: as gone, else the bytes)."""

    plan: Plan
    staged: Mapping[str, bytes | None]


@dataclass(frozen=True)
class _Answer:
    """What becomes of one file: the steps, what the index holds afterwards, and one line for each thing to say."""

    steps: tuple[Step, ...] = ()
    staged: tuple[tuple[str, bytes | None], ...] = ()
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    is_left: bool = False
    mends: tuple[Mend, ...] = ()


def resolve(conflicts: Conflicts, side: Side = "") -> Resolution:
    """Every file merged that can be, and staged; a file in which a conflict is left is written with markers around that alone, stays
    unmerged, and makes the plan have findings. `side` decides where both changed a value to different ones."""
    merged = {one.path: _merged(one, side, None) for one in conflicts.files if _can_merge(one)}
    volumes = {**conflicts.volumes, **{path: one.source for path, one in merged.items() if layout.ARCHIVE_NAME.fullmatch(path)}}
    archived = {key for volume in volumes.values() for key in entry_keys(volume)}
    for one in conflicts.files:
        if one.path == layout.DECISIONS and one.path in merged:
            merged[one.path] = _merged(one, side, archived | _of_others(one) if conflicts.is_pick else archived)
    answers = [_answer(one, merged.get(one.path), conflicts) for one in conflicts.files]
    if not answers:
        return Resolution(Plan(messages=(f"nothing to resolve in {layout.FOLDER}/", *_others(conflicts))), {})
    return Resolution(_plan(answers, conflicts), dict(pair for answer in answers for pair in answer.staged))


def _plan(answers: Sequence[_Answer], conflicts: Conflicts) -> Plan:
    left = any(answer.is_left for answer in answers)
    messages = (*(note for answer in answers for note in answer.notes), *_hints(answers), *_others(conflicts))
    steps = tuple(step for answer in answers for step in answer.steps)
    return Plan(steps, None, "\n".join(line for answer in answers for line in answer.lines), messages, left)


def _hints(answers: Sequence[_Answer]) -> Iterator[str]:
    """What ends the conflicts that are left, each said once."""
    found = {mend for answer in answers for mend in answer.mends}
    return (hint for mend, hint in _HINTS.items() if mend in found)


def _others(conflicts: Conflicts) -> Iterator[str]:
    if conflicts.others:
        files = "1 file outside the tree is" if conflicts.others == 1 else f"{conflicts.others} files outside the tree are"
        yield f"{files} unmerged still"


def _can_merge(one: Conflicted) -> bool:
    return not one.problem and bool(one.ours or one.theirs)


def _of_others(one: Conflicted) -> set[str]:
    """The entries that a picked commit stands on and did not bring itself: they stay where they are."""
    return {*entry_keys(one.base)} - {*entry_keys(one.ours)}


def _merged(one: Conflicted, side: Side, archived: set[str] | None) -> Merged:
    return merge(one.path, one.base, one.ours, one.theirs, side, archived)


def _answer(one: Conflicted, merged: Merged | None, conflicts: Conflicts) -> _Answer:
    if one.problem:
        return _Answer(lines=(f"left {one.path}: {one.problem}",), is_left=True, mends=("hand",))
    if merged is None:
        return _gone(one)
    if _is_edited(one, merged):
        return _Answer(lines=(f"left {one.path}: {_EDITED}",), is_left=True)
    if merged.conflicts and _is_snapshot(one):
        return _both(one)
    write = _write(one, merged.source)
    if merged.conflicts:
        lines = tuple(f"{one.path}: {line}" for line in _differences(merged.conflicts, conflicts))
        mends = tuple(conflict.mend for conflict in merged.conflicts)
        return _Answer(write, (), lines, merged.notes, is_left=True, mends=mends)
    staged = ((one.path, merged.source.encode()),) if one.indexed else ()
    return _Answer(write, staged, (f"merged {one.path}",), merged.notes)


def _write(one: Conflicted, source: SourceText) -> tuple[Step, ...]:
    return (Write(one.path, source.encode(), one.disk),)


def _gone(one: Conflicted) -> _Answer:
    """What both sides took away, as a name that both gave up for different ones."""
    if one.disk is None or (one.base and one.disk == one.base.encode()):
        steps = () if one.disk is None else (Remove(one.path, one.disk),)
        return _Answer(steps, ((one.path, None),), (f"removed {one.path}: both sides took it away",))
    return _Answer(lines=(f"left {one.path}: both sides took it away, and a file is there",), is_left=True, mends=("hand",))


def _is_edited(one: Conflicted, merged: Merged) -> bool:
    """Whether the file in the work tree holds lines that are from no side and no merge: somebody has begun to mend it by hand."""
    disk = SourceText.decode(one.path, one.disk or b"")
    sources = [source for source in (one.base, one.ours, one.theirs, one.mixed, merged.source, _merged(one, "", None).source) if source]
    known = {line.rstrip() for source in sources for line in source.lines}
    return one.indexed and any(line.rstrip() not in known and not is_marker(line) for line in disk.lines)


def _is_snapshot(one: Conflicted) -> bool:
    return bool(layout.SNAPSHOT_NAME.fullmatch(one.path) and one.ours and one.theirs)


def _both(one: Conflicted) -> _Answer:
    """Two checkpoints of the same name: both stay, one of them under a name of its own that is the same in every clone."""
    assert one.ours  # noqa: S101 - see _is_snapshot
    assert one.theirs  # noqa: S101 - as above
    first, second = sorted((one.ours.encode(), one.theirs.encode()))
    path = f"{one.path.removesuffix('.yaml')}-{sha256(second).hexdigest()[:8]}.yaml"
    steps = Write(one.path, first, one.disk), Write(path, second, None)
    return _Answer(steps, ((one.path, first), (path, second)), (f"kept both of {one.path}, the second as {path}",))


def _differences(found: Sequence[Conflict], conflicts: Conflicts) -> Iterator[str]:
    for conflict in found:
        if conflict.ours or conflict.theirs:
            yield f"{conflict.what} is {conflict.ours} in {conflicts.ours}, {conflict.theirs} in {conflicts.theirs}"
        else:
            yield f"{conflict.what} cannot be merged"
