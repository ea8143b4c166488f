"""Qwen Code.

It descends from Gemini CLI and loads QWEN.md and AGENTS.md, or the files that `context.fileName` in .qwen/settings.json names, of the
working folder and of the folders above it. That it follows imports as Gemini CLI does is inferred.
"""

from agentstate.agents.agent import Agent, Place
from agentstate.agents.context_files import named_in_settings

AGENT = Agent(
    "qwen-code",
    "Qwen Code",
    "AGENTS.md",
    also_reads=("QWEN.md",),
    marks=("QWEN.md", ".qwen"),
    loads=(Place("QWEN.md"), Place("AGENTS.md")),
    hops=5,
    settings=(".qwen/settings.json",),
    configured=named_in_settings("QWEN.md", "AGENTS.md"),
)
