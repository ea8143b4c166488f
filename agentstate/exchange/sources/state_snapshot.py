"""A snapshot of a task's state in one JSON object: what it is for, where it is, what is known and what comes next."""

from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Imported, Item, Source
from agentstate.exchange.json_items import mapped, read_each, shaped
from agentstate.exchange.json_text import Leaves, Node

_TABLE = {
    "project": "project",
    "task_goal": "goal",
    "goal": "goal",
    "current_task": "task",
    "current_step": "stage",
    "next_action": "next",
    "confidence": "confidence",
    "blocked": "blocked",
    "acceptance": "acceptance",
    "constraints": "constraint",
    "do_not": "do_not",
    "done": "done",
    "verified_assumptions": "verified",
    "unverified_assumptions": "hypothesis",
    "hypotheses": "hypothesis",
    "failed_attempts": "failed",
    "files_to_load": "file",
    "files_touched": "touched",
    "files_verified": "checked",
}


def _fits(root: Node) -> bool:
    return root.has("next_action") and (root.has("task_goal") or root.has("current_step"))


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    return shaped(files, ['"next_action"'], _fits)


def _items(path: str, root: Node, leaves: Leaves) -> Iterator[Item]:
    return mapped(path, root, leaves, _TABLE)


def _read(files: Mapping[str, str]) -> Imported:
    return read_each(SOURCE.name, files, _items)


SOURCE = Source("state-snapshot", 'a state snapshot in JSON ("task_goal", "current_step", "next_action")', _takes, _read)
