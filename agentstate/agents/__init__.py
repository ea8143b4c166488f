"""One module per coding agent that speaks with its hooks, and the table of what instructs each; imported when they are asked for, as a hook
needs one module and not the table."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from agentstate.hooks.adapter import Adapter

SHARED_INSTRUCTIONS = "AGENTS.md"
"""The instruction file that most agents read, and the only one that is made in any case."""

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
    found: Adapter = __import__(f"agentstate.agents.{ADAPTERS[name]}", fromlist=[name])
    return found


def instruction_files() -> tuple[str, ...]:
    """Every path that an agent may read instructions from, AGENTS.md first, each once."""
    from agentstate.agents.known import AGENTS

    paths = (path for agent in AGENTS.values() for path in (agent.instructions, *agent.also_reads))
    return tuple(dict.fromkeys((SHARED_INSTRUCTIONS, *paths)))
