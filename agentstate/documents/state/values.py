"""What may be written into a field: checked before a character of the file is touched."""

from collections.abc import Mapping, Sequence

from agentstate.documents.state.fields import CONFIDENCE, FIELDS, LINE_LIMIT, LIST_LIMIT, LISTS, FieldKind
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.visible import visible
from agentstate.yaml import Value

ListItem = str | Mapping[str, str]
"""An item of a list: text, or for verified facts and failed attempts its named parts."""

_PARTS: Mapping[FieldKind, tuple[str, ...]] = {"verified": ("fact", "at", "commit", "how"), "failed": ("tried", "because")}
_REASONS: Mapping[FieldKind, str] = {"verified": "how", "failed": "because"}
_TIME = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?Z)?")
_SHOWN = 60


def kind_of(field: str) -> FieldKind:
    """The kind of a field; AgentStateError where there is no such field."""
    if field not in FIELDS:
        raise AgentStateError(f'unknown field "{shown(field)}"', f"the fields are {', '.join(FIELDS)}")
    return FIELDS[field]


def shown(text: str) -> str:
    """`text` as it may stand in a message: at most 60 characters, none of them invisible."""
    return visible(text[:_SHOWN], keep="") + ("…" if len(text) > _SHOWN else "")


def checked_value(field: str, value: str | bool | Sequence[ListItem]) -> str | int | list[Value]:  # noqa: FBT001 - as above
    """What `set` writes; AgentStateError where the field cannot hold it."""
    kind = kind_of(field)
    if not isinstance(value, str | bool):
        return checked_list(field, value)
    if kind in LISTS - {"text-or-list"}:
        raise AgentStateError(f"{field} is a list", f'add to it with `agentstate add {field} "…"`')
    if kind == "blocked":
        return _blocked(value)
    if isinstance(value, bool):
        raise AgentStateError(f"{field} holds text, not {str(value).lower()}", "write it as text")
    return _single(field, kind, checked_line(field, value))


def _single(field: str, kind: FieldKind, text: str) -> str | int:
    if kind == "name":
        hint = "open another lane with `agentstate task --lane NAME TITLE`"
        raise AgentStateError(f"{field} is the name of the file, and is not set", hint)
    if kind == "int":
        if text != "1":
            raise _refused(field, text, "write 1, the only version there is")
        return 1
    if kind == "choice" and text not in CONFIDENCE:
        raise _refused(field, text, f"write {', '.join(CONFIDENCE[:-1])} or {CONFIDENCE[-1]}")
    if kind == "time" and not _TIME.fullmatch(text):
        raise _refused(field, text, "write a time in UTC such as 2026-11-29T19:30:00Z")
    return text


def _blocked(value: str | bool) -> str | bool:  # noqa: FBT001 - as above
    if value is True:
        raise AgentStateError("blocked needs the reason", "write what blocks the work, or false")
    return False if value in {False, "", "false"} else checked_line("blocked", str(value))


def _refused(field: str, text: str, hint: str) -> AgentStateError:
    return AgentStateError(f'{field} cannot be "{shown(text)}"', hint)


def checked_line(field: str, text: str) -> str:
    """`text` itself where it is one line of at most 200 characters."""
    if "\n" in text or "\r" in text:
        raise AgentStateError(f"{field} takes one line of text", "write it as one line", 1)
    if len(text) > LINE_LIMIT:
        raise AgentStateError(f"{field} takes at most {LINE_LIMIT} characters, not {len(text)}", "shorten it", 1)
    return text


def checked_list(field: str, items: Sequence[ListItem]) -> list[Value]:
    """The items of a list field; AgentStateError where the field is no list, an item does not fit, or there are more than 20."""
    if kind_of(field) not in LISTS:
        raise AgentStateError(f"{field} takes one line of text, not a list", "write the first and put the others into TODO.md")
    if len(items) > LIST_LIMIT:
        raise AgentStateError(f"{field} holds {LIST_LIMIT} items at most", "drop one or conclude the task first", 1)
    return [checked_item(field, item) for item in items]


def checked_item(field: str, item: ListItem, because: str = "") -> Value:
    """One item of a list, with its reason where it has one: text, or a mapping of its parts."""
    kind = kind_of(field)
    if because and kind not in _REASONS:
        raise AgentStateError(f"an item of {field} has no reason of its own", "leave the reason out, or add to failed_attempts")
    if isinstance(item, Mapping):
        return _checked_parts(field, _PARTS.get(kind, ()), item)
    if because:
        return _checked_parts(field, _PARTS[kind], {_PARTS[kind][0]: item, _REASONS[kind]: because})
    if not item.strip():
        raise AgentStateError(f"an item of {field} needs text", "write what it is")
    return checked_line(field, item)


def _checked_parts(field: str, names: tuple[str, ...], parts: Mapping[str, str]) -> Value:
    unknown = [name for name in parts if name not in names]
    if not names:
        raise AgentStateError(f"an item of {field} is one line of text", "write it as one line")
    if unknown:
        raise AgentStateError(f'an item of {field} has no part "{shown(unknown[0])}"', f"its parts are {', '.join(names)}")
    if not parts.get(names[0], "").strip():
        raise AgentStateError(f"an item of {field} needs its {names[0]}", "write what it is")
    return {name: checked_line(field, parts[name]) for name in names if parts.get(name)}
