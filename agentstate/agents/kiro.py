"""Kiro. It reads steering files and AGENTS.md."""

from agentstate.agents.agent import Agent

AGENT = Agent("kiro", "Kiro", "AGENTS.md", marks=(".kiro",))
