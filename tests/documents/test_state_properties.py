"""Whatever a person has written into a state: an edit changes its own field, and every other value, comment and line end stays."""

import json
from collections import Counter
from typing import Any

from hypothesis import event, example, given
from hypothesis import strategies as st

from agentstate.documents.state import FIELDS, LISTS, StateDocument, parse_state
from agentstate.documents.state.edit import add_item, drop_item, set_field, touch
from agentstate.documents.text import SourceText
from agentstate.vocabulary.errors import AgentStateError
from agentstate.yaml import scalar
from tests.support.laws import law

WORDS = st.sampled_from(
    ["fix it", "写测试", "src/a.py", "a: b", "no", "#1", "- x", "it's", 'say "x"', "2026-11-29", "`f.py:g`", "x # y", "\U0001f600"]
)
EXTRA = ("owner", "x-team", "notes here")
LINES = [field for field, kind in FIELDS.items() if kind == "line"]
LIST_FIELDS = [field for field, kind in FIELDS.items() if kind in LISTS]
PARTS = {"verified": ("fact", "how"), "failed_attempts": ("tried", "because")}


Line = tuple[str, str]
"""A line of a state, and which lines may follow it that say nothing: any, only some in the first column (outer), or none."""


def quoted(text: str, style: str) -> str:
    if style == "single" and "'" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False) if style == "double" else scalar(text)


@st.composite
def items(draw: st.DrawFn, field: str) -> Any:  # noqa: ANN401 - text or its parts
    text = draw(WORDS)
    if field in PARTS and draw(st.booleans()):
        return dict(zip(PARTS[field], (text, draw(WORDS)), strict=True))
    return text


@st.composite
def entries(draw: st.DrawFn, field: str, indent: int) -> list[Line]:
    """The lines of one field, each with what may come after it."""
    style = draw(st.sampled_from(["plain", "single", "double"]))
    remark = draw(st.sampled_from(["", "", "  # why", " #"]))
    key = draw(st.sampled_from([field, f'"{field}"', f"{field} "])) if " " not in field else f"'{field}'"
    if FIELDS.get(field) not in LISTS:
        return draw(line_entry(key, style, remark))
    values = draw(st.lists(items(field), max_size=4))
    shape = draw(st.sampled_from(["block", "block", "flow", "spread", "empty", "text"]))
    if shape == "text" and FIELDS[field] == "text-or-list":
        return (
            draw(line_entry(key, style, remark)) if draw(st.booleans()) else literal(key, draw(WORDS), remark, draw(st.sampled_from("|>")))
        )
    if not values or shape == "empty":
        return [(key + ":" + draw(st.sampled_from(["", " []", " [ ]", " ~"])) + remark, "any")]
    if shape == "flow" and all(isinstance(value, str) for value in values):
        comma = draw(st.sampled_from(["", ",", " , "]))
        return [(f"{key}: [{', '.join(scalar(value, in_flow=True) for value in values)}{comma}]{remark}", "any")]
    if shape == "spread" and all(isinstance(value, str) for value in values):
        inner = [(f"    {scalar(value, in_flow=True)},{remark}", "any") for value in values]
        return [(f"{key}: [", "any"), *inner, ("  ]", "any")]
    return [(f"{key}:{remark}", "any"), *(line for value in values for line in item_lines(value, style, indent, remark))]


@st.composite
def line_entry(draw: st.DrawFn, key: str, style: str, remark: str) -> list[Line]:
    text = quoted(draw(WORDS), style)
    shape = draw(st.sampled_from(["same", "same", "next", "empty"]))
    if shape == "next":
        return [(f"{key}:{remark}", "any"), (f"   {text}{remark}", "any")]
    return [(f"{key}: {text}{remark}" if shape == "same" else f"{key}:{remark}", "any")]


def literal(key: str, text: str, remark: str, sign: str) -> list[Line]:
    return [(f"{key}: {sign}{remark}", "none"), (f"  x {text}", "none"), ("  # no comment", "none"), (f"   x {text}", "outer")]


def item_lines(value: Any, style: str, indent: int, remark: str) -> list[Line]:  # noqa: ANN401 - text or its parts
    blank = " " * indent
    if isinstance(value, str):
        return [(f"{blank}- {quoted(value, style)}{remark}", "any")]
    (first, text), (second, reason) = value.items()
    return [(f"{blank}- {first}: {quoted(text, style)}{remark}", "any"), (f"{blank}  {second}: {quoted(reason, style)}", "any")]


@st.composite
def states(draw: st.DrawFn) -> StateDocument:
    fields = draw(st.lists(st.sampled_from([*LINES, *LIST_FIELDS, *LIST_FIELDS, *EXTRA]), unique=True, max_size=7))
    indent = draw(st.sampled_from([0, 2, 4]))
    lines = draw(st.sampled_from([[], [("# yaml-language-server: x", "any")], [("---", "any")]]))
    for field in fields:
        lines = [*lines, *draw(entries(field, indent))]
    spaced: list[str] = []
    for line, may_follow in lines:
        between = draw(st.sampled_from([None, None, None, "", "# note", "  # note", "        # deep: [note]"]))
        allowed = may_follow == "any" or (may_follow == "outer" and not (between or "").startswith(" "))
        spaced += [line] if between is None or not allowed else [line, between]
    newline = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    text = newline.join([*spaced, ""] if draw(st.booleans()) else spaced)
    return parse_state(SourceText(".agent/STATE.yaml", text, draw(st.booleans())))


def comment_lines(text: str) -> Counter[str]:
    return Counter(line.strip() for line in text.split("\n") if line.strip().startswith("#") and "no comment" not in line)


def check(before: StateDocument, after: SourceText, field: str) -> StateDocument:
    document = parse_state(after)
    assert document.faults == ()
    rest = {key: value for key, value in before.data.items() if key != field}
    assert json.dumps({key: value for key, value in document.data.items() if key != field}) == json.dumps(rest)
    old, new = before.source.text, after.text
    assert comment_lines(new) >= comment_lines(old)
    assert after.byte_order_mark == before.source.byte_order_mark
    assert not old or old.endswith("\n") == new.endswith("\n")
    if "\r\n" in old or "\n" not in old:
        assert new.count("\n") == new.count(before.source.newline)
    return document


@law(200)
@given(states(), st.sampled_from(LINES), WORDS)
def test_set_changes_one_line_of_text(document: StateDocument, field: str, value: str) -> None:
    after = check(document, set_field(document, field, value), field)
    assert after.data[field] == value
    assert set_field(after, field, value) is after.source


@law(200)
@given(states(), st.sampled_from(LIST_FIELDS), st.data())
def test_set_changes_one_list(document: StateDocument, field: str, data: st.DataObject) -> None:
    values = data.draw(st.lists(items(field), max_size=3))
    after = check(document, set_field(document, field, values), field)
    assert after.data[field] == values
    assert set_field(after, field, values) is after.source


@law(200)
@given(states(), st.sampled_from(LIST_FIELDS), st.data())
def test_add_appends_one_item(document: StateDocument, field: str, data: st.DataObject) -> None:
    item = data.draw(items(field))
    before = document.data.get(field) or []
    held = before if isinstance(before, list) else [before]
    after = check(document, add_item(document, field, item), field)
    if item in held:
        assert after.source is document.source
    else:
        assert after.data[field] == [*held, item]
    assert add_item(after, field, item) is after.source


@law(200)
@given(states(), st.data())
def test_drop_takes_out_one_item(document: StateDocument, data: st.DataObject) -> None:
    filled = [field for field in document.data if FIELDS.get(field) in LISTS and document.items(field)]
    event(f"lists with items: {len(filled)}")
    if not filled:
        return
    field = data.draw(st.sampled_from(filled))
    index = data.draw(st.integers(0, len(document.items(field)) - 1))
    line = document.items(field)[index]
    after = check(document, drop_item(document, field, line), field)
    first = document.items(field).index(line)
    assert after.items(field) == (*document.items(field)[:first], *document.items(field)[first + 1 :])
    assert isinstance(after.data[field], list)


@law(200)
@example(
    parse_state(SourceText(".agent/STATE.yaml", "failed_attempts:\n- once\n- tried: twice\n  because: thrice\n")),
    "failed_attempts",
    "twice",
)
@given(states(), st.sampled_from(LIST_FIELDS), WORDS)
def test_added_and_dropped_again_is_the_same_list(document: StateDocument, field: str, item: str) -> None:
    before = document.items(field)
    if item in before or len(before) < 2:
        return
    added = parse_state(add_item(document, field, item))
    again = parse_state(drop_item(added, field, item))
    assert again.data == {**document.data, field: again.data[field]}
    assert again.items(field) == before


@law(200)
@given(states())
def test_touch_changes_the_time_only_where_there_is_one(document: StateDocument) -> None:
    now = "2026-11-29T19:30:00Z"
    after = touch(document, now)
    assert (after is document.source) == ("updated_at" not in document.data)
    dated = parse_state(set_field(document, "updated_at", "2020-01-01"))
    assert check(dated, touch(dated, now), "updated_at").data["updated_at"] == now


PIECES = st.sampled_from(
    [
        "goal: a",
        "goal:",
        "done:",
        "done: [",
        "]",
        "- a",
        "  - b",
        "{",
        "}",
        ":",
        "# c",
        "|",
        "  text",
        "---",
        "...",
        "\t",
        "x: {a: b}",
        "",
        "'",
        "é\x85",
        "\udcff",
    ],
)


@law(200)
@given(
    st.lists(PIECES, max_size=8).map("\n".join) | st.text(st.characters(), max_size=40),
    st.sampled_from(["goal", "done", "recent_findings"]),
)
def test_no_file_makes_an_edit_fail_but_with_a_message(text: str, field: str) -> None:
    document = parse_state(SourceText(".agent/STATE.yaml", text))
    for after in (edited(document, field, "set"), edited(document, field, "add"), edited(document, field, "drop")):
        if isinstance(after, AgentStateError):
            assert (after.message.isprintable(), bool(after.hint)) == (True, True)
        else:
            check(document, after, field)


def edited(document: StateDocument, field: str, verb: str) -> SourceText | AgentStateError:
    try:
        if verb == "set":
            return set_field(document, field, "new")
        return add_item(document, field, "new") if verb == "add" else drop_item(document, field, "a")
    except AgentStateError as error:
        return error


@law(200)
@given(states(), st.sampled_from(LIST_FIELDS), st.data())
def test_edits_one_after_the_other_change_only_their_field(document: StateDocument, field: str, data: st.DataObject) -> None:
    item = data.draw(items(field))
    added = check(document, add_item(document, field, item), field)
    line = data.draw(st.sampled_from(added.items(field)))
    dropped = check(added, drop_item(added, field, line), field)
    check(dropped, set_field(dropped, "next_action", "go on"), "next_action")
