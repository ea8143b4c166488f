"""`agentstate resolve`."""

from typing import Literal

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.cli.run import report
from agentstate.verbs.resolve import resolve
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace import open_workspace
from agentstate.workspace.merging import merge_under_way


@verb(writes=True, formats=("text", "json"), example="git merge topic || agentstate resolve\nagentstate resolve --theirs")
@click.option("--ours", is_flag=True, help="Where both sides changed one value, take that of the side git calls ours.")
@click.option("--theirs", is_flag=True, help="The same with the other side.")
def command(invocation: Invocation, *, ours: bool, theirs: bool) -> int:
    """Merge the files of the tree that git could not.

    In a merge, rebase, cherry-pick, revert or stash pop: entries, facts, items and lists are merged as sets, a field that one side
    changed is taken from there, and what is merged is staged. A field that both changed to different values is named with both, and
    its file stays unmerged. Nothing else is touched; finish the merge as usual. Docs: merging.md.
    """
    if ours and theirs:
        raise click.UsageError("--ours and --theirs exclude each other")
    side: Literal["", "ours", "theirs"] = "ours" if ours else "theirs" if theirs else ""
    workspace = open_workspace(invocation.start)
    if invocation.dry_run:
        return report(invocation, resolve(merge_under_way(workspace.root, workspace.repository).conflicts(), side).plan)
    with workspace.locked():
        merge = merge_under_way(workspace.root, workspace.repository)
        resolution = resolve(merge.conflicts(), side)
        workspace.apply(resolution.plan)
        try:
            merge.put(resolution.staged)
        except AgentStateError as error:
            raise AgentStateError(f"{error.message}; the files are merged and not staged", "run the command again") from error
    return report(invocation, resolution.plan)
