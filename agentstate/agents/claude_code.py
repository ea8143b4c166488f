"""Claude Code. It reads CLAUDE.md, and AGENTS.md only through an `@AGENTS.md` import, a link, or where there is no CLAUDE.md."""

from agentstate.agents.agent import Agent

AGENT = Agent(
    "claude-code",
    "Claude Code",
    "CLAUDE.md",
    also_reads=(".claude/CLAUDE.md",),
    marks=("CLAUDE.md", ".claude", ".mcp.json"),
    imports_shared=True,
)
