"""Windsurf, lately named Devin Desktop.

From its documentation ("Memories & Rules"): the files in .windsurf/rules/ and .devin/rules/, always only with `trigger: always_on`, at most
12,000 characters of each; the older .windsurfrules; AGENTS.md at the top of the project, always. No imports.
"""

from agentstate.agents.agent import Agent, Condition, Place

_ALWAYS = Condition("trigger", ("always_on",))

AGENT = Agent(
    "windsurf",
    "Windsurf",
    "AGENTS.md",
    marks=(".windsurf", ".windsurfrules", ".devin/rules"),
    loads=(
        Place(".devin/rules/", condition=_ALWAYS, characters=12_000),
        Place(".windsurf/rules/", condition=_ALWAYS, characters=12_000),
        Place(".windsurfrules", characters=12_000),
        Place("AGENTS.md"),
    ),
)
