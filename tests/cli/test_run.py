"""What a writing verb prints and returns; how it writes is tested where a tree is written."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import pytest

from agentstate.cli import run
from agentstate.cli.invocation import Invocation
from agentstate.vocabulary.plan import Commit, Plan, Write
from tests.support.command import Result, run_here

if TYPE_CHECKING:
    from agentstate.workspace import Workspace

PLAN = Plan((Write("a", b"1\n", None),), Commit("subject"), result="id-1", messages=("first", "second"))


@dataclass(frozen=True)
class Outcome:
    committed: str = "4b1d"
    reason: str = ""
    failed: bool = False


@dataclass
class Recorder:
    """A workspace that writes down what is asked of it."""

    outcome: Outcome = field(default_factory=Outcome)
    asked: list[str] = field(default_factory=list)

    @contextmanager
    def locked(self) -> Iterator[None]:
        self.asked.append("lock")
        yield
        self.asked.append("unlock")

    def apply(self, plan: Plan) -> Outcome:
        self.asked.append(f"apply {len(plan.steps)}")
        return self.outcome


@pytest.fixture
def trial(install: Callable[..., None]) -> Callable[..., Result]:
    """Runs `agentstate trial ARGUMENTS`, a verb whose plan is `plan`, on `workspace`."""

    def call(plan: Plan, workspace: Any, *arguments: str) -> Result:  # noqa: ANN401 - stands in for a Workspace
        def build(opened: Recorder) -> Plan:
            opened.asked.append("build")
            return plan

        def command(invocation: Invocation) -> int:
            return run.carry_out(invocation, workspace, cast("Callable[[Workspace], Plan]", build))

        install(command)
        return run_here("trial", *arguments)

    return call


def test_a_plan_is_made_and_applied_under_the_lock(trial: Callable[..., Result]) -> None:
    workspace = Recorder()
    assert trial(PLAN, workspace) == Result(0, "id-1\n", "first\nsecond\n")
    assert workspace.asked == ["lock", "build", "apply 1", "unlock"]


def test_a_dry_run_prints_the_plan_and_takes_no_lock(trial: Callable[..., Result]) -> None:
    workspace = Recorder()
    assert trial(PLAN, workspace, "--dry-run") == Result(0, "create a (2 bytes)\ncommit subject\n", "first\nsecond\n")
    assert workspace.asked == ["build"]


def test_quiet_leaves_the_result(trial: Callable[..., Result]) -> None:
    assert trial(PLAN, Recorder(), "--quiet") == Result(0, "id-1\n", "")


def test_findings_are_exit_code_1(trial: Callable[..., Result]) -> None:
    assert trial(Plan(result="full", findings=True), Recorder()) == Result(1, "full\n", "")


@pytest.mark.parametrize(("required", "failed"), [(False, False), (True, False), (False, True)])
def test_a_commit_that_could_not_be_made_is_said_and_fails_only_where_it_was_required_or_git_failed(
    trial: Callable[..., Result], required: bool, failed: bool
) -> None:
    plan = Plan(commit=Commit("subject", required=required), result="id-1")
    workspace = Recorder(Outcome("", "not a git repository", failed))
    fails = required or failed
    kept = "; what was written is kept, and the next commit takes it along" if failed else ""
    line = f"{'agentstate: error: ' if fails else ''}not committed: not a git repository{kept}\n"
    assert trial(plan, workspace) == Result(int(fails), "id-1\n", line)


def test_json_is_one_shape_whether_written_or_not(trial: Callable[..., Result]) -> None:
    done = trial(PLAN, Recorder(Outcome("", "a merge is under way")), "--format", "json", "-q")
    planned = trial(PLAN, Recorder(), "--format", "json", "-q", "--dry-run")
    step = {"action": "create", "path": "a", "bytes_before": None, "bytes_after": 2, "diff": ""}
    common = {"version": 1, "result": "id-1", "messages": ["first", "second"], "steps": [step]}
    commits = [{"subject": "subject", "id": "", "reason": reason} for reason in ("a merge is under way", "")]
    assert (done.code, done.err, planned.code, planned.err) == (0, "", 0, "")
    assert json.loads(done.out) == {**common, "dry_run": False, "commit": commits[0]}
    assert json.loads(planned.out) == {**common, "dry_run": True, "commit": commits[1]}
