import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.documents.text import SourceText
from agentstate.documents.todo import Item, State, TodoList, add_item, block, find, mark, out_of_order, parse_todo, prune_done
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from tests.support.laws import law

OPEN_HINT = 'write "- [ ] " for open, "- [~] " for in progress, "- [x] " for done'
DONE_HINT = 'write "- [x] " before what is done'


def todo(*lines: str) -> TodoList:
    return parse_todo(SourceText(".agent/TODO.md", "".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("- [ ] a", Item("a", "open", "", "", 1, 2)),
        ("* [x]\ta ", Item("a", "done", "", "", 1, 2)),
        ("+  [X] a", Item("a", "done", "", "", 1, 2)),
        ("12. [~] a", Item("a", "doing", "", "", 1, 2)),
        ("3) [ ] a", Item("a", "open", "", "", 1, 2)),
        ("  \t- [ ] a", Item("a", "open", "", "", 1, 2, 4)),
        ("- [ ] P1 wire it — blocked: staging database", Item("wire it", "open", "P1", "staging database", 1, 2)),
        ("- [ ] 补集成测试 — 阻塞：等测试环境 Redis", Item("补集成测试", "open", "", "等测试环境 Redis", 1, 2)),
        ("- [ ] 补测试——阻塞：甲", Item("补测试", "open", "", "甲", 1, 2)),
        ("- [ ] a - Blocked by: b - blocked: c", Item("a", "open", "", "b - blocked: c", 1, 2)),
        ("- [ ] a -- blocked:b", Item("a", "open", "", "b", 1, 2)),
        ("- [ ] non-blocked: a", Item("non-blocked: a", "open", "", "", 1, 2)),
        ("- [ ] **P0** a", Item("a", "open", "P0", "", 1, 2)),
        ("- [ ] [p3]: a", Item("a", "open", "P3", "", 1, 2)),
        ("- [ ] (P2) a", Item("a", "open", "P2", "", 1, 2)),
        ("- [ ] P4 a", Item("P4 a", "open", "", "", 1, 2)),
        ("- [ ] P1", Item("P1", "open", "", "", 1, 2)),
        ("- [ ] P10 a", Item("P10 a", "open", "", "", 1, 2)),
    ],
)
def test_the_ways_to_write_an_item(line: str, item: Item) -> None:
    assert (todo(line).items, todo(line).faults) == ((item,), ())


@pytest.mark.parametrize(
    "line",
    [
        *(
            "- a",
            "- [text](url)",
            "- [x](url)",
            "- [x]: url",
            "- [1] note",
            "- [日付]: a",
            "- [ref][a]",
            "text [ ] a",
            "[x](url)",
            "[ref] a",
            "[]",
        ),
        *("*[x]* emphasis", "- [-1, 1] range", "-", "- `- [ ] a`", "[ ]: a"),
    ],
)
def test_what_is_no_item_and_no_fault(line: str) -> None:
    assert (todo(line).items, todo(line).faults) == ((), ())


@pytest.mark.parametrize(
    ("line", "column", "shown", "hint"),
    [
        ("-[ ] a", 1, "-[ ]", OPEN_HINT),
        ("- [] a", 1, "- []", OPEN_HINT),
        ("  - [✓] a", 3, "- [✓]", DONE_HINT),
        ("1.[x] a", 1, "1.[x]", DONE_HINT),
        ("- [x ] a", 1, "- [x ]", DONE_HINT),
        ("- [ ]a", 1, "- [ ]", OPEN_HINT),
        ("- [OK] a", 1, "- [OK]", DONE_HINT),
        ("- [/] a", 1, "- [/]", OPEN_HINT),
        ("- 【 】a", 1, "- 【 】", OPEN_HINT),
        ("- ［x］ a", 1, "- ［x］", DONE_HINT),
        ("- [　] a", 1, "- [　]", OPEN_HINT),
        ("[ ] a", 1, "[ ]", OPEN_HINT),
        ("[x] a", 1, "[x]", DONE_HINT),
    ],
)
def test_a_checkbox_that_is_written_wrong(line: str, column: int, shown: str, hint: str) -> None:
    assert todo("", line).faults == (Fault("malformed-item", 2, column, f'not a checkbox: "{shown}"', hint),)
    assert todo("", line).items == ()


def test_an_item_that_says_nothing_is_a_fault() -> None:
    hint = "say what is to be done, or take the line out"
    assert todo("- [ ]", "- [x] ").faults == tuple(Fault("malformed-item", line, 1, "an item without text", hint) for line in (1, 2))
    hint = "write the reason after the colon"
    assert todo("- [ ] a — blocked: ").faults == (Fault("malformed-item", 1, 1, "a blocked item that does not say by what", hint),)


def test_lines_that_go_on_sub_items_fences_and_front_matter() -> None:
    list_ = todo(
        *(
            "---",
            "- [ ] no",
            "---",
            "# TODO",
            "- [ ] a",
            "  more",
            "",
            "  after a blank",
            "  - [x] b",
            "    - bullet",
            "",
            "- [ ] c",
            "text",
        ),
        *("```", "- [ ] code", "-[ ] code", "```", "- [ ] d", "~~~"),
    )
    assert list_.items == (
        Item("a", "open", "", "", 5, 9),
        Item("b", "done", "", "", 9, 11, 2),
        Item("c", "open", "", "", 12, 13),
        Item("d", "open", "", "", 18, 19),
    )
    assert list_.faults == (Fault("unclosed-fence", 19, 1, "this code fence is never closed", "close the fence"),)


def test_which_items_stand_below_one_of_lower_priority() -> None:
    list_ = todo(
        "- [ ] P1 a", "- [x] P3 b", "- [ ] c", "- [ ] P2 d", "  - [ ] P0 e", "- [~] P1 f", "- [ ] P3 g", "- [ ] P2 h", "- [ ] P2 i"
    )
    assert [(item.text, above.text) for item, above in out_of_order(list_)] == [("f", "d"), ("h", "g"), ("i", "g")]
    assert out_of_order(todo("- [ ] P1 a", "- [ ] P1 b", "- [ ] c")) == ()


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("1", "read"),
        ("3", "write"),
        ("- [ ] P1 write — blocked: b", "write"),
        ("read", "read"),
        ("WRI", "write"),
        ("404", "fix 404"),
        (" fix ", "fix 404"),
    ],
)
def test_finding_an_item_by_number_text_or_part(query: str, text: str) -> None:
    list_ = todo("- [ ] read", "- [ ] read more", "- [ ] P1 write — blocked: b", "- [x] rewrite", "- [ ] fix 404")
    assert find(list_, query).text == text


@pytest.mark.parametrize(
    ("query", "message", "hint"),
    [
        ("e", 'several items match "e"', 'give the number of one: 1 "re1", 2 "re2"'),
        ("gone", 'no item matches "gone"', 'give the number of one: 1 "re1", 2 "re2", 3 "re3"'),
        ("", 'no item matches ""', 'give the number of one: 1 "re1", 2 "re2", 3 "re3"'),
        ("9", 'no item matches "9"', 'give the number of one: 1 "re1", 2 "re2", 3 "re3"'),
    ],
)
def test_an_item_that_cannot_be_found_names_the_candidates(query: str, message: str, hint: str) -> None:
    with pytest.raises(AgentStateError) as caught:
        find(todo("- [ ] re1", "- [ ] re2", "- [x] re3"), query)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_several_done_items_are_named_and_an_empty_list_says_so() -> None:
    with pytest.raises(AgentStateError, match='several items match "a"'):
        find(todo("- [x] a1", "- [x] a2"), "a")
    with pytest.raises(AgentStateError) as caught:
        find(todo("# TODO"), "1")
    assert caught.value.hint == "the list is empty"


@pytest.mark.parametrize(
    ("line", "state", "after"),
    [
        ("- [ ] a [ ]", "done", "- [x] a [ ]"),
        ("  1. [X]\ta ", "open", "  1. [ ]\ta "),
        ("- [ ] a", "doing", "- [~] a"),
        ("- [X] a", "done", "- [X] a"),
    ],
)
def test_marking_changes_one_character(line: str, state: State, after: str) -> None:
    list_ = parse_todo(SourceText("x", f"# T\r\n{line}\r\nend"))
    assert mark(list_, list_.items[0], state).text == f"# T\r\n{after}\r\nend"


@pytest.mark.parametrize(
    ("line", "reason", "after"),
    [
        ("- [ ] a", "b", "- [ ] a — blocked: b"),
        ("- [ ] a ", "b\n", "- [ ] a — blocked: b"),
        ("- [ ] a - Blocked by: old", "b", "- [ ] a - Blocked by: b"),
        ("- [ ] a — 阻塞：旧", "新", "- [ ] a — 阻塞：新"),
        ("- [ ] a — blocked:", "b", "- [ ] a — blocked: b"),
        ("- [ ] a — blocked: b", "", "- [ ] a"),
        ("- [ ] a", "", "- [ ] a"),
    ],
)
def test_saying_what_blocks_an_item(line: str, reason: str, after: str) -> None:
    list_ = todo("# T", line, "end")
    assert block(list_, list_.items[0], reason).text == f"# T\n{after}\nend\n"


def test_what_blocks_in_chinese_and_on_one_line() -> None:
    list_ = todo("- [ ] 甲")
    assert block(list_, list_.items[0], "乙", "zh").text == "- [ ] 甲 — 阻塞：乙\n"
    with pytest.raises(AgentStateError, match="the reason is more than one line"):
        block(list_, list_.items[0], "a\nb")


@pytest.mark.parametrize(
    ("before", "priority", "after"),
    [
        ("", "", "- [ ] new\n"),
        ("# TODO\n", "P1", "# TODO\n\n- [ ] P1 new\n"),
        ("# TODO\n\n", "", "# TODO\n\n- [ ] new\n"),
        ("- [ ] a", "", "- [ ] a\n- [ ] new\n"),
        ("- [ ] a\n  - [ ] b\n    more\n\ntext\n", "", "- [ ] a\n  - [ ] b\n    more\n- [ ] new\n\ntext\n"),
        ("- [ ] a\nruns on\n# End\n", "", "- [ ] a\nruns on\n- [ ] new\n# End\n"),
        ("- [ ] a\n## Done\n- [x] b\n", "", "- [ ] a\n- [ ] new\n## Done\n- [x] b\n"),
        ("- [x] a\n\n# End\n", "P0", "- [x] a\n- [ ] P0 new\n\n# End\n"),
        ("* [ ] P0 a\n* [ ] P1 b\n  * [ ] P3 c\n* [ ] P2 d\n", "P1", "* [ ] P0 a\n* [ ] P1 b\n  * [ ] P3 c\n* [ ] P1 new\n* [ ] P2 d\n"),
        ("1. [ ] P2 a\n2. [ ] P3 b\n", "P0", "- [ ] P0 new\n1. [ ] P2 a\n2. [ ] P3 b\n"),
        ("- [ ] a\n- [ ] b\n", "P0", "- [ ] a\n- [ ] b\n- [ ] P0 new\n"),
        ("- [ ] a\n\n## B\n- [ ] P2 b\n", "P1", "- [ ] a\n\n## B\n- [ ] P1 new\n- [ ] P2 b\n"),
        ("- [ ] P2 a\n- [ ] P1 b\n", "P1", "- [ ] P1 new\n- [ ] P2 a\n- [ ] P1 b\n"),
        ("- [x] P3 a\r\n- [ ] P3 b\r\n", "P3", "- [x] P3 a\r\n- [ ] P3 b\r\n- [ ] P3 new\r\n"),
    ],
)
def test_where_an_item_is_added(before: str, priority: str, after: str) -> None:
    assert add_item(parse_todo(SourceText("x", before)), " new ", priority).text == after


def test_an_item_can_be_blocked_from_the_start() -> None:
    assert add_item(todo(), "a", "P0", "b").text == "- [ ] P0 a — blocked: b\n"
    assert add_item(todo(), "甲", "", "乙", "zh").text == "- [ ] 甲 — 阻塞：乙\n"


@pytest.mark.parametrize(
    ("lines", "arguments", "message"),
    [
        ((), ("",), "the item is empty"),
        ((), ("a\nb",), 'the item is more than one line: "a\\x0ab"'),
        ((), ("a", "P4"), 'not a priority: "P4"'),
        ((), ("a", "", "b\nc"), 'the reason is more than one line: "b\\x0ac"'),
        (("```",), ("a",), ".agent/TODO.md:1: this code fence is never closed, so nothing can be added after it"),
    ],
)
def test_what_cannot_be_added(lines: tuple[str, ...], arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(AgentStateError) as caught:
        add_item(todo(*lines), *arguments)  # type: ignore[arg-type]
    assert caught.value.message == message


def test_done_items_leave_with_the_lines_that_go_on_with_them() -> None:
    lines = [
        "# T",
        "- [x] a",
        "  more",
        "",
        "  after a blank",
        "- [ ] b",
        "  - [x] c",
        "    more",
        "  - [ ] d",
        "- [x] e",
        "  - [~] f",
        "  - [x] g",
        "",
        "- [X] h",
        "- [ ] i",
    ]
    pruned = prune_done(parse_todo(SourceText("x", "\r\n".join(lines)))).text
    assert pruned == "# T\r\n- [ ] b\r\n  - [ ] d\r\n- [x] e\r\n  - [~] f\r\n\r\n- [ ] i"


def test_a_done_item_above_deeper_done_ones_stays_for_the_open_one_below_them() -> None:
    assert prune_done(todo("- [x] a", "    - [x] b", "  - [ ] c", "- [x] d")).text == "- [x] a\n  - [ ] c\n"


def test_pruning_does_not_turn_a_rule_into_front_matter() -> None:
    text = "- [x] a\n---\n- [ ] b\n---\n- [x] c\n"
    assert prune_done(parse_todo(SourceText("x", text))).text == "- [x] a\n---\n- [ ] b\n---\n"


_LINES = st.sampled_from(
    [
        *(
            "# T",
            "- [ ] a",
            "- [x] b",
            "* [~] P1 c",
            "  - [ ] P0 d",
            "    - [x] e — blocked: x",
            "1. [X] P3 f",
            "-[ ] g",
            "- [✓] h",
            "  more",
            "text",
        ),
        *("", " ", "```", "~~~", "- [ ] ", "- x", "- [ ] P2 i - blocked:", "\t- [x] j", "---", "caf\udcff"),
    ]
)
_LISTS = st.lists(_LINES, max_size=25).map(lambda lines: todo(*lines))


@law(200)
@given(_LISTS, st.sampled_from(["", "P0", "P1", "P2", "P3"]))
def test_adding_changes_no_other_line_and_breaks_no_order(list_: TodoList, priority: str) -> None:
    if any(fault.kind == "unclosed-fence" for fault in list_.faults):
        return
    longer = parse_todo(add_item(list_, "added", priority))
    (new,) = (item for item in longer.items if item.text == "added")
    assert (new.priority, new.state) == (priority, "open")
    left = list(longer.source.lines)
    left.pop(new.line - 1)
    assert left in (list(list_.source.lines), [*list_.source.lines, ""])
    assert out_of_order(list_) or not out_of_order(longer)


@law(200)
@given(_LISTS)
def test_pruning_leaves_every_item_that_is_not_done(list_: TodoList) -> None:
    pruned = parse_todo(prune_done(list_))
    assert [item.text for item in pruned.items if item.state != "done"] == [item.text for item in list_.items if item.state != "done"]
    assert prune_done(pruned).text == pruned.source.text
    left = iter(list_.source.lines)
    assert all(line in left for line in pruned.source.lines)


@law(200)
@given(_LISTS, st.sampled_from(["open", "doing", "done"]))
def test_marking_and_blocking_change_one_item(list_: TodoList, state: State) -> None:
    for place, item in enumerate(list_.items):
        marked = parse_todo(mark(list_, item, state))
        assert [other.state for other in marked.items] == [
            state if index == place else other.state for index, other in enumerate(list_.items)
        ]
        blocked = parse_todo(block(list_, item, "why"))
        assert [other.blocked for other in blocked.items] == [
            "why" if index == place else other.blocked for index, other in enumerate(list_.items)
        ]


@law(200)
@given(st.binary(max_size=200).map(lambda data: SourceText.decode("x.md", data)))
def test_no_bytes_raise(text: SourceText) -> None:
    assert all(0 < item.line < item.end <= len(text.lines) + 1 for item in parse_todo(text).items)
