"""The memory layer in one JSON object, as `sources/memory_layer.py` reads it."""

import json
import re
from collections.abc import Mapping

from agentstate.exchange.sources.memory_layer import SECTION
from agentstate.exchange.targets.left import left
from agentstate.exchange.targets.target import Exported, Rendered, Target
from agentstate.exchange.targets.values import listed
from agentstate.tree import Tree
from agentstate.vocabulary.patterns import pattern

_FIELDS = ("goal", "constraints", "acceptance", "done", "verified")
_ENTITY = pattern(r"(?:(?P<type>[^`\n]*[^`\s]) )?`(?P<place>[^`\n]+)`(?: — (?P<note>[^\n]+))?")
_COLON = pattern("(?<!:):(?!:)")
_FILES = frozenset({"file", "folder", "directory", "path", "module", ""})


def _render(exported: Exported) -> Rendered:
    tree = exported.tree
    acceptance = listed(tree.state, "acceptance")
    entities, todo = _entities(tree), _todo(tree)
    value = {
        "task_anchor": {
            "goal": tree.state.text("goal"),
            "constraints": listed(tree.state, "constraints"),
            "acceptance": acceptance if len(acceptance) > 1 else "".join(acceptance),
        },
        "entities": entities,
        "progress": {"done": listed(tree.state, "done"), "verified": listed(tree.state, "verified"), "todo": todo},
    }
    rest = left(tree, _FIELDS, facts=len(entities), todo=len(todo))
    return Rendered({"": f"{json.dumps(value, ensure_ascii=False, indent=2)}\n"}, rest)


def _todo(tree: Tree) -> list[str]:
    left = (item for item in tree.todo.items if item.state != "done" and item.text)
    return list(dict.fromkeys(f"{item.priority} {item.text}".strip() for item in left))


def _entities(tree: Tree) -> list[Mapping[str, str]]:
    facts = (fact.text for fact in tree.facts.facts if fact.section.casefold() == SECTION.casefold())
    return [_entity(found) for text in facts if (found := _ENTITY.fullmatch(text))]


def _entity(found: re.Match[str]) -> dict[str, str]:
    """What `sources.memory_layer.entity` made a line of: of a thing, the name and the file; of a file, its path."""
    kind, place = found["type"] or "", found["place"]
    parts = {"type": kind} if kind else {}
    split = _COLON.search(place, 1, len(place) - 1)
    if kind.casefold() in _FILES and not split:
        parts["path"] = place
    elif split:
        parts |= {"name": place[split.end() :], "file": place[: split.start()]}
    else:
        parts["name"] = place
    return parts | ({"note": found["note"]} if found["note"] else {})


TARGET = Target("memory-layer", "a memory layer in JSON", _render, is_json=True)
