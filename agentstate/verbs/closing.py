"""`lane close`: a lane that ends. Its state is kept in a snapshot, what it left open goes into the list, and its file leaves."""

from collections.abc import Iterator

from agentstate.documents.text import SourceText
from agentstate.documents.todo import parse_todo
from agentstate.rules.wording import counted
from agentstate.tree import Tree
from agentstate.verbs.checkpoint import Occasion, commit_for, refuse_invalid, snapshot_steps
from agentstate.verbs.decide import decide
from agentstate.verbs.notes import fitting
from agentstate.verbs.steps import writes
from agentstate.verbs.task import conclusion, with_loose_ends
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Remove
from agentstate.vocabulary.repository import GitFacts

_COUNTED = (("verified", "verified fact"), ("failed_attempts", "failed attempt"), ("hypotheses", "open hypothesis"))
_PLURAL = {"hypotheses": "open hypotheses"}


def close(tree: Tree, git: GitFacts, came: str, occasion: Occasion) -> Plan:
    """A snapshot of the lane's state (the plan's result is its id), what `came` of its task as a decision ("": none), its loose ends
    as items, and its file gone; the messages say what it left open.

    The tree holds the newest archive volume and the snapshots. AgentStateError where the state cannot be read, or is the default one.
    """
    if not tree.lane:
        raise AgentStateError("the default lane is not closed", "begin its next task with `agentstate task TITLE`")
    refuse_invalid(tree)
    if came and not tree.state.text("current_task"):
        raise AgentStateError("there is no task to conclude", "leave --conclude out")
    identifier, kept = snapshot_steps(tree, git, occasion)
    concluded = decide(tree, conclusion(tree, came, occasion)) if came else Plan()
    todo = fitting(tree, with_loose_ends(tree))
    gone = Remove(tree.state_path, tree.sources[tree.state_path].encode())
    steps = (*kept, *concluded.steps, *writes(tree, todo), gone)
    messages = (*concluded.messages, *_left(tree, todo, identifier))
    return Plan(steps, commit_for(tree, occasion, identifier), identifier, messages)


def _left(tree: Tree, todo: SourceText, identifier: str) -> Iterator[str]:
    """What the lane left unfinished and where it is now."""
    known = {item.text for item in tree.todo.items}
    added = [item for item in parse_todo(todo).items if item.text not in known]
    for item in added:
        yield f"left open, now in TODO.md: {item.text}{f' — blocked: {item.blocked}' if item.blocked else ''}"
    blocked = tree.state.text("blocked")
    if blocked and not any(item.blocked == blocked for item in added):
        yield f"it was blocked: {blocked}"
    counts = [counted(len(found), noun, _PLURAL.get(field, "")) for field, noun in _COUNTED if (found := tree.state.items(field))]
    if counts:
        yield f"kept in the checkpoint {identifier} alone: {', '.join(counts)}"
