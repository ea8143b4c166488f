"""`agentstate init`."""

import click

from agentstate.agents import AGENTS, instruction_files, marks
from agentstate.agents.agent import Agent
from agentstate.cli.options import TEXT, Invocation, verb
from agentstate.cli.run import carry_out
from agentstate.settings import LANGUAGES, Language
from agentstate.verbs.gate import GATE
from agentstate.verbs.init import Setup, init, remove
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace, existing, place_for_tree

_EXAMPLE = """\
agentstate init
agentstate init --lang zh --agents claude-code,codex --pre-commit"""


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
@click.option("--pre-commit", "gate", is_flag=True, help=f"Add the check to {GATE}.")
@click.option("--here", is_flag=True, help="Make a tree of its own in DIR, below another one (a monorepo).")
@click.option("--no-commit", is_flag=True, help="Leave the commit to me.")
@click.option("--remove", "removes", is_flag=True, help="Take out what init put in, where nobody has changed it.")
def command(
    invocation: Invocation,
    language: Language | None,
    project: str,
    agents: str | tuple[Agent, ...] | None,
    gate: bool,
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
        workspace.refuse_hidden((*instruction_files(), GATE))
        tree = workspace.tree(also=(GATE,) if gate or removes else ())
        setup = Setup(
            project=project or tree.state.text("project") or workspace.root.name,
            language=language,
            agents=_in_use(workspace) if isinstance(agents, str) else agents,
            gate=gate,
            commit=not no_commit,
            ignored=workspace.ignored((*instruction_files(), GATE)),
        )
        git = workspace.git_facts(tree, status=True, committed=True)
        return remove(tree, git, setup) if removes else init(tree, git, setup)

    try:
        return carry_out(invocation, workspace, build)
    finally:
        if not invocation.dry_run and (removes or not workspace.tree().names):
            workspace.dismantle()  # also after a refusal: what was only locked is as it was


def _in_use(workspace: Workspace) -> tuple[Agent, ...]:
    """The agents that something in the repository shows to be in use."""
    present = workspace.present(marks())
    return tuple(agent for agent in AGENTS.values() if present.intersection(agent.marks))
