"""`agentstate status`."""

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.cli.standing import print_screen


@verb(formats=("text", "json"), lane=True, example="agentstate status")
def command(invocation: Invocation) -> int:
    """Show on one screen where the work stands.

    The task and what comes next, how far the state lags behind the code, how full each file is, the last checkpoint, and how many
    problems `agentstate check` would name. Exits with 0 whatever it finds.
    """
    return print_screen(invocation)
