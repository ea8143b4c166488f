"""`agentstate rotate`."""

from agentstate.cli.options import Invocation, verb
from agentstate.cli.run import carry_out
from agentstate.verbs.rotate import rotate
from agentstate.vocabulary.plan import Commit, Plan
from agentstate.workspace import Workspace, open_workspace


@verb(writes=True, formats=("text", "json"), example="agentstate rotate --dry-run")
def command(invocation: Invocation) -> int:
    """Bring every file under its limit without losing a byte.

    Decisions move to the archive, oldest first; those that must last go on in FACTS.md. Done items of TODO.md and all but the last
    five snapshots go once git has them. Ends with 1 where something is left that only a person can shorten.
    """
    workspace = open_workspace(invocation.start)
    if not invocation.dry_run:
        with workspace.locked():
            workspace.apply(Plan(commit=Commit("agentstate: before rotation")))

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(archives=1, snapshots=True)
        return rotate(tree, workspace.git_facts(tree, committed=True))

    return carry_out(invocation, workspace, build)
