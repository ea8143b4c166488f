"""What `agentstate resume` does."""

from agentstate.cli.invocation import Invocation
from agentstate.verbs.resume import BUDGET, as_json, resume
from agentstate.workspace.remembering import recollection
from agentstate.workspace.workspace import open_workspace


def print_message(invocation: Invocation, budget: int = BUDGET) -> int:
    """Prints the message of the nearest tree, within so many characters; returns the exit code."""
    workspace = open_workspace(invocation.start, invocation.lane)
    tree = workspace.tree(lanes=True)
    git = workspace.git_facts(tree, status=True, freshness=True)
    known = recollection(workspace.root, tree, repository=workspace.repository, git=git)
    message = resume(tree, git, budget=budget, known=known)
    output = invocation.output.covering(source.text for source in tree.sources.values())
    if invocation.format == "json":
        output.data(as_json(message))
    else:
        output.result(message.text)
    return 0
