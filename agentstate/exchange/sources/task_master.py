"""The tasks of Task Master: `tasks.json`, with one list of tasks or one under each tag."""

from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Imported, Item, Source
from agentstate.exchange.json_items import read_each, shaped
from agentstate.exchange.json_text import Leaves, Node

_KEYS = ("id", "title", "status")
_STATES = {"pending": "open", "blocked": "open", "in-progress": "doing", "review": "doing", "completed": "done"}
_PRIORITIES = {"critical": "P0", "high": "P1", "medium": "P2", "low": "P3"}


def _fits(root: Node) -> bool:
    found = [task for _, tasks in _lists(root) for task in tasks.each()]
    return bool(found) and all(task.has(*_KEYS) for task in found)


def _lists(root: Node) -> Iterator[tuple[str, Node]]:
    """The lists of tasks, each with its tag, "" where it has none."""
    for tag, value in root.pairs:
        if tag == "tasks" and value.kind == "array":
            yield "", value
        elif value.kind == "object" and (tasks := value.get("tasks")) and tasks.kind == "array":
            yield tag, tasks


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    named = {path: text for path, text in files.items() if '"dependencies"' in text or '"subtasks"' in text}
    return shaped(named, ['"tasks"', '"title"', '"status"'], _fits)


def _items(path: str, root: Node, leaves: Leaves) -> Iterator[Item]:
    for tag, tasks in _lists(root):
        for task in tasks.each():
            yield from _tasks(path, task, leaves, tag, "", "")


def _tasks(path: str, task: Node, leaves: Leaves, tag: str, above: str, priority: str) -> Iterator[Item]:
    title = leaves.take(task.get("title"))
    number = ".".join(part for part in (above, leaves.take(task.get("id"))) if part)
    status = task.get("status")
    state = _STATES.get(status.text, status.text) if status else "open"
    given = task.get("priority")
    priority = _PRIORITIES.get(given.text, "") if given else priority
    if title.strip():
        named = " ".join(part for part in (tag, "task", number) if part)
        fields = {"state": state, "priority": priority}
        yield Item("todo", f"{title} ({named})", path, task.line, task.end, {name: value for name, value in fields.items() if value})
    if not above:
        for inner in found.each() if (found := task.get("subtasks")) else ():
            yield from _tasks(path, inner, leaves, tag, number, priority)


def _read(files: Mapping[str, str]) -> Imported:
    return read_each(SOURCE.name, files, _items)


SOURCE = Source("task-master", "the tasks of Task Master (`tasks.json`)", _takes, _read)
