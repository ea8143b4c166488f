"""Codex CLI.

From its documentation ("Custom instructions with AGENTS.md"): one file in each folder from the top of the repository down to the working
folder, AGENTS.override.md or else AGENTS.md; all of them together are cut at `project_doc_max_bytes`, 32 KiB by default. That setting
and the names of further files are in the user's own config.toml, which is not looked at. No imports.
"""

from agentstate.agents.agent import Agent, Place

AGENT = Agent(
    "codex",
    "Codex CLI",
    "AGENTS.md",
    also_reads=("AGENTS.override.md",),
    marks=(".codex", "AGENTS.override.md"),
    loads=(Place("AGENTS.override.md"), Place("AGENTS.md", hidden_by=("AGENTS.override.md",))),
    total_bytes=32 * 1024,
)
