"""Windsurf. It reads rules below .windsurf/rules, and AGENTS.md."""

from agentstate.agents.agent import Agent

AGENT = Agent("windsurf", "Windsurf", "AGENTS.md", marks=(".windsurf", ".windsurfrules"))
