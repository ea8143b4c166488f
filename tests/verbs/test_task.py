"""`task`: the old task can be found again, its loose ends are items, and the new one begins with a clean state."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.snapshot import Snapshot, parse_snapshot
from agentstate.documents.state import FIELDS, LISTS
from agentstate.documents.text import SourceText
from agentstate.rules.engine import run
from agentstate.tree import Tree
from agentstate.verbs.checkpoint import Occasion
from agentstate.verbs.task import KEPT, NewTask, task
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.plan import Commit, Plan
from agentstate.vocabulary.repository import GitFacts
from agentstate.yaml import dump
from tests.support.laws import law
from tests.verbs.trees import after, limited, refused, texts, tree_with

NOW = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
OCCASION = Occasion("switch", NOW, "rate limiting")
NEW = NewTask(title="rate limiting")
ID = "20261129T193000Z-switch-rate-limiting"
STATE = """\
# by hand
project: shop  # the small one
updated_at: 2026-01-01T00:00:00Z
confidence: high
goal: orders survive a restart
constraints:
  # asked for by legal
  - no new dependency
do_not: [touch staging]
awaiting_approval:
  - drop the old table
current_task: the outbox
next_action: add the loop
then: test it
blocked: no key  # since Monday
done: [the table]
verified:
  - fact: the broker keeps 7 days
    how: read its settings
failed_attempts:
  - tried: a timeout
    because: no cause
files_to_load:
  - src/a.py
mine: kept
"""
CLEAN = """\
# by hand
project: shop  # the small one
updated_at: "2026-11-29T19:30:00Z"
confidence: low
goal: ""
constraints: []
  # asked for by legal
do_not: []
awaiting_approval: []
current_task: rate limiting
next_action: ""
then: ""
blocked: false  # since Monday
done: []
verified:
  - fact: the broker keeps 7 days
    how: read its settings
failed_attempts: []
files_to_load: []
mine: kept
"""
TODO = "- [ ] P1 wire it\n"


def of(state: str = STATE, **files: str) -> Tree:
    named = {getattr(layout, name): text for name, text in files.items()}
    return tree_with({layout.STATE: state, layout.TODO: TODO, layout.DECISIONS: "# D\n", **named})


def begin(tree: Tree, new: NewTask = NEW) -> Plan:
    return task(tree, GitFacts(), new, OCCASION)


def test_the_old_task_is_kept_its_loose_ends_are_items_and_the_state_is_clean() -> None:
    plan = begin(of())
    written = texts(plan.steps)
    assert list(written) == [layout.snapshot_path(ID), layout.TODO, layout.STATE]
    kept = parse_snapshot(SourceText(layout.snapshot_path(ID), written[layout.snapshot_path(ID)] or ""))
    assert isinstance(kept, Snapshot)
    assert (kept.state, kept.reason, kept.message) == (STATE, "switch", "rate limiting")
    assert (
        written[layout.TODO] == f"{TODO}- [ ] add the loop — blocked: no key\n- [ ] test it\n- [ ] drop the old table — blocked: approval\n"
    )
    assert written[layout.STATE] == CLEAN
    assert (plan.result, plan.messages) == (ID, ())
    assert plan.commit == Commit("agentstate switch: rate limiting", f"Agentstate-Checkpoint: {ID}")


def test_what_is_typed_for_the_new_task_is_in_its_state() -> None:
    plan = begin(of(), replace(NEW, title=" rate limiting ", goal="no client starves", next_action="read the proxy"))
    expected = CLEAN.replace('goal: ""', "goal: no client starves").replace('next_action: ""', "next_action: read the proxy")
    assert texts(plan.steps)[layout.STATE] == expected


def test_anchors_of_the_old_task_stay_only_on_request() -> None:
    plan = begin(of(), replace(NEW, keep=("constraints", "do_not")))
    expected = CLEAN.replace("constraints: []\n  # asked for by legal\n", "constraints:\n  # asked for by legal\n  - no new dependency\n")
    assert texts(plan.steps)[layout.STATE] == expected.replace("do_not: []", "do_not: [touch staging]")


def test_a_conclusion_is_a_decision_of_the_old_task() -> None:
    plan = begin(of(), replace(NEW, conclusion="shipped, p95 is 40 ms"))
    written = texts(plan.steps)
    assert list(written) == [layout.snapshot_path(ID), layout.DECISIONS, layout.TODO, layout.STATE]
    assert written[layout.DECISIONS] == (
        "# D\n\n## [2026-11-29] the outbox\n- Decision: shipped, p95 is 40 ms\n- Why: end of the task: orders survive a restart\n"
    )


def test_in_a_chinese_tree_the_notes_are_chinese() -> None:
    state = "project: p\ncurrent_task: 缓存\nnext_action: 写\nawaiting_approval: [删表]\n"
    written = texts(begin(of(state, CONFIG="language: zh\n"), replace(NEW, conclusion="上线")).steps)
    assert written[layout.DECISIONS] == "# D\n\n## [2026-11-29] 缓存\n- 决策：上线\n- 理由：任务结束：缓存\n"
    assert written[layout.TODO] == f"{TODO}- [ ] 写\n- [ ] 删表 — 阻塞：等待批准\n"


def test_a_full_log_makes_room_for_the_conclusion_and_says_so() -> None:
    log = "## [2026-11-01] a\n- Why: b\n\n## [2026-11-02] b\n- Why: c\n"
    plan = begin(limited(of(DECISIONS=log), decisions_entries=2), replace(NEW, conclusion="done"))
    assert list(texts(plan.steps))[1:3] == [layout.archive_path(1), layout.DECISIONS]
    assert plan.messages == ("moved 1 decision to the archive",)


@pytest.mark.parametrize(
    ("state", "todo", "expected"),
    [
        ("next_action: add the loop\n", "- [x] add the loop\n", None),
        ("next_action: add the loop\ndone: [add the loop]\n", TODO, None),
        ("next_action: a\nthen: a\n", TODO, f"{TODO}- [ ] a\n"),
        ("next_action: a\n", "- [ ] P0 x\n\ntext\n", "- [ ] P0 x\n- [ ] a\n\ntext\n"),
    ],
)
def test_what_the_list_or_the_state_counts_as_known_is_no_loose_end(state: str, todo: str, expected: str | None) -> None:
    plan = begin(of(f"project: p\ncurrent_task: t\n{state}", TODO=todo))
    assert texts(plan.steps).get(layout.TODO) == expected


def test_a_task_that_is_the_current_one_changes_nothing() -> None:
    said = "this is the current task already: change its fields with `agentstate set`"
    assert begin(of(), replace(NEW, title="the outbox", goal="another")) == Plan(messages=(said,))
    assert begin(of(), replace(NEW, title="the outbox", conclusion="done")).result == ID


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (
            'project: p\ncurrent_task: ""\nnext_action: ""\ndone: []\nblocked: false\n',
            'project: p\ncurrent_task: rate limiting\nnext_action: ""\n',
        ),
        ("project: p\nverified: [a]\n", "project: p\nverified: [a]\ncurrent_task: rate limiting\n"),
    ],
)
def test_where_there_was_no_task_there_is_no_checkpoint_and_that_is_said(state: str, expected: str) -> None:
    plan = begin(of(state))
    assert (texts(plan.steps)[layout.STATE] or "").startswith(expected)
    assert list(texts(plan.steps)) == [layout.STATE]
    assert plan.messages == ("begun: rate limiting; there was no task before it, so no checkpoint was made",)
    assert (plan.result, plan.commit) == ("", Commit("agentstate switch: rate limiting"))


def test_what_was_learnt_without_a_task_is_kept() -> None:
    state = 'project: p\ncurrent_task: ""\nnext_action: ""\nfailed_attempts: [a timeout]\n'
    plan = begin(of(state))
    assert plan.result == ID
    assert list(texts(plan.steps)) == [layout.snapshot_path(ID), layout.STATE]


CONCLUDED = replace(NEW, conclusion="done")
FAULT = Fault("unreadable", 1, 1, "it is a FIFO, not a regular file", "put a regular file in its place")
HIDDEN = replace(tree_with({layout.STATE: None}), unreadable={layout.STATE: FAULT})


@pytest.mark.parametrize(
    ("tree", "new", "refusal"),
    [
        (of(), replace(NEW, title=" "), ("the title is empty", "say something in the title", 2)),
        (of(), replace(NEW, goal="x" * 201), ("goal takes at most 200 characters, not 201", "shorten it", 1)),
        (of("- a\n"), NEW, (".agent/STATE.yaml:1:1: not a mapping of fields", 'write one "field: value" a line', 2)),
        (of("- a\n"), CONCLUDED, (".agent/STATE.yaml:1:1: not a mapping of fields", 'write one "field: value" a line', 2)),
        (of("project: p\n"), CONCLUDED, ("there is no task to conclude", "leave --conclude out", 2)),
        (HIDDEN, CONCLUDED, (FAULT.message, FAULT.hint, 2)),
        (
            limited(of(), todo_items=2),
            NEW,
            (".agent/TODO.md is full: 1 items", "finish items and run `agentstate rotate`", 1),
        ),
    ],
)
def test_what_cannot_be_begun_is_refused(tree: Tree, new: NewTask, refusal: tuple[str, str, int]) -> None:
    with refused(*refusal):
        begin(tree, new)


def test_a_state_that_would_be_worthless_in_a_checkpoint_is_refused() -> None:
    tree = of("project: p\ncurrent_task: t\n")
    found = run(tree, GitFacts(), ["AS303"])[0]
    with refused(f".agent/STATE.yaml:1:1: AS303 {found.message}", found.hint, 1):
        begin(tree)


NOTHING: Mapping[bool, Sequence[object]] = {True: (None, []), False: (None, "", False, "low")}
LINES = st.text(alphabet="ab:#-[]{}\"' 缓", max_size=8).map(str.strip)
LISTED = st.lists(LINES.filter(bool), max_size=3)
VALUES = {
    "line": LINES,
    "blocked": st.one_of(st.just(value=False), LINES),
    "choice": st.sampled_from(["high", "low"]),
    "int": st.just(1),
    "name": st.just("api"),
    "time": st.just("2026-01-01T00:00:00Z"),
}


SOME = st.lists(st.sampled_from(list(FIELDS)), max_size=5, unique=True)


@law(50)
@given(SOME.flatmap(lambda names: st.fixed_dictionaries({name: VALUES.get(FIELDS[name], LISTED) for name in names})))
def test_a_clean_state_says_nothing_of_the_old_task_and_all_that_outlives_it(data: dict[str, str | bool | int | list[str]]) -> None:
    old = {"project": "p", "current_task": "t", "next_action": "n", **data}
    tree = of(dump(old))  # type: ignore[arg-type]
    plan = begin(tree)
    state = after(tree, plan.steps).state
    assert state.faults == ()
    for field, kind in FIELDS.items():
        if field == "current_task":
            assert state.text(field) == "rate limiting"
        elif field == "updated_at" and field in old:
            assert state.text(field) == "2026-11-29T19:30:00Z"
        elif field in KEPT:
            assert state.data.get(field) == old.get(field)
        else:
            assert state.data.get(field) in NOTHING[kind in LISTS]
