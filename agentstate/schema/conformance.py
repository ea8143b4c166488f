"""A small interpreter of the keywords that our own schemas use: it answers yes or no, and loads nothing for it."""

import re
from collections.abc import Callable, Mapping

from agentstate.vocabulary.annotations import Any
from agentstate.yaml.model import Value

Schema = Mapping[str, Any]
_Check = Callable[[Value, Any, Schema, Schema], bool]


def conforms(instance: Value, schema: Any, root: Schema) -> bool:  # noqa: ANN401 - a schema is a mapping, true or false
    """Whether `instance` is what `schema`, a part of `root`, describes. Keywords that describe nothing are passed over."""
    if isinstance(schema, bool):
        return schema
    return all(CHECKS[keyword](instance, argument, schema, root) for keyword, argument in schema.items() if keyword in CHECKS)


def resolved(reference: str, root: Schema) -> Schema:
    """The part of `root` that a reference such as `#/$defs/line` names."""
    part: Any = root
    for name in reference.removeprefix("#/").split("/"):
        part = part[name]
    return dict(part)


def _is_integer(value: Value) -> bool:
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())


TYPES: Mapping[str, Callable[[Value], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _has_type(instance: Value, names: str | list[str], _schema: Schema, _root: Schema) -> bool:
    return any(TYPES[name](instance) for name in ([names] if isinstance(names, str) else names))


def _equals(instance: Value, other: Value, _schema: Schema, _root: Schema) -> bool:
    return instance == other and isinstance(instance, bool) == isinstance(other, bool)


def _is_one_of(instance: Value, options: list[Value], schema: Schema, root: Schema) -> bool:
    return any(_equals(instance, option, schema, root) for option in options)


def _matches_not(instance: Value, other: Schema, _schema: Schema, root: Schema) -> bool:
    return not conforms(instance, other, root)


def _refers(instance: Value, reference: str, _schema: Schema, root: Schema) -> bool:
    return conforms(instance, resolved(reference, root), root)


def _has(instance: Value, names: list[str], _schema: Schema, _root: Schema) -> bool:
    return not isinstance(instance, dict) or all(name in instance for name in names)


def _has_good_properties(instance: Value, properties: Schema, _schema: Schema, root: Schema) -> bool:
    return not isinstance(instance, dict) or all(conforms(value, properties.get(name, True), root) for name, value in instance.items())


def _has_good_rest(instance: Value, rest: Any, schema: Schema, root: Schema) -> bool:  # noqa: ANN401 - a mapping, true or false
    if not isinstance(instance, dict):
        return True
    known = schema.get("properties", {})
    return all(conforms(value, rest, root) for name, value in instance.items() if name not in known)


def _has_good_items(instance: Value, items: Any, _schema: Schema, root: Schema) -> bool:  # noqa: ANN401 - a mapping, true or false
    return not isinstance(instance, list) or all(conforms(item, items, root) for item in instance)


def _bound(kinds: type | tuple[type, ...], holds: Callable[[Any, Any], bool]) -> _Check:
    def check(instance: Value, argument: Any, _schema: Schema, _root: Schema) -> bool:  # noqa: ANN401 - a number or a pattern
        return not isinstance(instance, kinds) or isinstance(instance, bool) or holds(instance, argument)

    return check


CHECKS: Mapping[str, _Check] = {
    "$ref": _refers,
    "type": _has_type,
    "const": _equals,
    "enum": _is_one_of,
    "not": _matches_not,
    "required": _has,
    "properties": _has_good_properties,
    "additionalProperties": _has_good_rest,
    "items": _has_good_items,
    "maxItems": _bound(list, lambda items, bound: len(items) <= bound),
    "minLength": _bound(str, lambda text, bound: len(text) >= bound),
    "maxLength": _bound(str, lambda text, bound: len(text) <= bound),
    "pattern": _bound(str, lambda text, pattern: re.search(pattern, text) is not None),
    "minimum": _bound((int, float), lambda number, bound: not number < bound),
    "maximum": _bound((int, float), lambda number, bound: not number > bound),
}
"""Every keyword that our schemas may use; a test holds the schemas to it, and this to jsonschema."""
