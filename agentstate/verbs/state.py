"""`set`, `add` and `drop`: one field of the state changed, and nothing else in the file."""

from collections.abc import Sequence

from agentstate.documents.state import FIELDS, LISTS, StateDocument, parse_state
from agentstate.documents.state.edit import add_item, drop_item, set_field, touch
from agentstate.documents.text import SourceText
from agentstate.tree import Tree
from agentstate.verbs.steps import refuse_faulty, within, writes
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan
from agentstate.vocabulary.values import replace

_NOT_BLOCKED = frozenset({"false", "no", "none", ""})
"""What people type for "nothing blocks the work"."""


def set_value(tree: Tree, field: str, value: str, now: str) -> Plan:
    """The state with one field set; `now` is the time in RFC 3339 that `updated_at` gets where the file has it."""
    document = readable(tree)
    if isinstance(document.data.get(field), list):
        raise AgentStateError(f"{field} is a list", f'add to it with `agentstate add {field} "…"`')
    given = False if FIELDS.get(field) == "blocked" and value.casefold() in _NOT_BLOCKED else value
    return _changed(tree, set_field(document, field, given), now, f"{field} is that already")


def add_value(tree: Tree, field: str, value: str, because: str, now: str) -> Plan:
    """The state with one item more in a list."""
    _refuse_single(field)
    return _changed(tree, add_item(readable(tree), field, value, because), now, f"{field} holds this already")


def drop_values(tree: Tree, field: str, values: Sequence[str], now: str) -> Plan:
    """The state without these items of a list, which are the plan's result; each is an exact text or a beginning that only one has."""
    _refuse_single(field)
    before = readable(tree)
    source = before.source
    for value in values:
        source = drop_item(parse_state(source), field, value)
    left = parse_state(source).items(field)
    dropped = "\n".join(item for item in before.items(field) if item not in left)
    return replace(_changed(tree, source, now, f"{field} holds none of this"), result=dropped)


def _refuse_single(field: str) -> None:
    """AgentStateError for a field that holds one value and no list."""
    if FIELDS.get(field, "list") not in LISTS:
        raise AgentStateError(f"{field} holds one line, not a list", f'write it with `agentstate set {field} "…"`')


def readable(tree: Tree) -> StateDocument:
    """The state; AgentStateError where it cannot be read, for an edit of such a file would be a guess."""
    refuse_faulty(tree, tree.state)
    return tree.state


def _changed(tree: Tree, source: SourceText, now: str, unchanged: str) -> Plan:
    if source == tree.state.source:
        return Plan(messages=(unchanged,))
    stamped = touch(parse_state(source), now)
    within(tree, stamped, tree.settings.limits.state_bytes, "drop items, or conclude the task with `agentstate task`")
    return Plan(writes(tree, stamped))
