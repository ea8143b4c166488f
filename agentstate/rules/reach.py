"""AS12x: each agent that is in use here sees the protocol: in a file that it loads always, in every clone, before its cut-off."""

from collections.abc import Iterator, Mapping

from agentstate.agents.known import AGENTS
from agentstate.agents.reach import Cause, Reach
from agentstate.rules.rule import Check, Example, Rule
from agentstate.tree import Tree
from agentstate.verbs.reach import reach
from agentstate.vocabulary.diagnostics import Finding, Severity

_INIT = "run `agentstate init`"
_HINTS: Mapping[Cause, str] = {
    Cause.NOT_NAMED: f"{_INIT}: it tells this agent to read the protocol; or name the agents in use under `agents` in config.yaml",
    Cause.CUT_OFF: "move the block to the top of the file, or shorten what is loaded before it",
    Cause.IGNORED: "take the file out of .gitignore and commit it, or write the line into a file that git holds and this agent loads",
    Cause.SHADOWED: "run `agentstate init`: it puts the block into the file that is loaded in its place",
    Cause.CONDITIONAL: "let the file be loaded always, or write the line into one that is",
    Cause.IMPORT: "correct the import, or run `agentstate init`",
}


def _unseen(cause: Cause) -> Check:
    """The check of one cause: agents that miss the protocol for it, those with the same reason in one finding."""

    def check(tree: Tree) -> Iterator[Finding]:
        alike: dict[tuple[str, int, str], list[Reach]] = {}
        for found in reach(tree):
            if found.cause is cause:
                alike.setdefault((*_place(tree, found), found.because), []).append(found)
        for (path, line, because), reaches in alike.items():
            titles = " and ".join(found.title for found in reaches)
            yield Finding(path, line, 1, f"the protocol is not seen by {titles}: {because}", _HINTS[cause])

    return check


def _place(tree: Tree, found: Reach) -> tuple[str, int]:
    """Where to look, from the tree's folder: a file above it, or one that is not there, is looked for beside the tree."""
    if found.path.startswith(tree.prefix) and tree.has(found.path.removeprefix(tree.prefix)):
        return found.path.removeprefix(tree.prefix), found.line
    return AGENTS[found.agent].instructions, 1


_NAMED = "# Notes\n\nRead `.agent/PROTOCOL.md` first.\n"
_LONG = "Keep the public functions documented.\n" * 900

RULES = (
    Rule(
        code="AS121",
        slug="agent-not-told",
        severity=Severity.WARNING,
        summary="an agent in use is not told to read the protocol",
        what=(
            "Looks at what each agent loads without being asked, from the top of the repository down to the tree, for a line that names "
            "`.agent/PROTOCOL.md`. An agent is in use where a file of its own shows it, or where `agents` in config.yaml names it."
        ),
        why="Agents read only what they are pointed at. This one starts every session without the saved state.",
        mend="Run `agentstate init`. If nobody uses the agent here, say which are used: `agents: [codex]` in config.yaml.",
        bad=Example({".gemini/settings.json": "{}\n"}),
        good=Example({".gemini/settings.json": '{"context": {"fileName": ["GEMINI.md", "AGENTS.md"]}}\n'}),
        check=_unseen(Cause.NOT_NAMED),
        options=("agents",),
    ),
    Rule(
        code="AS122",
        slug="beyond-cut-off",
        severity=Severity.WARNING,
        summary="the protocol is named beyond what an agent loads",
        what="Codex CLI loads 32 KiB of all its files together, from the top of the repository down; Windsurf 12,000 characters of a rule.",
        why="What stands behind the cut-off is never read, and nothing says so.",
        mend="Move the block to the top of the file, or shorten the files that are loaded before it.",
        bad=Example({".codex/config.toml": "", "AGENTS.md": f"# Notes\n\n{_LONG}\nRead `.agent/PROTOCOL.md` first.\n"}),
        good=Example({".codex/config.toml": "", "AGENTS.md": f"{_NAMED}\n{_LONG}"}),
        check=_unseen(Cause.CUT_OFF),
        options=("agents",),
    ),
    Rule(
        code="AS123",
        slug="told-in-this-clone-only",
        severity=Severity.WARNING,
        summary="the protocol is named only in a file that git ignores",
        what="Asks git about the files that name the protocol. Where the tree itself is ignored, a file that is ignored is right.",
        why="The tree is in every clone and the line that points to it is not: everybody else's agent starts without it.",
        mend="Take the file out of `.gitignore` and commit it, or write the line into a file that git holds and the agent loads beside it. "
        "`agentstate init` alone does not help where the ignored file hides AGENTS.md from the agent.",
        bad=Example(
            {"AGENTS.md": "# Notes\n", "CLAUDE.md": "# Rules\n", "CLAUDE.local.md": _NAMED, ".gitignore": "CLAUDE.local.md\n"},
            ignored=("CLAUDE.local.md",),
        ),
        good=Example({"AGENTS.md": "# Notes\n", "CLAUDE.md": _NAMED}),
        check=_unseen(Cause.IGNORED),
        options=("agents",),
    ),
    Rule(
        code="AS124",
        slug="shadowed-instructions",
        severity=Severity.WARNING,
        summary="the protocol is named in a file that another one hides from an agent",
        what=(
            "Claude Code does not load AGENTS.md where there is a CLAUDE.md, Codex CLI where there is an AGENTS.override.md; opencode "
            "does not load CLAUDE.md beside AGENTS.md."
        ),
        why="The line is there for everybody to see, and this agent never gets it.",
        mend="Run `agentstate init`, or import the hidden file: `@AGENTS.md` in CLAUDE.md.",
        bad=Example({"AGENTS.md": _NAMED, "CLAUDE.md": "# Rules\n"}),
        good=Example({"AGENTS.md": _NAMED, "CLAUDE.md": "# Rules\n\n@AGENTS.md\n"}),
        check=_unseen(Cause.SHADOWED),
        options=("agents",),
    ),
    Rule(
        code="AS125",
        slug="import-not-followed",
        severity=Severity.WARNING,
        summary="an import on the way to the protocol is not followed",
        what=(
            "Follows `@path` as the agent does: from the file that holds it, not in code spans and fences, not out of the repository, "
            "Claude Code for four files in a row and Gemini CLI for five."
        ),
        why="An import that leads nowhere is left out without a word.",
        mend="Correct the path, take it out of the backquotes, or make the way shorter.",
        bad=Example({"AGENTS.md": _NAMED, "CLAUDE.md": "# Rules\n\nSee `@AGENTS.md`.\n"}),
        good=Example({"AGENTS.md": _NAMED, "CLAUDE.md": "# Rules\n\nSee @AGENTS.md\n"}),
        check=_unseen(Cause.IMPORT),
        options=("agents",),
    ),
    Rule(
        code="AS126",
        slug="conditional-instructions",
        severity=Severity.WARNING,
        summary="the protocol is named in a rule that is not always loaded",
        what=(
            "Reads the front matter of rules: `alwaysApply` for Cursor, `trigger` for Windsurf, `applyTo` for Copilot, `inclusion` for "
            "Kiro, `paths` for Claude Code and Cline."
        ),
        why="Such a rule waits for a matching file, or for somebody to ask for it; the saved state is wanted before either.",
        mend="Let the rule be loaded always, or name the protocol in a file that is.",
        bad=Example(
            {"AGENTS.md": "# Notes\n", ".cursor/rules/state.mdc": "---\nalwaysApply: false\n---\n\nRead `.agent/PROTOCOL.md` first.\n"}
        ),
        good=Example(
            {"AGENTS.md": "# Notes\n", ".cursor/rules/state.mdc": "---\nalwaysApply: true\n---\n\nRead `.agent/PROTOCOL.md` first.\n"}
        ),
        check=_unseen(Cause.CONDITIONAL),
        options=("agents",),
    ),
)
