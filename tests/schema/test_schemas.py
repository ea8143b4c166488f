"""The schema files themselves: sound, complete for editors, and within what our own interpreter knows."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from agentstate import resources
from agentstate.schema.conformance import CHECKS
from agentstate.schema.explanation import _EXPLANATIONS
from agentstate.schema.violations import load

NAMES = ("checkpoint", "config", "export", "report", "state")
CONTAINERS = {"$ref", "items", "properties"}
"""Keywords that lead to other parts: these are explained, not the keyword."""

ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description", "default", "examples", "x-expected", "x-hint"}


def parts(schema: object) -> Iterator[Mapping[str, Any]]:
    """Every schema in a schema."""
    if not isinstance(schema, Mapping):
        return
    yield schema
    for keyword in ("properties", "$defs"):
        for part in schema.get(keyword, {}).values():
            yield from parts(part)
    for keyword in ("items", "not"):
        yield from parts(schema.get(keyword))


def properties(schema: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for part in parts(schema):
        yield from part.get("properties", {}).items()


def test_these_are_the_schemas() -> None:
    assert resources.names("schemas") == tuple(f"{name}.schema.json" for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_schema_of_its_draft_with_an_id_of_its_own(name: str) -> None:
    schema = load(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:agentstate:schema:v1:{name}"
    assert {"title", "description", "x-expected"} <= set(schema)


@pytest.mark.parametrize("name", NAMES)
def test_every_keyword_is_one_that_the_interpreter_knows_and_can_explain(name: str) -> None:
    used = {keyword for part in parts(load(name)) for keyword in part}
    assert used <= {*CHECKS, *ANNOTATIONS}
    assert used & set(CHECKS) - CONTAINERS <= set(_EXPLANATIONS)


@pytest.mark.parametrize("name", NAMES)
def test_every_part_that_says_what_a_value_is_says_it_in_words(name: str) -> None:
    assert [part for part in parts(load(name)) if {"type", "enum"} & set(part) and "x-expected" not in part] == []


@pytest.mark.parametrize("name", NAMES)
def test_an_editor_can_explain_every_field(name: str) -> None:
    assert [field for field, part in properties(load(name)) if "title" not in part] == []
    assert [field for field, part in properties(load(name)) if not {"description", "$ref"} & set(part)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_example_and_default_is_valid(name: str) -> None:
    schema = load(name)
    for part in parts(schema):
        validator = Draft202012Validator({**part, "$defs": schema.get("$defs", {})})
        for example in [*part.get("examples", []), *([part["default"]] if "default" in part else [])]:
            assert list(validator.iter_errors(example)) == []


@pytest.mark.parametrize("name", ["checkpoint", "config", "state"])
def test_every_field_of_a_file_has_an_example(name: str) -> None:
    schema = load(name)
    assert [field for field, part in schema["properties"].items() if not part.get("examples")] == []
