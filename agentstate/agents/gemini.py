"""Gemini CLI.

From its documentation ("Provide context with GEMINI.md files", "Memory Import Processor"): GEMINI.md, or the files that
`context.fileName` in .gemini/settings.json names, of the working folder and of the folders above it. `@path` is relative to the file, is
followed for five files in a row, and is text in code. No cut-off.
"""

from agentstate.agents.agent import Agent, Place
from agentstate.agents.context_files import named_in_settings

AGENT = Agent(
    "gemini",
    "Gemini CLI",
    "GEMINI.md",
    marks=("GEMINI.md", ".gemini"),
    imports_shared=True,
    loads=(Place("GEMINI.md"),),
    hops=5,
    settings=(".gemini/settings.json",),
    configured=named_in_settings("GEMINI.md"),
)
