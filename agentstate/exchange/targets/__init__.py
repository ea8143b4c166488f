"""One module for each format that can be written; each of them holds a `TARGET`."""

from collections.abc import Mapping
from importlib import import_module

from agentstate.exchange.targets.target import Target

TARGETS: Mapping[str, str] = {
    "state-snapshot": "state_snapshot",
    "memory-layer": "memory_layer",
    "madr": "madr",
    "hand-over": "hand_over",
    "json": "everything",
}
"""Name of the format -> its module."""


def target(name: str) -> Target:
    """The format with this name, one of TARGETS; its module is imported now."""
    found = import_module(f"{__name__}.{TARGETS[name]}").TARGET
    assert isinstance(found, Target)  # noqa: S101
    return found
