"""How every verb that writes runs: lock, plan, apply, say what came of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from agentstate.cli import show
from agentstate.cli.invocation import Invocation
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan

if TYPE_CHECKING:
    from agentstate.workspace import Outcome, Workspace


def write(invocation: Invocation, build: Callable[["Workspace"], Plan]) -> int:
    """Applies the plan that `build` makes for the nearest tree above the start folder, and prints what came of it.

    Returns the exit code: 1 where the plan has findings, or a commit that was required could not be made, or one could not though git
    should have made it. With --dry-run the plan is printed and nothing, not even the lock, is written.
    """
    from agentstate.workspace import open_workspace

    return carry_out(invocation, open_workspace(invocation.start, invocation.lane), build)


def carry_out(invocation: Invocation, workspace: "Workspace", build: Callable[["Workspace"], Plan]) -> int:
    """As `write`, on a workspace that is already open."""
    if invocation.dry_run:
        return report(invocation, build(workspace))
    with workspace.locked():
        plan = build(workspace)
        outcome = workspace.apply(plan)
    try:
        return report(invocation, plan, outcome)
    except AgentStateError as error:
        raise AgentStateError(f"{error.message}; the change was made", "do not run it again", error.exit_code) from error


def report(invocation: Invocation, plan: Plan, outcome: "Outcome | None" = None) -> int:
    """Prints a plan that was applied with this outcome, or, with --dry-run, the plan itself; returns the exit code."""
    committed, reason, failed = (outcome.committed, outcome.reason, outcome.failed) if outcome else ("", "", False)
    if invocation.format == "json":
        invocation.output.data(show.data(plan, dry_run=invocation.dry_run, committed=committed, reason=reason))
    else:
        invocation.output.result(show.text(plan) if invocation.dry_run else plan.result)
    for message in plan.messages:
        invocation.output.message(message)
    return int(_not_committed(invocation, plan, reason, failed=failed) or plan.findings)


def _not_committed(invocation: Invocation, plan: Plan, reason: str, *, failed: bool) -> bool:
    """Says why there is no commit, and whether that is a failure: where it was required, or git failed. What was written stays."""
    if plan.commit and reason and (plan.commit.required or failed):
        kept = "; what was written is kept, and the next commit takes it along" if failed else ""
        invocation.output.error(f"not committed: {reason}{kept}")
        return True
    if plan.commit and reason:
        invocation.output.message(f"not committed: {reason}")
    return False
