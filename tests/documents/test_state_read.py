import pytest

from agentstate.documents.state import FIELDS, StateDocument, parse_state
from agentstate.documents.text import SourceText
from agentstate.schema.violations import load
from agentstate.vocabulary.diagnostics import Fault


def state(text: str) -> StateDocument:
    return parse_state(SourceText(".agent/STATE.yaml", text))


WORK = state("""\
project: shop
goal: >
  halve the latency
  of the profile page
current_task: 0777
next_action:
blocked: false
done: [a, 2, true]
verified:
  - plain
  - fact: the pool is fine
    at: 2026-11-29
    commit: "3f2a9c1"
    how: pg_stat_activity
  - fact: no reason given
  - {fact: dated, at: 2026-01-01}
failed_attempts:
  - tried: in-process cache
    because: instances disagree
  - tried: nothing more
  - text alone
recent_findings: one thing
commands: {test: pytest -q, lint: ruff}
""")


@pytest.mark.parametrize(
    ("field", "items"),
    [
        ("project", ("shop",)),
        ("goal", ("halve the latency of the profile page",)),
        ("current_task", ("0777",)),
        ("next_action", ()),
        ("blocked", ()),
        ("done", ("a", "2", "true")),
        (
            "verified",
            (
                "plain",
                "the pool is fine (pg_stat_activity, commit 3f2a9c1, at 2026-11-29)",
                "no reason given",
                "dated (at 2026-01-01)",
            ),
        ),
        ("failed_attempts", ("in-process cache — because instances disagree", "nothing more", "text alone")),
        ("recent_findings", ("one thing",)),
        ("commands", ("test: pytest -q; lint: ruff",)),
        ("then", ()),
        ("no such field", ()),
    ],
)
def test_a_field_is_read_as_lines(field: str, items: tuple[str, ...]) -> None:
    assert WORK.items(field) == items
    assert WORK.text(field) == "; ".join(items)


@pytest.mark.parametrize(("written", "text"), [("true", "true"), ('""', ""), ("null", ""), ("no access", "no access"), ("[a, b]", "a; b")])
def test_what_blocks_is_read_as_text(written: str, text: str) -> None:
    assert state(f"blocked: {written}\n").text("blocked") == text


@pytest.mark.parametrize(
    ("path", "position"),
    [
        (("project",), (1, 10)),
        (("next_action",), (6, 13)),
        (("verified", 1, "how"), (14, 10)),
        (("verified", 1, "missing"), (11, 5)),
        (("verified", 9), (10, 3)),
        (("missing", 3, "x"), (1, 1)),
        ((), (1, 1)),
    ],
)
def test_a_value_or_what_is_nearest_to_it_has_a_position(path: tuple[str | int, ...], position: tuple[int, int]) -> None:
    assert WORK.position(*path) == position


def test_positions_of_an_unreadable_state_are_its_beginning() -> None:
    assert state("a: [").position("a", 0) == (1, 1)


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n...\n", "\n\n"])
def test_an_empty_state_is_no_fault(text: str) -> None:
    assert (state(text).data, state(text).faults) == ({}, ())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- a\n", Fault("invalid-yaml", 1, 1, "not a mapping of fields", 'write one "field: value" a line')),
        ("# c\njust text", Fault("invalid-yaml", 2, 1, "not a mapping of fields", 'write one "field: value" a line')),
        ("~", Fault("invalid-yaml", 1, 1, "not a mapping of fields", 'write one "field: value" a line')),
        ("goal: 'a", Fault("invalid-yaml", 1, 7, "the quote that opens here is never closed", "close it")),
    ],
)
def test_what_cannot_be_read_is_a_fault_and_no_data(text: str, fault: Fault) -> None:
    assert (state(text).data, state(text).faults) == ({}, (fault,))


def test_a_field_twice_is_a_fault_and_the_first_one_is_read() -> None:
    document = state("goal: a\ngoal: b\n")
    assert document.text("goal") == "a"
    assert document.faults == (Fault("duplicate-key", 2, 1, 'key "goal" is on line 1 and again on line 2', "keep one of them"),)


def test_foreign_bytes_are_the_fault_of_the_source_and_the_rest_is_read() -> None:
    document = parse_state(SourceText.decode(".agent/STATE.yaml", b"# \xe9\ngoal: caf\xe9\nproject: shop\n"))
    assert (document.text("goal"), document.text("project"), document.faults) == ("caf\ufffd", "shop", ())
    assert [fault.kind for fault in document.source.faults] == ["not-utf8"]


def test_the_table_of_fields_and_the_schema_name_the_same_fields_in_the_same_order() -> None:
    assert list(FIELDS) == list(load("state")["properties"])
