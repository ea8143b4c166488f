"""Every coding agent: what shows that it is used, and what instructs it, as its documentation says."""

from agentstate.agents.agent import Agent, Condition, Place
from agentstate.agents.context_files import named_in_settings, patterns_in_settings

_OWN_OF_CLAUDE = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")
_LOADED_BY_OPENCODE = (Place("AGENTS.md"), Place("CLAUDE.md", hidden_by=("AGENTS.md",)))
_FOR_ALL_PATHS = Condition("paths", absent=True)
_ALWAYS = Condition("trigger", ("always_on",))

_ALL = (
    # From its documentation ("How Claude remembers your project", text of late 2026): CLAUDE.md, .claude/CLAUDE.md and CLAUDE.local.md of
    # the working folder and of every folder above it; .claude/rules/ with its folders, a rule with `paths` only when a matching file is
    # read. AGENTS.md and .claude/AGENTS.md from 2.1.277 on, and only where none of the first three is there; rules do not count for that.
    # `@path` is relative to the file that holds it, is followed for four hops, and is text in code spans and fences. HTML comments that
    # begin a line are taken out. No cut-off.
    Agent(
        "claude-code",
        "Claude Code",
        "CLAUDE.md",
        also_reads=(".claude/CLAUDE.md",),
        marks=("CLAUDE.md", ".claude", ".mcp.json"),
        imports_shared=True,
        loads=(
            *map(Place, _OWN_OF_CLAUDE),
            Place(".claude/rules/", deep=True, condition=Condition("paths", absent=True)),
            Place("AGENTS.md", hidden_by=_OWN_OF_CLAUDE, hidden_anywhere=True),
            Place(".claude/AGENTS.md", hidden_by=_OWN_OF_CLAUDE, hidden_anywhere=True),
        ),
        hops=4,
        show_comments=False,
    ),
    # From its documentation ("Custom instructions with AGENTS.md"): one file in each folder from the top of the repository down to the
    # working folder, AGENTS.override.md or else AGENTS.md; all of them together are cut at `project_doc_max_bytes`, 32 KiB by default. That
    # setting and the names of further files are in the user's own config.toml, which is not looked at. No imports.
    Agent(
        "codex",
        "Codex CLI",
        "AGENTS.md",
        also_reads=("AGENTS.override.md",),
        marks=(".codex", "AGENTS.override.md"),
        loads=(Place("AGENTS.override.md"), Place("AGENTS.md", hidden_by=("AGENTS.override.md",))),
        total_bytes=32 * 1024,
    ),
    # From its documentation ("Instructions"): AGENTS.md, or else CLAUDE.md, of each folder from the working one up to the top of the
    # project; and the files and patterns that `instructions` in opencode.json names. No imports, no cut-off.
    Agent(
        "opencode",
        "opencode",
        "AGENTS.md",
        also_reads=("CLAUDE.md",),
        marks=(".opencode", "opencode.json", "opencode.jsonc"),
        loads=_LOADED_BY_OPENCODE,
        settings=("opencode.json", "opencode.jsonc", ".opencode/opencode.json"),
        configured=patterns_in_settings(*_LOADED_BY_OPENCODE),
    ),
    # From its documentation ("Rules"): each .mdc file in .cursor/rules/ and its folders, always only with `alwaysApply: true`; AGENTS.md of
    # the project and of its folders; .cursorrules still. A file named by `@` in a rule is not counted on here. No cut-off is documented.
    Agent(
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
    ),
    # From its documentation ("Adding custom instructions"): .github/copilot-instructions.md; each *.instructions.md in
    # .github/instructions/ and its folders, for all files only with `applyTo: "**"`; AGENTS.md; and, but for VS Code, CLAUDE.md and
    # GEMINI.md. No imports. The 4,000 characters that a code review reads are no limit for the agents.
    Agent(
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
    ),
    # It descends from Gemini CLI and loads QWEN.md and AGENTS.md, or the files that `context.fileName` in .qwen/settings.json names, of the
    # working folder and of the folders above it. That it follows imports as Gemini CLI does is inferred.
    Agent(
        "qwen-code",
        "Qwen Code",
        "AGENTS.md",
        also_reads=("QWEN.md",),
        marks=("QWEN.md", ".qwen"),
        loads=(Place("QWEN.md"), Place("AGENTS.md")),
        hops=5,
        settings=(".qwen/settings.json",),
        configured=named_in_settings("QWEN.md", "AGENTS.md"),
    ),
    # From its documentation ("Provide context with GEMINI.md files", "Memory Import Processor"): GEMINI.md, or the files that
    # `context.fileName` in .gemini/settings.json names, of the working folder and of the folders above it. `@path` is relative to the file,
    # is followed for five files in a row, and is text in code. No cut-off.
    Agent(
        "gemini",
        "Gemini CLI",
        "GEMINI.md",
        marks=("GEMINI.md", ".gemini"),
        imports_shared=True,
        loads=(Place("GEMINI.md"),),
        hops=5,
        settings=(".gemini/settings.json",),
        configured=named_in_settings("GEMINI.md"),
    ),
    # From its documentation ("Steering"): the files in .kiro/steering/, always unless `inclusion` is other than `always`; AGENTS.md,
    # always. What `#[[file:…]]` names is not counted on here. No cut-off is documented.
    Agent(
        "kiro",
        "Kiro",
        "AGENTS.md",
        marks=(".kiro",),
        loads=(Place(".kiro/steering/", condition=Condition("inclusion", ("always",), absent=True)), Place("AGENTS.md")),
    ),
    # From its documentation ("Rules", "Conditional rules"): the Markdown files in .clinerules/ or .cline/rules/, or the one file
    # .clinerules, always unless they have `paths`; .cursorrules, .windsurfrules and AGENTS.md. No imports, no cut-off.
    Agent(
        "cline",
        "Cline",
        "AGENTS.md",
        marks=(".clinerules", ".cline"),
        loads=(
            Place(".clinerules/", condition=_FOR_ALL_PATHS),
            Place(".cline/rules/", condition=_FOR_ALL_PATHS),
            *map(Place, (".clinerules", ".cursorrules", ".windsurfrules", "AGENTS.md")),
        ),
    ),
    # From its documentation ("Memories & Rules"): the files in .windsurf/rules/ and .devin/rules/, always only with `trigger: always_on`,
    # at most 12,000 characters of each; the older .windsurfrules; AGENTS.md at the top of the project, always. No imports.
    Agent(
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
    ),
)

AGENTS = {agent.name: agent for agent in _ALL}
"""Every agent by the name that `init --agents` takes."""
