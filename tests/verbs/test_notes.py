"""`fact` and `todo`: one line more or one item marked, within the limits, and nothing else in the file changed."""

from dataclasses import replace

import pytest

from agentstate.documents.conflict import MEND
from agentstate.documents.text import SourceText
from agentstate.documents.todo import State
from agentstate.verbs.notes import fact, todo_add, todo_block, todo_list, todo_mark
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan
from tests.verbs.trees import limited, refused, texts, tree_with

FACTS = "# Facts\n\n<!-- by hand -->\n## Build\n- `make` builds all\n\n## Tests\n- `make test`, not `pytest`\n"
TODO = "# TODO\n\n- [ ] P0 mend the login\n- [~] P1 wire the controller — blocked: staging\n  <!-- a note -->\n- [x] write the cache\n"
FINISH = "finish items and run `agentstate rotate`"


def only(plan: Plan, path: str) -> str | None:
    """The text the plan leaves at the only path that it writes."""
    written = texts(plan.steps)
    assert list(written) == [path]
    return written[path]


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("", f"{FACTS}- one line\n"),
        ("Tests", f"{FACTS}- one line\n"),
        ("build", FACTS.replace("builds all\n", "builds all\n- one line\n")),
        ("Style", f"{FACTS}\n## Style\n- one line\n"),
    ],
)
def test_a_fact_goes_to_the_end_of_its_section(section: str, expected: str) -> None:
    plan = fact(tree_with({layout.FACTS: FACTS}), "one line", section)
    assert only(plan, layout.FACTS) == expected
    assert (plan.result, plan.messages) == ("", ())


@pytest.mark.parametrize(
    ("before", "config", "expected"),
    [
        (None, None, "## Facts\n- one line\n"),
        ("# 事实\n", "language: zh\n", "# 事实\n\n## 事实\n- one line\n"),
        ("## A\r\n- b", None, "## A\r\n- b\r\n- one line\r\n"),
    ],
)
def test_a_file_without_sections_gets_its_first_one(before: str | None, config: str | None, expected: str) -> None:
    assert only(fact(tree_with({layout.FACTS: before, layout.CONFIG: config}), "one line"), layout.FACTS) == expected


def test_a_fact_that_is_there_changes_nothing() -> None:
    plan = fact(tree_with({layout.FACTS: FACTS}), "`make` builds all", "Tests")
    assert plan == Plan(messages=("this fact is there already",))


def test_a_fact_past_the_limit_is_refused_and_what_is_there_may_stay() -> None:
    tree = limited(tree_with({layout.FACTS: FACTS}), facts_bytes=20)
    size = len(FACTS.encode()) + 5
    with refused(f".agent/FACTS.md would be {size} bytes, its limit is 20", "merge or remove facts in .agent/FACTS.md first", 1):
        fact(tree, "ab")
    assert fact(tree, "`make` builds all").steps == ()


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (" ", "the fact is empty", "say something in the fact"),
        ("a\nb", 'the fact is more than one line: "a\\x0ab"', "write the fact in one line"),
        ("## a", 'a fact cannot begin like a heading, a comment or a code fence: "## a"', "begin it with a word"),
    ],
)
def test_what_is_no_fact_is_refused(text: str, message: str, hint: str) -> None:
    with refused(message, hint):
        fact(tree_with({}), text)


@pytest.mark.parametrize(
    ("priority", "blocked", "expected"),
    [
        ("", "", TODO.replace("- [x]", "- [ ] new\n- [x]")),
        ("P0", "", TODO.replace("- [~]", "- [ ] P0 new\n- [~]")),
        ("P1", "a key", TODO.replace("- [x]", "- [ ] P1 new — blocked: a key\n- [x]")),
        ("P3", "", TODO.replace("- [x]", "- [ ] P3 new\n- [x]")),
    ],
)
def test_an_item_goes_where_its_priority_belongs(priority: str, blocked: str, expected: str) -> None:
    plan = todo_add(tree_with({layout.TODO: TODO}), "new", priority, blocked)
    assert only(plan, layout.TODO) == expected
    assert (plan.result, plan.messages) == ("", ())


def test_a_list_without_items_and_one_that_is_missing() -> None:
    assert only(todo_add(tree_with({layout.TODO: "# TODO\r\n"}), "new"), layout.TODO) == "# TODO\r\n\r\n- [ ] new\r\n"
    assert only(todo_add(tree_with({layout.TODO: None}), "new"), layout.TODO) == "- [ ] new\n"


def test_a_chinese_tree_says_in_chinese_what_an_item_waits_for() -> None:
    tree = tree_with({layout.CONFIG: "language: zh\n", layout.TODO: "# TODO\n"})
    assert only(todo_add(tree, "补测试", "P1", "等环境"), layout.TODO) == "# TODO\n\n- [ ] P1 补测试 — 阻塞：等环境\n"


def test_an_item_that_is_left_to_do_already_is_not_added_again() -> None:
    plan = todo_add(tree_with({layout.TODO: TODO}), "wire the controller", "P0")
    assert plan == Plan(messages=("this item is there already",))
    assert only(todo_add(tree_with({layout.TODO: TODO}), "write the cache"), layout.TODO) == TODO.replace(
        "- [x]", "- [ ] write the cache\n- [x]"
    )


def test_a_full_list_is_refused() -> None:
    assert todo_add(limited(tree_with({layout.TODO: TODO}), todo_items=4), "new").steps
    with refused(".agent/TODO.md is full: 3 items", FINISH, 1):
        todo_add(limited(tree_with({layout.TODO: TODO}), todo_items=3), "new")
    size = len(TODO.encode())
    with refused(f".agent/TODO.md would be {size + 10} bytes, its limit is {size}", FINISH, 1):
        todo_add(limited(tree_with({layout.TODO: TODO}), todo_bytes=size), "new")


@pytest.mark.parametrize(
    ("query", "state", "changed", "line"),
    [
        ("1", "done", ("- [ ] P0", "- [x] P0"), "- [x] P0 mend the login"),
        ("mend the login", "doing", ("- [ ] P0", "- [~] P0"), "- [~] P0 mend the login"),
        ("CONTROLLER", "done", ("- [~]", "- [x]"), "- [x] P1 wire the controller — blocked: staging"),
        ("3", "open", ("- [x]", "- [ ]"), "- [ ] write the cache"),
    ],
)
def test_one_item_is_marked_and_shown(query: str, state: State, changed: tuple[str, str], line: str) -> None:
    plan = todo_mark(tree_with({layout.TODO: TODO}), query, state)
    assert only(plan, layout.TODO) == TODO.replace(*changed)
    assert (plan.result, plan.messages) == (line, ())


@pytest.mark.parametrize(("query", "state", "said"), [("3", "done", "done"), ("2", "doing", "in progress"), ("1", "open", "open")])
def test_a_mark_that_is_there_changes_nothing(query: str, state: State, said: str) -> None:
    plan = todo_mark(tree_with({layout.TODO: TODO}), query, state)
    assert (plan.steps, plan.messages) == ((), (f"this item is {said} already",))


@pytest.mark.parametrize(
    ("query", "message", "hint"),
    [
        ("9", 'no item matches "9"', 'give the number of one: 1 "mend the login", 2 "wire the controller", 3 "write the cache"'),
        ("the", 'several items match "the"', 'give the number of one: 1 "mend the login", 2 "wire the controller"'),
    ],
)
def test_an_item_that_is_not_sure_is_refused(query: str, message: str, hint: str) -> None:
    with refused(message, hint):
        todo_mark(tree_with({layout.TODO: TODO}), query, "done")


@pytest.mark.parametrize(
    ("query", "reason", "changed", "line"),
    [
        ("1", "a key", ("login", "login — blocked: a key"), "- [ ] P0 mend the login — blocked: a key"),
        ("2", "the vote", (": staging", ": the vote"), "- [~] P1 wire the controller — blocked: the vote"),
        ("2", "", (" — blocked: staging", ""), "- [~] P1 wire the controller"),
    ],
)
def test_what_blocks_an_item_is_said_and_taken_back(query: str, reason: str, changed: tuple[str, str], line: str) -> None:
    plan = todo_block(tree_with({layout.TODO: TODO}), query, reason)
    assert only(plan, layout.TODO) == TODO.replace(*changed)
    assert plan.result == line


def test_a_reason_past_the_limit_is_refused() -> None:
    size = len(TODO.encode())
    with refused(f".agent/TODO.md would be {size + 17} bytes, its limit is {size}", FINISH, 1):
        todo_block(limited(tree_with({layout.TODO: TODO}), todo_bytes=size), "1", "key")


def test_nothing_is_written_into_a_merge_conflict_and_what_is_so_already_may_be_said() -> None:
    tree = tree_with({layout.TODO: f"{TODO}<<<<<<< ours\n- [ ] a\n=======\n- [ ] b\n>>>>>>> theirs\n"})
    with refused(".agent/TODO.md:7: a merge conflict was left here", MEND, 1):
        todo_add(tree, "new")
    assert todo_mark(tree, "3", "done").steps == ()


def test_every_edit_keeps_a_byte_order_mark_and_line_ends() -> None:
    source = SourceText(layout.TODO, "- [ ] a\r\n- [ ] b", byte_order_mark=True)
    tree = tree_with({}).with_sources({layout.TODO: source})
    assert only(todo_mark(tree, "a", "done"), layout.TODO) == "\ufeff- [x] a\r\n- [ ] b"
    assert only(todo_add(tree, "c"), layout.TODO) == "\ufeff- [ ] a\r\n- [ ] b\r\n- [ ] c\r\n"


def test_the_list_counts_what_is_done_and_shows_it_on_request() -> None:
    tree = tree_with({layout.TODO: "- [x] a\n- [ ] b\n- [~] c\n"})
    assert [(number, item.text) for number, item in todo_list(tree)] == [(2, "b"), (3, "c")]
    assert [(number, item.text) for number, item in todo_list(tree, done=True)] == [(1, "a"), (2, "b"), (3, "c")]


def test_a_file_that_cannot_be_read_is_refused() -> None:
    fault = Fault("unreadable", 1, 1, "it is a FIFO, not a regular file", "put a regular file in its place")
    for path in (layout.FACTS, layout.TODO):
        tree = replace(tree_with({path: None}), unreadable={path: fault})
        with refused(fault.message, fault.hint):
            fact(tree, "a") if path == layout.FACTS else todo_add(tree, "a")


@pytest.mark.parametrize(("text", "priority"), [("P1 late", ""), ("P1 late", "P1"), ("**P1**: late", ""), (" p1 late", ""), ("late", "P1")])
def test_a_priority_typed_in_front_of_an_item_is_its_priority(text: str, priority: str) -> None:
    todo = "# TODO\n\n- [ ] P0 first\n- [ ] P1 second\n- [ ] P3 last\n"
    after = todo.replace("- [ ] P3", "- [ ] P1 late\n- [ ] P3")
    assert only(todo_add(tree_with({layout.TODO: todo}), text, priority), layout.TODO) == after


def test_an_item_that_is_there_is_not_added_for_its_priority() -> None:
    plan = todo_add(tree_with({layout.TODO: "- [ ] P1 late\n"}), "P3 late")
    assert (plan.steps, plan.messages) == ((), ("this item is there already",))


def test_two_priorities_are_refused() -> None:
    with pytest.raises(AgentStateError) as caught:
        todo_add(tree_with({}), "P3 late", "P1")
    assert (caught.value.message, caught.value.hint) == ('two priorities: "P3" in the text, "P1" given', "give one of them")
