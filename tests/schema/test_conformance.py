"""Our interpreter of schemas and jsonschema give the same answer, on near-valid values by the hundred."""

import copy
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from agentstate.schema import violations
from agentstate.schema.conformance import conforms, resolved
from agentstate.schema.tables import TABLES
from agentstate.schema.violations import load
from agentstate.yaml import Value
from tests.support.laws import law

TEXTS = st.sampled_from(
    [
        "",
        "a",
        "a\nb",
        "a\n",
        "\n",
        "a\r",
        "x" * 200,
        "x" * 201,
        "2026-11-29T19:30:00Z",
        "2026-11-29",
        "2026-11-29\n",
        "high",
        "AS203",
        "zh",
    ],
)
NUMBERS = st.sampled_from([-1, 0, 1, 2, 1.0, 1.5, 20, 4096, 16384, 16385, 10**17, float("inf"), float("nan")])
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["fact", "tried", "x"]), inner, max_size=3),
    max_leaves=4,
)


def shaped(schema: Mapping[str, Any], root: Mapping[str, Any]) -> st.SearchStrategy[Value]:
    """Values that have the shape a schema asks for, and mostly its types."""
    if "$ref" in schema:
        return shaped(resolved(schema["$ref"], root), root)
    if "enum" in schema:
        return st.sampled_from(schema["enum"]) | TEXTS
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return st.one_of([of_type(name, schema, root) for name in names])


def of_type(name: str, schema: Mapping[str, Any], root: Mapping[str, Any]) -> st.SearchStrategy[Value]:
    if name == "array":
        return st.lists(shaped(schema["items"], root), max_size=3) | st.lists(shaped(schema["items"], root), min_size=19, max_size=21)
    if name == "object":
        fields = {field: shaped(part, root) for field, part in schema["properties"].items()}
        required = schema.get("required", [])
        mandatory = {field: fields[field] for field in required}
        return st.fixed_dictionaries(mandatory, optional={field: part for field, part in fields.items() if field not in required})
    leaves: Mapping[str, st.SearchStrategy[Value]] = {
        "null": st.none(),
        "boolean": st.booleans(),
        "integer": NUMBERS,
        "number": NUMBERS,
        "string": TEXTS,
    }
    return leaves[name]


def places(value: Any) -> list[tuple[Any, Any]]:  # noqa: ANN401 - any value of JSON
    """Every container in a value with every one of its keys or positions."""
    here = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [(value, key) for key in here] + [place for key in here for place in places(value[key])]


@st.composite
def near_valid(draw: st.DrawFn, name: str) -> Any:  # noqa: ANN401 - any value of JSON
    """A shaped value with up to three things replaced, taken out or added."""
    value: Any = copy.deepcopy(draw(shaped(load(name), load(name))))
    for _ in range(draw(st.integers(0, 3))):
        spots = places(value)
        if not spots:
            return draw(ANYTHING)
        container, key = draw(st.sampled_from(spots))
        if draw(st.booleans()):
            container[key] = draw(ANYTHING)
        elif isinstance(container, dict) and draw(st.booleans()):
            container["unknown"] = draw(ANYTHING)
        else:
            del container[key]
    return value


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", TABLES)
def test_the_interpreter_answers_as_jsonschema_does(name: str) -> None:
    schema = load(name)
    validator = Draft202012Validator(schema)

    @law(100)
    @given(near_valid(name) | ANYTHING)
    def check(value: Value) -> None:
        assert conforms(value, schema, schema) == validator.is_valid(value)
        found = violations(value, name)
        assert (found == ()) == validator.is_valid(value)
        for violation in found:
            assert violation.message.isprintable()
            assert violation.hint.isprintable()
            assert len(violation.message) <= 250

    check()


SMALL: list[dict[str, Any]] = [
    {"const": True},
    {"const": 0},
    {"enum": [1, "a", None]},
    {"not": {"const": False}},
    {"minimum": 1},
    {"maximum": 1},
    {"minLength": 1, "maxLength": 2, "pattern": "a"},
    {"maxItems": 1, "items": {"type": "integer"}},
    {"required": ["x"], "properties": {"x": {"type": "number"}}, "additionalProperties": False},
    {"additionalProperties": {"type": ["string", "boolean"]}},
    {"items": False},
]


@pytest.mark.parametrize("schema", SMALL, ids=str)
@pytest.mark.parametrize(
    "value",
    [None, True, False, 0, 1, 2, 1.0, 1.5, "", "a", "ba", "aaa", [], [1], [1.0], [True, 1], {}, {"x": 1}, {"x": True}, {"y": "a"}],
    ids=repr,
)
def test_each_keyword_means_what_jsonschema_says(schema: dict[str, Any], value: Value) -> None:
    assert conforms(value, schema, schema) == Draft202012Validator(schema).is_valid(value)
