"""One module per coding agent, and the tables of all of them; a module is imported when it is asked for, as a hook needs only one."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from agentstate.agents.agent import Agent
    from agentstate.hooks.adapter import Adapter

    AGENTS: dict[str, Agent]

SHARED_INSTRUCTIONS = "AGENTS.md"
"""The instruction file that most agents read, and the only one that is made in any case."""

_MODULES = ("claude_code", "codex", "opencode", "cursor", "copilot", "qwen_code", "gemini", "kiro", "cline", "windsurf")

ADAPTERS = {
    "claude-code": "claude_code",
    "codex": "codex",
    "opencode": "opencode",
    "cursor": "cursor",
    "copilot-cli": "copilot",
    "vscode-copilot": "vscode_copilot",
    "qwen-code": "qwen_code",
    "gemini-cli": "gemini",
    "kiro": "kiro",
    "cline": "cline",
    "windsurf": "windsurf",
}
"""The module that speaks with the hooks of each agent, by the name that `agentstate hook` takes."""


def adapter(name: str) -> "Adapter":
    """The module of one agent out of ADAPTERS, and no other one imported."""
    found: Adapter = _module(ADAPTERS[name])
    return found


def instruction_files() -> tuple[str, ...]:
    """Every path that an agent may read instructions from, AGENTS.md first, each once."""
    agents: dict[str, Agent] = __getattr__("AGENTS")
    paths = (path for agent in agents.values() for path in (agent.instructions, *agent.also_reads))
    return tuple(dict.fromkeys((SHARED_INSTRUCTIONS, *paths)))


def _module(name: str) -> "Any":  # noqa: ANN401 - what a module has is known where it is asked for
    return __import__(f"agentstate.agents.{name}", fromlist=[name])


def __getattr__(name: str) -> "dict[str, Agent]":
    """`AGENTS`, every agent by the name that `init --agents` takes; made when it is first asked for."""
    if name != "AGENTS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = {agent.name: agent for agent in (_module(module).AGENT for module in _MODULES)}
    globals()["AGENTS"] = made
    return made
