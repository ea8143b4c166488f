"""A JSON document read element by element: the same values as if it were read at once, wherever its text is cut."""

import json
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.recordings import characters
from agentstate.recordings.elements import Broken, Element, elements, members
from tests.support.laws import law

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
CUTS = st.lists(st.integers(min_value=0, max_value=400), max_size=12)
STYLES = st.sampled_from([{}, {"indent": 1}, {"separators": (",", ":")}, {"ensure_ascii": False}])


def cut(text: str, places: list[int]) -> Iterator[str]:
    start = 0
    for place in sorted(places):
        yield text[start : max(place, start)]
        start = max(place, start)
    yield text[start:]


@law(200)
@given(st.lists(VALUES, max_size=6), CUTS, STYLES)
def test_the_elements_of_a_list_are_those_of_the_whole_reader(values: list[object], places: list[int], style: dict[str, object]) -> None:
    text = json.dumps(values, **style)  # type: ignore[arg-type]
    assert list(elements(cut(text, places))) == json.loads(text)


@law(200)
@given(st.lists(VALUES, max_size=4), st.dictionaries(st.text(max_size=3), VALUES, max_size=4), CUTS, STYLES)
def test_the_elements_at_a_path_are_found_among_other_members(
    values: list[object], others: dict[str, object], places: list[int], style: dict[str, object]
) -> None:
    document = {**others, "session": {**others, "messages": values, "end": others}}
    text = json.dumps(document, **style)  # type: ignore[arg-type]
    assert list(elements(cut(text, places), ("session", "messages"))) == json.loads(text)["session"]["messages"]


@law(200)
@given(st.text(alphabet='{}[]",:\\ntruefalsenull0123456789.-e \n', max_size=60) | st.text(max_size=40), CUTS)
def test_any_text_whatever_ends_in_values_or_in_one_broken_place(text: str, places: list[int]) -> None:
    found = list(members(cut(text, places), ("a",), ("b", "c")))
    assert all(isinstance(one, Element) for one in found[:-1] if not isinstance(one, Broken))
    assert list(members(iter(text), ("a",), ("b", "c"))) == found


@law(100)
@given(st.lists(VALUES, min_size=1, max_size=4), st.data())
def test_a_document_that_is_torn_gives_what_came_before(values: list[object], data: st.DataObject) -> None:
    text = json.dumps(values)
    torn = list(elements([text[: data.draw(st.integers(min_value=0, max_value=len(text) - 1))]]))
    assert isinstance(torn[-1], Broken)
    assert torn[:-1] == json.loads(text)[: len(torn) - 1]


def test_members_of_several_paths_come_in_the_order_of_the_document() -> None:
    text = '{"skipped": [{"id": "x"}], "id": "s-1", "list": [1, "two"], "after": 3}'
    assert list(members([text], ("list",), ("id",))) == [
        Element(("id",), 0, "s-1"),
        Element(("list",), 1, 1),
        Element(("list",), 2, "two"),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [Broken("the text ends in the middle", 0)]),
        ("[1, 2", [1, Broken("the text ends in the middle", 5)]),
        ("[1 2]", [1, Broken('no "]" where one has to be', 3)]),
        ("[1,]", [1, Broken("no value where one has to be", 3)]),
        ("[tru]", [Broken("no JSON value", 4)]),
        ("[{]]", [Broken("no JSON value", 3)]),
        ('{"a": 1}', []),
        ("[]", []),
        ('["\\ud83d\\ude00", "a\\"]"]', ["\U0001f600", 'a"]']),
    ],
)
def test_what_a_text_holds(text: str, found: list[object]) -> None:
    assert list(elements([text])) == found
    assert list(elements(iter(text))) == found


def test_an_element_that_is_too_deep_is_passed_over() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    assert list(elements([f"[1, {deep}, 3]"])) == [1, Broken("a value nested more than 200 deep", 200_004), 3]


def test_deep_values_that_nobody_asked_for_cost_nothing() -> None:
    deep = '{"a":' * 100_000 + "1" + "}" * 100_000
    assert list(elements([f'{{"other": {deep}, "list": [1]}}'], ("list",))) == [1]


def test_an_element_that_is_too_long_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(characters, "LONGEST", 100)
    assert list(elements(iter(json.dumps(["short", "x" * 101, "last"])))) == ["short", Broken("a value of more than 16 MB", 113), "last"]


def test_a_long_document_is_not_held() -> None:
    def chunks() -> Iterator[str]:
        yield '{"other": "' + "y" * 1000
        for _ in range(2_000):
            yield "y" * 1000
        yield '", "list": ['
        for _ in range(4_000):
            yield json.dumps({"text": "z" * 1000}) + ", "
        yield "1]}"

    tracemalloc.start()
    count = sum(1 for _ in elements(chunks(), ("list",)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 4_001
    assert peak < 200_000
