"""`agentstate decide`."""

import click

from agentstate.cli.clock import now
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import NOTE, TEXT, verb
from agentstate.cli.run import write
from agentstate.verbs.decide import Entry, decide
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace
from agentstate.workspace.reading import FilesOnDisk


@verb(
    writes=True,
    formats=("text", "json"),
    example='agentstate decide "Cache: Redis" --why "several instances run" --rejected "in-process cache (instances disagree)"',
)
@click.argument("title", type=NOTE)
@click.option(
    "--why", type=NOTE, required=True, metavar="TEXT", help="The reason. Without it nobody can tell a hard limit from a passing choice."
)
@click.option("--decision", type=NOTE, default="", metavar="TEXT", help="What was decided, where the title does not say it.")
@click.option(
    "--rejected", type=NOTE, multiple=True, metavar="TEXT", help="An option that was ruled out, with its reason. May be repeated."
)
@click.option("--supersedes", type=TEXT, multiple=True, metavar="ID", help="A decision that this one replaces. May be repeated.")
@click.option("--permanent", is_flag=True, help="It goes on in FACTS.md when it leaves the log.")
@click.option("--pending", is_flag=True, help="Said, but not decided yet.")
def command(
    invocation: Invocation,
    title: str,
    why: str,
    decision: str,
    rejected: tuple[str, ...],
    supersedes: tuple[str, ...],
    permanent: bool,
    pending: bool,
) -> int:
    """Add a decision to the end of DECISIONS.md and print its id.

    A full log is rotated first: its oldest entries move to the archive, and those that must last go on in FACTS.md.
    """
    day = now().strftime("%Y-%m-%d")
    entry = Entry(
        title=title, why=why, date=day, decision=decision, rejected=rejected, supersedes=supersedes, permanent=permanent, pending=pending
    )

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(archives=1, lanes=True)
        if supersedes:
            from agentstate.workspace.volumes import with_entries

            tree = with_entries(tree, supersedes, FilesOnDisk(workspace.root).read)
        return decide(tree, entry)

    return write(invocation, build)
