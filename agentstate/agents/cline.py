"""Cline.

From its documentation ("Rules", "Conditional rules"): the Markdown files in .clinerules/ or .cline/rules/, or the one file .clinerules,
always unless they have `paths`; .cursorrules, .windsurfrules and AGENTS.md. No imports, no cut-off.
"""

from agentstate.agents.agent import Agent, Condition, Place

_ALWAYS = Condition("paths", absent=True)

AGENT = Agent(
    "cline",
    "Cline",
    "AGENTS.md",
    marks=(".clinerules", ".cline"),
    loads=(
        Place(".clinerules/", condition=_ALWAYS),
        Place(".cline/rules/", condition=_ALWAYS),
        *map(Place, (".clinerules", ".cursorrules", ".windsurfrules", "AGENTS.md")),
    ),
)
