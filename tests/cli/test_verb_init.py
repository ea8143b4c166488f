"""`init` in real repositories: begun in one commit, the user's own changes left alone, and taken out without a trace."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate import __version__
from agentstate.agents.known import AGENTS
from agentstate.documents.announcement import block_lines
from agentstate.vocabulary import layout
from tests.cli.worksite import TREE, begin_work, everything, last_commit, plant
from tests.support.command import Result
from tests.support.repository import Repository

pytestmark = pytest.mark.usefixtures("now")
Cli = Callable[..., Result]

MADE = [
    layout.PROTOCOL,
    layout.FACTS,
    layout.STATE,
    layout.DECISIONS,
    layout.TODO,
    layout.ATTRIBUTES,
    layout.KEEP_FILE,
]
BLOCK = "".join(f"{line}\n" for line in ("<!-- agentstate:begin -->", *block_lines("en"), "<!-- agentstate:end -->"))
YOURS = "AGENTS.md has changes of yours that are not committed: its part of this is left for you to commit\n"


def created(*paths: str) -> str:
    return "".join(f"created {path}\n" for path in paths)


def test_a_tree_is_begun_in_one_commit(repository: Repository, cli: Cli) -> None:
    theirs = begin_work(repository)
    staged = repository.git("diff", "--cached")
    assert cli("init") == Result(0, created(*MADE, "AGENTS.md"), "")
    added = "".join(f"A\t{path}\n" for path in sorted([*MADE, "AGENTS.md"]))
    assert last_commit(repository) == f"agentstate init\n\n\n{added}"
    assert (repository.status(), repository.git("diff", "--cached")) == (theirs, staged)
    assert "project: repository\n" in repository.read(layout.STATE)
    head = repository.head()
    assert cli("init") == Result(0, "", "nothing to do: the tree is complete\n")
    assert (repository.head(), repository.status()) == (head, theirs)
    assert cli("checkpoint") == Result(0, "", "nothing to record: state, list, decisions and facts are as in the last commit\n")


def test_what_was_begun_passes_the_check(repository: Repository, cli: Cli) -> None:
    cli("init", "--lang", "zh", "--project", "店")
    result = cli("check")
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[-1] == "1 note"
    assert repository.status() == ""


@pytest.mark.parametrize(
    "options", [(), ("--lang", "zh", "--agents", "claude-code,cursor,gemini,copilot", "--pre-commit", "--ci", "github", "--ci", "gitlab")]
)
def test_all_of_it_is_taken_out_again(repository: Repository, cli: Cli, options: tuple[str, ...]) -> None:
    repository.write("AGENTS.md", "# Notes\r\n\r\nno line end")
    repository.write(".pre-commit-config.yaml", "repos:\n- repo: a\n  hooks: []\n")
    repository.commit("theirs")
    before = repository.snapshot()
    assert cli("init", *options).code == 0
    assert repository.status() == ""
    result = cli("init", "--remove")
    assert (result.code, result.err) == (0, "")
    assert (repository.snapshot(), repository.status()) == (before, "")
    assert repository.git("show", "-s", "--format=%s") == "agentstate init --remove\n"
    assert repository.git("diff", "HEAD~2", "--stat") == ""
    assert not (repository.path / ".agent").exists()
    assert cli("set", "goal", "a") == Result(2, "", "agentstate: error: no .agent/ here or above: run `agentstate init`\n")
    assert cli("init", "--remove") == Result(0, "", "nothing to remove\n")
    assert not (repository.path / ".agent").exists()


def test_what_was_written_to_since_stays(repository: Repository, cli: Cli) -> None:
    cli("init")
    cli("fact", "one line")
    result = cli("init", "--remove")
    assert (result.code, result.err) == (0, ".agent/FACTS.md is not as init writes it: left as it is\n")
    assert [path for path in repository.snapshot() if path.startswith(".agent/")] == [layout.FACTS]
    assert cli("fact", "another").code == 0


def test_files_with_changes_of_the_user_are_left_for_the_user(repository: Repository, cli: Cli) -> None:
    repository.write("AGENTS.md", "# Notes\n")
    repository.commit("theirs")
    repository.write("AGENTS.md", "# Notes\n\nmore\n")
    assert cli("init") == Result(0, created(*MADE) + "changed AGENTS.md\n", YOURS)
    assert repository.read("AGENTS.md") == f"# Notes\n\n{BLOCK}\nmore\n"
    assert repository.status() == " M AGENTS.md\n"
    assert "AGENTS.md" not in last_commit(repository)


def test_what_is_staged_stays_so_though_the_file_is_as_it_was(repository: Repository, cli: Cli) -> None:
    repository.write("AGENTS.md", "# Notes\n")
    repository.commit("theirs")
    repository.write("AGENTS.md", "# Notes\n\nstaged\n")
    repository.git("add", "AGENTS.md")
    repository.write("AGENTS.md", "# Notes\n")
    assert cli("init") == Result(0, created(*MADE) + "changed AGENTS.md\n", YOURS)
    assert repository.git("show", ":AGENTS.md") == "# Notes\n\nstaged\n"
    assert repository.status() == "MM AGENTS.md\n"


def test_a_file_that_git_does_not_know_is_left_to_the_user(repository: Repository, cli: Cli) -> None:
    repository.write("AGENTS.md", "# Notes\n")
    assert cli("init", "-q") == Result(0, created(*MADE) + "changed AGENTS.md\n", "")
    assert repository.status() == "?? AGENTS.md\n"


def test_a_file_that_git_ignores_is_in_no_commit(repository: Repository, cli: Cli) -> None:
    repository.write(".gitignore", "CLAUDE.md\nGEMINI.md\n")
    repository.write("AGENTS.md", "# Notes\n")
    repository.commit("theirs")
    repository.write("CLAUDE.md", "private\n")
    ignored = "".join(f"{path} is ignored by git: it is in no commit\n" for path in ("CLAUDE.md", "GEMINI.md"))
    result = cli("init", "--agents", "claude-code,gemini")
    assert result == Result(0, f"{created(*MADE)}changed AGENTS.md\nchanged CLAUDE.md\ncreated GEMINI.md\n", ignored)
    assert repository.status() == ""
    assert "CLAUDE.md" not in repository.git("ls-files")
    assert repository.read("CLAUDE.md") == f"{BLOCK}private\n"


def test_without_a_commit_all_is_left_to_the_user(repository: Repository, cli: Cli) -> None:
    head = repository.head()
    assert cli("init", "--no-commit", "--agents", "none") == Result(0, created(*MADE), "")
    assert (repository.head(), repository.status()) == (head, "".join(f"?? {path}\n" for path in sorted(MADE)))


def test_the_agents_in_use_are_found(repository: Repository, cli: Cli) -> None:
    repository.write(".claude/settings.json", "{}\n")
    repository.write(".cursor/rules/mine.mdc", "mine\n")
    repository.commit("theirs")
    cursor = ".cursor/rules/agentstate.mdc"
    assert cli("init").out == created(*MADE, "AGENTS.md", "CLAUDE.md", cursor)
    assert repository.read("CLAUDE.md") == "<!-- agentstate:begin -->\n@AGENTS.md\n<!-- agentstate:end -->\n"
    assert repository.read(cursor).startswith("---\n")


def test_a_link_between_instruction_files_is_one_file(repository: Repository, cli: Cli) -> None:
    repository.write("AGENTS.md", "# Notes\n")
    (repository.path / "CLAUDE.md").symlink_to("AGENTS.md")
    repository.commit("theirs")
    assert cli("init").out == created(*MADE) + "changed AGENTS.md\n"
    assert (repository.path / "CLAUDE.md").is_symlink()
    assert repository.read("AGENTS.md") == f"# Notes\n\n{BLOCK}"
    assert repository.status() == ""


def test_a_link_that_leads_out_is_not_followed(repository: Repository, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("private\n", encoding="utf-8")
    (repository.path / "AGENTS.md").symlink_to(tmp_path / "outside.md")
    refusal = 'agentstate: error: "AGENTS.md" leads out of the repository\nhint: put a regular file in its place\n'
    assert cli("init") == Result(2, "", refusal)
    assert (tmp_path / "outside.md").read_text(encoding="utf-8") == "private\n"
    assert not (repository.path / layout.PROTOCOL).exists()


@pytest.mark.parametrize("path", [layout.FACTS, layout.STATE])
def test_what_stands_in_the_place_of_a_file_is_refused(repository: Repository, cli: Cli, path: str) -> None:
    (repository.path / path).mkdir(parents=True)
    refusal = f'agentstate: error: "{path}" is a folder, not a regular file\nhint: put a regular file in its place\n'
    assert cli("init") == Result(2, "", refusal)
    assert not (repository.path / "AGENTS.md").exists()


def test_a_foreign_folder_is_completed(repository: Repository, cli: Cli) -> None:
    foreign = {layout.FACTS: "- mine\n", ".agent/notes.md": "theirs\n", layout.CONFIG: "limits: {facts_bytes: 8192}\n"}
    for path, text in foreign.items():
        repository.write(path, text)
    assert cli("init").out == created(*[path for path in MADE if path != layout.FACTS], "AGENTS.md")
    assert {path: repository.read(path) for path in foreign} == foreign
    assert repository.status() == "?? .agent/notes.md\n"


def test_the_tree_goes_to_the_top_or_where_it_is_asked_for(repository: Repository, cli: Cli) -> None:
    below = repository.write("packages/a/code.py", "pass\n").parent
    repository.commit("theirs")
    assert cli("init", at=below).out == created(*MADE, "AGENTS.md")
    assert (repository.path / layout.STATE).is_file()
    assert cli("init", "--here", at=below).out == created(*MADE, "AGENTS.md")
    added = "".join(f"A\tpackages/a/{path}\n" for path in sorted([*MADE, "AGENTS.md"]))
    assert last_commit(repository) == f"agentstate init\n\n\n{added}"
    assert "project: a\n" in repository.read(f"packages/a/{layout.STATE}")
    assert cli("init", at=below.parent) == Result(0, "", "nothing to do: the tree is complete\n")


def test_outside_a_repository_the_tree_is_written_where_one_stands(tmp_path: Path, cli: Cli) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "AGENTS.md").write_text("# Notes\n", encoding="utf-8")
    assert cli("init", at=folder) == Result(0, created(*MADE) + "changed AGENTS.md\n", "not committed: not a git repository\n")
    assert cli("init", "--no-commit", "--remove", at=folder).code == 0
    assert everything(tmp_path)["plain/AGENTS.md"] == b"# Notes\n"
    assert not (folder / ".agent").exists()


def test_a_merge_under_way_leaves_the_commit_to_the_user(repository: Repository, cli: Cli) -> None:
    repository.write(".git/MERGE_HEAD", repository.head())
    assert cli("init") == Result(0, created(*MADE, "AGENTS.md"), "not committed: a merge is under way\n")


def test_the_gate(repository: Repository, cli: Cli) -> None:
    config = "# ours\r\nrepos:\r\n- repo: a\r\n  hooks: []\r\n"
    repository.write(".pre-commit-config.yaml", config)
    repository.commit("theirs")
    assert cli("init").out == created(*MADE, "AGENTS.md")
    assert repository.read(".pre-commit-config.yaml") == config
    assert cli("init", "--pre-commit").out == "changed .pre-commit-config.yaml\n"
    assert repository.read(".pre-commit-config.yaml").startswith(f"{config}# agentstate:begin\r\n- repo: local\r\n")
    assert cli("init", "--pre-commit").err == "nothing to do: the tree is complete\n"
    repository.write(".pre-commit-config.yaml", "repos: [ ]\n")
    refusal = (
        "agentstate: error: .pre-commit-config.yaml: no list of repositories in block style\nhint: add it by hand, as docs/gates.md shows\n"
    )
    assert cli("init", "--pre-commit") == Result(2, "", refusal)


def test_a_gate_that_nobody_asked_for_is_no_hindrance(repository: Repository, cli: Cli) -> None:
    (repository.path / ".pre-commit-config.yaml").symlink_to("nowhere")
    refusal = 'agentstate: error: ".pre-commit-config.yaml" is a symbolic link, not a regular file\n'
    assert cli("init", "--pre-commit") == Result(2, "", f"{refusal}hint: put a regular file in its place\n")
    assert cli("init").code == 0
    assert repository.status() == "?? .pre-commit-config.yaml\n"


FROM_ELSEWHERE = f"agentstate-cli=={__version__} from the package index: change that line where the package comes from elsewhere\n"
WORKFLOW, PIPELINE = ".github/workflows/agentstate.yml", ".gitlab-ci.yml"


def test_jobs_are_put_up_and_taken_out_in_commits_of_their_own(repository: Repository, cli: Cli) -> None:
    repository.write(PIPELINE, "build:\n  script: [make]\n")
    repository.write(".github/workflows/other.yml", "on: push\n")
    cli("init")
    repository.commit("theirs")
    before = repository.snapshot()
    done = cli("init", "--ci", "github", "--ci", "gitlab", "--ci", "github")
    assert done == Result(0, f"created {WORKFLOW}\nchanged {PIPELINE}\n", f"{WORKFLOW}:16 and {PIPELINE}:15 install {FROM_ELSEWHERE}")
    assert last_commit(repository) == f"agentstate init\n\n\nA\t{WORKFLOW}\nM\t{PIPELINE}\n"
    assert cli("init", "--ci", "gitlab") == Result(0, "", "nothing to do: the tree is complete\n")
    assert cli("init", "--remove").code == 0
    left = {PIPELINE, ".github/workflows/other.yml", "README.md", "src/service.py"}
    assert repository.snapshot() == {path: data for path, data in before.items() if path in left}
    assert repository.status() == ""


def test_the_workflow_of_somebody_stays_and_nothing_is_half_written(repository: Repository, cli: Cli) -> None:
    repository.write(WORKFLOW, "on: push\n")
    repository.commit("theirs")
    before = everything(repository.path)
    refusal = f"agentstate: error: {WORKFLOW} is there, and not from us\nhint: add it by hand, as docs/gates.md shows\n"
    assert cli("init", "--ci", "gitlab", "--ci", "github") == Result(2, "", refusal)
    assert everything(repository.path) == before


def test_a_pipeline_with_changes_of_the_user_is_left_for_the_user(repository: Repository, cli: Cli) -> None:
    repository.write(PIPELINE, "build:\n  script: [make]\n")
    done = cli("init", "--ci", "gitlab")
    assert (done.code, done.err) == (0, YOURS.replace("AGENTS.md", PIPELINE) + f"{PIPELINE}:15 installs {FROM_ELSEWHERE}")
    assert repository.status() == f"?? {PIPELINE}\n"


def test_a_gate_stands_at_the_top_alone(repository: Repository, cli: Cli) -> None:
    below = repository.write("packages/a/code.py", "pass\n").parent
    repository.commit("theirs")
    message = f"the tree is in packages/a/, and {PIPELINE} counts at the top of the repository only"
    hint = "add it at the top by hand, as docs/gates.md shows: it checks every tree"
    assert cli("init", "--here", "--ci", "gitlab", at=below) == Result(2, "", f"agentstate: error: {message}\nhint: {hint}\n")
    assert not (below / ".agent").exists()


def test_a_dry_run_writes_nothing_at_all(repository: Repository, cli: Cli) -> None:
    repository.write("AGENTS.md", "# Notes\n")
    repository.commit("theirs")
    before = everything(repository.path)
    result = cli("init", "--ci", "github", "--dry-run")
    lines = result.out.splitlines()
    assert (result.code, result.err) == (0, f"{WORKFLOW}:16 installs {FROM_ELSEWHERE}")
    assert [line.split(" (")[0] for line in lines[:9]] == [*(f"create {path}" for path in MADE), "change AGENTS.md", f"create {WORKFLOW}"]
    assert lines[-1] == "commit agentstate init"
    assert everything(repository.path) == before


def test_json_lists_the_steps(repository: Repository, cli: Cli) -> None:
    data = json.loads(cli("init", "--format", "json").out)
    assert [(step["action"], step["path"]) for step in data["steps"]] == [("create", path) for path in [*MADE, "AGENTS.md"]]
    assert data["commit"] == {"subject": "agentstate init", "id": repository.head(), "reason": ""}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("init", "--agents", "claude,codex"),
            f'invalid value for "--agents": no agent is called "claude"; there are auto, none, {", ".join(AGENTS)}',
        ),
        (("init", "--lang", "fr"), 'invalid value for "--lang": "fr" is not one of "en", "zh"'),
    ],
)
def test_an_unknown_name_is_refused(cli: Cli, arguments: tuple[str, ...], message: str) -> None:
    assert cli(*arguments) == Result(2, "", f"agentstate: error: {message}\nhint: see `agentstate init --help`\n")


def test_a_complete_tree_gets_only_what_is_missing(repository: Repository, cli: Cli) -> None:
    plant(repository, files=TREE)
    assert cli("init") == Result(0, created(layout.ATTRIBUTES, layout.KEEP_FILE) + "changed AGENTS.md\n", "")
    assert repository.status() == ""


def test_where_the_package_of_a_job_comes_from_is_said_once(cli: Callable[..., Result], repository: Repository) -> None:
    places = ".github/workflows/agentstate.yml:16 and .gitlab-ci.yml:13"
    assert cli("init", "--ci", "github", "--ci", "gitlab").err == f"{places} install {FROM_ELSEWHERE}"
    for place in places.split(" and "):
        path, _, number = place.partition(":")
        assert "AGENTSTATE: agentstate-cli==" in repository.read(path).split("\n")[int(number) - 1]
    assert cli("init", "--ci", "github").err == "nothing to do: the tree is complete\n"


@pytest.mark.parametrize("program", ["pre-commit", "prek"])
def test_a_hook_that_would_find_nothing_is_to_be_taken_out(cli: Callable[..., Result], repository: Repository, program: str) -> None:
    hook = repository.path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n# File generated by {program}: https://example.org\n", encoding="utf-8")
    left = f"git still calls {program} before each commit: run `{program} uninstall`\n"
    assert cli("init", "--pre-commit").err == ""
    assert cli("init", "--remove").err == left
    assert not (repository.path / ".pre-commit-config.yaml").exists()
    for text, said in (("", left), ("repos: []\n", left), ("repos:\n- repo: local\n  hooks: []\n", "")):
        repository.write(".pre-commit-config.yaml", text)
        repository.commit("their own")
        cli("init", "--pre-commit")
        assert cli("init", "--remove").err == said
        assert repository.read(".pre-commit-config.yaml") == text
        assert repository.status() == ""
    cli("init", "--pre-commit")
    hook.write_text("#!/bin/sh\nexec agentstate check --staged\n", encoding="utf-8")
    assert cli("init", "--remove").err == ""
