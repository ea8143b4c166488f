"""`agentstate task`."""

import click

from agentstate.cli.clock import now
from agentstate.cli.invocation import Invocation
from agentstate.cli.journals import tend
from agentstate.cli.options import NOTE, verb
from agentstate.cli.run import carry_out
from agentstate.verbs.checkpoint import Occasion
from agentstate.verbs.task import NewTask, task
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace, open_workspace


@verb(
    writes=True,
    formats=("text", "json"),
    lane=True,
    example='agentstate task "Add rate limiting" --goal "no client can starve the others" --conclude "cache shipped, p95 below 50 ms"',
)
@click.argument("title", type=NOTE)
@click.option("--goal", type=NOTE, default="", metavar="TEXT", help="What the new task is for.")
@click.option("--next", "next_action", type=NOTE, default="", metavar="TEXT", help="The first thing to do.")
@click.option("--conclude", "conclusion", type=NOTE, default="", metavar="TEXT", help="What came of the old task; it becomes a decision.")
@click.option(
    "--keep", multiple=True, type=click.Choice(["constraints", "do_not"]), help="Carry these over from the old task. May be repeated."
)
@click.option(
    "--commit/--no-commit", "wants_commit", default=None, help="Fail without a commit, or make none; by default as config.yaml says."
)
def command(
    invocation: Invocation, title: str, goal: str, next_action: str, conclusion: str, keep: tuple[str, ...], wants_commit: bool | None
) -> int:
    """Start a new task, and leave the old one where it can be found.

    The old state is kept in a checkpoint, whose id is printed. What was next becomes an item of TODO.md; project and verified facts
    stay. Rules that hooks heard from you end with the old task, unless other lanes are at work. With --lane and a name that is new, the
    task opens that lane and STATE.yaml stays as it is.
    """
    new = NewTask(title=title, goal=goal, next_action=next_action, conclusion=conclusion, keep=keep)
    occasion = Occasion("switch", now(), title, wants_commit)

    workspace, ended = open_workspace(invocation.start, invocation.lane, may_be_new=True), list[bool]()

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(archives=1, snapshots=True, lanes=True)
        plan = task(tree, workspace.git_facts(tree, status=True, committed=True), new, occasion)
        ended.append(bool(plan.steps) and not (tree.lane or tree.lanes))
        return plan

    code = carry_out(invocation, workspace, build)
    tend(invocation, workspace.root, task_ended=any(ended))
    return code
