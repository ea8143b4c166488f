"""What `agentstate checkpoint` does."""

from collections.abc import Sequence

from agentstate.cli.clock import now
from agentstate.cli.invocation import Invocation
from agentstate.cli.run import carry_out
from agentstate.verbs.checkpoint import Occasion, checkpoint
from agentstate.verbs.derived import COMMANDS, Derived, derived, moment
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace, open_workspace

REASONS = ("before-change", "root-cause", "switch", "step-done", "manual")


def make(invocation: Invocation, message: str = "", reason: str = "manual", *, wants_commit: bool | None = None) -> int:
    """Makes a checkpoint of the nearest tree and prints its id; returns the exit code."""
    workspace = open_workspace(invocation.start, invocation.lane)

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(snapshots=True, lanes=True)
        occasion = Occasion(reason, now(), message, wants_commit, _derived(invocation, workspace, tree.lane_snapshots))
        return checkpoint(tree, workspace.git_facts(tree, status=True, freshness=True, committed=True), occasion)

    code = carry_out(invocation, workspace, build)
    if _has_journal(workspace):
        from agentstate.cli.journals import tend

        tend(invocation, workspace.root)
    return code


def _has_journal(workspace: Workspace) -> bool:
    """Whether there is a journal, or none can be told: then whoever opens it says why."""
    from agentstate.journal import place

    try:
        return place.is_there(str(workspace.root))
    except OSError:
        return True


def _derived(invocation: Invocation, workspace: Workspace, snapshots: Sequence[str]) -> Derived:
    """What the journal knows of the time since the last snapshot; nothing, and a message, where it cannot be read."""
    if not _has_journal(workspace):
        return Derived()
    from agentstate.journal import reading
    from agentstate.journal.journal import find_journal
    from agentstate.journal.trail import step_at
    from agentstate.workspace.disk import Disk
    from agentstate.workspace.traces import Traces

    try:
        journal = find_journal(workspace.root)
        if journal is None:
            return Derived()
        try:
            since = step_at(journal, moment(snapshots[-1])) if snapshots else 0
            changed = Traces(journal, Disk(workspace.root)).changed(since)
            return derived(changed, reading.last_commands(journal, since, COMMANDS))
        finally:
            journal.close()
    except AgentStateError as error:
        invocation.output.message(f"the snapshot is made without the journal: {error.message}")
        return Derived()
