"""`agentstate drop`."""

import click

from agentstate.cli.add import LIST
from agentstate.cli.clock import timestamp
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT, verb
from agentstate.cli.run import write
from agentstate.verbs.state import drop_values


@verb(writes=True, formats=("text", "json"), lane=True, example='agentstate drop files_to_load "src/old.py"')
@click.argument("field", type=LIST, metavar="FIELD")
@click.argument("values", type=TEXT, nargs=-1, required=True, metavar="VALUE...")
def command(invocation: Invocation, field: str, values: tuple[str, ...]) -> int:
    """Take items out of a list of the state.

    Each VALUE is the text of an item, or a beginning that only one item has.
    """
    return write(invocation, lambda workspace: drop_values(workspace.tree(), field, values, timestamp()))
