"""`fact` and `todo`: one line more in FACTS.md or TODO.md, or one item marked, and nothing else changed."""

from collections.abc import Sequence

from agentstate.documents import todo as grammar
from agentstate.documents.facts import add_fact
from agentstate.documents.todo import Item, State
from agentstate.tree import Tree
from agentstate.verbs.steps import within, writes
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan

_FIRST_SECTION = {"en": "Facts", "zh": "事实"}


def fact(tree: Tree, text: str, section: str = "") -> Plan:
    """FACTS.md with the fact added to its section (the last one where none is named)."""
    source = add_fact(tree.facts, text, section, first_section=_FIRST_SECTION[tree.settings.language])
    within(tree, source, tree.settings.limits.facts_bytes, f"merge or remove facts in {layout.FACTS} first")
    steps = writes(tree, source)
    return Plan(steps, messages=() if steps else ("this fact is there already",))


def todo_add(tree: Tree, text: str, priority: str = "", blocked: str = "") -> Plan:
    """TODO.md with an open item added at the place that its priority gives it."""
    limits = tree.settings.limits
    if len(tree.todo.items) >= limits.todo_items:
        raise AgentStateError(f"{layout.TODO} is full: {len(tree.todo.items)} items", "finish items and run `agentstate rotate`", 1)
    source = grammar.add_item(tree.todo, text, priority, blocked, tree.settings.language)
    within(tree, source, limits.todo_bytes, "finish items and run `agentstate rotate`")
    return Plan(writes(tree, source))


def todo_mark(tree: Tree, query: str, state: State) -> Plan:
    """TODO.md with one item marked; the plan's result is the item's line as it is then."""
    item = grammar.find(tree.todo, query)
    source = grammar.mark(tree.todo, item, state)
    return Plan(writes(tree, source), result=source.lines[item.line - 1].strip())


def todo_block(tree: Tree, query: str, reason: str) -> Plan:
    """TODO.md with what blocks an item said on its line ("" takes it away); the result is the line as it is then."""
    item = grammar.find(tree.todo, query)
    source = grammar.block(tree.todo, item, reason, tree.settings.language)
    within(tree, source, tree.settings.limits.todo_bytes, "finish items and run `agentstate rotate`")
    return Plan(writes(tree, source), result=source.lines[item.line - 1].strip())


def todo_list(tree: Tree, *, done: bool = False) -> Sequence[tuple[int, Item]]:
    """The items with the numbers by which the other verbs take them; done ones only if asked for."""
    return [(number, item) for number, item in enumerate(tree.todo.items, 1) if done or item.state != "done"]
