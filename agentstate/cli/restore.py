"""`agentstate restore`."""

import json
from collections.abc import Sequence
from datetime import datetime

import click

from agentstate.cli.clock import now
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT, verb
from agentstate.cli.run import carry_out
from agentstate.rules.wording import ago
from agentstate.verbs.checkpoint import Occasion
from agentstate.verbs.restore import Known, chosen, known_checkpoints, of_lane, restore
from agentstate.vocabulary.lanes import refuse_missing
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace, open_workspace


@verb(writes=True, formats=("text", "json"), lane=True, example="agentstate restore\nagentstate restore 20261129T193000Z-before-change")
@click.argument("identifier", type=TEXT, default="", metavar="[ID]")
@click.option(
    "--commit/--no-commit", "wants_commit", default=None, help="Fail without a commit, or make none; by default as config.yaml says."
)
def command(invocation: Invocation, identifier: str, wants_commit: bool | None) -> int:
    """List the checkpoints, newest first, or go back to one.

    ID is an id from the list or a beginning that only one has; those that are only in git are found, too, and those that hooks made
    before a compaction and at the end of a session, marked as automatic. The present state is kept in a checkpoint first. Open items
    that are missing come back; code, facts, decisions and ticked items stay as they are. Each lane has its own checkpoints; one that was
    concluded comes back with one of its.
    """
    workspace = open_workspace(invocation.start, invocation.lane, may_be_new=True)
    recorded, missing = workspace.recorded_snapshots()
    if missing:
        invocation.output.message(f"checkpoints that are only in git may be missing: {missing}")
    tree = workspace.tree(snapshots=True)
    known = known_checkpoints(tree, recorded, workspace.automatic_snapshots())
    own = of_lane(known, tree.lane)
    if not own:
        refuse_missing(tree.lane, tree.lanes)
    if not identifier:
        return _list(invocation, own)
    snapshot = chosen(identifier, known, workspace.recorded_text, tree.lane)
    occasion = Occasion("restore", now(), wants_commit=wants_commit)

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(snapshots=True)
        return restore(tree, workspace.git_facts(tree, status=True, committed=True), snapshot, occasion)

    return carry_out(invocation, workspace, build)


def _list(invocation: Invocation, known: Sequence[Known]) -> int:
    if invocation.format == "json":
        fields = ("id", "reason", "message", "created", "commit", "automatic")
        records = [{field: getattr(one, field) for field in fields} for one in known]
        invocation.output.data(json.dumps(records, ensure_ascii=False, indent=2))
    elif known:
        invocation.output.result("\n".join(_line(one, now()) for one in known))
    else:
        invocation.output.message("no checkpoints yet: make one with `agentstate checkpoint`")
    return 0


def _line(one: Known, moment: datetime) -> str:
    where = "automatic" if one.automatic else one.commit[:10] or "not committed"
    return f"{one.id}  {one.reason}  {_age(one.created, moment)}  {where}  {one.message}".rstrip()


def _age(created: str, moment: datetime) -> str:
    return ago((moment - datetime.fromisoformat(created)).total_seconds() if created else 0)
