"""GitHub Copilot: command line, cloud agent and VS Code. It reads .github/copilot-instructions.md, and AGENTS.md."""

from agentstate.agents.agent import Agent

AGENT = Agent(
    "copilot",
    "GitHub Copilot",
    ".github/copilot-instructions.md",
    also_reads=("AGENTS.md",),
    marks=(".github/copilot-instructions.md", ".github/instructions", ".github/hooks"),
)
