"""`agentstate check`: is the tree valid, fresh and small enough."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agentstate.cli import run
from agentstate.cli.explain import complete_rules
from agentstate.cli.options import Invocation, verb
from agentstate.formats import FOR_PROGRAMS, RENDERERS
from agentstate.vocabulary.diagnostics import Diagnostic, Report
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Step

if TYPE_CHECKING:
    from agentstate.workspace import Workspace
    from agentstate.workspace.staging import Stage

EXAMPLE = """\
agentstate check
agentstate check --select AS2,AS301 --format json
agentstate check --fix --dry-run
agentstate check --staged"""

ARCHIVES = 8
"""How many of the newest archive volumes are read: 1 MiB of decisions, parsed in a tenth of a second."""


def _codes(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code for codes in given for code in codes.replace(",", " ").split())


@verb(example=EXAMPLE, writes=True, formats=tuple(RENDERERS))
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Mend what is safe to mend, then check.")
@click.option("--select", multiple=True, metavar="CODES", callback=_codes, shell_complete=complete_rules, help="Run these rules only.")
@click.option("--ignore", multiple=True, metavar="CODES", callback=_codes, shell_complete=complete_rules, help="Leave these rules out.")
@click.option("--staged", is_flag=True, help="Judge the commit that is being made: files as they are staged.")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings and notes too.")
def command(
    invocation: Invocation,
    paths: tuple[Path, ...],
    fix: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    staged: bool,
    strict: bool,
) -> int:
    """Say whether the tree is valid, fresh and small enough.

    Each finding names its file, line and column. Checked is the nearest tree above DIR, or the nearest one above each of
    PATHS. CODES are codes, beginnings of codes or names of rules, separated by commas. Exits with 1 when there is an error;
    warnings and notes only count with --strict. With --staged everything comes from git's index, nothing from the disk: put
    it in a pre-commit hook.
    """
    if staged and fix:
        raise AgentStateError("--staged judges a commit, it mends nothing", "leave one of --staged and --fix out")
    workspaces = _workspaces(invocation.start, paths)
    if fix and invocation.dry_run:
        return _print_plan(invocation, workspaces, select, ignore)
    if fix:
        _mend(invocation, workspaces, select, ignore)
    report = _report(_staged(workspaces) if staged else workspaces, select, ignore)
    text = RENDERERS[invocation.format](report)
    (invocation.output.data if invocation.format in FOR_PROGRAMS else invocation.output.result)(text)
    return report.exit_code(strict=strict)


def _workspaces(start: Path, paths: Sequence[Path]) -> list["Workspace"]:
    """The nearest tree above `start`, or above each of `paths` (relative to `start`), each tree once."""
    from agentstate.workspace import open_workspace

    places = [start / path for path in paths] or [start]
    for place in places:
        if not place.exists():
            raise AgentStateError(f'no such path "{place}"', "name a folder or file in a repository")
    found = [open_workspace(place if place.is_dir() else place.parent) for place in places]
    return list({workspace.root: workspace for workspace in found}.values())


def _staged(workspaces: Sequence["Workspace"]) -> list["Stage"]:
    from agentstate.workspace.staging import stage

    return [stage(workspace) for workspace in workspaces]


def _report(workspaces: Sequence["Workspace | Stage"], select: Sequence[str], ignore: Sequence[str]) -> Report:
    from agentstate.rules import engine

    diagnostics: list[Diagnostic] = []
    trees: list[str] = []
    files = 0
    for workspace in workspaces:
        tree = workspace.tree(archives=ARCHIVES, code=True)
        diagnostics.extend(engine.run(tree, workspace.git_facts(tree, freshness=True), select, ignore))
        trees.append(tree.prefix.rstrip("/") or ".")
        files += len(tree.sources) + len(tree.unreadable)
    return Report.of(diagnostics, trees, files)


def _mend(invocation: Invocation, workspaces: Sequence["Workspace"], select: Sequence[str], ignore: Sequence[str]) -> None:
    from agentstate.rules import engine

    for workspace in workspaces:
        with workspace.locked():
            plan = engine.fix(workspace.tree(archives=ARCHIVES), select, ignore)
            workspace.apply(plan)
        for message in plan.messages:
            invocation.output.message(message)


def _print_plan(invocation: Invocation, workspaces: Sequence["Workspace"], select: Sequence[str], ignore: Sequence[str]) -> int:
    """Prints what --fix would write in all trees, as one plan with paths relative to the top of the repository."""
    from agentstate.rules import engine

    steps: list[Step] = []
    for workspace in workspaces:
        plan = engine.fix(workspace.tree(archives=ARCHIVES), select, ignore)
        steps.extend(replace(step, path=workspace.prefix + step.path) for step in plan.steps)
    return run.report(invocation, Plan(tuple(steps)))
