"""`hooks` with real files: what is written where, what is said, what is left alone, and that uninstalling gives every byte back."""

import json
import os
import shutil
import stat
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.worksite import everything, plant
from tests.support.command import Result, process_environment
from tests.support.repository import Repository
from tests.support.templates import Templates

Cli = Callable[..., Result]

TRUST = "Claude Code: Trust the folder when Claude Code asks; without it no hook runs.\n"
OUT_OF_GIT = "Claude Code: Keep `.claude/settings.local.json` out of git: it names a path of this machine.\n"
NOT_IGNORED = '".claude/settings.local.json" is not ignored by git: add it to .git/info/exclude or .gitignore\n'
CODEX = (
    "Codex CLI: Run `/hooks` in Codex and trust each entry; an entry that is not trusted is skipped, and one that changed must be trusted"
    " again.\n"
)
LOCAL = ".claude/settings.local.json"


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The installed command, under the name by which the user called it."""
    path = tmp_path / "bin/agentstate"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m agentstate "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", process_environment()["PYTHONPATH"])
    monkeypatch.setattr(sys, "argv", [str(path)])
    return path


@pytest.fixture(autouse=True)
def site(repository: Repository, templates: Templates) -> Repository:
    return templates.after(plant_with_local, repository)


def plant_with_local(repository: Repository) -> None:
    plant(repository)
    repository.write(".git/info/exclude", f"{LOCAL}\n")


def commands(data: str) -> set[str]:
    """Every command line that a file of Claude Code's shape names."""
    groups = json.loads(data)["hooks"].values()
    return {handler["command"] for group in groups for entry in group for handler in entry["hooks"]}


def test_by_default_the_agents_in_use_get_hooks_where_they_reach_one_person(site: Repository, cli: Cli, home: Path, program: Path) -> None:
    site.write(".codex/config.toml", 'model = "x"\n')
    site.write("CLAUDE.md", "# Notes\n")
    said = cli("hooks", "install")
    assert said == Result(0, f"claude-code: made {LOCAL}\ncodex: made ~/.codex/hooks.json\n", TRUST + OUT_OF_GIT + CODEX)
    assert commands(site.read(LOCAL)) == {f"{program} hook claude-code || exit 0"}
    assert commands((home / ".codex/hooks.json").read_text(encoding="utf-8")) == {f"{program} hook codex || exit 0"}


def test_twice_is_once(site: Repository, cli: Cli) -> None:
    cli("hooks", "install", "claude-code")
    before = everything(site.path)
    assert cli("hooks", "install", "claude-code", "-q") == Result(0, f"claude-code: {LOCAL} calls agentstate already\n", "")
    assert everything(site.path) == before


def test_in_a_file_of_one_s_own_the_rest_stays_and_comes_back_byte_for_byte(site: Repository, cli: Cli) -> None:
    mine = '{\n  // mine\r\n  "model": "opus",\n}'
    site.write(LOCAL, mine)
    (site.path / LOCAL).chmod(0o600)
    assert cli("hooks", "install", "claude-code", "-q").out == f"claude-code: changed {LOCAL}\n"
    assert '// mine\r\n  "model": "opus",' in site.read(LOCAL)
    assert stat.S_IMODE((site.path / LOCAL).stat().st_mode) == 0o600
    assert cli("hooks", "uninstall") == Result(0, f"claude-code: changed {LOCAL}\n", "")
    assert site.read(LOCAL) == mine


def test_nothing_is_committed_staged_or_written_elsewhere(site: Repository, cli: Cli, home: Path) -> None:
    def beside() -> tuple[dict[str, bytes | None], dict[str, bytes | None]]:
        return (
            {
                path: data
                for path, data in everything(site.path).items()
                if not path.startswith((".agent/local", ".claude", ".git/objects"))
            },
            everything(home),
        )

    before = beside()
    cli("hooks", "install", "claude-code")
    assert beside() == before
    assert site.status() == ""


def test_a_dry_run_is_a_diff_and_writes_nothing(site: Repository, cli: Cli, program: Path) -> None:
    site.write(".qwen/settings.json", '{\n  "ui": 1\n}\n')
    before = everything(site.path)
    said = cli("hooks", "install", "qwen-code", "--project", "--dry-run")
    assert (said.code, said.err) == (0, "")
    lines = said.out.split("\n")
    assert lines[0].startswith("change .qwen/settings.json (14 to ")
    assert lines[1:5] == ["--- .qwen/settings.json", "+++ .qwen/settings.json", "@@ -1,3 +1,63 @@", " {"]
    assert lines[5:7] == ['-  "ui": 1', '+  "ui": 1,']
    assert {line[0] for line in lines[7:-2]} == {"+"}
    assert "+" + " " * 10 + '{"type": "command", "command": "agentstate hook qwen-code || exit 0", "timeout": 10000}' in lines
    assert everything(site.path) == before
    made = cli("hooks", "install", "claude-code", "--dry-run").out
    assert made.split("\n")[1:4] == [f"--- {LOCAL}", f"+++ {LOCAL}", "@@ -0,0 +1,62 @@"]
    assert f"{program} hook claude-code || exit 0" in made
    assert everything(site.path) == before


def test_a_project_s_file_calls_the_command_by_name_and_is_left_to_the_user_to_commit(site: Repository, cli: Cli) -> None:
    assert cli("hooks", "install", "claude-code", "--project") == Result(0, "claude-code: made .claude/settings.json\n", TRUST)
    assert commands(site.read(".claude/settings.json")) == {"agentstate hook claude-code || exit 0"}
    assert site.status() == "?? .claude/settings.json\n"


def test_a_file_with_a_path_of_this_machine_that_git_would_commit_is_warned_of(site: Repository, cli: Cli) -> None:
    site.write(".git/info/exclude", "")
    assert cli("hooks", "install", "claude-code").err == TRUST + OUT_OF_GIT + NOT_IGNORED
    site.git("add", "-f", LOCAL)
    site.write(".gitignore", LOCAL)
    assert cli("hooks", "install", "claude-code").err == TRUST + OUT_OF_GIT + NOT_IGNORED


@pytest.mark.parametrize(("agent", "file"), [("copilot", "~/.copilot/hooks/agentstate.json"), ("gemini", "~/.gemini/settings.json")])
def test_an_agent_goes_by_the_name_of_init_too(cli: Cli, agent: str, file: str) -> None:
    assert cli("hooks", "install", agent, "-q").out == f"{agent}-cli: made {file}\n"


def test_a_variable_moves_the_files_of_an_agent(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    monkeypatch.setenv("CODEX_HOME", str(moved))
    assert cli("hooks", "install", "codex", "-q").out == f"codex: made {moved}/hooks.json\n"
    assert [path.name for path in moved.iterdir()] == ["hooks.json"]
    monkeypatch.setenv("CODEX_HOME", "elsewhere")
    assert cli("hooks", "install", "codex") == Result(
        2, "", 'agentstate: error: CODEX_HOME "elsewhere" is not an absolute path\nhint: set it to one, or unset it\n'
    )


@pytest.mark.parametrize("link", ["file", "folder", "dangling"])
def test_a_link_among_the_user_s_own_files_is_followed_and_stays(cli: Cli, home: Path, link: str) -> None:
    store = home / "dotfiles/codex"
    store.mkdir(parents=True)
    real = store / "hooks.json"
    mine = '{"mine": 1}\n' if link != "dangling" else ""
    if mine:
        real.write_text(mine, encoding="utf-8")
    if link == "folder":
        (home / ".codex").symlink_to("dotfiles/codex")
    else:
        (home / ".codex").mkdir()
        (home / ".codex/hooks.json").symlink_to("../dotfiles/codex/hooks.json")
    assert cli("hooks", "install", "codex", "-q").out == f"codex: {'changed' if mine else 'made'} ~/.codex/hooks.json\n"
    assert "hook codex" in real.read_text(encoding="utf-8")
    assert (home / ".codex").is_symlink() == (link == "folder")
    assert (home / ".codex/hooks.json").is_symlink() == (link != "folder")
    cli("hooks", "uninstall", "codex")
    assert (real.read_text(encoding="utf-8") if real.exists() else "") == mine


def test_a_link_in_the_repository_is_not_followed(site: Repository, cli: Cli, home: Path) -> None:
    (home / "precious.json").write_text("{}\n", encoding="utf-8")
    site.write(".claude/keep", "")
    (site.path / LOCAL).symlink_to(home / "precious.json")
    assert cli("hooks", "install", "claude-code") == Result(
        2,
        "",
        f'agentstate: error: "{LOCAL}" is a symbolic link, not a regular file\nhint: put a regular file in its place\n',
    )
    assert (home / "precious.json").read_text(encoding="utf-8") == "{}\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_file_of_another_user_is_not_written(cli: Cli, home: Path) -> None:
    other = home / ".codex/hooks.json"
    other.parent.mkdir()
    other.write_text("{}", encoding="utf-8")
    os.chown(other, 12345, -1)
    said = cli("hooks", "install", "codex")
    assert said == Result(
        2,
        "",
        f'agentstate: error: "{other}" belongs to another user\nhint: run the command as its owner, or take a place of your own\n',
    )


def test_each_agent_that_is_named_is_done_or_refused_on_its_own(site: Repository, cli: Cli) -> None:
    site.write(".cursor/hooks.json", '{"version": 1,\n "hooks": [}')
    said = cli("hooks", "install", "kiro", "vscode-copilot", "claude-code", "cursor", "--project", "-q")
    assert (said.code, said.out) == (2, "kiro: made .kiro/hooks/agentstate.json\nclaude-code: made .claude/settings.json\n")
    errors = [line for line in said.err.split("\n") if line.startswith("agentstate: error: ")]
    assert errors[0] == 'agentstate: error: vscode-copilot: VS Code agent has no file for hooks of the scope "project"'
    assert errors[1].startswith("agentstate: error: cursor: .cursor/hooks.json:2:12: ")
    assert site.read(".cursor/hooks.json") == '{"version": 1,\n "hooks": [}'


def test_uninstalling_without_names_says_what_still_calls_us_from_elsewhere(site: Repository, cli: Cli) -> None:
    cli("hooks", "install", "claude-code", "codex", "--project")
    assert cli("hooks", "uninstall") == Result(
        0,
        "nothing to take out\n",
        "claude-code still calls agentstate by .claude/settings.json: run `agentstate hooks uninstall claude-code --project`\n"
        "codex still calls agentstate by .codex/hooks.json: run `agentstate hooks uninstall codex --project`\n",
    )
    assert cli("hooks", "uninstall", "--project").code == 0
    assert not (site.path / ".claude").exists()
    assert not (site.path / ".codex").exists()


def test_a_broken_file_that_names_our_call_is_not_passed_over(site: Repository, cli: Cli) -> None:
    cli("hooks", "install", "claude-code")
    site.write(LOCAL, site.read(LOCAL) + "}")
    said = cli("hooks", "uninstall")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"agentstate: error: claude-code: {LOCAL}:")


@pytest.mark.parametrize("agent", ["codex", "opencode", "cline", "cursor"])
def test_the_user_s_own_files_need_no_tree(cli: Cli, home: Path, tmp_path: Path, agent: str) -> None:
    place = tmp_path / "nowhere"
    place.mkdir()
    before = {*home.rglob("*")}
    assert cli("hooks", "install", agent, "--user", at=place).code == 0
    assert agent in cli("hooks", "status", "--user", at=place).out
    assert "installed" in cli("hooks", "status", agent, "--user", at=place).out
    assert cli("hooks", "uninstall", agent, "--user", at=place).code == 0
    assert {path.relative_to(home).as_posix() for path in {*home.rglob("*")} - before} <= {".config", "Documents"}


def test_what_was_installed_can_be_taken_out_after_the_tree(site: Repository, cli: Cli) -> None:
    cli("hooks", "install", "claude-code")
    site.git("rm", "-r", "-q", ".agent")
    shutil.rmtree(site.path / ".agent", ignore_errors=True)
    assert cli("hooks", "uninstall") == Result(0, f"claude-code: removed {LOCAL}\n", "")


def test_where_the_repository_shows_no_agent_the_user_s_own_files_do(cli: Cli, home: Path) -> None:
    (home / ".codex").mkdir()
    assert cli("hooks", "install").code == 2, "an empty folder shows nothing"
    (home / ".codex/config.toml").write_text("", encoding="utf-8")
    (home / ".claude").mkdir()
    (home / ".claude/history").write_text("", encoding="utf-8")
    assert cli("hooks", "install", "-q").out == f"claude-code: made {LOCAL}\ncodex: made ~/.codex/hooks.json\n"


def test_folders_that_were_made_go_and_do_not_show_an_agent(site: Repository, cli: Cli) -> None:
    for agent in ("copilot", "cline", "opencode"):
        cli("hooks", "install", agent, "--project")
    cli("hooks", "uninstall", "--project")
    assert not any((site.path / name).exists() for name in (".github", ".clinerules", ".opencode"))
    (site.path / ".claude/commands").mkdir(parents=True)
    assert cli("hooks", "status").out.startswith("no agent in use here")


def test_a_read_only_file_is_left_alone(site: Repository, cli: Cli) -> None:
    site.write(".claude/settings.local.json", "{}\n")
    (site.path / LOCAL).chmod(0o444)
    refused = 'agentstate: error: ".claude/settings.local.json" is read-only\nhint: make it writable first, if you want that\n'
    assert cli("hooks", "install", "claude-code") == Result(2, "", refused)
    assert site.read(LOCAL) == "{}\n"


def test_a_longer_timeout_is_no_matter_and_stays(site: Repository, cli: Cli) -> None:
    cli("hooks", "install", "claude-code")
    raised = site.read(LOCAL).replace('"timeout": 10', '"timeout": 60')
    site.write(LOCAL, raised)
    assert "installed" in cli("hooks", "status", "claude-code").out
    assert cli("hooks", "install", "claude-code", "-q").out == f"claude-code: {LOCAL} calls agentstate already\n"
    site.write(LOCAL, raised.replace('"timeout": 60', '"timeout": 1'))
    assert "outdated" in cli("hooks", "status", "claude-code").out


def test_uninstalling_all_goes_on_past_a_file_that_cannot_be_read(cli: Cli, home: Path) -> None:
    cli("hooks", "install", "claude-code")
    (home / ".cursor").mkdir()
    (home / ".cursor/hooks.json").write_text("{", encoding="utf-8")
    said = cli("hooks", "uninstall")
    assert (said.code, said.out) == (0, f"claude-code: removed {LOCAL}\n")
    assert said.err.startswith("cursor: ~/.cursor/hooks.json:1:2: ")
    assert cli("hooks", "uninstall", "-q") == Result(0, "nothing to take out\n", "")


def test_uninstalling_says_where_the_agent_still_calls_us(cli: Cli) -> None:
    cli("hooks", "install", "claude-code")
    cli("hooks", "install", "claude-code", "--project")
    assert cli("hooks", "uninstall", "claude-code") == Result(
        0,
        f"claude-code: removed {LOCAL}\n",
        "claude-code still calls agentstate by .claude/settings.json: run `agentstate hooks uninstall claude-code --project`\n",
    )


def test_scripts_can_be_run_and_get_that_back(site: Repository, cli: Cli) -> None:
    cli("hooks", "install", "cline", "--project")
    scripts = sorted((site.path / ".clinerules/hooks").iterdir())
    assert len(scripts) == 7
    assert all(os.access(script, os.X_OK) for script in scripts)
    scripts[0].chmod(0o644)
    assert cli("hooks", "status", "cline", "--project").out == (
        "cline  project  broken  .clinerules/hooks\n"
        f'  ".clinerules/hooks/{scripts[0].name}" may not be executed\n'
        "  run `agentstate hooks install cline --project`\n"
    )
    cli("hooks", "install", "cline", "--project")
    assert os.access(scripts[0], os.X_OK)


def test_status_tells_how_it_stands_in_each_scope(site: Repository, cli: Cli, home: Path) -> None:
    site.write("CLAUDE.md", "# Notes\n")
    cli("hooks", "install", "claude-code")
    cli("hooks", "install", "opencode", "--project")
    (home / ".claude").mkdir()
    (home / ".claude/settings.json").write_text(
        '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/old/agentstate hook claude-code"}]}]}}', encoding="utf-8"
    )
    assert cli("hooks", "status") == Result(
        0,
        "claude-code  local    installed  .claude/settings.local.json\n"
        "claude-code  user     outdated   ~/.claude/settings.json\n"
        "claude-code  project  absent     .claude/settings.json\n"
        "opencode     user     absent     ~/.config/opencode/plugins/agentstate.js\n"
        "opencode     project  installed  .opencode/plugins/agentstate.js\n",
        "",
    )
    found = json.loads(cli("hooks", "status", "claude-code", "--user", "--format", "json").out)
    assert found == {
        "version": 1,
        "hooks": [
            {"agent": "claude-code", "scope": "user", "state": "outdated", "file": "~/.claude/settings.json", "message": "", "hint": ""},
        ],
    }


REFUSED: Mapping[tuple[str, ...], str] = {
    ("install",): "agentstate: error: nothing here shows which agent is in use\nhint: name one or more: claude-code, codex, opencode,"
    " cursor, copilot-cli, vscode-copilot, qwen-code, gemini-cli, kiro, cline, windsurf\n",
    ("install", "kiro", "--user"): 'agentstate: error: Kiro has no file for hooks of the scope "user"\nhint: take the scope "project"\n',
    ("install", "vscode-copilot"): 'agentstate: error: VS Code agent has no file for hooks of the scope "project"\n'
    "hint: install the hooks of Claude Code, which it runs too\n",
    ("status", "emacs"): 'agentstate: error: invalid value for "[AGENT]...": no agent is called "emacs"; there are claude-code, codex,'
    " opencode, cursor, copilot-cli, vscode-copilot, qwen-code, gemini-cli, kiro, cline, windsurf\n"
    "hint: see `agentstate hooks status --help`\n",
}


@pytest.mark.parametrize("call", REFUSED, ids=" ".join)
def test_what_cannot_be_done_is_said_with_a_way_out(cli: Cli, call: tuple[str, ...]) -> None:
    assert cli("hooks", *call) == Result(2, "", REFUSED[call])


def test_without_a_tree_nothing_is_installed(cli: Cli, program: Path) -> None:
    said = cli("hooks", "install", "claude-code", at=program.parent)
    assert said == Result(2, "", "agentstate: error: no .agent/ here or above: run `agentstate init`\n")


def test_a_command_that_does_not_run_is_not_written_anywhere(site: Repository, cli: Cli, program: Path) -> None:
    program.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    assert cli("hooks", "install", "claude-code") == Result(
        2,
        "",
        f'agentstate: error: "{program}" does not run outside of this folder\nhint: install the command, then run it by its name\n',
    )
    assert not (site.path / LOCAL).exists()


def test_codex_is_given_a_prompt_on_request_and_it_goes_with_the_hooks(cli: Cli, home: Path) -> None:
    config = home / ".codex/config.toml"
    config.parent.mkdir()
    config.write_text('model = "x"\n', encoding="utf-8")
    said = cli("hooks", "install", "codex", "--compact-prompt", "-q")
    assert said == Result(0, "codex: made ~/.codex/hooks.json\ncodex: changed ~/.codex/config.toml\n", "")
    assert config.read_text(encoding="utf-8").startswith('compact_prompt = "Sum up this conversation')
    assert cli("hooks", "install", "codex", "-q").out == "codex: ~/.codex/hooks.json calls agentstate already\n"
    assert cli("hooks", "uninstall", "codex").out == "codex: removed ~/.codex/hooks.json\ncodex: changed ~/.codex/config.toml\n"
    assert config.read_text(encoding="utf-8") == 'model = "x"\n'
    refused = cli("hooks", "install", "claude-code", "--compact-prompt")
    assert refused == Result(2, "", "agentstate: error: Claude Code takes no prompt for its compactions\nhint: name codex alone\n")
