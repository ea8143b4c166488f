"""`restore`: this lane's state as a snapshot holds it. The present state is saved first; nothing that is newer is taken away."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime

from agentstate.documents.lines import BLANK, fences, refuse_unclosed_fence
from agentstate.documents.snapshot import Snapshot, parse_snapshot
from agentstate.documents.text import SourceText
from agentstate.documents.todo import Item, TodoList, parse_todo
from agentstate.rules.wording import quoted
from agentstate.tree import Tree
from agentstate.verbs.checkpoint import Occasion, commit_for, snapshot_steps
from agentstate.verbs.steps import writes
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.lanes import is_name, refuse_new
from agentstate.vocabulary.plan import Plan
from agentstate.vocabulary.repository import GitFacts, RecordedFile
from agentstate.vocabulary.values import dataclass, replace


@dataclass(frozen=True)
class Known:
    """A checkpoint that can be restored. `commit` is the one that added it ("" while none has); `source` its file on the disk.

    `automatic`: a hook made it; it is in `local/` alone. `lane` is the one whose state it holds, None where that is not known.
    """

    id: str
    reason: str
    message: str
    created: str
    commit: str
    source: SourceText | None
    automatic: bool = False
    lane: str | None = ""


def known_checkpoints(tree: Tree, recorded: Iterable[RecordedFile], automatic: Iterable[SourceText] = ()) -> tuple[Known, ...]:
    """Every checkpoint on the disk or in git's history, and the snapshots that hooks made, newest first."""
    commits = {record.path: record for record in recorded}
    present = {layout.snapshot_path(identifier) for identifier in tree.snapshots}
    made = [replace(_known(RecordedFile(source.path, ""), source), automatic=True) for source in automatic]
    kept = [_known(commits.get(path, RecordedFile(path, "")), tree.sources.get(path)) for path in {*commits, *present}]
    known = {one.id: one for one in [*made, *kept]}
    return tuple(sorted(known.values(), key=lambda one: one.id, reverse=True))


def of_lane(known: Iterable[Known], lane: str) -> tuple[Known, ...]:
    """Those that hold the state of the lane, or may hold it."""
    return tuple(one for one in known if one.lane in {lane, None})


def chosen(identifier: str, known: Sequence[Known], read: Callable[[str, str], SourceText], lane: str = "") -> Snapshot:
    """The snapshot with this id, or the only one of the lane whose id begins so; `read` gives the text of a path in a commit.

    AgentStateError where it holds the state of another lane.
    """
    matching = [one for one in known if one.id == identifier] or [one for one in of_lane(known, lane) if one.id.startswith(identifier)]
    matching = matching or [one for one in known if one.id.startswith(identifier)]
    if len(matching) != 1:
        found = f"{len(matching)} checkpoints begin with" if matching else "no checkpoint has the id"
        raise AgentStateError(f'{found} "{identifier}"', "see `agentstate restore` for the list")
    snapshot = _read(matching[0], read)
    if snapshot.lane != lane:
        whose = f"the lane {quoted(snapshot.lane)}" if snapshot.lane else "the default lane"
        option = '--lane ""' if not snapshot.lane else f"--lane {snapshot.lane}" if is_name(snapshot.lane) else ""
        raise AgentStateError(f'checkpoint "{snapshot.id}" is of {whose}', f"add `{option}`" if option else "choose another checkpoint")
    return snapshot


def _read(one: Known, read: Callable[[str, str], SourceText]) -> Snapshot:
    """The snapshot from the disk, or from git where the disk's cannot be read."""
    path = one.source.path if one.source else layout.snapshot_path(one.id)
    snapshot = parse_snapshot(one.source) if one.source else ()
    if isinstance(snapshot, tuple) and one.commit:
        snapshot = parse_snapshot(read(one.commit, path))
    if isinstance(snapshot, Snapshot):
        return snapshot
    place = "".join(f":{fault.line}:{fault.column}: {fault.message}" for fault in snapshot[:1])
    raise AgentStateError(f"{path}{place or ' cannot be read'}", "choose another checkpoint")


def restore(tree: Tree, git: GitFacts, snapshot: Snapshot, occasion: Occasion) -> Plan:
    """Writes the state of the snapshot and adds its open items that the list lacks; the plan's result is the id of the snapshot
    that keeps the present state. Ticked items stay ticked; code, facts and decisions are not touched."""
    if tree.lane and tree.lane not in tree.lanes:
        refuse_new(tree.lane, tree.lanes)
    _refuse_loss(tree.state.source, snapshot)
    state = tree.state.source.with_text(snapshot.state.replace("\n", tree.state.source.newline))
    changed = writes(tree, state, with_items(tree.todo, snapshot.open_items))
    if not changed:
        return Plan(messages=(f"nothing to restore: state and list are as in {snapshot.id}",))
    before = replace(occasion, reason="restore", message=f"before {snapshot.id}")
    identifier, steps = snapshot_steps(tree, git, before) if tree.has(tree.state_path) else ("", ())
    commit = commit_for(tree, replace(before, message=f"back to {snapshot.id}"), identifier)
    kept = f"the state before is in {identifier}" if identifier else "there was no state before"
    return Plan((*steps, *changed), commit, identifier, (f"back to {snapshot.id}; {kept}",))


def _refuse_loss(present: SourceText, snapshot: Snapshot) -> None:
    """AgentStateError where the present state could not be kept to the letter, or there is nothing to put in its place."""
    for fault in present.faults:
        place = f"{present.path}:{fault.line}:{fault.column}"
        raise AgentStateError(f"{place}: {fault.message}", "save it elsewhere first: it would be lost")
    if not snapshot.state.strip():
        raise AgentStateError(f'checkpoint "{snapshot.id}" holds no state', "choose another checkpoint")


def with_items(todo: TodoList, lines: Sequence[str]) -> SourceText:
    """The list with the items of `lines` that it lacks, at its end and as written; one that is there in whatever state is not added."""
    known = {item.text for item in todo.items}
    wanted = parse_todo(SourceText(todo.source.path, "\n".join(lines)))
    missing = [item for item in wanted.items if item.text not in known]
    if not missing:
        return todo.source
    refuse_unclosed_fence(todo.source, fences(todo.source))
    end = len(todo.source.lines)
    return todo.source.with_lines(end, end, tuple(_placed(lines, missing)))


def _placed(lines: Sequence[str], items: Sequence[Item]) -> Iterator[str]:
    """The lines of the items; one that is not right below the item it was part of is part of none."""
    above = -1
    for item in items:
        line = lines[item.line - 1]
        yield line if item.line == above + 1 else line.lstrip(BLANK)
        above = item.line


def _known(recorded: RecordedFile, source: SourceText | None) -> Known:
    """What the file says; where it cannot be read or is only in git, what its commit says, or its name."""
    commit, identifier = recorded.commit, recorded.path.rpartition("/")[2].removesuffix(".yaml")
    snapshot = parse_snapshot(source) if source else ()
    if isinstance(snapshot, Snapshot):
        return Known(identifier, snapshot.reason, snapshot.message, snapshot.created, commit, source, lane=snapshot.lane)
    rest = identifier.partition("-")[2]
    reason = next((reason for reason in layout.REASONS if rest == reason or rest.startswith(f"{reason}-")), "")
    _, said, message = recorded.subject.partition(f"agentstate {reason}: ")
    name = message if said else rest.removeprefix(reason).strip("-")
    return Known(identifier, reason, name, _time(identifier), commit, source, lane=recorded.lane)


def _time(identifier: str) -> str:
    try:
        moment = datetime.strptime(identifier[:16], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return ""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
