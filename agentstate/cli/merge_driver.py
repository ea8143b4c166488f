"""`agentstate merge-driver`: what git calls for a file of the tree, once `init --merge-driver` told it to."""

from pathlib import Path

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.vocabulary.errors import AgentStateError


@verb(example="agentstate merge-driver %O %A %B %L %P")
@click.argument("base")
@click.argument("ours")
@click.argument("theirs")
@click.argument("size")
@click.argument("path")
def command(invocation: Invocation, base: str, ours: str, theirs: str, size: str, path: str) -> int:
    """Merge one file for git, which calls this by itself.

    `agentstate init --merge-driver` has git call it. OURS then holds the merged file; where a conflict is left, and after any
    failure, it holds marker lines, and the exit code is 1. Where OURS or THEIRS is missing, nothing is written, and it is 2.
    """
    from agentstate.workspace.driving import DriverCall, drive, fall_back

    call = DriverCall(Path.cwd(), base, ours, theirs, int(size) if size.isdecimal() and size.isascii() and len(size) < 4 else 7, path)
    try:
        merged = drive(call)
    except Exception as error:  # noqa: BLE001 - whatever it is, git must get a file with markers, never our side alone
        fall_back(call)
        reason = error.message if isinstance(error, AgentStateError) else f"{type(error).__name__}: {error}"
        invocation.output.error(f"{path} is merged by lines: {reason}")
        return 1
    for note in merged.notes:
        invocation.output.message(note)
    for conflict in merged.conflicts:
        invocation.output.error(_said(path, conflict.what, conflict.ours, conflict.theirs))
    return int(bool(merged.conflicts))


def _said(path: str, what: str, ours: str, theirs: str) -> str:
    return f"{path}: {what} is {ours} in ours, {theirs} in theirs" if ours or theirs else f"{path}: {what} cannot be merged"
