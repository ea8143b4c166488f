"""`restore`: this lane's state as a snapshot holds it. The present state is saved first; nothing that is newer is taken away."""

from collections.abc import Sequence
from dataclasses import replace

from agentstate.documents.snapshot import Snapshot
from agentstate.documents.text import SourceText
from agentstate.documents.todo import TodoList, parse_todo
from agentstate.tree import Tree
from agentstate.verbs.checkpoint import Occasion, commit_for, snapshot_steps
from agentstate.verbs.steps import writes
from agentstate.vocabulary.plan import Plan
from agentstate.vocabulary.repository import GitFacts


def restore(tree: Tree, git: GitFacts, snapshot: Snapshot, occasion: Occasion) -> Plan:
    """Writes the state of the snapshot and adds its open items that the list lacks; the plan's result is the id of the snapshot
    that keeps the present state. Ticked items stay ticked; code, facts and decisions are not touched."""
    state = tree.state.source.with_text(snapshot.state.replace("\n", tree.state.source.newline))
    todo = with_items(tree.todo, snapshot.open_items)
    changed = writes(tree, state, todo)
    if not changed:
        return Plan(messages=(f"nothing to restore: state and list are as in {snapshot.id}",))
    before = replace(occasion, reason="restore", message=occasion.message or f"before {snapshot.id}")
    identifier, steps = snapshot_steps(tree, git, before)
    commit = commit_for(tree, replace(before, message=f"restored {snapshot.id}"), identifier)
    return Plan((*steps, *changed), commit, identifier, (f"restored {snapshot.id}; the state before is in {identifier}",))


def with_items(todo: TodoList, lines: Sequence[str]) -> SourceText:
    """The list with the items of `lines` that it lacks, at its end and as written; one that is there in whatever state is not added."""
    known = {item.text for item in todo.items}
    wanted = parse_todo(SourceText(todo.source.path, "\n".join(lines)))
    missing = tuple(lines[item.line - 1] for item in wanted.items if item.text not in known)
    end = len(todo.source.lines)
    return todo.source.with_lines(end, end, missing) if missing else todo.source
