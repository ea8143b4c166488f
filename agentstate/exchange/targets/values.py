"""Values of a tree as JSON has them."""

import math

from agentstate.documents.state import StateDocument
from agentstate.yaml import Value


def listed(state: StateDocument, field: str) -> list[str]:
    """What a list field says, each once."""
    return list(dict.fromkeys(item for item in state.items(field) if item))


def plain_value(value: Value) -> Value:
    """The value without numbers that JSON cannot say: these are text."""
    if isinstance(value, dict):
        return {key: plain_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_value(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
