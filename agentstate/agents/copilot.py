"""GitHub Copilot: command line, cloud agent and VS Code.

From its documentation ("Adding custom instructions"): .github/copilot-instructions.md; each *.instructions.md in .github/instructions/
and its folders, for all files only with `applyTo: "**"`; AGENTS.md; and, but for VS Code, CLAUDE.md and GEMINI.md. No imports. The 4,000
characters that a code review reads are no limit for the agents.
"""

from agentstate.agents.agent import Agent, Condition, Place

AGENT = Agent(
    "copilot",
    "GitHub Copilot",
    ".github/copilot-instructions.md",
    also_reads=("AGENTS.md",),
    marks=(".github/copilot-instructions.md", ".github/instructions", ".github/hooks"),
    loads=(
        Place(".github/copilot-instructions.md"),
        Place(".github/instructions/", suffix=".instructions.md", deep=True, condition=Condition("applyTo", ("**", "**/*"))),
        Place("AGENTS.md"),
        Place("CLAUDE.md"),
        Place("GEMINI.md"),
    ),
)
