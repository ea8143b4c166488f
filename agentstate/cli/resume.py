"""`agentstate resume`."""

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.cli.resuming import print_message
from agentstate.verbs.resume import BUDGET


@verb(formats=("text", "json"), lane=True, example="agentstate resume\nagentstate resume --budget 3000")
@click.option("--budget", type=int, default=BUDGET, show_default=True, metavar="CHARACTERS", help="The most the message may have.")
def command(invocation: Invocation, budget: int) -> int:
    """Print what an agent needs that has lost its memory.

    The task, what comes next, what must not be done, what is done and which files changed, the decisions in force, and where the
    notes and the repository disagree: from the tree, git and the journal, within CHARACTERS and 9,500 bytes. What is cut is counted. A tree
    that is broken is no error: the message says what could not be read. With --format json the fields come whole.
    """
    return print_message(invocation, budget)
