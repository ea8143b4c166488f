"""Reachability through the command line, on real repositories: what git ignores, links, trees below the top, what is staged."""

import os
from collections.abc import Callable

import pytest

from tests.cli.worksite import TREE, plant
from tests.support.command import Result
from tests.support.repository import Repository

Cli = Callable[..., Result]
NAMED = "# Notes\n\nRead `.agent/PROTOCOL.md` first.\n"
SHADOWED = "shadowed-instructions warning: the protocol is not seen by Claude Code"
PRIVATE = "told-in-this-clone-only warning: the protocol is not seen by Claude Code"
ONLY = ("--select", "AS12,AS601")


def findings(result: Result) -> list[str]:
    """The first line of each finding."""
    return [line for line in result.out.splitlines() if ": AS" in line]


def table(*rows: str) -> Result:
    """The table with these rows, given as they are shown; an agent that does not see the protocol makes the check fail."""
    return Result(int(any("  no  " in row for row in rows)), "".join(f"{row}\n" for row in rows), "")


def test_every_agent_is_shown_with_its_reason(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write("CLAUDE.md", "# Rules\n")
    repository.write(".codex/config.toml", "")
    assert cli("check", "--agents") == table(
        "agent        sees the protocol  because                                           where",
        "Claude Code  no                 AGENTS.md is not loaded where there is CLAUDE.md  AGENTS.md:3",
        "Codex CLI    yes                it loads AGENTS.md                                AGENTS.md:3",
    )
    assert findings(cli("check", *ONLY)) == [f"AGENTS.md:3:1: AS124 {SHADOWED}: AGENTS.md is not loaded where there is CLAUDE.md"]


def test_where_no_agent_shows_nothing_more_than_one_announcement_is_wanted(repository: Repository, cli: Cli) -> None:
    plant(repository)
    assert cli("check", "--agents") == Result(0, "no agent shows in this repository, and config.yaml names none\n", "")
    assert findings(cli("check", *ONLY)) == []
    repository.write("AGENTS.md", "# Notes\n")
    assert [line.split(" ")[1] for line in findings(cli("check", *ONLY))] == ["AS601"]


def test_the_settings_say_which_agents_count(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write(".gemini/settings.json", "{}")
    assert [line.split(" ")[1] for line in findings(cli("check", *ONLY))] == ["AS121"]
    repository.write(".agent/config.yaml", "agents: [codex]\n")
    assert findings(cli("check", *ONLY)) == []
    repository.write(".agent/config.yaml", "agents: [codex, gemini]\n")
    assert [line.split(" ")[1] for line in findings(cli("check", *ONLY))] == ["AS121"]
    repository.write(".agent/config.yaml", "agents: []\n")
    assert findings(cli("check", *ONLY)) == []


def test_a_file_that_git_ignores_does_not_count(repository: Repository, cli: Cli) -> None:
    plant(repository, files={**TREE, "AGENTS.md": "# Notes\n", "CLAUDE.md": "# Rules\n", ".gitignore": "*.local.md\n"})
    repository.write("CLAUDE.local.md", NAMED)
    assert findings(cli("check", *ONLY)) == [
        f"CLAUDE.local.md:3:1: AS123 {PRIVATE}: CLAUDE.local.md is ignored by git, so it reaches this clone alone"
    ]
    repository.git("add", "--force", "CLAUDE.local.md")
    assert findings(cli("check", *ONLY)) == []


def test_where_the_tree_is_ignored_an_ignored_file_is_right(repository: Repository, cli: Cli) -> None:
    for path, text in {**TREE, "CLAUDE.md": NAMED, ".gitignore": ".agent/\nCLAUDE.md\n"}.items():
        repository.write(path, text)
    assert findings(cli("check", *ONLY)) == []


@pytest.mark.parametrize("staged", [[], ["--staged"]])
def test_a_tree_below_the_top_counts_what_is_above_it(repository: Repository, cli: Cli, staged: list[str]) -> None:
    folder = plant(repository, "packages/a/")
    repository.write("CLAUDE.md", "# Rules\n\nSee @docs/agents.md\n")
    repository.write("docs/agents.md", "Work in `packages/a`: read `packages/a/.agent/PROTOCOL.md`.\n")
    repository.commit("rules")
    assert findings(cli("check", *ONLY, *staged, at=folder)) == []
    repository.write("docs/agents.md", "Read `.agent/PROTOCOL.md`.\n")
    repository.git("add", ".")
    assert findings(cli("check", *ONLY, *staged, at=folder)) == [
        f"packages/a/AGENTS.md:3:1: AS124 {SHADOWED}: packages/a/AGENTS.md is not loaded where there is CLAUDE.md"
    ]
    assert cli("init", at=folder).code == 0
    repository.git("add", ".")
    assert findings(cli("check", *ONLY, *staged, at=folder)) == []
    assert repository.read("packages/a/CLAUDE.md") == "<!-- agentstate:begin -->\n@AGENTS.md\n<!-- agentstate:end -->\n"


@pytest.mark.parametrize("staged", [[], ["--staged"]])
def test_links_are_followed_inside_the_repository_and_not_out_of_it(repository: Repository, cli: Cli, staged: list[str]) -> None:
    plant(repository)
    (repository.path / "CLAUDE.md").symlink_to("AGENTS.md")
    repository.git("add", ".")
    assert findings(cli("check", *ONLY, *staged)) == []
    (repository.path / "CLAUDE.md").unlink()
    (repository.path / "CLAUDE.md").symlink_to("../elsewhere.md")
    (repository.path.parent / "elsewhere.md").write_text(NAMED, encoding="utf-8")
    repository.git("add", ".")
    codes = [line.split(" ")[1] for line in findings(cli("check", *ONLY, *staged))]
    assert codes == ["AS124"]


def test_only_what_is_staged_counts_for_the_commit(repository: Repository, cli: Cli) -> None:
    plant(repository)
    repository.write(".claude/rules/deep/a.md", "# Rules\n")
    repository.write("CLAUDE.md", "# Rules\n")
    repository.git("add", ".")
    repository.write(".claude/rules/deep/a.md", NAMED)
    assert findings(cli("check", *ONLY)) == []
    assert [line.split(" ")[1] for line in findings(cli("check", *ONLY, "--staged"))] == ["AS124"]
    repository.git("add", ".")
    assert findings(cli("check", *ONLY, "--staged")) == []


def test_a_hostile_pile_of_rules_costs_little(repository: Repository, cli: Cli) -> None:
    plant(repository)
    imports = " ".join(f"@{number}.md" for number in range(2000))
    repository.write("CLAUDE.md", f"{imports}\n{'`' * 5000}\n{'@AGENTS.md`' * 4000}\n")
    for number in range(150):
        repository.write(f".claude/rules/{number}.md", f"{imports}\n{'.agent/PROTOCOL.md' * 500}x\n")
    os.mkfifo(repository.path / ".claude/rules/pipe.md")
    (repository.path / ".claude/rules/up").symlink_to("..")
    assert [line.split(" ")[1] for line in findings(cli("check", *ONLY))] in (["AS124"], ["AS125"])
