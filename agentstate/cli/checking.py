"""What `agentstate check` does with the trees it is about: judges them, mends them, shows which agents see them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path

from agentstate.cli.delivery import deliver, refuse_closed
from agentstate.cli.invocation import Invocation
from agentstate.vocabulary.annotations import Any
from agentstate.vocabulary.diagnostics import Diagnostic, Report
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.layout import FOLDER
from agentstate.vocabulary.values import dataclass, replace
from agentstate.vocabulary.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.agents.reach import Reach
    from agentstate.tree import Tree
    from agentstate.vocabulary.plan import Step
    from agentstate.workspace import Workspace
    from agentstate.workspace.forest import Forest

NEWEST = 1
"""How many of the newest archive volumes are judged, changed or not; of the others those that changed, or that something names."""

MENDED = 8
"""How many of the newest archive volumes are mended: 1 MiB of decisions."""


@dataclass(frozen=True)
class Choice:
    """The rules that are run, as the user chose them: codes, beginnings of codes or slugs; and whether on the whole archive."""

    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    archive: bool = False


def _able_to_look(function: Callable[..., int]) -> Callable[..., int]:
    """The same function, which ends with AgentStateError where git cannot look: who cannot look must not say that all is well."""

    @wraps(function)
    def run(*given: Any, **options: Any) -> int:  # noqa: ANN401 - whatever the function takes
        from agentstate.git.failure import GitError

        try:
            return function(*given, **options)
        except GitError as failure:
            raise failure.as_refusal() from failure

    return run


@_able_to_look
def check(
    invocation: Invocation,
    *,
    paths: Sequence[Path] = (),
    fix: bool = False,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    staged: bool = False,
    archive: bool = False,
    base: str = "",
    agents: bool = False,
    strict: bool = False,
    output: Path | None = None,
) -> int:
    """Does what the options of `agentstate check` say; returns the exit code."""
    _refuse_mixtures(invocation, fix=fix, staged=staged, agents=agents, output=output)
    target = invocation.start / output if output and str(output) != "-" else None
    if target:
        refuse_closed(target)
    forests, workspaces = found(invocation.start, paths, staged=staged)
    choice = Choice(select, ignore, archive=archive)
    if agents:
        return show_agents(invocation, workspaces)
    if fix and invocation.dry_run:
        return show_mending(invocation, workspaces, choice)
    if fix:
        mend(invocation, workspaces, choice)
    report = judged(invocation, forests, choice, base)
    deliver(invocation, report, target)
    return report.exit_code(strict=strict)


def _refuse_mixtures(invocation: Invocation, *, fix: bool, staged: bool, agents: bool, output: Path | None) -> None:
    """AgentStateError where options were given that contradict one another."""
    if staged and (fix or agents):
        what, option = ("judges a commit, it mends nothing", "--fix") if fix else ("judges a commit, agents read the disk", "--agents")
        raise AgentStateError(f"--staged {what}", f"leave one of --staged and {option} out")
    if agents and (fix or output):
        other = "--fix" if fix else "--output"
        raise AgentStateError("--agents prints a table and checks nothing", f"leave one of --agents and {other} out")
    if (agents or (fix and invocation.dry_run)) and invocation.format not in {"", "text", "json"}:
        shown = "--agents" if agents else "--fix --dry-run"
        raise AgentStateError(f'{shown} has no format "{invocation.format}"', "choose text or json")


def found(start: Path, paths: Sequence[Path], *, staged: bool) -> tuple[list["Forest"], list["Workspace"]]:
    """The trees that `start` means, or each of `paths` (relative to it): by repository, and those on the disk one by one."""
    from agentstate.workspace import Workspace
    from agentstate.workspace.discovery import find_forests

    places = [start / path for path in paths] or [start]
    for place in places:
        if not place.exists():
            raise AgentStateError(f'no such path "{place}"', "name a folder or file in a repository")
    forests = find_forests(places, staged=staged)
    return forests, [site for forest in forests for site in forest.sites if isinstance(site, Workspace)]


def judged(invocation: Invocation, forests: Sequence["Forest"], choice: Choice, base: str) -> Report:
    """The report on all trees; where one cannot be compared with `base`, stderr says why."""
    from agentstate.rules import ALL, engine
    from agentstate.workspace.reading import ALL_ARCHIVES

    diagnostics: list[Diagnostic] = []
    trees: list[Tree] = []
    waived = 0
    for forest in forests:
        harvest = forest.read(archives=ALL_ARCHIVES if choice.archive else NEWEST, named=base)
        if harvest.incomparable:
            invocation.output.message(f'nothing is compared with "{base}": {harvest.incomparable}')
        for message in _remarks(forest):
            invocation.output.message(message)
        for tree, facts in harvest.trees:
            verdict, hidden = engine.judge(tree, facts, choice.select, choice.ignore)
            if verdict:
                from agentstate.cli.hints import at_hand

                diagnostics.extend(at_hand(verdict, tree, forest, invocation.start))
            trees.append(tree)
            waived += hidden
    files = sum(len(tree.sources) + len(tree.unreadable) for tree in trees)
    return Report.of(diagnostics, [_folder(tree) for tree in trees], files, ALL, waived)


def _remarks(forest: "Forest") -> Iterator[str]:
    """What is no finding and should not go unsaid: trees that are not where git has them."""
    for folder in forest.lost:
        yield f"{folder}{FOLDER} is in git and not on the disk: not checked"
    if not forest.sites:
        yield f"no {FOLDER}/ in this commit: nothing to check"


def mend(invocation: Invocation, workspaces: Sequence["Workspace"], choice: Choice) -> None:
    """Writes what is safe to mend in each tree, and says so on stderr."""
    from agentstate.rules import engine

    for workspace in workspaces:
        with workspace.locked():
            plan = engine.fix(workspace.tree(archives=MENDED, whole=True, agents=True), choice.select, choice.ignore)
            workspace.apply(plan)
        for message in plan.messages:
            invocation.output.message(message)


def show_mending(invocation: Invocation, workspaces: Sequence["Workspace"], choice: Choice) -> int:
    """Prints what `mend` would write in all trees: a diff that `git apply` takes, or the plan as JSON. Paths are from the top of the
    repository."""
    from agentstate.rules import engine

    steps: list[Step] = []
    for workspace in workspaces:
        plan = engine.fix(workspace.tree(archives=MENDED, whole=True, agents=True), choice.select, choice.ignore)
        steps.extend(replace(step, path=workspace.prefix + step.path) for step in plan.steps)
    if invocation.format == "json":
        from agentstate.cli import run
        from agentstate.vocabulary.plan import Plan

        return run.report(invocation, Plan(tuple(steps)))
    from agentstate.cli.patch import left_out, patch

    invocation.output.whole(patch(steps))
    for step in steps:
        if why := left_out(step):
            invocation.output.message(f"left out of the patch: {visible(step.path, keep='')} {why}; run `agentstate check --fix`")
    if not steps:
        invocation.output.message("nothing to change")
    return 0


def show_agents(invocation: Invocation, workspaces: Sequence["Workspace"]) -> int:
    """Prints for each tree which of the agents in use see its protocol; 1 where one does not."""
    from agentstate.verbs.reach import reach

    found = {_folder(tree): reach(tree) for tree in (workspace.tree(agents=True) for workspace in workspaces)}
    if invocation.format == "json":
        import json

        keys = ("agent", "title", "sees", "because", "path", "line")
        trees = [{"tree": folder, "agents": [{key: getattr(each, key) for key in keys} for each in all_]} for folder, all_ in found.items()]
        invocation.output.data(json.dumps({"version": 1, "trees": trees}, ensure_ascii=False, indent=2))
    else:
        invocation.output.result("\n".join(_tables(found)))
    return int(not all(each.sees for all_ in found.values() for each in all_))


def _folder(tree: "Tree") -> str:
    """The tree's folder as a report names it: "." for the top of the repository."""
    return tree.prefix.rstrip("/") or "."


def _tables(found: Mapping[str, "tuple[Reach, ...]"]) -> Iterator[str]:
    """The table of each tree, with its folder where there are several."""
    from agentstate.verbs.reach import reach_table

    for folder, reaches in found.items():
        yield f"{visible(folder, keep='')}:\n{reach_table(reaches)}" if len(found) > 1 else reach_table(reaches)
