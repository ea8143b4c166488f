"""JSON with comments: read as the standard library reads what it can read, and refused with the place where it is none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.hooks.install.jsonc import DEPTH, parse
from agentstate.vocabulary.errors import AgentStateError
from tests.support.laws import law

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
LAYOUTS = st.sampled_from((None, 1, 2, "\t"))


def read(text: str) -> object:
    return parse(SourceText("settings.json", text)).data


@law(200)
@given(VALUES, LAYOUTS, st.booleans())
def test_what_is_json_reads_as_json(value: object, layout: int | str | None, plain: bool) -> None:
    assert read(json.dumps(value, indent=layout, ensure_ascii=plain)) == value


@law(200)
@given(st.text(alphabet='{}[]",:/*\\ \n1ab\x00é', max_size=30))
def test_any_text_is_a_value_or_is_refused(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        expected = None
    else:
        assert read(text) == expected
    try:
        read(text)
    except AgentStateError as error:
        refused = error
    else:
        return
    assert (expected, refused.message.partition(":")[0], bool(refused.hint)) == (None, "settings.json", True)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1, // one\n "b": [2, /* two */ 3,],\n}', {"a": 1, "b": [2, 3]}),
        ("// first\n/* second\n */ {} // last", {}),
        ('{"http://x": "/* no comment */"}', {"http://x": "/* no comment */"}),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ("[1,]", [1]),
        ("-0.5e3", -500.0),
    ],
)
def test_comments_and_trailing_commas_are_read_over(text: str, value: object) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "settings.json:1:1: there is no value", "write {} into the file, or delete it"),
        (" \n// none\n", "settings.json:3:1: there is no value", "write {} into the file, or delete it"),
        ('{\n  "a": 1\n  "b": 2\n}', 'settings.json:3:3: expected "," or "}", found "\\""', "mend the file by hand"),
        ('{\n  "a": tru\n}', 'settings.json:2:8: expected a value, found "t"', "mend the file by hand"),
        ("{a: 1}", 'settings.json:1:2: expected a key in double quotes, found "a"', "mend the file by hand"),
        ('{"a" 1}', 'settings.json:1:6: expected ":", found "1"', "mend the file by hand"),
        (
            '{"a": "b\nc"}',
            "settings.json:1:7: the string does not end on its line, or holds an escape that is none",
            "mend the file by hand",
        ),
        (r'{"a": "\x"}', "settings.json:1:7: the value cannot be read", "mend the file by hand"),
        ('{"a": [1', 'settings.json:1:9: expected "," or "]", found the end of the file', "mend the file by hand"),
        ('{"a": 1} x', "settings.json:1:10: text after the end of the value", "take it out"),
        ('{"a": /* 1}', "settings.json:1:7: the comment does not end", 'end it with "*/"'),
        ("{,}", 'settings.json:1:2: expected a key in double quotes, found ","', "mend the file by hand"),
        ("[" * 100, f"settings.json:1:{DEPTH + 2}: more than {DEPTH} levels", "mend the file by hand"),
        ("[01]", 'settings.json:1:2: expected a value, found "0"', "mend the file by hand"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, message: str, hint: str) -> None:
    with pytest.raises(AgentStateError) as refused:
        read(text)
    assert (refused.value.message, refused.value.hint) == (message, hint)


@pytest.mark.parametrize(
    "text", ['"' + "a" * 200_000, "/*" * 100_000, "[" * 200_000, '{"a":' * 100_000, "1" * 200_000 + "x", " " * 200_000]
)
def test_what_is_made_to_take_long_does_not(text: str) -> None:
    with pytest.raises(AgentStateError):
        read(text)
