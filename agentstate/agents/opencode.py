"""opencode. It reads AGENTS.md, else CLAUDE.md."""

from agentstate.agents.agent import Agent

AGENT = Agent("opencode", "opencode", "AGENTS.md", marks=(".opencode", "opencode.json", "opencode.jsonc"))
