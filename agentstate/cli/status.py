"""`agentstate status`."""

from collections.abc import Iterator

from agentstate.cli.checking import ARCHIVES
from agentstate.cli.clock import now
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.cli.output import Styled, style
from agentstate.rules import engine
from agentstate.verbs.screen import screen
from agentstate.verbs.status import Status, as_json, status
from agentstate.vocabulary.diagnostics import Report
from agentstate.workspace import open_workspace


@verb(formats=("text", "json"), lane=True, example="agentstate status")
def command(invocation: Invocation) -> int:
    """Show on one screen where the work stands.

    The task and what comes next, how far the state lags behind the code, how full each file is, the last checkpoint, and how many
    problems `agentstate check` would name. Exits with 0 whatever it finds.
    """
    workspace = open_workspace(invocation.start, invocation.lane)
    tree = workspace.tree(archives=ARCHIVES, lanes=True)
    git = workspace.git_facts(tree, status=True, freshness=True)
    found = status(tree, git, now=now(), report=Report.of(engine.run(tree, git)))
    output = invocation.output.covering(source.text for source in tree.sources.values())
    if invocation.format == "json":
        output.data(as_json(found))
    else:
        output.result(*_parts(found))
    return 0


def _parts(found: Status) -> Iterator[str | Styled]:
    for line in screen(found):
        for part in line:
            yield style(part.text, part.style) if part.style else part.text
        yield "\n"
