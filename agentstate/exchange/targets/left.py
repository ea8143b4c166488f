"""What a tree says and a format has no place for, so that nobody takes an export for all there is."""

from collections.abc import Collection, Iterator

from agentstate.documents.state import FIELDS
from agentstate.tree import Tree

_OF_THE_FILE = ("version", "lane", "updated_at")


def left(tree: Tree, fields: Collection[str], *, facts: int = 0, todo: int = 0) -> tuple[str, ...]:
    """The fields of the state that say something and are none of `fields`, and the files with more than the given number of facts and
    open items, each with how many there are."""
    return (*_fields(tree, fields), *_files(tree, facts, todo))


def _fields(tree: Tree, fields: Collection[str]) -> Iterator[str]:
    for field in FIELDS:
        said = [item for item in tree.state.items(field) if item]
        if said and field not in fields and field not in _OF_THE_FILE:
            yield f"{field} ({len(said)})" if len(said) > 1 else field


def _files(tree: Tree, facts: int, todo: int) -> Iterator[str]:
    lane_count = len(tree.states) - 1
    counts = {
        "FACTS.md": len(tree.facts.facts) - facts,
        "DECISIONS.md": len(tree.decisions.entries) + sum(len(log.entries) for log in tree.archives),
        "TODO.md": sum(item.state != "done" for item in tree.todo.items) - todo,
        "lanes": lane_count,
    }
    yield from (f"{name} ({count})" for name, count in counts.items() if count > 0)
