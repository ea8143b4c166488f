"""Cursor. It reads rules below .cursor/rules, and AGENTS.md."""

from agentstate.agents.agent import Agent

AGENT = Agent(
    "cursor",
    "Cursor",
    ".cursor/rules/agentstate.mdc",
    also_reads=("AGENTS.md", ".cursorrules"),
    marks=(".cursor", ".cursorrules"),
    front="cursor-rule.mdc",
)
