"""JSON with its places: the same values as the standard reader's, and not one of them lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.exchange.item import Passage
from agentstate.exchange.json_text import DEEPEST, Leaves, Node, NotJson, parse
from tests.support.laws import law

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=20)
TEXTS = st.text(alphabet='{}[]",:\\ \nabu0e-+.tfn\ud800"')


def plain(node: Node) -> object:
    if node.kind == "object":
        return {key: plain(value) for key, value in node.pairs}
    if node.kind == "array":
        return [plain(value) for value in node.items]
    return node.text if node.kind == "string" else json.loads(node.text)


@law(200)
@given(value=VALUES, indent=st.none() | st.integers(0, 3))
def test_every_value_is_read_as_the_standard_library_reads_it(value: object, indent: int | None) -> None:
    assert plain(parse(json.dumps(value, indent=indent, ensure_ascii=False))) == value


@law(300)
@given(TEXTS)
def test_no_text_ends_otherwise_than_in_a_value_or_a_reason(text: str) -> None:
    assert 1 <= line_of_the_fault(text) <= text.count("\n") + 1


def line_of_the_fault(text: str) -> int:
    try:
        return parse(text).line
    except NotJson as error:
        return error.line


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the text ends too early"),
        ('{"a": 1,\n"b" 2}', 2, '":" is missing'),
        ('{"a": 1\n\n"b": 2}', 3, '"," or "}" is missing'),
        ("[1, 2,]", 1, "a value is missing"),
        ("[1]\n[2]", 2, "more text after the value"),
        ('{1: "a"}', 1, "a key in double quotes is missing"),
        ('\n["\\q"]', 2, "a string with an escape that JSON does not know"),
        ("[nothing]", 1, 'unexpected "n"'),
        ("[" * 100_000, 1, f"nested deeper than {DEEPEST}"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(NotJson) as raised:
        parse(text)
    assert (raised.value.line, raised.value.reason) == (line, reason)


def test_both_values_of_a_key_are_there_and_what_was_not_taken_comes_back() -> None:
    root = parse('{"goal": "one",\n "goal": "two",\n "n": 1.50,\n "list": [{"a": "x\\ny", "b": null}, []]}')
    leaves = Leaves("p.json", root)
    assert leaves.take(root.get("goal")) == "one"
    assert leaves.remainder() == (
        Passage("goal: two\nn: 1.50\nlist[1]: []", "p.json", 2),
        Passage("list[0].a: x\ny\nlist[0].b: null", "p.json", 4),
    )


def test_half_a_surrogate_pair_keeps_its_escape() -> None:
    assert parse('"a\\ud800b"').text == "a\\ud800b"
