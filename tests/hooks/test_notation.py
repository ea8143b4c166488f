import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.hooks import notation
from agentstate.hooks.notation import read_json
from tests.support.laws import law

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@law(200)
@given(VALUES, st.sampled_from(("", " ", "\r\n\t")), st.booleans())
def test_what_was_written_as_json_is_read_again(value: object, around: str, ascii_only: bool) -> None:
    assert read_json(around + json.dumps(value, ensure_ascii=ascii_only) + around) == value


@pytest.mark.parametrize("text", ["", " ", "{", '{"a":}', "{} {}", "{}x", "nope", '"open', "[1,]", "'a'", "\ufeff{}", '{"a":1'])
def test_what_is_not_json_is_an_error(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each reader says it in its own words
        read_json(text)


def test_what_is_too_deep_is_an_error() -> None:
    with pytest.raises(RecursionError):
        read_json("[" * 100_000)


def test_control_characters_in_strings_are_taken_as_they_are() -> None:
    assert read_json('{"a": "x\ty\nz"}') == {"a": "x\ty\nz"}


def test_an_interpreter_without_the_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation, "make_scanner", None)
    assert read_json(' {"a": [1, "x\ty", null]} ') == {"a": [1, "x\ty", None]}
    with pytest.raises(ValueError):  # noqa: PT011 - each reader says it in its own words
        read_json("{} {}")


def test_broken_text_has_no_value_where_the_module_of_the_exception_was_never_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "json" or name.startswith("json.")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ValueError, match=r"no value|Expecting|Unterminated"):
        read_json('{"a": "b')
