"""`agentstate lane list|close`."""

import click

from agentstate.cli.clock import now
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import NOTE, LaneName, help_option, verb, with_example
from agentstate.cli.run import carry_out
from agentstate.verbs.checkpoint import Occasion
from agentstate.verbs.closing import close
from agentstate.verbs.lanes import as_json, as_text, lanes, remarks
from agentstate.vocabulary.plan import Plan
from agentstate.workspace import Workspace, open_workspace

_BOTH = ("text", "json")
_EXAMPLE = """\
agentstate task --lane api "Write the client"
agentstate lane
agentstate lane close api --conclude "client shipped\""""


def _listed_if_alone(context: click.Context) -> int:
    """The list, where no verb of the group was named."""
    if context.invoked_subcommand:
        return 0
    with show.make_context("list", [], parent=context) as listing:
        return int(show.invoke(listing))


command = click.Group(
    help=with_example(
        "Show and conclude lanes, the tasks beside the one in STATE.yaml. Each has a state of its own; facts, decisions and TODO.md are "
        "shared. `agentstate task --lane NAME TITLE` opens one. Without a verb, the lanes are listed.",
        _EXAMPLE,
    ),
    callback=click.pass_context(_listed_if_alone),
    params=[help_option()],
    subcommand_metavar="[VERB] [ARGS]...",
    invoke_without_command=True,
    add_help_option=False,
)


@verb(formats=_BOTH, lane=True, example="agentstate lane list --format json")
def show(invocation: Invocation) -> int:
    """Print what each lane is about and what comes next in it.

    A star marks the lane in use. A file that several lanes name and one of them changes is said on stderr.
    """
    tree = open_workspace(invocation.start, invocation.lane, may_be_new=True).tree(lanes=True)
    found, output = lanes(tree), invocation.output.covering(source.text for source in tree.sources.values())
    if invocation.format == "json":
        output.data(as_json(found))
    else:
        output.result(as_text(found))
    for remark in remarks(found):
        output.message(remark)
    return 0


@verb(writes=True, formats=_BOTH, example='agentstate lane close api --conclude "client shipped"')
@click.argument("name", type=LaneName())
@click.option("--conclude", "came", type=NOTE, default="", metavar="TEXT", help="What came of its task; it becomes a decision.")
@click.option(
    "--commit/--no-commit", "wants_commit", default=None, help="Fail without a commit, or make none; by default as config.yaml says."
)
def conclude(invocation: Invocation, name: str, came: str, wants_commit: bool | None) -> int:
    """Conclude a lane: its state is kept in a checkpoint, whose id is printed, and its file goes.

    What it left open becomes items of TODO.md and is said on stderr; what it verified and tried in vain is in the checkpoint.
    `agentstate restore --lane NAME` goes back to it.
    """
    occasion = Occasion("switch", now(), f"close lane {name}", wants_commit)

    def build(workspace: Workspace) -> Plan:
        tree = workspace.tree(archives=1, snapshots=True, lanes=True)
        return close(tree, workspace.git_facts(tree, status=True, committed=True), came, occasion)

    return carry_out(invocation, open_workspace(invocation.start, name), build)


for _name, _command in (("list", show), ("close", conclude)):
    command.add_command(_command, _name)
