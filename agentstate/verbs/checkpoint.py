"""`checkpoint`: the state of the work in a snapshot, and one git commit that holds the tree's own files and nothing else."""

from collections.abc import Iterator
from datetime import datetime

from agentstate.documents.conflict import conflict_line
from agentstate.documents.decisions import Standing, standings
from agentstate.documents.snapshot import Snapshot, parse_snapshot, render_snapshot, snapshot_id
from agentstate.extraction.redaction import redacted
from agentstate.rules.engine import run
from agentstate.rules.wording import counted
from agentstate.tree import Tree
from agentstate.verbs.derived import Derived
from agentstate.verbs.rotate import old_snapshots
from agentstate.verbs.steps import refuse_unreadable
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Diagnostic, Severity
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Commit, Plan, Step, Write
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass, replace
from agentstate.vocabulary.visible import visible

SUBJECT_LENGTH = 72
"""How long the first line of a commit message gets (git's own advice is 50, its limit for display about 72)."""

SNAPSHOT_BYTES = 64 * 1024
"""The most a snapshot may hold: more is never read of a YAML file."""

_STATE = ("AS30", "AS310")
_MISSING = "AS101"
_CONFLICT = "AS701"
"""The rules that must find nothing where a snapshot is made: the state says what a state says, no conflict is left in the tree."""

_CREDENTIAL = "AS702"
_SHOWN = 3
"""How many places of credentials a message names."""


@dataclass(frozen=True)
class Occasion:
    """Why and when a checkpoint is made, and what the journal adds to it.

    `wants_commit`: False, never; True, exit with 1 where there is none; None, as the settings say.
    """

    reason: str
    now: datetime
    message: str = ""
    wants_commit: bool | None = None
    derived: Derived = Derived()


def checkpoint(tree: Tree, git: GitFacts, occasion: Occasion) -> Plan:
    """A snapshot and its commit; the plan's result is the checkpoint's id. Nothing at all where HEAD holds everything already."""
    refuse_invalid(tree)
    if nothing_to_record(tree, git):
        unchanged = f"nothing to record: state, list, decisions and facts are as in the last commit{_behind(tree, git)}"
        return Plan(messages=(unchanged, *_lost_lanes(tree, git)))
    identifier, steps = snapshot_steps(tree, git, occasion)
    return Plan(steps, commit_for(tree, occasion, identifier), identifier, (*_lost_lanes(tree, git), *_remarks(tree)))


def _lost_lanes(tree: Tree, git: GitFacts) -> Iterator[str]:
    """A line for each lane that somebody took away, and did not close: nothing kept its state but git."""
    for change in git.changes:
        found = layout.LANE_NAME.fullmatch(change.path)
        if found and change.path not in tree.names and change.path not in tree.unreadable:
            back, away = f"git restore -- {change.path}", f"agentstate lane close {found['name']}"
            ways = f"`{back}` brings it back, `{away}` ends the lane then"
            yield f"{change.path} is missing on the disk; the commit leaves it as it was: {ways}"


def _behind(tree: Tree, git: GitFacts) -> str:
    """What is to be written first where the code has moved on further than the settings allow; "" where it has not."""
    settings, commits = tree.settings.freshness, git.freshness.commits or 0
    if commits <= (settings.max_commits if settings.require_update == "off" else min(settings.max_commits, 1)):
        return ""
    first = "bring next_action and done up to date with `agentstate set` and `agentstate add` first"
    return f", {counted(commits, 'code change')} ago: {first}"


def _remarks(tree: Tree) -> Iterator[str]:
    """What does not stop a checkpoint and should not go unsaid: files that are missing, and what `check` calls an error."""
    for path in layout.REQUIRED:
        if not tree.has(path) and path not in tree.unreadable:
            yield f"{path} is missing on the disk; the commit leaves it as it was"
    found = [diagnostic for diagnostic in run(tree, GitFacts()) if diagnostic.severity is Severity.ERROR and diagnostic.code != _MISSING]
    leaks = [f"{diagnostic.path}:{diagnostic.line}" for diagnostic in found if diagnostic.code == _CREDENTIAL]
    errors = len(found)
    if leaks:
        more = f" and {len(leaks) - _SHOWN} more" if len(leaks) > _SHOWN else ""
        yield f"{_CREDENTIAL}: what looks like a credential is recorded in {', '.join(leaks[:_SHOWN])}{more}: revoke it"
    if errors:
        what = f"{errors} errors are recorded as they stand" if errors > 1 else "1 error is recorded as it stands"
        yield f"{what}: see `agentstate check`"


def refuse_invalid(tree: Tree) -> None:
    """AgentStateError at the first finding that would make a snapshot worthless: a state that cannot be read as one, or a conflict that
    was never resolved. Everything else is for `check` to say: a checkpoint does not stop the work."""
    for path in (tree.state_path, layout.TODO, layout.DECISIONS):
        refuse_unreadable(tree, path)
    if not tree.has(tree.state_path):
        raise AgentStateError(f"{tree.state_path} is missing", "run `agentstate init`", 1)
    found = [diagnostic for diagnostic in run(tree, GitFacts(), (*_STATE, _CONFLICT)) if _spoils(diagnostic, tree)]
    if found:
        is_conflict = bool(conflict_line(tree.state.source))
        first = next((one for one in found if is_conflict and one.code == _CONFLICT), found[0])
        more = f" ({len(found) - 1} more)" if len(found) > 1 else ""
        code = 2 if tree.state.faults and not is_conflict else 1
        raise AgentStateError(f"{first.path}:{first.line}:{first.column}: {first.code} {first.message}{more}", first.hint, code)


def _spoils(diagnostic: Diagnostic, tree: Tree) -> bool:
    here = diagnostic.code == _CONFLICT or diagnostic.path == tree.prefix + tree.state_path
    return here and diagnostic.severity is Severity.ERROR


def nothing_to_record(tree: Tree, git: GitFacts) -> bool:
    """Whether HEAD holds the state, the list, the decisions and the facts as they are on the disk, missing ones included.

    Where there are lanes, a checkpoint of another one may have committed this state: then its own newest snapshot has to hold it.
    """
    changed = {change.path for change in git.changes}
    absent = {path for path in layout.WORK if not tree.has(path) and path not in changed}
    return {tree.state_path, *layout.WORK} - absent <= git.committed and (not tree.lanes or _is_kept(tree))


def _is_kept(tree: Tree) -> bool:
    """Whether the newest snapshot of the lane in use holds its state as it is."""
    newest = parse_snapshot(tree.source(layout.snapshot_path(tree.lane_snapshots[-1]))) if tree.lane_snapshots else None
    return isinstance(newest, Snapshot) and newest.state == tree.state.source.text.replace("\r\n", "\n")


def snapshot_steps(tree: Tree, git: GitFacts, occasion: Occasion) -> tuple[str, tuple[Step, ...]]:
    """The id of a new snapshot, the step that writes it, and those that take away snapshots beyond the number that is kept."""
    identifier = snapshot_id(occasion.now, occasion.reason, occasion.message, tree.snapshots)
    data = render_snapshot(snapshot_of(tree, git, occasion, identifier)).encode()
    if len(data) > SNAPSHOT_BYTES:  # what is derived must not keep from being recorded what was written
        data = render_snapshot(snapshot_of(tree, git, replace(occasion, derived=Derived()), identifier)).encode()
    if len(data) > SNAPSHOT_BYTES:
        message = f"the checkpoint would be {len(data)} bytes, and at most {SNAPSHOT_BYTES} could be read again"
        raise AgentStateError(message, f"shorten {tree.state_path} or {layout.TODO}", 1)
    return identifier, (Write(layout.snapshot_path(identifier), data, None), *old_snapshots(tree, git, added=1))


def commit_for(tree: Tree, occasion: Occasion, identifier: str) -> Commit | None:
    """The commit of a checkpoint, or of a step without one (`identifier` ""); None where it is not wanted."""
    wanted = occasion.wants_commit if occasion.wants_commit is not None else tree.settings.checkpoint_commit == "always"
    if not wanted:
        return None
    said = occasion.message.strip()
    subject = visible(f"agentstate {occasion.reason}: {said or tree.state.text('current_task') or 'checkpoint'}", keep="")
    short = subject if len(subject) <= SUBJECT_LENGTH else f"{subject[: SUBJECT_LENGTH - 1]}…"
    body = [said] * (short != subject) + [f"Agentstate-Checkpoint: {identifier}"] * bool(identifier)
    return Commit(short, "\n\n".join(part for part in body if part), required=bool(occasion.wants_commit))


def snapshot_of(tree: Tree, git: GitFacts, occasion: Occasion, identifier: str) -> Snapshot:
    """What a snapshot with this id holds: the state as it is written, what is in force and open, and what git says.

    A branch or a file may be named after a credential: that is cut out, since a snapshot is committed.
    """
    standing = standings(tree.decisions.entries)
    return Snapshot(
        id=identifier,
        reason=occasion.reason,
        message=occasion.message,
        lane=tree.lane,
        created=occasion.now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        commit=git.head,
        branch=redacted(git.branch),
        changed=tuple(sorted({redacted(change.path) for change in git.changes})),
        diff_stat=redacted(git.diff_stat),
        state=tree.state.source.text.replace("\r\n", "\n"),
        decisions=tuple(entry.id for entry in tree.decisions.entries if standing[entry.id] is Standing.ACTIVE),
        open_items=tuple(tree.todo.source.lines[item.line - 1] for item in tree.todo.items if item.state != "done"),
        verified=occasion.derived.verified,
        unverified=occasion.derived.unverified,
        commands=occasion.derived.commands,
    )
