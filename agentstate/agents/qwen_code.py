"""Qwen Code. It reads QWEN.md and AGENTS.md."""

from agentstate.agents.agent import Agent

AGENT = Agent("qwen-code", "Qwen Code", "AGENTS.md", also_reads=("QWEN.md",), marks=("QWEN.md", ".qwen"))
