"""`agentstate repair`."""

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT, verb
from agentstate.cli.run import write
from agentstate.verbs.repair import repair
from agentstate.vocabulary.plan import Plan
from agentstate.vocabulary.values import replace
from agentstate.workspace import ALL_ARCHIVES, Workspace


@verb(writes=True, formats=("text", "json"), example="agentstate repair --dry-run\nagentstate repair --base origin/main")
@click.option("--base", type=TEXT, default="", metavar="COMMIT", help="Look at all commits since HEAD left COMMIT.  [default: at HEAD]")
def command(invocation: Invocation, base: str) -> int:
    """Bring back decisions that a merge, a revert or an edit lost.

    Looked at are HEAD, a merge under way, and what is not committed yet. Each entry that was there before, and is in no file now, comes
    back word for word, and so do the lines that a merge took out of an entry. What somebody reworded stays as it is, and what an entry
    says is removed stays away. Ends with 1 where something cannot be brought back.
    """

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(archives=ALL_ARCHIVES)
        git = workspace.git_facts(tree)
        found = workspace.losses(tree, base)
        return repair(tree, replace(git, lost=found.found, unseen=found.unseen))

    return write(invocation, build)
