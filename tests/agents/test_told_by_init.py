"""After `init` every agent that is used sees the protocol, whatever was there before."""

from collections.abc import Iterable, Mapping
from itertools import combinations

import pytest

from agentstate.agents.known import AGENTS
from agentstate.agents.loading import agents_in_use
from agentstate.documents.text import SourceText
from agentstate.rules.engine import run
from agentstate.rules.example import tree_from
from agentstate.tree import Tree
from agentstate.verbs.init import Setup, init, remove
from agentstate.verbs.reach import reach
from agentstate.vocabulary.repository import GitFacts
from tests.verbs.trees import after

SHOWING: Mapping[str, str] = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/config.toml",
    "opencode": ".opencode/agents/a.md",
    "cursor": ".cursor/hooks.json",
    "copilot": ".github/hooks/a.json",
    "qwen-code": ".qwen/settings.json",
    "gemini": ".gemini/settings.json",
    "kiro": ".kiro/hooks/a.json",
    "cline": ".cline/a.json",
    "windsurf": ".windsurf/hooks.json",
}
"""For each agent a file that shows that it is used and tells it nothing."""

BEFORE: list[Mapping[str, str]] = [
    {},
    dict.fromkeys(("AGENTS.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", ".github/copilot-instructions.md", ".cursorrules"), "# Rules\n"),
    {"CLAUDE.md": "See `@AGENTS.md`.\n", "GEMINI.md": "```\n@AGENTS.md\n```\n"},
    {"AGENTS.override.md": "# Mine\n", ".claude/CLAUDE.md": "# Rules\n"},
    {"CLAUDE.local.md": "# Mine\n", ".windsurfrules": "# Rules\n", ".clinerules": "# Rules\n"},
    {
        ".gemini/settings.json": '{"context": {"fileName": "CONTEXT.md"}}',
        ".qwen/settings.json": '{"context": {"fileName": ["A.md", "B.md"]}}',
    },
    {".gemini/settings.json": '{"context": {"fileName": "docs/CONTEXT.md"}}', "docs/CONTEXT.md": "# Context\n", "AGENTS.md": "x\n" * 40000},
    {"opencode.json": '{"instructions": ["docs/*.md"]}', ".github/instructions/a.instructions.md": '---\napplyTo: "src/**"\n---\n'},
]


def of(files: Mapping[str, str]) -> Tree:
    return tree_from({path: SourceText(path, text) for path, text in files.items()})


def told(names: Iterable[str], before: Mapping[str, str]) -> Tree:
    """The tree after `init`, where these agents are used."""
    tree = of({**{SHOWING[name]: "{}\n" for name in names}, **before})
    assert tree.instructions
    agents = agents_in_use(None, tree.instructions.marks, "")
    assert {agent.name for agent in agents} >= set(names)
    setup = Setup(project="shop", agents=agents)
    made = after(tree, init(tree, GitFacts(), setup).steps)
    assert init(made, GitFacts(), setup).steps == ()
    assert after(made, remove(made, GitFacts(), setup).steps).sources == tree.sources
    return made


@pytest.mark.parametrize("before", BEFORE, ids=range(len(BEFORE)))
@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_is_told(name: str, before: Mapping[str, str]) -> None:
    made = told([name], before)
    assert [found for found in reach(made) if not found.sees] == []
    assert [found.code for found in run(made, GitFacts()) if found.code.startswith(("AS12", "AS6"))] == []


@pytest.mark.parametrize(("number", "names"), [*enumerate(combinations(AGENTS, 2))], ids=str)
def test_any_two_agents_are_told(number: int, names: tuple[str, str]) -> None:
    assert [found for found in reach(told(names, BEFORE[number % len(BEFORE)])) if not found.sees] == []


def test_nothing_more_is_written_than_tells_somebody() -> None:
    tree = of({".gemini/settings.json": '{"context": {"fileName": "CONTEXT.md"}}'})
    steps = init(tree, GitFacts(), Setup(project="shop", agents=(AGENTS["gemini"],))).steps
    assert sorted(step.path for step in steps if not step.path.startswith(".agent/")) == ["AGENTS.md", "CONTEXT.md"]
