"""Claude Code.

From its documentation ("How Claude remembers your project", text of late 2026): CLAUDE.md, .claude/CLAUDE.md and CLAUDE.local.md of the
working folder and of every folder above it; .claude/rules/ with its folders, a rule with `paths` only when a matching file is read.
AGENTS.md and .claude/AGENTS.md from 2.1.277 on, and only where none of the first three is there; rules do not count for that.
`@path` is relative to the file that holds it, is followed for four hops, and is text in code spans and fences. HTML comments that begin
a line are taken out. No cut-off.
"""

from agentstate.agents.agent import Agent, Condition, Place

_OWN = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")

AGENT = Agent(
    "claude-code",
    "Claude Code",
    "CLAUDE.md",
    also_reads=(".claude/CLAUDE.md",),
    marks=("CLAUDE.md", ".claude", ".mcp.json"),
    imports_shared=True,
    loads=(
        *map(Place, _OWN),
        Place(".claude/rules/", deep=True, condition=Condition("paths", absent=True)),
        Place("AGENTS.md", hidden_by=_OWN, hidden_anywhere=True),
        Place(".claude/AGENTS.md", hidden_by=_OWN, hidden_anywhere=True),
    ),
    hops=4,
    show_comments=False,
)
