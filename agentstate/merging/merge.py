"""One file of the tree, three ways."""

from collections.abc import Collection

from agentstate.documents.conflict import conflict_line
from agentstate.documents.decisions import parse_decisions
from agentstate.documents.state import parse_state
from agentstate.documents.text import SourceText
from agentstate.merging.facts import merge_facts
from agentstate.merging.language import in_one_language
from agentstate.merging.lines import merge_lines
from agentstate.merging.log import lost, merge_log, merge_volume
from agentstate.merging.markers import without_conflicts
from agentstate.merging.merged import Conflict, Merged, Side, marked, written
from agentstate.merging.records import merge_records
from agentstate.merging.state import merge_state
from agentstate.merging.todo import merge_todo
from agentstate.vocabulary import layout
from agentstate.vocabulary.lanes import stated_lane
from agentstate.vocabulary.values import replace
from agentstate.vocabulary.visible import quoted

LARGEST = 256 * 1024
"""Bytes that a merged file may hold: a larger one is not read."""

_SETS = {layout.FACTS: merge_facts, layout.TODO: merge_todo}


def merge(
    path: str,
    base: SourceText | None,
    ours: SourceText | None,
    theirs: SourceText | None,
    side: Side = "",
    archived: Collection[str] | None = None,
) -> Merged:
    """The file at `path` (relative to the folder that holds the tree) with what both sides did to it since `base`.

    None stands for a file that is not there; one that a side changed and the other took away stays. `side` decides where both changed
    a value, or a line of a file without entries, to different ones. `archived` are the keys of all entries that the archive holds once
    it is merged (`log.entry_key`); without it, an entry that one side has no more is taken to have gone there.
    At least one side is there. Nothing is said to be merged that holds a marker line, or fewer entries than both sides do.
    """
    if ours is None or theirs is None:
        return _kept(path, base, ours, theirs)
    if base is None or not base.text.strip():
        ours, theirs = in_one_language(path, ours, theirs)
    if ours in (base, theirs) or theirs == base:
        return _free_of_markers(Merged(theirs if ours == base else ours))
    base = without_conflicts(base) if base else None  # the base of a criss-cross merge is itself a merge, perhaps one with conflicts
    merged = _by_kind(path, base, ours, theirs, side, archived)
    if merged is None:
        merged = _by_lines(base, ours, theirs, _unread(path, base, ours, theirs))
    return _free_of_markers(_small(merged))


def _kept(path: str, base: SourceText | None, ours: SourceText | None, theirs: SourceText | None) -> Merged:
    present = ours or theirs
    assert present is not None  # noqa: S101 - what neither side has is not merged
    gone = "theirs" if ours else "ours"
    notes = (f"{path} stays: {gone} took it away, and the other side changed it",) if base else ()
    return _free_of_markers(Merged(present, notes=notes))


def _by_kind(
    path: str, base: SourceText | None, ours: SourceText, theirs: SourceText, side: Side, archived: Collection[str] | None
) -> Merged | None:
    """The file by what it is; None where a side cannot be read as that."""
    if path == layout.DECISIONS:
        return _whole(base, ours, theirs, merge_log(base, ours, theirs, archived), archived)
    if layout.ARCHIVE_NAME.fullmatch(path):
        return _whole(base, ours, theirs, merge_volume(base, ours, theirs), ())
    if layout.IMPORT_NAME.fullmatch(path):
        return merge_records(base, ours, theirs) or merge_lines(base, ours, theirs, side)
    if path in _SETS:
        return _SETS[path](base, ours, theirs)
    if path == layout.STATE or layout.LANE_NAME.fullmatch(path):
        return _two_lanes(path, base, ours, theirs) or merge_state(base, ours, theirs, side)
    return None if layout.SNAPSHOT_NAME.fullmatch(path) else merge_lines(base, ours, theirs, side)


def _two_lanes(path: str, base: SourceText | None, ours: SourceText, theirs: SourceText) -> Merged | None:
    """Both versions between marker lines, where git paired a lane with another one as if that were its older name; else None."""
    found = layout.LANE_NAME.fullmatch(path)
    known = {found["name"] if found else "", ""}
    named = [stated_lane(one.text) for one in (base, ours, theirs) if one]
    if known.issuperset(named):
        return None
    lines = marked(ours.lines, theirs.lines)
    conflict = Conflict("the lane", quoted(stated_lane(ours.text)), quoted(stated_lane(theirs.text)), mend="lane")
    return Merged(written(base, ours, theirs, lines), (conflict,))


def _whole(
    base: SourceText | None, ours: SourceText, theirs: SourceText, merged: Merged | None, archived: Collection[str] | None
) -> Merged | None:
    """The log, if every entry that should be in it is."""
    if merged is None:
        return None
    return None if lost(base, ours, theirs, merged.source, archived) else merged


def _by_lines(base: SourceText | None, ours: SourceText, theirs: SourceText, why: str) -> Merged:
    """The file with marker lines; where lines alone would merge, that is still no answer. A note says why it is merged so."""
    merged = merge_lines(base, ours, theirs)
    conflicts = tuple(replace(one, mend="hand") for one in merged.conflicts) or (Conflict("the file as a whole", mend="hand"),)
    return replace(merged, conflicts=conflicts, notes=(f"{ours.path} is merged by lines: {why}",))


def _unread(path: str, base: SourceText | None, ours: SourceText, theirs: SourceText) -> str:
    """Why a file cannot be merged by what it says."""
    read = parse_state if path == layout.STATE or layout.LANE_NAME.fullmatch(path) else parse_decisions
    for name, source in (("ours", ours), ("theirs", theirs), ("what was before both", base)):
        faults = [*source.faults, *read(source).faults] if source else []
        if faults:
            return f"{name}, line {faults[0].line}: {faults[0].message}"
    return "what it says cannot be told from its lines"


def _small(merged: Merged) -> Merged:
    size = len(merged.source.encode())
    if size <= LARGEST:
        return merged
    return replace(merged, conflicts=(*merged.conflicts, Conflict(f"its size, {size} bytes of at most {LARGEST},", mend="size")))


def _free_of_markers(merged: Merged) -> Merged:
    """A marker line that is nobody's news is a conflict, too."""
    line = conflict_line(merged.source)
    if merged.conflicts or not line:
        return merged
    return replace(merged, conflicts=(Conflict(f"the conflict marker in line {line}", mend="hand"),))
