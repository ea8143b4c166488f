"""The hooks as pre-commit, prek and git run them: the files we ship and the recipes we print, in real repositories, on real commits."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentstate import resources, yaml
from agentstate.rules.example import VALID
from agentstate.vocabulary.layout import CONFIG, STATE
from tests.support.command import process_environment
from tests.support.recipes import recipe
from tests.support.repository import Repository
from tests.support.surroundings import isolate

TOP = Path(__file__).parent.parent
TOOLS = {"pre-commit": "pre_commit", "prek": "prek"}
SHIPPED = (TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
BROKEN = "project: example\n"


@pytest.fixture(autouse=True)
def command(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command on PATH, the one that is under test; and one store for all hooks of this run."""
    folder = tmp_path_factory.getbasetemp() / "command"
    program = folder / "bin/agentstate"
    if not program.exists():
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m agentstate "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    for name, value in process_environment(PATH=f"{program.parent}:{os.environ['PATH']}").items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PRE_COMMIT_HOME", str(folder / "pre-commit"))
    monkeypatch.setenv("PREK_HOME", str(folder / "prek"))


@pytest.fixture(scope="module", params=TOOLS)
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A repository with a tree that may be one code change behind, and the hooks of this project as docs/gates.md adds them.

    Of the hooks only `language` is another one, so that a test installs nothing; .ci/run installs them as users do.
    """
    folder = tmp_path_factory.mktemp(request.param)
    with pytest.MonkeyPatch.context() as monkeypatch:
        isolate(monkeypatch, tmp_path_factory.mktemp("home"))
        hooks = Repository.create(folder / "hooks")
        hooks.write(".pre-commit-hooks.yaml", SHIPPED.replace("language: python", "language: system"))
        revision = hooks.commit()
        repository = Repository.create(folder / "repository")
        for path, text in {**VALID, CONFIG: "freshness: {max_commits: 1}\n"}.items():
            repository.write(path, text)
        config = recipe("pre-commit and prek", 1).replace("REPOSITORY", str(hooks.path)).replace("REVISION", revision)
        repository.write(".pre-commit-config.yaml", config)
        repository.commit("a tree and the hooks")
        tool = [sys.executable, "-m", TOOLS[request.param]]
        subprocess.run([*tool, "install"], cwd=repository.path, check=True, capture_output=True)
        yield repository.path


@pytest.fixture
def hooked(installed: Path, tmp_path: Path) -> Repository:
    return Repository(shutil.copytree(installed, tmp_path / "hooked", symlinks=True), minutes=10)


def commits(repository: Repository, *arguments: str) -> tuple[bool, dict[str, str], str]:
    """Whether `git commit` with these arguments made a commit, how each hook ended, and all that was said."""
    before = repository.head()
    done = subprocess.run(
        ["git", "commit", "--message", "change", *arguments], cwd=repository.path, capture_output=True, encoding="utf-8", check=False
    )
    made = repository.head() != before
    assert made == (done.returncode == 0)
    return made, dict(re.findall(r"^agentstate (\w+)\.+(\w+)$", done.stderr, re.MULTILINE)), done.stderr


def ended(check: str, freshness: str) -> dict[str, str]:
    return {"check": check, "freshness": freshness}


def code(repository: Repository, answer: int) -> None:
    repository.write("src/service.py", f"def answer() -> int:\n    return {answer}\n")
    repository.git("add", "src")


def test_a_commit_that_breaks_the_tree_is_refused_by_the_check(hooked: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    hooked.write(STATE, BROKEN)
    hooked.git("add", STATE)
    made, hooks, said = commits(hooked)
    assert (made, hooks) == (False, ended("Failed", "Passed"))
    assert f"{STATE}:1:1" in said
    monkeypatch.setenv("SKIP", "agentstate-check")
    assert commits(hooked)[:2] == (True, ended("Skipped", "Passed"))


def test_a_commit_that_leaves_the_state_behind_is_refused_for_its_freshness(hooked: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    code(hooked, 43)
    hooked.git("commit", "--quiet", "--no-verify", "--message", "code")
    hooked.git("rm", "--quiet", "src/service.py")
    made, hooks, said = commits(hooked)
    assert (made, hooks) == (False, ended("Passed", "Failed"))
    assert "2 code changes since the state was last written, at most 1 are allowed" in said
    monkeypatch.setenv("SKIP", "agentstate-freshness")
    assert commits(hooked)[:2] == (True, ended("Passed", "Skipped"))


def test_what_the_commit_holds_is_judged_whatever_else_is_on_the_disk(hooked: Repository) -> None:
    code(hooked, 43)
    hooked.write(STATE, BROKEN)
    assert commits(hooked, "--all")[:2] == (False, ended("Failed", "Passed"))
    assert commits(hooked, "--", "src")[:2] == (True, ended("Passed", "Passed"))
    assert hooked.status() == f" M {STATE}\n"
    assert hooked.read(STATE) == BROKEN


@pytest.fixture(params=["pre-commit", "prek", "git"])
def by_hand(request: pytest.FixtureRequest, repository: Repository) -> Repository:
    """The example repository with a tree, and the recipe of docs/gates.md for those who have the command on PATH."""
    for path, text in VALID.items():
        repository.write(path, text)
    if request.param == "git":
        program = repository.write(".git/hooks/pre-commit", recipe("git alone", 0))
        program.chmod(0o755)
    else:
        repository.write(".pre-commit-config.yaml", recipe("pre-commit and prek", 0))
    repository.commit("a tree")
    if request.param != "git":
        subprocess.run([sys.executable, "-m", TOOLS[request.param], "install"], cwd=repository.path, check=True, capture_output=True)
    return repository


def test_a_recipe_for_the_command_on_path_refuses_and_lets_pass(by_hand: Repository) -> None:
    code(by_hand, 43)
    by_hand.write(STATE, BROKEN)
    made, _, said = commits(by_hand, "--all")
    assert not made
    assert f"{STATE}:1:1" in said
    by_hand.write(STATE, VALID[STATE])
    assert commits(by_hand)[0]


def kept(hooks: yaml.Value) -> list[dict[str, yaml.Value]]:
    """What a hook is, but for how it is installed and described."""
    assert isinstance(hooks, list)
    left_out = {"description", "language", "require_serial"}
    return [{key: value for key, value in hook.items() if key not in left_out} for hook in hooks if isinstance(hook, dict)]


def test_init_writes_the_hooks_that_are_shipped_and_the_recipe_shows_them() -> None:
    written = resources.read_text("templates", "shared/pre-commit.yaml")
    assert recipe("pre-commit and prek", 0) == "".join(line for line in written.splitlines(keepends=True) if "agentstate:" not in line)
    data = yaml.parse(written).data
    assert isinstance(data, dict)
    assert isinstance(data["repos"], list)
    assert isinstance(data["repos"][0], dict)
    assert kept(data["repos"][0]["hooks"]) == kept(yaml.parse(SHIPPED).data)
