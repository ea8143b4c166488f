"""The journal, looked after by commands that have the time."""

from pathlib import Path

from agentstate.cli.invocation import Invocation


def tend(invocation: Invocation, root: Path, *, task_ended: bool = False) -> None:
    """The journal is within its bound, and with `task_ended` without what belonged to the old task; a message where it cannot be."""
    if invocation.dry_run:
        return
    from agentstate.workspace.tending import tend

    problem = tend(root, task_ended=task_ended)
    if problem:
        invocation.output.message(f"the journal was left as it is: {problem}")
