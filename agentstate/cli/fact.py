"""`agentstate fact`."""

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import NOTE, verb
from agentstate.cli.run import write
from agentstate.verbs.notes import fact


@verb(writes=True, formats=("text", "json"), example='agentstate fact "Tests run with `make test`" --section Build')
@click.argument("text", type=NOTE)
@click.option("--section", type=NOTE, default="", metavar="NAME", help="The section it belongs to; the last one of the file by default.")
def command(invocation: Invocation, text: str, section: str) -> int:
    """Add a permanent fact to FACTS.md."""
    return write(invocation, lambda workspace: fact(workspace.tree(), text, section))
