"""A memory layer in one JSON object: the anchor of a task, the entities of the code, and the progress."""

from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Imported, Item, Source
from agentstate.exchange.json_items import mapped, read_each, shaped
from agentstate.exchange.json_text import Leaves, Node

SECTION = "Entities"
"""The section of FACTS.md in which entities stand: such as "function `src/cart.py:total` — rounds half up"."""

_ANCHOR = {
    "project": "project",
    "goal": "goal",
    "task": "task",
    "acceptance": "acceptance",
    "constraints": "constraint",
    "do_not": "do_not",
}
_PROGRESS = {"done": "done", "verified": "verified", "failed": "failed"}
_TODO = {"todo": "todo"}
_PLACES = ("file", "path", "scope")


def _fits(root: Node) -> bool:
    return root.has("task_anchor") and (root.has("entities") or root.has("progress"))


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    return shaped(files, ['"task_anchor"'], _fits)


def _items(path: str, root: Node, leaves: Leaves) -> Iterator[Item]:
    if anchor := root.get("task_anchor"):
        yield from mapped(path, anchor, leaves, _ANCHOR)
    if progress := root.get("progress"):
        yield from mapped(path, progress, leaves, _PROGRESS)
        yield from mapped(path, progress, leaves, _TODO)
    for node in entities.each() if (entities := root.get("entities")) else ():
        if text := entity(node, leaves):
            yield Item("fact", text, path, node.line, node.end, {"section": SECTION})


def entity(node: Node, leaves: Leaves) -> str:
    """An entity as one line: its type, its place and name in backquotes, and its note; "" where neither place nor name is there."""
    place = leaves.take(node.get(*_PLACES))
    name = leaves.take(node.get("name", "symbol"))
    if not place and not name:
        return ""
    kind = leaves.take(node.get("type"))
    note = leaves.take(node.get("note"))
    return f"{kind} `{':'.join(part for part in (place, name) if part)}`{f' — {note}' if note else ''}".strip()


def _read(files: Mapping[str, str]) -> Imported:
    return read_each(SOURCE.name, files, _items)


SOURCE = Source("memory-layer", 'a memory layer in JSON ("task_anchor", "entities", "progress")', _takes, _read)
