"""`agentstate check`: is the tree valid, fresh and small enough."""

from pathlib import Path

import click

from agentstate.cli import checking
from agentstate.cli.explain import complete_rules
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT, verb
from agentstate.formats import RENDERERS
from agentstate.vocabulary.annotations import Any

EXAMPLE = """\
agentstate check
agentstate check --select AS2,AS301 --format json
agentstate check --fix --dry-run | git apply
agentstate check --staged
agentstate check --base origin/main --format sarif --output check.sarif"""


def _some_codes(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    if given and not _codes(context, parameter, given):
        raise click.BadParameter("no rule is named, and with none nothing would be checked")
    return _codes(context, parameter, given)


def _codes(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code for codes in given for code in codes.replace(",", " ").split())


@verb(example=EXAMPLE, writes=True, formats=tuple(RENDERERS), usual="github in GitHub Actions, else text")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Mend what is safe to mend, then check.")
@click.option("--select", multiple=True, metavar="CODES", callback=_some_codes, shell_complete=complete_rules, help="Run these rules only.")
@click.option("--ignore", multiple=True, metavar="CODES", callback=_codes, shell_complete=complete_rules, help="Leave these rules out.")
@click.option("--staged", is_flag=True, help="Judge the commit that is being made: files as they are staged.")
@click.option("--archive", is_flag=True, help="Judge the whole archive, not only its newest volume and what changed.")
@click.option("--base", type=TEXT, default="", metavar="COMMIT", help="Compare with where HEAD left COMMIT.  [default: with HEAD]")
@click.option("--agents", is_flag=True, help="Show which agents see the protocol, and why; check nothing else.")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings and notes too.")
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the report to FILE (-: stdout alone), and print it for people."
)
def command(invocation: Invocation, **options: Any) -> int:  # noqa: ANN401 - the options above, by their names
    """Say whether the tree is valid, fresh and small enough.

    Each finding names its file, line and column. Checked are the nearest tree at or above DIR and every tree below DIR that git knows;
    or the same for each of PATHS, of which a file means the nearest tree alone. CODES are codes, beginnings of codes or names of rules,
    separated by commas. Exits with 1 when there is an error; warnings and notes only count with --strict. With --staged everything
    comes from git's index, nothing from the disk: put it in a pre-commit hook.
    """
    return checking.check(invocation, **options)
