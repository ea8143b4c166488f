"""The tables of the schemas say what the schemas say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.schema.conformance import conforms
from agentstate.schema.tables import TABLES
from agentstate.schema.violations import load
from tests.support.laws import law

NAMES = st.text("abc_ \n", max_size=6) | st.sampled_from(sorted({key for table in TABLES.values() for key in table.get("properties", {})}))
SCALARS = st.none() | st.booleans() | st.integers(-3, 100) | st.floats(allow_nan=False) | st.text("ab0-:TZ. \n", max_size=30)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=8)


def test_every_schema_that_files_are_held_against_has_a_table() -> None:
    assert list(TABLES) == ["checkpoint", "config", "state"]


@pytest.mark.parametrize("name", TABLES)
@law(200)
@given(st.dictionaries(NAMES, VALUES, max_size=8) | VALUES)
def test_a_value_conforms_to_both_or_to_neither(name: str, value: object) -> None:
    assert conforms(value, TABLES[name], TABLES[name]) == conforms(value, load(name), load(name))  # type: ignore[arg-type]
