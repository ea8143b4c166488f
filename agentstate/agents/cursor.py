"""Cursor.

From its documentation ("Rules"): each .mdc file in .cursor/rules/ and its folders, always only with `alwaysApply: true`; AGENTS.md of the
project and of its folders; .cursorrules still. A file named by `@` in a rule is not counted on here. No cut-off is documented.
"""

from agentstate.agents.agent import Agent, Condition, Place

AGENT = Agent(
    "cursor",
    "Cursor",
    ".cursor/rules/agentstate.mdc",
    also_reads=("AGENTS.md", ".cursorrules"),
    marks=(".cursor", ".cursorrules"),
    front="cursor-rule.mdc",
    loads=(
        Place(".cursor/rules/", suffix=".mdc", deep=True, condition=Condition("alwaysApply", ("true",))),
        Place("AGENTS.md"),
        Place(".cursorrules"),
    ),
)
