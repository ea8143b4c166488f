"""Readers of JSON: what fits comes back, everything else is as if it were not there."""

import pytest

from agentstate.hooks import fields

HUGE = 2**63


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"a": "x", "b": "y"}, "x"),
        ({"a": "", "b": "y"}, "y"),
        ({"a": 1, "b": ["y"]}, ""),
        ({"a": "\ud83d\ude00 \ud83d."}, "😀 �."),
        ([], ""),
        ("a", ""),
        (None, ""),
    ],
)
def test_text_is_the_first_string_with_something_in_it(payload: object, expected: str) -> None:
    assert fields.text(payload, "a", "b") == expected


def test_objects_and_lists_are_empty_where_there_is_something_else() -> None:
    payload = {"a": {"b": 1}, "c": [1, "x", "", ["y"]], "d": "one"}
    assert fields.mapping(payload, "c", "a") == {"b": 1}
    assert fields.mapping(payload, "c", "d") == fields.mapping(None, "a") == {}
    assert fields.items(payload, "a", "c") == [1, "x", "", ["y"]]
    assert fields.items(payload, "a") == fields.items("c", "c") == []
    assert (fields.texts(payload, "c"), fields.texts(payload, "a", "d"), fields.texts([], "c")) == (("x",), ("one",), ())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *((0, 0), (-3, -3), (2.0, 2), ("0", 0), ("-7", -7), (str(HUGE - 1), HUGE - 1)),
        *((True, None), (2.5, None), ("", None), ("-", None), ("1.0", None), ("٣", None), (" 1", None), ("--1", None)),
        *((float("nan"), None), (float("inf"), None), (HUGE, None), (str(HUGE), None), ("9" * 5000, None), ([1], None), (None, None)),
    ],
    ids=lambda value: ascii(value)[:24],
)
def test_an_integer_is_a_whole_number_that_a_database_can_hold(value: object, expected: int | None) -> None:
    found = fields.integer({"a": None, "b": value}, "a", "b")
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("value", "expected"), [(2.5, 2), (1500.6, 1501), (7, 7), (1e300, None), (float("nan"), None), (float("-inf"), None), (True, None)]
)
def test_a_time_is_rounded(value: object, expected: int | None) -> None:
    assert fields.rounded({"a": value}, "a") == expected
    assert fields.rounded([value], "a") is None


def test_a_flag_is_true_or_false_and_nothing_else() -> None:
    assert [fields.flag({"a": value}, "a") for value in (True, False, 1, "true", None)] == [True, False, None, None, None]
    assert fields.flag(None, "a") is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [('{"a": [1]}', {"a": [1]}), ("{", None), ("", None), ("[" * 100_000, None), ("9" * 5000, None), ({"a": 1}, {"a": 1}), (None, None)],
)
def test_json_in_a_string_is_read_where_it_is_whole(value: object, expected: object) -> None:
    assert fields.parsed(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("cd src && ls", "cd src && ls"),
        (["bash", "-lc", "cd src && ls"], "cd src && ls"),
        (["/usr/bin/zsh", "-c", "ls"], "ls"),
        (["C:\\Windows\\System32\\cmd.exe", "/C", "dir"], "dir"),
        (["rg", "-c", "it's"], "rg -c 'it'\"'\"'s'"),
        (["ls", "ü b"], "ls 'ü b'"),
        ([], ""),
        ({"a": 1}, ""),
    ],
)
def test_a_command_given_as_words_becomes_a_line(value: object, expected: str) -> None:
    assert fields.command({"command": value}, "command") == expected
