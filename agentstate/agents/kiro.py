"""Kiro.

From its documentation ("Steering"): the files in .kiro/steering/, always unless `inclusion` is other than `always`; AGENTS.md, always.
What `#[[file:…]]` names is not counted on here. No cut-off is documented.
"""

from agentstate.agents.agent import Agent, Condition, Place

AGENT = Agent(
    "kiro",
    "Kiro",
    "AGENTS.md",
    marks=(".kiro",),
    loads=(Place(".kiro/steering/", condition=Condition("inclusion", ("always",), absent=True)), Place("AGENTS.md")),
)
