"""`agentstate explain`: what a rule wants, why, and how to mend it."""

import json

import click
from click.shell_completion import CompletionItem

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb


def complete_rules(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    """The codes that begin with what was typed; after a comma, of the last one."""
    from agentstate.rules import ALL

    before, comma, code = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{rule.code}", help=rule.summary) for rule in ALL if rule.code.startswith(code.upper())]


@verb(formats=("text", "json"), example="agentstate explain AS203")
@click.argument("rule", required=False, metavar="[RULE]", shell_complete=complete_rules)
def command(invocation: Invocation, rule: str | None) -> int:
    """Print the page of a rule, or the table of all rules.

    RULE is a code (AS203), the beginning of one (AS2), or a name as `agentstate check` prints it.
    """
    from agentstate.rules import ALL
    from agentstate.rules.pages import page, record, table
    from agentstate.rules.selection import require

    if invocation.format == "json":
        rules = [record(each) for each in (require(ALL, rule) if rule else ALL)]
        invocation.output.data(json.dumps({"version": 1, "rules": rules}, ensure_ascii=False, indent=2))
    else:
        invocation.output.result("\n".join(page(each) for each in require(ALL, rule)) if rule else table())
    return 0
