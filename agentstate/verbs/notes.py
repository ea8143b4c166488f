"""`fact` and `todo`: one line more in FACTS.md or TODO.md, or one item marked, and nothing else changed."""

from collections.abc import Mapping, Sequence

from agentstate.documents import todo as grammar
from agentstate.documents.facts import add_fact
from agentstate.documents.text import SourceText
from agentstate.documents.todo import Item, State
from agentstate.tree import Tree
from agentstate.verbs.steps import within, writes
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan

_FIRST_SECTION = {"en": "Facts", "zh": "事实"}
_SAID: Mapping[State, str] = {"open": "open", "doing": "in progress", "done": "done"}
_FINISH = "finish items and run `agentstate rotate`"


def fact(tree: Tree, text: str, section: str = "") -> Plan:
    """FACTS.md with the fact added to its section (the last one where none is named)."""
    source = add_fact(tree.facts, text, section, first_section=_FIRST_SECTION[tree.settings.language])
    within(tree, source, tree.settings.limits.facts_bytes, f"merge or remove facts in {layout.FACTS} first")
    steps = writes(tree, source)
    return Plan(steps, messages=() if steps else ("this fact is there already",))


def todo_add(tree: Tree, text: str, priority: str = "", blocked: str = "") -> Plan:
    """TODO.md with an open item added at the place that its priority gives it, which may stand at the start of the text; the same file
    where one that says this is left to do."""
    text, priority = grammar.with_priority(text, priority)
    if any(item.text == text.strip() and item.state != "done" for item in tree.todo.items):
        return Plan(messages=("this item is there already",))
    source = grammar.add_item(tree.todo, text, priority, blocked, tree.settings.language)
    return Plan(writes(tree, fitting(tree, source)))


def fitting(tree: Tree, source: SourceText) -> SourceText:
    """`source` itself, TODO.md as it is to be; AgentStateError (exit code 1) where it got longer than its limits allow."""
    limit, count = tree.settings.limits.todo_items, len(tree.todo.items)
    if max(count, limit) < len(grammar.parse_todo(source).items):
        raise AgentStateError(f"{layout.TODO} is full: {count} items", _FINISH, 1)
    return within(tree, source, tree.settings.limits.todo_bytes, _FINISH)


def todo_mark(tree: Tree, query: str, state: State) -> Plan:
    """TODO.md with one item marked; the plan's result is the item's line as it is then."""
    item = grammar.find(tree.todo, query)
    source = grammar.mark(tree.todo, item, state)
    messages = (f"this item is {_SAID[state]} already",) if source == tree.todo.source else ()
    return Plan(writes(tree, source), result=source.lines[item.line - 1].strip(), messages=messages)


def todo_block(tree: Tree, query: str, reason: str) -> Plan:
    """TODO.md with what blocks an item said on its line ("" takes it away); the result is the line as it is then."""
    item = grammar.find(tree.todo, query)
    source = grammar.block(tree.todo, item, reason, tree.settings.language)
    return Plan(writes(tree, fitting(tree, source)), result=source.lines[item.line - 1].strip())


def todo_list(tree: Tree, *, done: bool = False) -> Sequence[tuple[int, Item]]:
    """The items with the numbers by which the other verbs take them; done ones only if asked for."""
    return [(number, item) for number, item in enumerate(tree.todo.items, 1) if done or item.state != "done"]
