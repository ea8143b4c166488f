"""`agentstate checkpoint`."""

import click

from agentstate.cli import checkpointing
from agentstate.cli.checkpointing import REASONS
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import NOTE, verb


@verb(
    writes=True, formats=("text", "json"), lane=True, example='agentstate checkpoint "cache decorator passes its tests" --reason step-done'
)
@click.argument("message", type=NOTE, default="")
@click.option("--reason", type=click.Choice(REASONS), default="manual", show_default=True, help="Why it is made.")
@click.option(
    "--commit/--no-commit", "wants_commit", default=None, help="Fail without a commit, or make none; by default as config.yaml says."
)
def command(invocation: Invocation, message: str, reason: str, wants_commit: bool | None) -> int:
    """Keep a snapshot of the state and commit the tree's own files.

    Prints the checkpoint's id. The commit holds nothing else: what is staged stays staged, what is not stays so. Where no commit can
    be made the snapshot is kept and the reason is said; it is a failure where a setting of the repository stands in the way (a filter
    for the tree's own files, a signature that cannot be made). Where hooks keep a journal, the snapshot names the files that were changed
    since the last checkpoint and the last commands.
    """
    return checkpointing.make(invocation, message, reason, wants_commit=wants_commit)
