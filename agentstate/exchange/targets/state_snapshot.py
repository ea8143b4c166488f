"""The snapshot of a task's state in one JSON object, as `sources/state_snapshot.py` reads it."""

import json

from agentstate.exchange.targets.left import left
from agentstate.exchange.targets.target import Exported, Rendered, Target
from agentstate.exchange.targets.values import listed

_LINES = {"task_goal": "goal", "current_step": "current_stage", "next_action": "next_action", "confidence": "confidence"}
_LISTS = {
    "files_touched": "files_touched",
    "files_verified": "files_verified",
    "verified_assumptions": "verified",
    "failed_attempts": "failed_attempts",
}
_ORDER = ("task_goal", "current_step", *_LISTS, "next_action", "confidence")


def _render(exported: Exported) -> Rendered:
    state = exported.tree.state
    said = {key: state.text(field) for key, field in _LINES.items()} | {key: listed(state, field) for key, field in _LISTS.items()}
    text = json.dumps({key: said[key] for key in _ORDER}, ensure_ascii=False, indent=2)
    return Rendered({"": f"{text}\n"}, left(exported.tree, (*_LINES.values(), *_LISTS.values())))


TARGET = Target("state-snapshot", "a state snapshot in JSON", _render, is_json=True)
