"""What `set`, `add` and `drop` do to a state: the new text, read again before it is given out."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from agentstate.documents.state import rewriting
from agentstate.documents.state.fields import LIST_LIMIT
from agentstate.documents.state.read import StateDocument, parse_state
from agentstate.documents.state.values import ListItem, checked_item, checked_list, checked_value, shown
from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import Value

_TIME = "%Y-%m-%dT%H:%M:%SZ"


def set_field(document: StateDocument, field: str, value: str | bool | Sequence[ListItem]) -> SourceText:  # noqa: FBT001 - false is a value
    """The file with another value for `field`, which comes last where it was not there; the same source where it holds that already.

    Raises AgentStateError where the file cannot be read, there is no such field, or it cannot hold this value.
    """
    wanted = checked_value(field, value)
    _require_editable(document)
    if field in document.data and _same(document.data[field], wanted):
        return document.source
    if isinstance(wanted, list):
        return _read_again(document, field, wanted, rewriting.with_list(document, field, wanted))
    return _read_again(document, field, wanted, rewriting.with_scalar(document, field, wanted))


def add_item(document: StateDocument, field: str, item: ListItem, because: str = "") -> SourceText:
    """The file with one more item in the list `field`; the same source where the item is there already.

    `because` is the reason of a failed attempt, or how a fact was verified. A text in the place of a list becomes its first item.
    Raises AgentStateError where the file cannot be read, the field is no list, the item does not fit, or 20 are there.
    """
    checked_list(field, [])
    wanted = checked_item(field, item, because)
    _require_editable(document)
    held = _held(document, field)
    if any(_same(wanted, one) for one in held):
        return document.source
    if len(held) >= LIST_LIMIT:
        raise AgentStateError(f"{field} holds {LIST_LIMIT} items, its limit", "drop one or conclude the task first", 1)
    items = [*held, wanted]
    if held and isinstance(document.data[field], list):
        return _read_again(document, field, items, rewriting.with_item(document, field, wanted))
    return _read_again(document, field, items, rewriting.with_list(document, field, items))


def drop_item(document: StateDocument, field: str, item: str) -> SourceText:
    """The file less the item of the list `field` that is `item`, or the only one that begins with it; the last one leaves `[]`.

    Raises AgentStateError where the file cannot be read, the field is no list, or no single item fits.
    """
    checked_list(field, [])
    _require_editable(document)
    held = _held(document, field)
    index = _find(document, field, item)
    items = [*held[:index], *held[index + 1 :]]
    if items and isinstance(document.data[field], list):
        return _read_again(document, field, items, rewriting.without_item(document, field, index))
    return _read_again(document, field, items, rewriting.with_list(document, field, items))


def touch(document: StateDocument, now: str) -> SourceText:
    """The file with `updated_at` at `now` (RFC 3339, UTC), where it has that field; else the same source.

    In a lane no two edits leave the same time, so that git sees each of them next to its name: a second edit in a second gets the next.
    """
    if "updated_at" not in document.data:
        return document.source
    held = document.text("updated_at")
    return set_field(document, "updated_at", _after(held, now) if "lane" in document.data else now)


def _after(held: str, now: str) -> str:
    """`now`, or the second after `held` where that is less than a minute ahead."""
    try:
        before, today = (datetime.strptime(text, _TIME).replace(tzinfo=UTC) for text in (held, now))
    except ValueError:
        return now
    is_ahead = timedelta() <= before - today < timedelta(minutes=1)
    return (before + timedelta(seconds=1)).strftime(_TIME) if is_ahead else now


def _require_editable(document: StateDocument) -> None:
    path = document.source.path
    for fault in document.faults[:1]:
        raise AgentStateError(f"{path}:{fault.line}:{fault.column}: {fault.message}", fault.hint)
    if () in document.yaml.flow:
        raise AgentStateError(f"{path} is one mapping in braces and can only be read", 'write one "field: value" a line')


def _held(document: StateDocument, field: str) -> list[Value]:
    """The items of a list field as values; a single text is one item."""
    value = document.data.get(field)
    if isinstance(value, list):
        return value
    if isinstance(value, dict):
        line, column = document.position(field)
        raise AgentStateError(f"{document.source.path}:{line}:{column}: {field} is a mapping", 'write one "- item" a line')
    return [value if isinstance(value, str) else text for text in document.items(field)]


def _find(document: StateDocument, field: str, item: str) -> int:
    """The position of the item that a person means by `item`."""
    lines = document.items(field)
    shapes = [_shapes(document, field, index, line) for index, line in enumerate(lines)]
    exact = [index for index, line in enumerate(lines) if line == item] or [index for index, names in enumerate(shapes) if item in names]
    begun = [index for index, names in enumerate(shapes) if item and any(name.startswith(item) for name in names)]
    if exact:
        return exact[0]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise AgentStateError(f'"{shown(item)}" fits {len(begun)} items of {field}', f"write more of it: {_listed(shapes, begun)}")
    hint = f"it holds {_listed(shapes, range(len(shapes)))}" if shapes else "it is empty"
    raise AgentStateError(f'{field} holds no item "{shown(item)}"', hint)


def _shapes(document: StateDocument, field: str, index: int, line: str) -> tuple[str, ...]:
    """The ways to name an item: the whole line, and of a mapping its first part."""
    held = document.data[field]
    value = held[index] if isinstance(held, list) else held
    named = (value.get("fact"), value.get("tried")) if isinstance(value, dict) else (value,)
    return (line, *(name for name in named if isinstance(name, str)))


def _listed(shapes: Sequence[tuple[str, ...]], indexes: Sequence[int]) -> str:
    return ", ".join(f'"{shown(shapes[index][0])}"' for index in indexes[:5]) + (", …" if len(indexes) > 5 else "")


def _same(one: Value, other: Value) -> bool:
    """Whether two values are equal with their types; Python holds 1, 1.0 and True for equal."""
    import json

    return json.dumps(one) == json.dumps(other)


def _read_again(document: StateDocument, field: str, wanted: Value, text: str) -> SourceText:
    """The file with the new text. It says what was asked and nothing else; AgentStateError where the way the file is written would let
    the edit change more than that."""
    source = document.source.with_text(text)
    after = parse_state(source)
    if after.faults or not _same(after.data, {**document.data, field: wanted}):
        line, column = document.position(field)
        raise AgentStateError(f"{source.path}:{line}:{column}: {field} cannot be changed without changing more", "edit this field by hand")
    return source
