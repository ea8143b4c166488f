"""From edited files to the steps of a plan, and the refusal to write a file past its limit."""

from agentstate.documents.conflict import MEND, conflict_line
from agentstate.documents.state import StateDocument
from agentstate.documents.text import SourceText
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Step, Write
from agentstate.yaml import parse


def writes(tree: Tree, *sources: SourceText) -> tuple[Step, ...]:
    """A write for each file that is not yet on the disk as it stands here, in the order given; none for an empty file that is missing.

    AgentStateError where something that could not be read stands in the place of one, or a merge conflict was left in it.
    """
    for source in sources:
        refuse_unreadable(tree, source.path)
        if source != tree.source(source.path):
            refuse_conflict(tree, source.path)
    changed = ((source.path, source.encode(), tree.before(source.path)) for source in sources)
    return tuple(Write(path, data, before) for path, data, before in changed if data != (before or b""))


def refuse_unreadable(tree: Tree, path: str) -> None:
    """AgentStateError where the file is there and could not be read: an edit of it would be a guess."""
    fault = tree.unreadable.get(path)
    if fault:
        raise AgentStateError(fault.message, fault.hint)


def refuse_faulty(tree: Tree, state: StateDocument) -> None:
    """AgentStateError where a state cannot be read as one."""
    refuse_unreadable(tree, state.source.path)
    if state.faults:
        refuse_conflict(tree, state.source.path)
    for fault in state.faults[:1]:
        raise AgentStateError(f"{state.source.path}:{fault.line}:{fault.column}: {fault.message}", fault.hint)


def refuse_unknown_settings(tree: Tree) -> None:
    """AgentStateError where config.yaml cannot be read: with the defaults in its place, text would leave files that may be larger."""
    refuse_unreadable(tree, layout.CONFIG)
    for fault in parse(tree.source(layout.CONFIG).text).faults[:1]:
        raise AgentStateError(f"{layout.CONFIG}:{fault.line}:{fault.column}: {fault.message}", fault.hint)


def refuse_conflict(tree: Tree, path: str) -> None:
    """AgentStateError where the file on the disk holds conflict markers: what is in force in it is not decided."""
    line = conflict_line(tree.source(path)) if path.startswith(f"{layout.FOLDER}/") else 0
    if line:
        raise AgentStateError(f"{path}:{line}: a merge conflict was left here", MEND, 1)


def within(tree: Tree, source: SourceText, limit: int, hint: str) -> SourceText:
    """`source` itself, unless it is above `limit` bytes and longer than the file it replaces: then AgentStateError (exit code 1)."""
    size, before = len(source.encode()), len(tree.before(source.path) or b"")
    if size > max(limit, before):
        raise AgentStateError(f"{source.path} would be {size} bytes, its limit is {limit}", hint, 1)
    return source
