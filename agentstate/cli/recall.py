"""`agentstate recall`."""

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT, verb
from agentstate.vocabulary.errors import AgentStateError


@verb(
    formats=("text", "json"),
    example='agentstate recall verify_token\nagentstate recall --file src/auth.py\nagentstate recall "date formatting"',
)
@click.argument("query", type=TEXT, required=False, default="", metavar="[SYMBOL|WORDS]")
@click.option("--file", "path", type=TEXT, default="", metavar="PATH", help="What is remembered of this file.")
@click.option("--files", is_flag=True, help="The files touched, the last first.")
@click.option("--commands", is_flag=True, help="The commands run: unresolved failures first, then the most frequent.")
@click.option("--rules", is_flag=True, help="What prompts forbade or required, word for word.")
@click.option("--said", is_flag=True, help="Decisions and dead ends that were said and may not be recorded.")
@click.option("--plan", is_flag=True, help="The newest plan of the agent's own plan tool.")
@click.option("--prompt", is_flag=True, help="The newest prompt.")
def command(invocation: Invocation, query: str, path: str, **lists: bool) -> int:
    """Print what is remembered of a symbol, file, command or words.

    What has exactly this name comes first; where that is little, what stands one hop away: in the same file, with the same first part
    of the name, or of use at the same time. Decisions of the log, and decisions, dead ends and rules that were said, are included where
    they hold all the words. The best come first, by confidence, age and use; what its file no longer has is left out. PATH counts from
    the folder you are in or from the root; the end of one will do where it is the only one.
    """
    listed = [name for name, wanted in lists.items() if wanted]
    query, path = query.strip(), path.strip()
    if len([*filter(None, (query, path)), *listed]) != 1:
        raise AgentStateError("recall takes one thing to look for", "give a symbol, words in quotes, --file PATH, or one of the lists")
    from agentstate.cli.recalling import look, print_list

    return print_list(invocation, listed[0]) if listed else look(invocation, query, path)
