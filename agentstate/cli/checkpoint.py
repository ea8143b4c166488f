"""`agentstate checkpoint`."""

from collections.abc import Sequence

import click

from agentstate.cli.clock import now
from agentstate.cli.invocation import Invocation
from agentstate.cli.journals import tend
from agentstate.cli.options import NOTE, verb
from agentstate.cli.run import carry_out
from agentstate.verbs.checkpoint import Occasion, checkpoint
from agentstate.verbs.derived import COMMANDS, Derived, derived, moment
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace, open_workspace

REASONS = ("before-change", "root-cause", "switch", "step-done", "manual")


@verb(
    writes=True, formats=("text", "json"), lane=True, example='agentstate checkpoint "cache decorator passes its tests" --reason step-done'
)
@click.argument("message", type=NOTE, default="")
@click.option("--reason", type=click.Choice(REASONS), default="manual", show_default=True, help="Why it is made.")
@click.option(
    "--commit/--no-commit", "wants_commit", default=None, help="Fail without a commit, or make none; by default as config.yaml says."
)
def command(invocation: Invocation, message: str, reason: str, wants_commit: bool | None) -> int:
    """Keep a snapshot of the state and commit the tree's own files.

    Prints the checkpoint's id. The commit holds nothing else: what is staged stays staged, what is not stays so. Where no commit can
    be made the snapshot is kept and the reason is said; it is a failure where a setting of the repository stands in the way (a filter
    for the tree's own files, a signature that cannot be made). Where hooks keep a journal, the snapshot names the files that were changed
    since the last checkpoint and the last commands.
    """
    workspace = open_workspace(invocation.start, invocation.lane)

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(snapshots=True, lanes=True)
        occasion = Occasion(reason, now(), message, wants_commit, _derived(invocation, workspace, tree.lane_snapshots))
        return checkpoint(tree, workspace.git_facts(tree, status=True, freshness=True, committed=True), occasion)

    code = carry_out(invocation, workspace, build)
    tend(invocation, workspace.root)
    return code


def _derived(invocation: Invocation, workspace: Workspace, snapshots: Sequence[str]) -> Derived:
    """What the journal knows of the time since the last snapshot; nothing, and a message, where it cannot be read."""
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
