"""One module per coding agent, and the table of all of them."""

from agentstate.agents import claude_code, cline, codex, copilot, cursor, gemini, kiro, opencode, qwen_code, windsurf
from agentstate.agents.agent import Agent

SHARED_INSTRUCTIONS = "AGENTS.md"
"""The instruction file that most agents read, and the only one that is made in any case."""

_MODULES = (claude_code, codex, opencode, cursor, copilot, qwen_code, gemini, kiro, cline, windsurf)

AGENTS: dict[str, Agent] = {module.AGENT.name: module.AGENT for module in _MODULES}
"""Every agent by the name that `init --agents` takes."""


def instruction_files() -> tuple[str, ...]:
    """Every path that an agent may read instructions from, AGENTS.md first, each once."""
    paths = (path for agent in AGENTS.values() for path in (agent.instructions, *agent.also_reads))
    return tuple(dict.fromkeys((SHARED_INSTRUCTIONS, *paths)))
