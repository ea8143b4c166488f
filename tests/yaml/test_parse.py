import pytest

from agentstate.vocabulary.diagnostics import Fault
from agentstate.yaml import Mark, Value, parse

STATE = """\
# the state
project: user-profile-service   # a service
next_action: 为装饰器补充缓存穿透保护
blocked: false
files_to_load:
- services/profile_cache.py
-   'repositories/user repo.py'
verified:
  - fact: it works
    at: 2026-11-29
done: [a, "b"]
goal:
"""


def test_a_state_is_read_into_plain_values() -> None:
    assert parse(STATE).data == {
        "project": "user-profile-service",
        "next_action": "为装饰器补充缓存穿透保护",
        "blocked": False,
        "files_to_load": ["services/profile_cache.py", "repositories/user repo.py"],
        "verified": [{"fact": "it works", "at": "2026-11-29"}],
        "done": ["a", "b"],
        "goal": None,
    }


def test_every_value_has_its_piece_of_the_text() -> None:
    document = parse(STATE)
    pieces = {path: STATE[mark.start : mark.end] for path, mark in document.marks.items()}
    assert pieces[()] == STATE.removeprefix("# the state\n").removesuffix("\n")
    assert pieces[("project",)] == "user-profile-service"
    assert pieces[("files_to_load",)] == "- services/profile_cache.py\n-   'repositories/user repo.py'"
    assert pieces[("files_to_load", 1)] == "'repositories/user repo.py'"
    assert pieces[("verified", 0)] == "fact: it works\n    at: 2026-11-29"
    assert pieces[("verified", 0, "at")] == "2026-11-29"
    assert pieces[("done",)] == '[a, "b"]'
    assert pieces[("done", 1)] == '"b"'
    assert pieces[("goal",)] == ""
    assert document.marks[("goal",)] == Mark(len(STATE) - 1, len(STATE) - 1, 12, 6)
    assert document.marks[("verified", 0, "at")] == Mark(STATE.index("2026"), STATE.index("2026") + 10, 10, 9)
    assert document.key_marks[("verified", 0, "at")] == Mark(STATE.index("at:"), STATE.index("at:") + 2, 10, 5)
    assert document.flow == {("done",)}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None), ("~", None), ("null", None), ("NULL", None), ("nULL", "nULL"),
        ("true", True), ("FALSE", False), ("yes", "yes"), ("no", "no"), ("on", "on"), ("Off", "Off"), ("y", "y"),
        ("0", 0), ("-7", -7), ("+7", 7), ("0777", 777), ("0o17", 15), ("0xFf", 255), ("1_000", "1_000"), ("0b11", "0b11"),
        ("9" * 18, 10**18 - 1), ("9" * 19, "9" * 19), ("9" * 5000, "9" * 5000), ("0x" + "f" * 400, "0x" + "f" * 400),
        ("1.5", 1.5), ("-.5", -0.5), ("1e3", 1000.0), ("1e400", "1e400"), ("1.", 1.0), (".", "."), ("-", "-"), ("+", "+"),
        (".inf", float("inf")), ("-.INF", float("-inf")), ("12:30", "12:30"), ("1.2.3", "1.2.3"), ("1e", "1e"),
        ("2026-01-02", "2026-01-02"), ("2024-13-45", "2024-13-45"), ("2026-01-02T03:04:05+99:99", "2026-01-02T03:04:05+99:99"),
        ('"12"', "12"), ("'true'", "true"), ("http://x/y", "http://x/y"), ("a:b", "a:b"), ("a#b", "a#b"), ("a  b", "a  b"),
    ],
)  # fmt: skip
def test_an_unquoted_word_means_what_the_core_schema_says(written: str, value: Value) -> None:
    if written == "-":
        assert parse("[-1, x-]").data == [-1, "x-"]
        return
    read = parse(f"k: {written}").data
    assert read == {"k": value}
    assert isinstance(read, dict)
    assert type(read["k"]) is type(value)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("k:\n# c\n\nz: 1\n", 1, 3),
        ("k:   # c\nz: 1\n", 1, 3),
        ('"k" :\nz: 1', 1, 6),
        ("z: 1\nk:", 2, 3),
        ("{k: , z: 1}", 1, 4),
        ("{k , z: 1}", 1, 3),
        ("k:\n-\n- 1\n", 2, 2),
    ],
)
def test_a_value_that_is_not_there_has_the_place_where_it_would_begin(text: str, line: int, column: int) -> None:
    document = parse(text)
    empty = [mark for mark in document.marks.values() if mark.start == mark.end]
    assert [(mark.line, mark.column) for mark in empty] == [(line, column)]


def test_not_a_number_is_a_number() -> None:
    read = parse("k: .nan").data
    assert isinstance(read, dict)
    assert repr(read) == "{'k': nan}"


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029", "\ufeff", "\u00a0", "\u3000", "\ue000", "\U0001f600", "\U000f0000"])
@pytest.mark.parametrize("frame", ["k: a{}b\nz: 1\n", "# a{}b: c\nk: a{}b # {}\nz: 1\n", "k: 'a{}b'\nz: 1\n", 'k: "a{}b"\nz: 1\n'])
def test_only_line_feeds_end_lines(frame: str, character: str) -> None:
    text = frame.replace("{}", character)
    document = parse(text)
    assert document.data == {"k": f"a{character}b", "z": 1}
    assert document.marks[("z",)] == Mark(text.index("1"), text.index("1") + 1, text.count("\n"), 4)


def test_private_characters_that_stand_in_for_others_are_not_taken_from_the_text() -> None:
    private = "".join(map(chr, range(0xE000, 0xF900)))
    assert parse(f"k: {private}\u2028b").data == {"k": f"{private}\u2028b"}


@pytest.mark.parametrize("character", ["x", "\U0001f600", "\u2028", "e\u0301", "中"])
def test_offsets_count_characters_with_both_line_ends(character: str) -> None:
    text = f"a: {character}\r\n# {character}\r\nb:\r\n  - {character} z\r\n  - last"
    document = parse(text)
    assert document.data == {"a": character, "b": [f"{character} z", "last"]}
    assert [text[mark.start : mark.end] for mark in document.marks.values() if mark.line == 5] == ["last"]
    assert document.marks[("b", 1)] == Mark(len(text) - 4, len(text), 5, 5)
    assert document.marks[("b",)] == Mark(text.index("- "), len(text), 4, 3)


@pytest.mark.parametrize(
    ("text", "piece", "value"),
    [
        ("k: |\n  a\n  b\n\n\nz: 1\n", "|\n  a\n  b", "a\nb\n"),
        ("k: |+\n  a\n\n\nz: 1\n", "|+\n  a\n\n", "a\n\n\n"),
        ("k: |-\n  a\n   \n\nz: 1\n", "|-\n  a\n   ", "a\n "),
        ("k: |2\n   a\n \nz: 1\n", "|2\n   a\n ", " a\n"),
        ("k: > # why\n  a\n  b\n# not in it\nz: 1\n", "> # why\n  a\n  b", "a b\n"),
        ("k: |\nz: 1\n", "|", ""),
        ("k: |\r\n  a\r\n\r\nz: 1\r\n", "|\r\n  a", "a\n"),
        ("k: a\n  b\nz: 1", "a\n  b", "a b"),
        ("k: 'a\n\n  b' # c\nz: 1", "'a\n\n  b'", "a\nb"),
    ],
)
def test_text_of_several_lines_ends_with_its_last_line(text: str, piece: str, value: str) -> None:
    document = parse(text)
    assert document.data == {"k": value, "z": 1}
    mark = document.marks[("k",)]
    assert text[mark.start : mark.end] == piece


@pytest.mark.parametrize("text", ["k: |\n  a", "k: |\n  a\n", "k: |\r\n  a"])
def test_a_missing_last_line_end_changes_no_value(text: str) -> None:
    document = parse(text)
    assert document.data == {"k": "a\n"}
    mark = document.marks[("k",)]
    assert (mark.start, mark.end) == (3, len(text.rstrip("\n")))


def test_blank_lines_at_the_end_are_counted_where_the_header_keeps_them() -> None:
    assert parse("k: |+\n  a\n\n").data == {"k": "a\n\n"}
    assert parse("k: |+\n  a").data == {"k": "a\n"}


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "---\n", "---\n# c\n...\n"])
def test_a_document_without_content_is_nothing_and_no_fault(text: str) -> None:
    document = parse(text)
    assert (document.data, document.faults) == (None, ())
    assert document.marks[()].start == document.marks[()].end


def test_markers_around_one_document_are_read() -> None:
    assert parse("---\na: 1\n...\n").data == {"a": 1}


@pytest.mark.parametrize(("text", "data"), [("x", "x"), ("- a\n- 1\n", ["a", 1]), ('{"a": [1, {"b":"c"}]}', {"a": [1, {"b": "c"}]})])
def test_any_value_may_be_the_root(text: str, data: Value) -> None:
    assert parse(text).data == data


def test_keys_are_text_whatever_they_look_like() -> None:
    assert parse("1: a\ntrue: b\n2026-01-02: c\n'': d\n").data == {"1": "a", "true": "b", "2026-01-02": "c", "": "d"}


def test_a_repeated_key_names_both_lines_and_keeps_the_first_value() -> None:
    document = parse("dup: [1]\nb:\n  x: 1\ndup:\n  - y\n  - z\n")
    assert document.data == {"dup": [1], "b": {"x": 1}}
    assert document.faults == (Fault("duplicate-key", 4, 1, 'key "dup" is on line 1 and again on line 4', "keep one of them"),)
    assert document.marks[("dup",)].line == 1


def test_every_repeated_key_is_named_up_to_twenty() -> None:
    assert len(parse("a: 1\n" * 3).faults) == 2
    assert len(parse("a: 1\n" * 300).faults) == 20
