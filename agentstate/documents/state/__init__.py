"""STATE.yaml and the lanes: text to model here, and back in `edit`, which changes the characters it is about and no others."""

from agentstate.documents.state.fields import CONFIDENCE, FIELDS, LINE_LIMIT, LIST_LIMIT, LISTS, FieldKind
from agentstate.documents.state.read import StateDocument, parse_state

__all__ = [
    "CONFIDENCE",
    "FIELDS",
    "LINE_LIMIT",
    "LISTS",
    "LIST_LIMIT",
    "FieldKind",
    "StateDocument",
    "parse_state",
]
