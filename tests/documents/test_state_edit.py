from collections.abc import Callable, Sequence

import pytest

from agentstate.documents.state import FIELDS, LIST_LIMIT, StateDocument, parse_state
from agentstate.documents.state.edit import add_item, drop_item, set_field, touch
from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError


def state(text: str) -> StateDocument:
    return parse_state(SourceText(".agent/STATE.yaml", text))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("goal: old   # why\nx: 1\n", "goal: new   # why\nx: 1\n"),
        ("goal:   # why\n", "goal: new   # why\n"),
        ("goal:", "goal: new"),
        ("\"goal\" : 'old'\r\n", '"goal" : new\r\n'),
        ("goal: ''\n# end\n", "goal: new\n# end\n"),
        ("goal:\n  # why\n  old text\n  goes on # here\n", "goal:\n  # why\n  new # here\n"),
        ("goal: old text\n  goes on # here\nx: 1\n", "goal: new # here\nx: 1\n"),
        ('goal: "old\n  text"\nx: 1\n', "goal: new\nx: 1\n"),
        ("goal: |  # why\n  old\n  # text\n\nx: 1\n", "goal: new  # why\n\nx: 1\n"),
        ("goal: >-\n  old", "goal: new"),
        ("goal: [a, b] # c\nx: 1\n", "goal: new # c\nx: 1\n"),
        ("goal:  # c\n  # first\n  - a # one\n\n  # second\n  - b: c\n    d: e\nx: 1\n", "goal: new  # c\n  # first\n  # second\nx: 1\n"),
        ("goal:\n  text: a\n", "goal: new\n"),
        ("goal: {a: b}\n", "goal: new\n"),
        ("goal: 5\n", "goal: new\n"),
        ("", "goal: new\n"),
        ("# only a comment", "# only a comment\ngoal: new"),
        ("# c\r\n\r\n", "# c\r\n\r\ngoal: new\r\n"),
        ("---\n# c\n...\n", "---\n# c\ngoal: new\n...\n"),
        ("x: 1\n...\n", "x: 1\ngoal: new\n...\n"),
        ("x: 1", "x: 1\ngoal: new"),
        ("x: 1\n\n# vim: set\n", "x: 1\ngoal: new\n\n# vim: set\n"),
        ("x:\n  - a\n  # and more\n# vim: set\n", "x:\n  - a\n  # and more\ngoal: new\n# vim: set\n"),
        ("x: |+\n  a\n\n\n", "x: |+\n  a\n\n\ngoal: new\n"),
        ("x: |\n  a\n\n\n", "x: |\n  a\ngoal: new\n\n\n"),
        ("x: |\n  a", "x: |\n  a\ngoal: new"),
        ("  x: 1\n  y:\n", "  x: 1\n  y:\n  goal: new\n"),
        ("x: {a: b}\n", "x: {a: b}\ngoal: new\n"),
    ],
)
def test_set_writes_one_line_of_text_and_nothing_else(before: str, after: str) -> None:
    assert set_field(state(before), "goal", "new").text == after


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("next_action", "fix: the guard", 'next_action: "fix: the guard"'),
        ("next_action", "", 'next_action: ""'),
        ("blocked", False, "blocked: false"),
        ("blocked", "false", "blocked: false"),
        ("blocked", "", "blocked: false"),
        ("blocked", "no access", "blocked: no access"),
        ("version", "1", "version: 1"),
        ("confidence", "low", "confidence: low"),
        ("updated_at", "2026-11-29T19:30:00Z", 'updated_at: "2026-11-29T19:30:00Z"'),
        ("recent_findings", "one", "recent_findings: one"),
        ("done", [], "done: []"),
        ("done", ["a", "b: c"], 'done:\n  - a\n  - "b: c"'),
        ("verified", [{"how": "test", "fact": "a"}, "b"], "verified:\n  - fact: a\n    how: test\n  - b"),
        ("failed_attempts", [{"tried": "a", "because": ""}], "failed_attempts:\n  - tried: a"),
    ],
)
def test_set_writes_each_kind_of_field(field: str, value: str | bool | Sequence[str], line: str) -> None:
    assert set_field(state("project: x\n"), field, value).text == f"project: x\n{line}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("done:\n- a # one\n# c\n- b\n", "done:\n# c\n- new\n"),
        ("done: [a,\n  # c\n  b] # d\nx: 1\n", "done: # d\n  # c\n  - new\nx: 1\n"),
        ("done:\n  # first\n  [a] # d\nx: 1\n", "done:\n  # first\n # d\n  - new\nx: 1\n"),
        ("x:\n    - y\ndone: []\n", "x:\n    - y\ndone:\n    - new\n"),
        ("x:\n- y\n", "x:\n- y\ndone:\n- new\n"),
        ("done: text # c\n", "done: # c\n  - new\n"),
    ],
)
def test_set_writes_a_list_over_whatever_is_there(before: str, after: str) -> None:
    assert set_field(state(before), "done", ["new"]).text == after


def test_set_to_the_same_value_gives_the_same_file() -> None:
    document = state("goal:   'same'  # c\nblocked: false\ndone: [ a,b ]\n")
    assert set_field(document, "goal", "same") is document.source
    assert set_field(document, "blocked", value=False) is document.source
    assert set_field(document, "done", ["a", "b"]) is document.source


def test_a_number_or_a_truth_value_is_no_other_value() -> None:
    assert set_field(state("blocked: 0\n"), "blocked", value=False).text == "blocked: false\n"
    assert set_field(state("version: true\n"), "version", "1").text == "version: 1\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("done:\n  - a  # one\n  # c\nx: 1\n", "done:\n  - a  # one\n  - new\n  # c\nx: 1\n"),
        ("done:\r\n- a", "done:\r\n- a\r\n- new"),
        ("done:\n  - |\n    a\n\nx: 1\n", "done:\n  - |\n    a\n  - new\n\nx: 1\n"),
        ("done:\n  -\n", "done:\n  -\n  - new\n"),
        ("done: [a] # c\n", "done: [a, new] # c\n"),
        ("done: [\n  a, # one\n  b, # two\n]\n", "done: [\n  a, # one\n  b, new, # two\n]\n"),
        ("done: []  # c\nx: 1\n", "done:  # c\n  - new\nx: 1\n"),
        ("done:  # c\nx: 1\n", "done:  # c\n  - new\nx: 1\n"),
        ("done:", "done:\n  - new"),
        ("done: ~\n", "done:\n  - new\n"),
        ('done: ""\n', "done:\n  - new\n"),
        ("done: []\n  # was here\nx: 1\n", "done:\n  - new\n  # was here\nx: 1\n"),
        ("done: old # c\n", "done: # c\n  - old\n  - new\n"),
        ("done: 5\n", 'done:\n  - "5"\n  - new\n'),
        ("done: |  # c\n  one\n  two\nx: 1\n", "done:  # c\n  - |\n    one\n    two\n  - new\nx: 1\n"),
        ("x: 1\n", "x: 1\ndone:\n  - new\n"),
        ("", "done:\n  - new\n"),
    ],
)
def test_add_appends_an_item(before: str, after: str) -> None:
    assert add_item(state(before), "done", "new").text == after


@pytest.mark.parametrize(
    ("before", "field", "because", "after"),
    [
        ("failed_attempts:\n- a\n", "failed_attempts", "slow", "failed_attempts:\n- a\n- tried: new\n  because: slow\n"),
        ("failed_attempts: [a]\n", "failed_attempts", "slow: 9 s", 'failed_attempts: [a, {tried: new, because: "slow: 9 s"}]\n'),
        ("x: 1\n", "verified", "pytest", "x: 1\nverified:\n  - fact: new\n    how: pytest\n"),
        ("x: 1\n", "verified", "", "x: 1\nverified:\n  - new\n"),
    ],
)
def test_add_keeps_the_reason_with_the_item(before: str, field: str, because: str, after: str) -> None:
    assert add_item(state(before), field, "new", because).text == after


def test_add_takes_the_parts_of_a_verified_fact() -> None:
    parts = {"fact": "a", "commit": "1234567", "at": "2026-11-29T19:30:00Z"}
    expected = 'verified:\n  - fact: a\n    at: "2026-11-29T19:30:00Z"\n    commit: "1234567"\n'
    assert add_item(state(""), "verified", parts).text == expected


def test_an_item_that_is_there_is_not_added_again() -> None:
    document = state("done: [a, b]\nfailed_attempts:\n  - tried: a\n    because: b\nrecent_findings: c\n")
    assert add_item(document, "done", "b") is document.source
    assert add_item(document, "failed_attempts", "a", "b") is document.source
    assert add_item(document, "recent_findings", "c") is document.source


@pytest.mark.parametrize(
    ("before", "item", "after"),
    [
        ("done:\n  - a # one\n  # c\n  - b\nx: 1\n", "a", "done:\n  # c\n  - b\nx: 1\n"),
        ("done:\n  - a\n  # c\n  - b # two\nx: 1\n", "b", "done:\n  - a\n  # c\nx: 1\n"),
        ("done:\r\n- a\r\n- b", "b", "done:\r\n- a"),
        ("done:\n- a\n- b", "a", "done:\n- b"),
        ("done: # c\n  # first\n  - a # one\nx: 1\n", "a", "done: [] # c\n  # first\nx: 1\n"),
        ("done:\n- a", "a", "done: []"),
        ("done:\n  - |\n    one\n    # two\n  - b\n", "one", "done:\n  - b\n"),
        ("done:\n  - fact: a\n      # deep\n    how: b\n  - c\n", "a (b)", "done:\n  # deep\n  - c\n"),
        ("done:\n  -\n    # c\n    a\n  - b\n", "a", "done:\n  # c\n  - b\n"),
        ("done: [a, b] # c\n", "a", "done: [b] # c\n"),
        ("done: [a , b ] # c\n", "b", "done: [a ] # c\n"),
        ("done: [a, b,]\n", "b", "done: [a,]\n"),
        ("done: [ a ] # c\n", "a", "done: [] # c\n"),
        ("done: [\n  a, # one\n  # c\n  b # two\n]\n", "a", "done: [\n   # one\n  # c\n  b # two\n]\n"),
        ("done: [\n  a # one\n  , # c\n  b # two\n]\n", "b", "done: [\n  a # one\n   # c\n   # two\n]\n"),
        ("done: text\n", "text", "done: []\n"),
    ],
)
def test_drop_takes_an_item_out(before: str, item: str, after: str) -> None:
    assert drop_item(state(before), "done", item).text == after


MIXED = "failed_attempts:\n  - tried: redis\n    because: slow\n  - redis cluster\n  - memcached\n"


@pytest.mark.parametrize(
    ("item", "left"),
    [
        ("redis", ("redis cluster", "memcached")),
        ("redis — because slow", ("redis cluster", "memcached")),
        ("redis c", ("redis — because slow", "memcached")),
        ("mem", ("redis — because slow", "redis cluster")),
    ],
)
def test_an_item_is_named_by_its_text_its_first_part_or_a_unique_beginning(item: str, left: tuple[str, ...]) -> None:
    assert parse_state(drop_item(state(MIXED), "failed_attempts", item)).items("failed_attempts") == left


def test_touch_sets_the_time_only_where_the_file_has_one() -> None:
    now = "2026-11-29T19:30:00Z"
    assert touch(state("updated_at: 2026-01-01 # c\n"), now).text == f'updated_at: "{now}" # c\n'
    document = state("project: x\n")
    assert touch(document, now) is document.source


def test_byte_order_mark_and_foreign_bytes_stay() -> None:
    data = b"\xef\xbb\xbfgoal: a\r\n# caf\xe9\r\nnote: \xe9\r\n"
    edited = set_field(parse_state(SourceText.decode(".agent/STATE.yaml", data)), "goal", "b")
    assert edited.encode() == data.replace(b"goal: a", b"goal: b")


FULL = "done: [" + ", ".join("abcdefghijklmnopqrst") + "]\n"
LONG = "x" * 201
REFUSALS: dict[str, tuple[Callable[[], object], str, str, int]] = {
    "unknown": (lambda: set_field(state(""), "gaol", "a"), 'unknown field "gaol"', f"the fields are {', '.join(FIELDS)}", 2),
    "list": (lambda: set_field(state(""), "done", "a"), "done is a list", 'add to it with `agentstate add done "…"`', 2),
    "line": (
        lambda: set_field(state(""), "next_action", ["a", "b"]),
        "next_action takes one line of text, not a list",
        "write the first and put the others into TODO.md",
        2,
    ),
    "false": (lambda: set_field(state(""), "goal", value=False), "goal holds text, not false", "write it as text", 2),
    "long": (lambda: set_field(state(""), "goal", LONG), "goal takes at most 200 characters, not 201", "shorten it", 1),
    "lines": (lambda: set_field(state(""), "goal", "a\nb"), "goal takes one line of text", "write it as one line", 1),
    "choice": (
        lambda: set_field(state(""), "confidence", "sure\u202e"),
        'confidence cannot be "sure\\u202e"',
        "write high, medium or low",
        2,
    ),
    "time": (
        lambda: set_field(state(""), "updated_at", "now"),
        'updated_at cannot be "now"',
        "write a time in UTC such as 2026-11-29T19:30:00Z",
        2,
    ),
    "version": (lambda: set_field(state(""), "version", "2"), 'version cannot be "2"', "write 1, the only version there is", 2),
    "blocked": (
        lambda: set_field(state(""), "blocked", value=True),
        "blocked needs the reason",
        "write what blocks the work, or false",
        2,
    ),
    "many": (
        lambda: set_field(state(""), "done", ["a"] * 21),
        "done holds 20 items at most",
        "drop one or conclude the task first",
        1,
    ),
    "long-item": (lambda: add_item(state(""), "done", LONG), "done takes at most 200 characters, not 201", "shorten it", 1),
    "empty-item": (lambda: add_item(state(""), "done", " "), "an item of done needs text", "write what it is", 2),
    "full": (
        lambda: add_item(state(FULL), "done", "new"),
        "done holds 20 items, its limit",
        "drop one or conclude the task first",
        1,
    ),
    "add-to-line": (
        lambda: add_item(state(""), "goal", "a"),
        "goal takes one line of text, not a list",
        "write the first and put the others into TODO.md",
        2,
    ),
    "reason": (
        lambda: add_item(state(""), "done", "a", "b"),
        "an item of done has no reason of its own",
        "leave the reason out, or add to failed_attempts",
        2,
    ),
    "parts": (lambda: add_item(state(""), "done", {"fact": "a"}), "an item of done is one line of text", "write it as one line", 2),
    "part": (
        lambda: add_item(state(""), "verified", {"fact": "a", "who": "b"}),
        'an item of verified has no part "who"',
        "its parts are fact, at, commit, how",
        2,
    ),
    "no-fact": (lambda: add_item(state(""), "verified", {"how": "a"}), "an item of verified needs its fact", "write what it is", 2),
    "mapping": (
        lambda: add_item(state("x: 1\ndone:\n  a: b\n"), "done", "c"),
        ".agent/STATE.yaml:3:3: done is a mapping",
        'write one "- item" a line',
        2,
    ),
    "drop-missing": (
        lambda: drop_item(state("done: [a, bc]\n"), "done", "c"),
        'done holds no item "c"',
        'it holds "a", "bc"',
        2,
    ),
    "drop-many": (
        lambda: drop_item(state(FULL), "done", "z"),
        'done holds no item "z"',
        'it holds "a", "b", "c", "d", "e", …',
        2,
    ),
    "drop-empty": (lambda: drop_item(state("done: []\n"), "done", "c"), 'done holds no item "c"', "it is empty", 2),
    "drop-nothing": (lambda: drop_item(state("done: [a]\n"), "done", ""), 'done holds no item ""', 'it holds "a"', 2),
    "drop-ambiguous": (
        lambda: drop_item(state("done: [fix a, fix b]\n"), "done", "fix"),
        '"fix" fits 2 items of done',
        'write more of it: "fix a", "fix b"',
        2,
    ),
    "broken": (
        lambda: set_field(state("goal: 'a\n"), "goal", "b"),
        ".agent/STATE.yaml:1:7: the quote that opens here is never closed",
        "close it",
        2,
    ),
    "twice": (
        lambda: add_item(state("done: []\ndone: []\n"), "done", "b"),
        '.agent/STATE.yaml:2:1: key "done" is on line 1 and again on line 2',
        "keep one of them",
        2,
    ),
    "braces": (
        lambda: set_field(state("{goal: a}"), "goal", "b"),
        ".agent/STATE.yaml is one mapping in braces and can only be read",
        'write one "field: value" a line',
        2,
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_cannot_be_written_is_refused_with_what_to_do(name: str) -> None:
    edit, message, hint, code = REFUSALS[name]
    with pytest.raises(AgentStateError) as refused:
        edit()
    assert (refused.value.message, refused.value.hint, refused.value.exit_code) == (message, hint, code)


def test_a_list_takes_twenty_items() -> None:
    document = state("")
    for number in range(LIST_LIMIT):
        document = parse_state(add_item(document, "done", f"step {number}"))
    assert len(document.items("done")) == 20


def test_an_edit_that_would_change_more_is_never_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agentstate.documents.state.rewriting.scalar", lambda value: f"{value}\nowner: me")
    with pytest.raises(AgentStateError, match=r"\.agent/STATE\.yaml:[0-9]+:[0-9]+: goal cannot be changed without changing more"):
        set_field(state("goal: a\n"), "goal", "b")
