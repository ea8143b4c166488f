"""AS52x: every line of TODO.md that is meant as an item is one, and the first is the first to do."""

import re
from collections.abc import Iterator, Mapping

from agentstate.documents.text import SourceText
from agentstate.documents.todo import parse_todo
from agentstate.rules.documents import passed_on
from agentstate.rules.rule import Example, Rule
from agentstate.rules.wording import counted
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Finding, Severity
from agentstate.vocabulary.patterns import pattern

_BOX = pattern(r"([ \t]*)(?:([-*+]|[0-9]{1,9}[.)])[ \t]*)?[\[［【]([^\[\]［］【】()]{0,4})[\]］】][ \t]*(.*)", re.DOTALL)
_MARKS = {"": " ", "~": "~", **dict.fromkeys(("x", "v", "ok", "done", "✓", "✔", "☑", "✅", "√", "完成"), "x")}
"""What was meant by a sign in a box, where only one answer is right."""


def _with_boxes(tree: Tree) -> Mapping[str, SourceText]:
    source = tree.todo.source
    wrong = [fault.line for fault in tree.todo.faults if fault.kind == "malformed-item"]
    from agentstate.rules.mending import with_changed_lines

    return {layout.TODO: with_changed_lines(source, {number: _mended(source.lines[number - 1]) for number in wrong})}


def _mended(line: str) -> str:
    """The line with its box as the convention has it; the same line where it is not certain what was meant."""
    found = _BOX.fullmatch(line)
    mark = _MARKS.get(found[3].strip(" \t　").casefold()) if found else None
    if not found or mark is None or not found[4]:
        return line
    mended = f"{found[1]}{found[2] or '-'} [{mark}] {found[4]}"
    return line if parse_todo(SourceText("", mended)).faults else mended


def _out_of_order(tree: Tree) -> Iterator[Finding]:
    lowest = ""
    for item in tree.todo.items:
        if item.priority and item.state != "done" and not item.indent:
            if item.priority < lowest:
                message = f"an item of {item.priority} stands below one of {lowest}"
                yield Finding(layout.TODO, item.line, 1, message, "put what comes first at the top; the order decides")
            lowest = max(lowest, item.priority)


def _too_many(tree: Tree) -> Iterator[Finding]:
    items, limit = tree.todo.items, tree.settings.limits.todo_items
    if len(items) > limit:
        left = sum(item.state != "done" for item in items)
        hint = "run `agentstate rotate`: done items leave" if left <= limit else "merge or drop items; the first ten are read"
        message = f"{counted(len(items), 'item')}, at most {limit} are allowed"
        yield Finding(layout.TODO, items[limit].line, 1, message, hint)


def _todo(*lines: str, config: str = "") -> Example:
    files = {layout.TODO: "\n".join(["# TODO", "", *lines, ""])}
    return Example({**files, layout.CONFIG: config} if config else files)


RULES = (
    Rule(
        code="AS521",
        slug="malformed-item",
        severity=Severity.ERROR,
        summary="a line is meant as an item and is not read as one",
        what="An item is `- [ ]` (open), `- [~]` (in progress) or `- [x]` (done), then text; what blocks it follows after "
        "`— blocked:` or `— 阻塞：`.",
        why="An item that is not read is not in the message an agent wakes up to.",
        mend="Write the box as `- [ ] `.",
        bad=_todo("- [ ] P1 wire the controller", "-[ ] measure the cache"),
        good=_todo("- [ ] P1 wire the controller", "- [ ] measure the cache"),
        check=passed_on("malformed-item"),
        fix=_with_boxes,
    ),
    Rule(
        code="AS522",
        slug="priority-order",
        severity=Severity.WARNING,
        summary="an item stands below one of a lower priority",
        what="Compares the priorities `P0` to `P3` of open items with their order. Items without one may stand anywhere.",
        why="The order decides what is read at boot; a priority that contradicts it leaves two answers to what comes first.",
        mend="Move the item up, or change its priority: which of the two is wrong only you know.",
        bad=_todo("- [ ] P2 measure the cache", "- [ ] P0 wire the controller"),
        good=_todo("- [ ] P0 wire the controller", "- [ ] P2 measure the cache"),
        check=_out_of_order,
    ),
    Rule(
        code="AS523",
        slug="too-many-items",
        severity=Severity.ERROR,
        summary="the list has more items than its limit",
        what="Counts the items of TODO.md, done ones too; the place shown is the first one past the limit.",
        why="The first ten open items are read at boot. A list that nobody reads to its end is where work gets lost.",
        mend="Run `agentstate rotate`, which takes out what is done, or merge items.",
        bad=_todo("- [x] wire the controller", "- [ ] measure the cache", config="limits:\n  todo_items: 1\n"),
        good=_todo("- [x] wire the controller", "- [ ] measure the cache", config="limits:\n  todo_items: 2\n"),
        check=_too_many,
        options=("limits.todo_items",),
    ),
)
