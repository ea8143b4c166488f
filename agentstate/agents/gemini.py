"""Gemini CLI. It reads GEMINI.md, and follows `@file.md` in it."""

from agentstate.agents.agent import Agent

AGENT = Agent("gemini", "Gemini CLI", "GEMINI.md", marks=("GEMINI.md", ".gemini"), imports_shared=True)
