"""`agentstate checkpoint`."""

import click

from agentstate.cli.clock import now
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import NOTE, verb
from agentstate.cli.run import write
from agentstate.verbs.checkpoint import Occasion, checkpoint
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace

REASONS = ("before-change", "root-cause", "switch", "step-done", "manual")


@verb(writes=True, formats=("text", "json"), example='agentstate checkpoint "cache decorator passes its tests" --reason step-done')
@click.argument("message", type=NOTE, default="")
@click.option("--reason", type=click.Choice(REASONS), default="manual", show_default=True, help="Why it is made.")
@click.option(
    "--commit/--no-commit", "wants_commit", default=None, help="Fail without a commit, or make none; by default as config.yaml says."
)
def command(invocation: Invocation, message: str, reason: str, wants_commit: bool | None) -> int:
    """Keep a snapshot of the state and commit the tree's own files.

    Prints the checkpoint's id. The commit holds nothing else: what is staged stays staged, what is not stays so. Where no commit can
    be made the snapshot is kept and the reason is said.
    """
    occasion = Occasion(reason, now(), message, wants_commit)

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(snapshots=True)
        return checkpoint(tree, workspace.git_facts(tree, status=True, freshness=True, committed=True), occasion)

    return write(invocation, build)
