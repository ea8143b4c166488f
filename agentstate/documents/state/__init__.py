"""STATE.yaml and the lanes: text to model and back. An edit changes the characters it is about and no others."""

from agentstate.documents.state.edit import add_item, drop_item, set_field, touch
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
    "add_item",
    "drop_item",
    "parse_state",
    "set_field",
    "touch",
]
