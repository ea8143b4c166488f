"""`hooks`: how the hooks of each agent stand, and what came of putting them in or taking them out, in words and as JSON."""

import json
from collections.abc import Iterable, Sequence

from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.plan import State
from agentstate.hooks.install.specification import SCOPES, Hooks, Scope
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Remove, Write
from agentstate.vocabulary.values import dataclass

OTHER_NAMES = {"copilot": "copilot-cli", "gemini": "gemini-cli"}
"""Agents whose instruction files go by a shorter name."""


@dataclass(frozen=True)
class Standing:
    """How the hooks of one agent stand in one scope. `file` is what a person calls the file; `hint` says what mends a broken one."""

    agent: str
    scope: Scope
    state: State
    file: str
    message: str = ""
    hint: str = ""


def named(agent: str) -> Hooks | None:
    """The hooks of the agent with that name, None where there is none."""
    return HOOKS.get(OTHER_NAMES.get(agent, agent))


def of_agents(agents: Iterable[str]) -> tuple[Hooks, ...]:
    """The hooks of agents, by the names of `init --agents`."""
    return tuple(hooks for agent in agents if (hooks := named(agent)))


def with_scope(used: Sequence[Hooks], scope: Scope | None) -> tuple[Hooks, ...]:
    """Those of the agents in use that can be told to call us in that scope; AgentStateError where there are none."""
    if not used:
        raise AgentStateError("nothing here shows which agent is in use", f"name one or more: {', '.join(HOOKS)}")
    found = tuple(hooks for hooks in used if hooks.target(scope or hooks.default))
    if not found:
        raise AgentStateError(f'{used[0].title} has no file for hooks of the scope "{scope}"', "leave the option out, or name an agent")
    return found


def scopes(hooks: Hooks) -> tuple[Scope, ...]:
    """Those in which the agent can be told to call us."""
    return tuple(scope for scope in SCOPES if hooks.target(scope))


def done(hooks: Hooks, files: Sequence[str], steps: Sequence[Write | Remove], *, installs: bool) -> list[str]:
    """A line for each file that was written or taken away; one that says how it is where nothing had to be done."""
    if steps:
        return [f"{hooks.agent}: {_action(step)} {step.path}" for step in steps]
    held = ", ".join(dict.fromkeys(files))
    return [f"{hooks.agent}: {held} {'calls agentstate already' if installs else 'does not call agentstate'}"]


def _action(step: Write | Remove) -> str:
    return "removed" if isinstance(step, Remove) else "made" if step.before is None else "changed"


def remaining(hooks: Hooks, scope: Scope) -> list[str]:
    """What the user must still do, and know, after the hooks were put in."""
    return [f"{hooks.title}: {line}" for line in (*hooks.still(scope), hooks.note) if line]


def not_ignored(path: str) -> str:
    """The warning that git would commit a file that is one person's own."""
    return f'"{path}" is not ignored by git: add it to .git/info/exclude or .gitignore'


def left(standings: Iterable[Standing]) -> list[str]:
    """Where agents still call us after the hooks of one scope were taken out."""
    held = [one for one in standings if one.state in {State.INSTALLED, State.OUTDATED}]
    return [f"{one.agent} still calls agentstate by {one.file}: run `agentstate hooks uninstall {_words(one)}`" for one in held]


def _words(one: Standing) -> str:
    return one.agent if one.scope == HOOKS[one.agent].default else f"{one.agent} --{one.scope}"


def as_text(standings: Sequence[Standing]) -> str:
    """A line for each agent and scope, and what is wrong below it."""
    if not standings:
        return "no agent in use here calls agentstate: run `agentstate hooks install AGENT`\n"
    widths = [max(len(column) for column in columns) for columns in zip(*(_columns(one) for one in standings), strict=True)]
    lines = []
    for one in standings:
        cells = [column.ljust(width) for column, width in zip(_columns(one), widths, strict=True)]
        lines.append("  ".join([*cells, one.file]))
        lines += [f"  {text}" for text in (one.message, one.hint) if text]
    return "".join(f"{line}\n" for line in lines)


def _columns(one: Standing) -> tuple[str, str, str]:
    return one.agent, one.scope, one.state.value


def as_json(standings: Iterable[Standing]) -> str:
    """The same for programs."""
    records = [
        {
            "agent": one.agent,
            "scope": one.scope,
            "state": one.state.value,
            "file": one.file,
            "message": one.message,
            "hint": one.hint,
        }
        for one in standings
    ]
    return json.dumps({"version": 1, "hooks": records}, ensure_ascii=False, indent=2) + "\n"
