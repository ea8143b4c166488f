"""The action, the jobs that `init --ci` writes and the recipes: valid for their services, and their shell does what they say."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import agentstate
from agentstate import yaml
from agentstate.rules.example import VALID
from agentstate.verbs.gates import CI
from agentstate.vocabulary.layout import STATE
from tests.support.command import Result
from tests.support.recipes import PAGE, recipe
from tests.support.repository import Repository
from tests.support.runner import GITHUB, TOP, Runner, filled, items, load, mapping, results, scripts, words

ACTION = load("action.yml")
STEPS = scripts(mapping(ACTION["runs"])["steps"])
WORKFLOW = mapping(mapping(load("templates/ci/github.yaml")["jobs"])["agentstate"])
JOB = mapping(load("templates/ci/gitlab.yaml")["agentstate"])
SCRIPTS = {
    **{f"action.yml: {step['name']}": ("bash", str(step["run"])) for step in STEPS},
    **{f"github.yaml: {step['name']}": ("bash", str(step["run"])) for step in scripts(WORKFLOW["steps"])},
    "gitlab.yaml": ("sh", "\n".join(str(part) for part in items(JOB["script"]))),
    "the hook of git": ("sh", recipe("git alone", 0)),
    **{path: (shell, (TOP / path).read_text(encoding="utf-8")) for path, shell in {".ci/run": "bash", ".ci/setup": "sh"}.items()},
}
BASE = "origin/main"


@pytest.fixture
def tree(repository: Repository) -> Repository:
    """The example repository with a valid tree, and a branch of its origin."""
    for path, text in VALID.items():
        repository.write(path, text)
    repository.commit("a tree")
    repository.git("update-ref", f"refs/remotes/{BASE}", "HEAD")
    return repository


@pytest.fixture
def runner(tree: Repository, tmp_path: Path) -> Runner:
    return Runner(tree.path, tmp_path / "runner")


def break_state(repository: Repository) -> None:
    repository.write(STATE, "project: example\n")
    repository.commit("broken")


def act(runner: Runner, **inputs: str) -> Result:
    """How the last step of the action ends, after the others have passed."""
    runner.variables = {"GITHUB_ACTION_PATH": "/the/action", **runner.variables, "GITHUB_ACTIONS": "true"}
    given = {name: str(mapping(value)["default"]) for name, value in mapping(ACTION["inputs"]).items()}
    given |= {name.replace("_", "-"): value for name, value in inputs.items()}
    for step in STEPS[:-1]:
        assert runner.run(str(step["run"]), filled(step["env"], given), GITHUB) == Result(0, "", "")
    return runner.run(str(STEPS[-1]["run"]), filled(STEPS[-1]["env"], given), GITHUB)


CHECK = "agentstate check --format sarif --output TEMP/agentstate.sarif"
OK = Result(0, "ok: 6 files, 1 tree\n", "")


def test_the_action_installs_itself_and_passes_a_valid_tree(runner: Runner) -> None:
    assert act(runner) == OK
    installed = "python -m pip install --quiet --disable-pip-version-check /the/action"
    assert runner.log == ["python3 -m venv TEMP/agentstate", installed, CHECK]
    assert runner.output.read_text(encoding="utf-8") == f"sarif={runner.folder}/agentstate.sarif\n"
    assert results(runner.folder / "agentstate.sarif") == []


def test_the_action_marks_what_is_broken_and_fails(runner: Runner, tree: Repository) -> None:
    break_state(tree)
    done = act(runner, version="agentstate-cli==9.9")
    assert done.code == 1
    assert done.out.startswith(f"::error file={STATE},line=1,")
    assert runner.log[1].endswith(" agentstate-cli==9.9")
    assert len(results(runner.folder / "agentstate.sarif")) == done.out.count("::error ")
    assert runner.output.read_text(encoding="utf-8") == f"sarif={runner.folder}/agentstate.sarif\n"


def test_the_action_says_how_to_fetch_the_whole_history(runner: Runner, tree: Repository, tmp_path: Path) -> None:
    tree.write("src/service.py", "def answer() -> int:\n    return 43\n")
    tree.commit("code")
    tree.git("clone", "--quiet", "--depth=1", f"file://{tree.path}", str(tmp_path / "shallow"))
    runner.work = tmp_path / "shallow"
    done = act(runner, strict="true")
    assert done.code == 1
    warning, unseen, note, _ = done.out.splitlines()
    problem = "The checkout is shallow, so nobody can tell whether the state is fresh. Fetch the whole history:"
    assert warning == f"::warning title=agentstate::{problem}%0A- uses: actions/checkout@v5%0A  with:%0A    fetch-depth: 0"
    assert unseen.startswith("::notice file=.agent/DECISIONS.md,line=1,")
    assert note.startswith(f"::notice file={STATE},line=1,")
    assert runner.log[2:] == [f"{CHECK} --strict"]


@pytest.mark.parametrize(
    ("base", "target", "used"),
    [("", "main", " --base origin/main"), ("HEAD~1", "main", " --base HEAD~1")],
)
def test_the_action_compares_a_pull_request_with_its_target(runner: Runner, base: str, target: str, used: str) -> None:
    runner.variables["GITHUB_BASE_REF"] = target
    assert act(runner, base=base) == OK
    assert runner.log[2:] == [CHECK + used]


MISSING = "::warning title=agentstate::origin/next is not in this checkout: it is fetched now\n"


def test_the_action_fetches_a_target_that_is_not_there(runner: Runner, tree: Repository, tmp_path: Path) -> None:
    tree.git("branch", "next", "HEAD~1")
    tree.git("clone", "--quiet", "--single-branch", f"file://{tree.path}", str(tmp_path / "single"))
    runner.work = tmp_path / "single"
    runner.variables["GITHUB_BASE_REF"] = "next"
    assert act(runner) == Result(0, MISSING + OK.out, "")
    assert runner.log[2:] == [f"{CHECK} --base origin/next"]


def test_the_action_fails_where_the_target_cannot_be_had(runner: Runner) -> None:
    runner.variables["GITHUB_BASE_REF"] = "next"
    done = act(runner)
    problem = "origin/next cannot be fetched: check out with fetch-depth 0, or name the input base"
    assert (done.code, done.out) == (2, f"{MISSING}::error title=agentstate::{problem}\n")
    assert done.err.startswith("fatal: 'origin' does not appear to be a git repository\n")
    assert not any(line.startswith("agentstate") for line in runner.log)


@pytest.mark.parametrize("given", ["--output", "--output=x", "--format", "--format=json"])
def test_the_action_refuses_arguments_that_are_its_own(runner: Runner, given: str) -> None:
    problem = f"args must not hold {given}: the action itself says where the report goes"
    assert act(runner, args=f"--strict {given} x") == Result(2, f"::error title=agentstate::{problem}\n", "")


UNREADABLE = "git cannot read this checkout, so nothing was checked; what git said is above"
COULD_NOT = "agentstate: error: git cannot answer in this repository: "


def test_every_job_fails_where_git_does_not_read_the_checkout(runner: Runner, tree: Repository) -> None:
    (tree.path / ".git/config").write_text("[core\n", encoding="utf-8")
    said = "bad config line 1 in file .git/config\n"
    assert act(runner) == Result(2, f"::error title=agentstate::{UNREADABLE}\n", f"fatal: {said}")
    for done in (workflow(runner), gitlab(runner, "sh", "-e")):
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(COULD_NOT + said)


def test_the_action_says_that_the_check_could_not_run(runner: Runner, tree: Repository) -> None:
    (tree.path / ".git/index").write_bytes(b"nonsense")
    done = act(runner)
    assert (done.code, done.out) == (2, "::error title=agentstate::the check could not run; the lines above say why\n")
    assert done.err.startswith(COULD_NOT)


def test_the_action_takes_arguments_as_words_and_runs_nothing_in_them(runner: Runner, tree: Repository) -> None:
    done = act(runner, args="--ignore AS2\n  --select=AS$(touch$IFS/x),`touch`;touch *\n", base="$(touch broken)")
    assert done.code == 2
    given = " --ignore AS2 --select=AS$(touch$IFS/x),`touch`;touch * --base $(touch broken)"
    assert runner.log[2:] == [CHECK + given]
    assert runner.output.read_text(encoding="utf-8") == ""
    assert tree.status() == ""


def workflow(runner: Runner) -> Result:
    """How the last step of the generated workflow ends, after the others have passed."""
    install, check = scripts(WORKFLOW["steps"])
    runner.variables |= {"GITHUB_ACTIONS": "true"}
    assert runner.run(str(install["run"]), words(WORKFLOW["env"]), ("bash", "-e")) == Result(0, "", "")
    return runner.run(str(check["run"]), words(WORKFLOW["env"]), ("bash", "-e"))


PINNED = f"pip install --quiet --disable-pip-version-check agentstate-cli=={agentstate.__version__}"


def test_the_workflow_passes_and_fails(runner: Runner, tree: Repository) -> None:
    assert workflow(runner) == OK
    assert runner.log == ["python3 -m venv TEMP/agentstate", PINNED, "agentstate check"]
    break_state(tree)
    runner.variables["GITHUB_BASE_REF"] = "main"
    done = workflow(runner)
    assert (done.code, done.out.startswith(f"::error file={STATE},line=1,")) == (1, True)
    assert runner.log[-1] == "agentstate check --base origin/main"


def gitlab(runner: Runner, *shell: str, **variables: str) -> Result:
    variables = {**words(JOB["variables"]), "GITLAB_CI": "true", **variables}
    return runner.run("\n".join(str(part) for part in items(JOB["script"])), variables, shell)


REPORTS = words(mapping(mapping(JOB["artifacts"])["reports"]))


def test_the_job_passes_and_leaves_its_reports(runner: Runner) -> None:
    done = gitlab(runner, "sh", "-e")
    assert done == OK
    assert [line.split(" TEMP")[0] for line in runner.log[:1]] == ["python3 -m venv"]
    assert runner.log[1:] == [
        PINNED,
        f"agentstate check --format junit --output {REPORTS['junit']}",
        f"agentstate check --format gitlab --output {REPORTS['codequality']}",
    ]
    assert json.loads((runner.work / REPORTS["codequality"]).read_text(encoding="utf-8")) == []
    assert (runner.work / REPORTS["junit"]).read_text(encoding="utf-8").startswith("<?xml")


def test_the_job_fails_with_its_reports_and_compares_with_the_base_of_the_merge_request(runner: Runner, tree: Repository) -> None:
    base = tree.head()
    break_state(tree)
    runner.variables["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = base
    done = gitlab(runner, "bash", "-eo", "pipefail")
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith(f"{STATE}:1:1: ")
    assert [line.partition(" --base ")[2].partition(" ")[0] for line in runner.log[2:]] == [base] * 2
    assert json.loads((runner.work / REPORTS["codequality"]).read_text(encoding="utf-8"))[0]["location"]["path"] == STATE
    assert "<failure" in (runner.work / REPORTS["junit"]).read_text(encoding="utf-8")


@pytest.mark.network
@pytest.mark.parametrize("service", ["github", "gitlab"])
def test_what_pip_really_installs_passes_a_valid_tree(tree: Repository, tmp_path: Path, service: str) -> None:
    alone = {"PYTHONPATH": "", "GITHUB_ACTION_PATH": str(TOP)}
    runner = Runner(tree.path, tmp_path / "runner", alone, programs={})
    assert (act(runner) if service == "github" else gitlab(runner, "sh", "-e", AGENTSTATE=str(TOP))) == OK


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_shell_is_sound(name: str) -> None:
    shell, script = SCRIPTS[name]
    beside = Path(sys.executable).parent
    program = shutil.which("shellcheck", path=str(beside)) or "shellcheck"
    done = subprocess.run([program, f"--shell={shell}", "-"], input=script, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_no_expression_gets_into_a_shell() -> None:
    assert [name for name, (_, script) in SCRIPTS.items() if "${{" in script] == []


PAGES: Mapping[str, list[str]] = {
    "vendor.github-actions": [(TOP / "action.yml").read_text(encoding="utf-8")],
    "vendor.github-workflows": [
        (TOP / ".github/workflows/ci.yml").read_text(encoding="utf-8"),
        (TOP / "templates/ci/github.yaml").read_text(encoding="utf-8"),
        recipe("GitHub Actions", 0),
    ],
    "vendor.gitlab-ci": [(TOP / "templates/ci/gitlab.yaml").read_text(encoding="utf-8")],
}


@pytest.mark.parametrize("schema", PAGES)
def test_the_services_would_read_them(schema: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.yml" for number in range(len(PAGES[schema]))]
    for path, text in zip(paths, PAGES[schema], strict=True):
        path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (0, "ok -- validation done\n")


@pytest.mark.parametrize(("heading", "number", "gate"), [("GitHub Actions", 1, "github"), ("GitLab CI", 0, "gitlab")])
def test_the_page_shows_what_init_writes(heading: str, number: int, gate: str) -> None:
    written = (TOP / "templates" / CI[gate].template).read_text(encoding="utf-8")
    assert recipe(heading, number) == "".join(line for line in written.splitlines(keepends=True) if not line.startswith("#"))


def test_the_page_lists_the_inputs_of_the_action_and_uses_no_other() -> None:
    inputs = list(mapping(ACTION["inputs"]))
    table = PAGE.read_text(encoding="utf-8").partition("| input |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE) == inputs
    job = mapping(mapping(mapping(yaml.parse(recipe("GitHub Actions", 0)).data)["jobs"])["agentstate"])
    used = mapping(items(job["steps"])[-1])
    assert set(mapping(used["with"])) <= set(inputs)
