"""`set`, `add` and `drop`: the value changes, the time where there is one, and not a byte else."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from agentstate.documents.conflict import MEND
from agentstate.documents.text import SourceText
from agentstate.tree import Tree
from agentstate.verbs.state import add_value, drop_values, set_value
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.plan import Plan
from tests.verbs.trees import limited, refused, texts, tree_with

NOW = "2026-11-29T19:30:00Z"
STATE = """\
# by hand
project: shop
updated_at: 2026-01-01T00:00:00Z
current_task: "the outbox"  # since Monday
next_action: add the loop
do_not: [touch staging]
files_to_load:
  - src/a.py
  - src/b.py  # last
mine: kept
"""
STAMPED = STATE.replace("2026-01-01T00:00:00Z", f'"{NOW}"')
SHORTER = "drop items, or conclude the task with `agentstate task`"


def of(text: str) -> Tree:
    return tree_with({layout.STATE: text})


def only(plan: Plan) -> str | None:
    written = texts(plan.steps)
    assert list(written) == [layout.STATE]
    assert (plan.messages, plan.commit) == ((), None)
    return written[layout.STATE]


@pytest.mark.parametrize(
    ("plan", "changed"),
    [
        (lambda tree: set_value(tree, "current_task", "the queue", NOW), ('"the outbox"', "the queue")),
        (lambda tree: set_value(tree, "blocked", "no key", NOW), ("mine: kept\n", "mine: kept\nblocked: no key\n")),
        (lambda tree: add_value(tree, "do_not", "force push", "", NOW), ("[touch staging]", "[touch staging, force push]")),
        (
            lambda tree: add_value(tree, "failed_attempts", "a timeout", "no cause", NOW),
            ("mine: kept\n", "mine: kept\nfailed_attempts:\n  - tried: a timeout\n    because: no cause\n"),
        ),
        (lambda tree: drop_values(tree, "files_to_load", ["src/a"], NOW), ("  - src/a.py\n", "")),
        (lambda tree: drop_values(tree, "do_not", ["touch staging"], NOW), ("[touch staging]", "[]")),
    ],
)
def test_only_the_value_and_the_time_change(plan: Callable[[Tree], Plan], changed: tuple[str, str]) -> None:
    assert only(plan(of(STATE))) == STAMPED.replace(*changed)


def test_several_items_are_dropped_at_once() -> None:
    plan = drop_values(of(STATE), "files_to_load", ["src/a.py", "src/b.py"], NOW)
    assert only(plan) == STAMPED.replace("\n  - src/a.py\n  - src/b.py  # last", " []")
    assert plan.result == "src/a.py\nsrc/b.py"


@pytest.mark.parametrize(("word", "written"), [("no", "false"), ("NONE", "false"), ("", "false"), ("no key", "no key")])
def test_nothing_blocks_the_work_in_whatever_word(word: str, written: str) -> None:
    assert only(set_value(of("blocked: a vote\n"), "blocked", word, NOW)) == f"blocked: {written}\n"


def test_a_word_for_no_is_text_in_other_fields() -> None:
    assert only(set_value(of("goal: a\n"), "goal", "none", NOW)) == "goal: none\n"


def test_a_state_without_a_time_gets_none() -> None:
    bare = "project: shop\nnext_action: a\n"
    assert only(set_value(of(bare), "next_action", "b", NOW)) == "project: shop\nnext_action: b\n"


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (lambda tree: set_value(tree, "current_task", "the outbox", NOW), "current_task is that already"),
        (lambda tree: add_value(tree, "do_not", "touch staging", "", NOW), "do_not holds this already"),
    ],
)
def test_what_is_so_already_changes_nothing(plan: Callable[[Tree], Plan], message: str) -> None:
    assert plan(of(STATE)) == Plan(messages=(message,))


def test_a_byte_order_mark_crlf_and_a_missing_line_end_stay() -> None:
    source = SourceText(layout.STATE, "project: shop\r\nnext_action: a", byte_order_mark=True)
    tree = tree_with({}).with_sources({layout.STATE: source})
    assert only(set_value(tree, "next_action", "b", NOW)) == "\ufeffproject: shop\r\nnext_action: b"


def test_a_state_that_is_missing_is_begun() -> None:
    assert only(set_value(tree_with({layout.STATE: None}), "next_action", "a", NOW)) == "next_action: a\n"


def test_a_state_past_its_limit_is_refused() -> None:
    size = len(STATE)
    with refused(f".agent/STATE.yaml would be {size + 8} bytes, its limit is {size}", SHORTER, 1):
        set_value(limited(of(STATE), state_bytes=size), "next_action", "add the loop again", NOW)
    longer = limited(of(STATE), state_bytes=10)
    assert only(set_value(longer, "next_action", "add", NOW)) == STAMPED.replace("add the loop", "add")


@pytest.mark.parametrize(
    ("plan", "refusal"),
    [
        (
            lambda tree: set_value(tree, "next_action", "x" * 201, NOW),
            ("next_action takes at most 200 characters, not 201", "shorten it", 1),
        ),
        (lambda tree: set_value(tree, "confidence", "sure", NOW), ('confidence cannot be "sure"', "write high, medium or low", 2)),
        (lambda tree: set_value(tree, "do_not", "a", NOW), ("do_not is a list", 'add to it with `agentstate add do_not "…"`', 2)),
        (
            lambda tree: set_value(tree, "acceptance", "a", NOW),
            ("acceptance is a list", 'add to it with `agentstate add acceptance "…"`', 2),
        ),
        (
            lambda tree: add_value(tree, "goal", "a", "", NOW),
            ("goal holds one line, not a list", 'write it with `agentstate set goal "…"`', 2),
        ),
        (
            lambda tree: drop_values(tree, "goal", ["a"], NOW),
            ("goal holds one line, not a list", 'write it with `agentstate set goal "…"`', 2),
        ),
        (
            lambda tree: add_value(tree, "do_not", "a", "b", NOW),
            ("an item of do_not has no reason of its own", "leave the reason out, or add to failed_attempts", 2),
        ),
        (
            lambda tree: drop_values(tree, "files_to_load", ["src"], NOW),
            ('"src" fits 2 items of files_to_load', 'write more of it: "src/a.py", "src/b.py"', 2),
        ),
        (
            lambda tree: drop_values(tree, "files_to_load", ["src/a.py", "lib"], NOW),
            ('files_to_load holds no item "lib"', 'it holds "src/b.py"', 2),
        ),
        (lambda tree: drop_values(tree, "hypotheses", ["a"], NOW), ('hypotheses holds no item "a"', "it is empty", 2)),
    ],
)
def test_what_a_field_cannot_hold_is_refused(plan: Callable[[Tree], Plan], refusal: tuple[str, str, int]) -> None:
    with refused(*refusal):
        plan(of(STATE))


def test_a_list_is_not_replaced_by_one_line() -> None:
    with refused("commands is a list", 'add to it with `agentstate add commands "…"`'):
        set_value(of("commands: [make]\n"), "commands", "make test", NOW)
    assert only(set_value(of("commands: make\n"), "commands", "make test", NOW)) == "commands: make test\n"


def test_a_full_list_takes_no_more() -> None:
    text = STATE + "done:\n" + "".join(f"  - item {number}\n" for number in range(20))
    with refused("done holds 20 items, its limit", "drop one or conclude the task first", 1):
        add_value(of(text), "done", "one more", "", NOW)


@pytest.mark.parametrize("text", ["a: b: c\n", "- a\n", "a: &x b\n", "a: 1\na: 2\n"])
def test_a_state_that_cannot_be_read_is_left_alone(text: str) -> None:
    tree = of(text)
    fault = tree.state.faults[0]
    with refused(f".agent/STATE.yaml:{fault.line}:{fault.column}: {fault.message}", fault.hint):
        set_value(tree, "next_action", "b", NOW)


def test_what_is_no_regular_file_is_left_alone() -> None:
    fault = Fault("unreadable", 1, 1, "it is a symbolic link, not a regular file", "put a regular file in its place")
    with refused(fault.message, fault.hint):
        set_value(replace(tree_with({layout.STATE: None}), unreadable={layout.STATE: fault}), "next_action", "b", NOW)


def test_a_lane_is_written_where_it_is() -> None:
    lane = ".agent/lanes/api.yaml"
    tree = replace(tree_with({lane: "project: shop\nnext_action: a\n"}), state_path=lane)
    assert texts(set_value(tree, "next_action", "b", NOW).steps) == {lane: "project: shop\nnext_action: b\n"}


def test_a_conflict_in_the_state_is_said_to_be_one() -> None:
    conflicted = "project: shop\n<<<<<<< ours\ngoal: a\n=======\ngoal: b\n>>>>>>> theirs\n"
    with refused(f"{layout.STATE}:2: a merge conflict was left here", MEND, 1):
        set_value(tree_with({layout.STATE: conflicted}), "goal", "c", NOW)
