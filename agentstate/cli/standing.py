"""What `agentstate status` does."""

from collections.abc import Iterator

from agentstate.cli.checking import NEWEST
from agentstate.cli.clock import now
from agentstate.cli.invocation import Invocation
from agentstate.cli.output import Styled, style
from agentstate.rules import engine
from agentstate.verbs.screen import screen
from agentstate.verbs.status import Status, as_json, status
from agentstate.vocabulary.diagnostics import Report
from agentstate.workspace.reading import FilesOnDisk
from agentstate.workspace.volumes import with_edited, with_named
from agentstate.workspace.workspace import open_workspace


def print_screen(invocation: Invocation) -> int:
    """Prints where the work in the nearest tree stands; returns the exit code."""
    workspace = open_workspace(invocation.start, invocation.lane)
    tree = workspace.tree(archives=NEWEST, lanes=True)
    git = workspace.git_facts(tree, status=True, freshness=True)
    read = FilesOnDisk(workspace.root).read
    tree = with_named(with_edited(tree, git, read), git, read)
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
