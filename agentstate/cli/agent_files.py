"""The files in which this user's agents are told to call us, and how the hooks in them stand."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from agentstate.agents.loading import agents_in_use
from agentstate.cli.caller import caller
from agentstate.hooks.install import plan
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.specification import Hooks, Scope
from agentstate.verbs import hooks as words
from agentstate.verbs.hooks import Standing
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace import Workspace
from agentstate.workspace.settings_files import SettingsFiles


def is_seen_by_git(workspace: Workspace, path: str) -> bool:
    """Whether git would commit the file, or has it already."""
    return not isinstance(workspace.repository, str) and path not in workspace.ignored([path])


def settings_files(root: Path) -> SettingsFiles:
    """The files of the user who runs this, and those below the folder `root`."""
    try:
        home = Path.home()
    except RuntimeError as error:
        raise AgentStateError("there is no home folder", "set HOME") from error
    return SettingsFiles(root, home, os.environ)


def standings(files: SettingsFiles, agents: Sequence[Hooks]) -> list[Standing]:
    """How the hooks of these agents stand, in every scope that each has."""
    return [one for hooks in agents for one in standings_of(files, hooks)]


def standings_of(files: SettingsFiles, hooks: Hooks) -> Iterator[Standing]:
    """The same for one agent."""
    for scope in words.scopes(hooks):
        yield _standing(files, hooks, scope)


def _standing(files: SettingsFiles, hooks: Hooks, scope: Scope) -> Standing:
    target = hooks.target(scope)
    assert target  # noqa: S101 - only scopes that the agent has are asked for
    try:
        shown, held = files.shown(target), files.read(plan.targets(hooks, scope))
        found = plan.status(hooks, scope, held, caller())
        dead = list(files.not_executable(held)) if hooks.shape == "scripts" else []
    except AgentStateError as error:
        return Standing(hooks.agent, scope, plan.State.BROKEN, target.shown, error.message, error.hint)
    except Exception as error:  # noqa: BLE001 - the file of one agent does not take the report of all others with it
        message = f"it is not understood: {type(error).__name__}: {error}"
        return Standing(hooks.agent, scope, plan.State.BROKEN, target.shown, message, "write its hooks in the usual form")
    if dead and found.state is plan.State.INSTALLED:
        hint = f"run `agentstate hooks install {hooks.agent}{'' if scope == hooks.default else f' --{scope}'}`"
        return Standing(hooks.agent, scope, plan.State.BROKEN, shown, f'"{dead[0]}" may not be executed', hint)
    return Standing(hooks.agent, scope, found.state, files.shown(found.target or target), found.message, found.hint)


def used_at_home(files: SettingsFiles) -> tuple[Hooks, ...]:
    """The hooks of the agents that have something in their folder among the user's own files."""
    return tuple(hooks for hooks in HOOKS.values() if hooks.user and files.shows(hooks.user))


def in_use(workspace: Workspace) -> tuple[Hooks, ...]:
    """The hooks of the agents that the settings name, else of those that something in the repository shows to be in use."""
    tree = workspace.instructed(workspace.tree())
    marks = tree.instructions.marks if tree.instructions else frozenset()
    return words.of_agents(agent.name for agent in agents_in_use(tree.settings.agents, marks, tree.prefix))
