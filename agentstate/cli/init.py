"""`agentstate init`."""

from collections.abc import Sequence

import click

from agentstate.agents import instruction_files
from agentstate.agents.agent import Agent
from agentstate.agents.known import AGENTS
from agentstate.agents.loading import agents_in_use
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT, verb
from agentstate.cli.run import carry_out
from agentstate.settings import LANGUAGES, Language
from agentstate.tree import Tree
from agentstate.verbs.gates import CI, GATES, PRE_COMMIT, Gate
from agentstate.verbs.init import Setup, init, remove
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace, existing, place_for_tree

_EXAMPLE = """\
agentstate init
agentstate init --lang zh --agents claude-code,codex
agentstate init --pre-commit --ci github --merge-driver"""


def _agents(_context: click.Context, _parameter: click.Parameter, given: str) -> str | tuple[Agent, ...] | None:
    if given in {"auto", "none"}:
        return None if given == "none" else given
    names = [name.strip() for name in given.split(",") if name.strip()]
    unknown = [name for name in names if name not in AGENTS]
    if unknown or not names:
        raise click.BadParameter(f'no agent is called "{", ".join(unknown)}"; there are auto, none, {", ".join(AGENTS)}')
    return tuple(AGENTS[name] for name in names)


@verb(writes=True, formats=("text", "json"), example=_EXAMPLE)
@click.option("--lang", "language", type=click.Choice(LANGUAGES), help="The language of what is written.  [default: the tree's, else en]")
@click.option("--project", type=TEXT, default="", metavar="NAME", help="The name in STATE.yaml.  [default: the folder's]")
@click.option(
    "--agents", callback=_agents, default="auto", metavar="NAMES", help="auto, none, or names separated by commas.  [default: those in use]"
)
@click.option("--pre-commit", is_flag=True, help=f"Add the checks to {PRE_COMMIT.path}.")
@click.option("--ci", "services", multiple=True, type=click.Choice(tuple(CI)), help="Add a job that checks.  [several times for several]")
@click.option("--merge-driver", is_flag=True, help="Have git merge the tree's files by what they say, in this clone.")
@click.option("--here", is_flag=True, help="Make a tree of its own in DIR, below another one (a monorepo).")
@click.option("--no-commit", is_flag=True, help="Leave the commit to me.")
@click.option("--remove", "removes", is_flag=True, help="Take out what init put in, where nobody has changed it.")
def command(
    invocation: Invocation,
    *,
    language: Language | None,
    project: str,
    agents: str | tuple[Agent, ...] | None,
    pre_commit: bool,
    services: tuple[str, ...],
    merge_driver: bool,
    here: bool,
    no_commit: bool,
    removes: bool,
) -> int:
    """Write the tree, and tell this repository's agents to read it.

    The tree goes to the top of the repository, or completes the nearest one above DIR. What is there is never replaced; in other
    files only the lines between our markers are touched. Twice is once.
    """
    workspace = Workspace(existing(invocation.start) if here else place_for_tree(invocation.start))

    def build(workspace: Workspace) -> Plan:
        gates = GATES if removes else _gates(workspace, pre_commit=pre_commit, services=services)
        paths = [gate.path for gate in gates]
        beside = (*instruction_files(), *paths)
        workspace.refuse_hidden(beside)
        tree = workspace.instructed(workspace.tree(also=paths))
        setup = Setup(
            project=project or tree.state.text("project") or workspace.root.name,
            language=language,
            agents=_in_use(tree) if isinstance(agents, str) else agents,
            gates=gates,
            commit=not no_commit,
            merge_driver=merge_driver,
            ignored=workspace.ignored(beside),
            hooks_by=workspace.hooks_by(),
        )
        git = workspace.git_facts(tree, status=True, committed=True, volumes=True)
        return remove(tree, git, setup) if removes else init(tree, git, setup)

    try:
        code = carry_out(invocation, workspace, build)
        if merge_driver or removes:
            _tell_git(invocation, workspace, removes=removes)
        return code
    finally:
        if not invocation.dry_run and (removes or not workspace.tree().names):
            workspace.dismantle()  # also after a refusal: what was only locked is as it was


def _tell_git(invocation: Invocation, workspace: Workspace, *, removes: bool) -> None:
    """Git's own configuration names the merge driver, or with `removes` does so no more."""
    from agentstate.git.merge_driver import install, uninstall

    repository = workspace.repository
    if isinstance(repository, str):
        if not removes:
            raise AgentStateError(f"git cannot be told of the merge driver: {repository}", "run it in a git repository")
    elif invocation.dry_run:
        invocation.output.message(f"git config merge.agentstate.driver would be {'taken out' if removes else 'set'}, in this clone")
    elif (uninstall if removes else install)(repository.git):
        invocation.output.message(f"git config merge.agentstate.driver is {'taken out' if removes else 'set'}, in this clone")


def _in_use(tree: Tree) -> tuple[Agent, ...]:
    """The agents that the settings name, else those that something in the repository shows to be in use."""
    marks = tree.instructions.marks if tree.instructions else frozenset()
    return agents_in_use(tree.settings.agents, marks, tree.prefix)


def _gates(workspace: Workspace, *, pre_commit: bool, services: Sequence[str]) -> tuple[Gate, ...]:
    """The gates that were asked for; AgentStateError where the tree is not at the top, the one place where a gate is looked for."""
    gates = (*([PRE_COMMIT] if pre_commit else []), *(CI[service] for service in dict.fromkeys(services)))
    if gates and workspace.prefix:
        message = f"the tree is in {workspace.prefix}, and {gates[0].path} counts at the top of the repository only"
        raise AgentStateError(message, "add it at the top by hand, as docs/gates.md shows: it checks every tree")
    return gates
