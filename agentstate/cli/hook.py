"""`agentstate hook`, as its help shows it. The calls themselves never come here: `hooking` answers them without click."""

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb


@verb(example="agentstate hook codex < event.json")
@click.argument("agent", required=False, metavar="[AGENT]")
@click.option("--event", "name", default="", metavar="NAME", help="The event, for agents whose input does not name it.")
def command(invocation: Invocation, agent: str | None, name: str) -> int:
    """Answer an event of an agent, which calls it by itself.

    `agentstate hooks install` has agents call it. The event is one JSON object on the standard input. It is kept in the journal below
    `.agent/local/`; no tracked file is touched. The reply is what the agent accepts: nothing, or where something was forgotten, what
    was known of the work. AGENT is a hint, the event itself tells whose it is. The exit code is always 0; what went wrong is a line in
    `.agent/local/hook.log`.
    """
    from agentstate.cli.hooking.process import hook

    del invocation
    return hook([*([agent] if agent else []), *(["--event", name] if name else [])])
