"""`agentstate add`."""

import click

from agentstate.cli.clock import timestamp
from agentstate.cli.fields import FieldName
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import NOTE, verb
from agentstate.cli.run import write
from agentstate.documents.state import FIELDS, LISTS
from agentstate.verbs.state import add_value

LIST = FieldName([name for name, kind in FIELDS.items() if kind in LISTS])

_EXAMPLE = """\
agentstate add do_not "run migrations against staging"
agentstate add failed_attempts "a longer timeout" --because "the pool was not the cause\""""


@verb(writes=True, formats=("text", "json"), lane=True, example=_EXAMPLE)
@click.argument("field", type=LIST, metavar="FIELD")
@click.argument("value", type=NOTE)
@click.option("--because", type=NOTE, default="", metavar="TEXT", help="Why it failed; for failed_attempts.")
def command(invocation: Invocation, field: str, value: str, because: str) -> int:
    """Add an item to a list of the state. Twice is once; a list holds at most 20 items.

    FIELD is acceptance, constraints, do_not, awaiting_approval, done, verified, hypotheses, failed_attempts, files_to_load, or another
    list.
    """
    return write(invocation, lambda workspace: add_value(workspace.tree(), field, value, because, timestamp()))
