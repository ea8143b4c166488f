"""Codex CLI. It reads AGENTS.override.md before AGENTS.md, 32 KiB in all."""

from agentstate.agents.agent import Agent

AGENT = Agent("codex", "Codex CLI", "AGENTS.md", marks=(".codex",))
