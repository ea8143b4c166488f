"""`checkpoint`: the state of the work in a snapshot, and one git commit that holds the tree's own files and nothing else."""

from dataclasses import dataclass
from datetime import datetime

from agentstate.documents.decisions import Standing, standings
from agentstate.documents.snapshot import Snapshot, render_snapshot, snapshot_id
from agentstate.documents.text import SourceText
from agentstate.rules.engine import run
from agentstate.tree import Tree
from agentstate.verbs.rotate import old_snapshots
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Severity
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Commit, Plan, Step, Write
from agentstate.vocabulary.repository import GitFacts

SUBJECT_LENGTH = 72
"""How long the first line of a commit message gets (git's own advice is 50, its limit for display about 72)."""

_VALID = ("AS102", "AS30", "AS310", "AS701")
"""The rules that a tree must pass to be recorded: it can be read, the state says what a state says, no conflict is left in it."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why and when a checkpoint is made. `wants_commit`: False, never; True, exit with 1 where there is none; None, as the settings say."""

    reason: str
    now: datetime
    message: str = ""
    wants_commit: bool | None = None


def checkpoint(tree: Tree, git: GitFacts, occasion: Occasion) -> Plan:
    """A snapshot and its commit; the plan's result is the checkpoint's id. Nothing at all where HEAD holds everything already."""
    refuse_invalid(tree)
    if nothing_to_record(tree, git):
        return Plan(messages=("nothing to record: state, list, decisions and facts are as in the last commit",))
    identifier, steps = snapshot_steps(tree, git, occasion)
    return Plan(steps, commit_for(tree, occasion, identifier), identifier)


def refuse_invalid(tree: Tree) -> None:
    """AgentStateError (exit code 1) at the first finding that would make a snapshot worthless: a state that cannot be read as one, or
    a conflict that was never resolved. Everything else is for `check` to say: a checkpoint does not stop the work."""
    found = [diagnostic for diagnostic in run(tree, GitFacts(), _VALID) if diagnostic.severity is Severity.ERROR]
    if found:
        first, more = found[0], f" ({len(found) - 1} more)" if len(found) > 1 else ""
        raise AgentStateError(f"{first.path}:{first.line}:{first.column}: {first.code} {first.message}{more}", first.hint, 1)


def nothing_to_record(tree: Tree, git: GitFacts) -> bool:
    """Whether HEAD holds the state, the list, the decisions and the facts as they are on the disk."""
    return {tree.state_path, *layout.WORK} <= git.committed


def snapshot_steps(tree: Tree, git: GitFacts, occasion: Occasion) -> tuple[str, tuple[Step, ...]]:
    """The id of a new snapshot, the step that writes it, and those that take away snapshots beyond the number that is kept."""
    identifier = snapshot_id(occasion.now, occasion.reason, occasion.message, tree.snapshots)
    text = render_snapshot(_snapshot(tree, git, occasion, identifier))
    write = Write(layout.snapshot_path(identifier), SourceText("", text).encode(), None)
    return identifier, (write, *old_snapshots(tree, git, added=1))


def commit_for(tree: Tree, occasion: Occasion, identifier: str) -> Commit | None:
    """The commit of a checkpoint; None where it is not wanted."""
    wanted = occasion.wants_commit if occasion.wants_commit is not None else tree.settings.checkpoint_commit == "always"
    if not wanted:
        return None
    subject = f"agentstate {occasion.reason}: {occasion.message or tree.state.text('current_task') or 'checkpoint'}"
    short = subject if len(subject) <= SUBJECT_LENGTH else f"{subject[: SUBJECT_LENGTH - 1]}…"
    body = f"{occasion.message}\n\n" if short != subject and occasion.message else ""
    return Commit(short, f"{body}Agentstate-Checkpoint: {identifier}", required=bool(occasion.wants_commit))


def _snapshot(tree: Tree, git: GitFacts, occasion: Occasion, identifier: str) -> Snapshot:
    standing = standings(tree.decisions.entries)
    return Snapshot(
        id=identifier,
        reason=occasion.reason,
        message=occasion.message,
        lane=tree.lane,
        created=occasion.now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        commit=git.head,
        branch=git.branch,
        changed=tuple(sorted({change.path for change in git.changes})),
        diff_stat=git.diff_stat,
        state=tree.state.source.text.replace("\r\n", "\n"),
        decisions=tuple(entry.id for entry in tree.decisions.entries if standing[entry.id] is Standing.ACTIVE),
        open_items=tuple(tree.todo.source.lines[item.line - 1] for item in tree.todo.items if item.state != "done"),
    )
