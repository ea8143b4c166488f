"""Cline. It reads .clinerules and AGENTS.md."""

from agentstate.agents.agent import Agent

AGENT = Agent("cline", "Cline", "AGENTS.md", marks=(".clinerules", ".cline"))
