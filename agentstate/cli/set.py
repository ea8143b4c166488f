"""`agentstate set`."""

import click

from agentstate.cli.clock import timestamp
from agentstate.cli.fields import FieldName
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import NOTE, verb
from agentstate.cli.run import write
from agentstate.documents.state import FIELDS, LISTS
from agentstate.verbs.state import set_value

ONE_LINE = FieldName([name for name, kind in FIELDS.items() if kind not in LISTS | {"name"} or kind == "text-or-list"])


@verb(writes=True, formats=("text", "json"), lane=True, example='agentstate set next_action "run the migration on a copy"')
@click.argument("field", type=ONE_LINE, metavar="FIELD")
@click.argument("value", type=NOTE)
def command(invocation: Invocation, field: str, value: str) -> int:
    """Set one field of the state. Everything else in the file stays as it is.

    FIELD is goal, current_stage, current_task, next_action, then, blocked, confidence, or another that holds one line of text.
    """
    return write(invocation, lambda workspace: set_value(workspace.tree(), field, value, timestamp()))
