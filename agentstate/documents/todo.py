"""TODO.md: a task list in order of priority. An edit changes the characters it is about and nothing else."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from agentstate.documents.checkbox import BLOCKED, ITEM, PRIORITY, STATES, Item, State, item_faults, read_item
from agentstate.documents.lines import BLANK, fences, front_matter, one_line, refuse_unclosed_fence, runs_on, unclosed_fence
from agentstate.documents.text import SourceText
from agentstate.vocabulary.annotations import Literal
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import dataclass
from agentstate.vocabulary.visible import quoted

__all__ = ["Item", "State", "TodoList", "add_item", "block", "find", "mark", "out_of_order", "parse_todo", "prune_done", "with_priority"]

_MARKS: dict[State, str] = {"open": " ", "doing": "~", "done": "x"}
_SUFFIX = {"en": " — blocked: ", "zh": " — 阻塞："}
_NAMED = 5
"""How many items an error names."""


@dataclass(frozen=True)
class TodoList:
    """TODO.md: its items and sub-items in the order of the file, and what could not be read."""

    source: SourceText
    items: tuple[Item, ...]
    faults: tuple[Fault, ...] = ()


def parse_todo(source: SourceText) -> TodoList:
    """The items in the file, those in code fences left out. Never raises: a checkbox written wrong is a `malformed-item` fault."""
    lines, found = source.lines, fences(source)
    items: list[Item] = []
    faults: list[Fault] = []
    for index in range(front_matter(lines), len(lines)):
        if any(bracket in lines[index] for bracket in "[［【") and index not in found.lines:
            item = read_item(lines, index)
            items += [item] if item else []
            faults += item_faults(lines[index], index + 1, item)
    return TodoList(source, tuple(items), (*faults, *unclosed_fence(found)))


def out_of_order(todo: TodoList) -> tuple[tuple[Item, Item], ...]:
    """Each open item that stands below one of lower priority, with the first such item; only items that say a priority count."""
    found = []
    lowest: Item | None = None
    for item in _open(todo):
        if item.priority and lowest and item.priority < lowest.priority:
            found.append((item, lowest))
        elif item.priority and (not lowest or item.priority > lowest.priority):
            lowest = item
    return tuple(found)


def find(todo: TodoList, query: str) -> Item:
    """The item a person means: its number in the file (from 1), its exact text, or a part of its text that no other item has.

    Where several match, one that is not done is meant if it is the only one. Raises AgentStateError, naming the candidates.
    """
    wanted = query.strip()
    if re.fullmatch("[0-9]{1,9}", wanted) and 0 < int(wanted) <= len(todo.items):
        return todo.items[int(wanted) - 1]
    exact = [item for item in todo.items if wanted in {item.text, todo.source.lines[item.line - 1].strip()}]
    found = exact or [item for item in todo.items if wanted and wanted.casefold() in item.text.casefold()]
    if len(found) > 1:
        found = [item for item in found if item.state != "done"] or found
    if len(found) == 1:
        return found[0]
    raise AgentStateError(f"{'several items match' if found else 'no item matches'} {quoted(wanted)}", _candidates(todo, found))


def mark(todo: TodoList, item: Item, state: State) -> SourceText:
    """The file with the character in the item's checkbox changed."""
    line = todo.source.lines[item.line - 1]
    place = ITEM.fullmatch(line).start("mark")  # type: ignore[union-attr]
    if STATES[line[place]] == state:
        return todo.source
    return _with_line(todo, item, line[:place] + _MARKS[state] + line[place + 1 :])


def block(todo: TodoList, item: Item, reason: str, lang: Literal["en", "zh"] = "en") -> SourceText:
    """The file with what blocks the item said at the end of its line, in place of what was said before; "" takes it away."""
    line = todo.source.lines[item.line - 1]
    suffix = BLOCKED.search(line, ITEM.fullmatch(line).end("mark"))  # type: ignore[union-attr]
    words = (line[: suffix.start()] if suffix else line).rstrip(BLANK)
    if not reason:
        return _with_line(todo, item, words) if suffix else todo.source
    said = line[: suffix.end()] if suffix else words + _SUFFIX[lang]
    return _with_line(todo, item, said + " " * said.endswith(":") + one_line(reason, "the reason"))


def add_item(todo: TodoList, text: str, priority: str = "", blocked: str = "", lang: Literal["en", "zh"] = "en") -> SourceText:
    """The file with an open item added below the last open one of the same or a higher priority that stands above all lower ones;
    where there is none, above the first lower one; else at the end of the list. Its bullet and indent are those of its neighbour."""
    if priority and not re.fullmatch("P[0-3]", priority):
        raise AgentStateError(f"not a priority: {quoted(priority)}", "choose P0, P1, P2 or P3")
    said = one_line(text, "the item")
    if blocked:
        said += _SUFFIX[lang] + one_line(blocked, "the reason")
    box = f"[ ] {priority} {said}" if priority else f"[ ] {said}"
    items = _open(todo)
    lower = next((place for place, item in enumerate(items) if priority and item.priority > priority), len(items))
    above = [item for item in items[:lower] if not priority or "" < item.priority <= priority]
    if not above and lower < len(items):
        return _insert(todo, items[lower].line - 1, items[lower], box)
    if above or todo.items:
        neighbour = above[-1] if above else todo.items[-1]
        return _insert(todo, _block_end(todo, neighbour), neighbour, box)
    return _add_at_end(todo.source, f"- {box}")


def with_priority(text: str, priority: str) -> tuple[str, str]:
    """The text of an item without the priority that stands at its start, and its priority: that one, or the one given.

    Raises AgentStateError where both are there and differ.
    """
    typed = PRIORITY.match(text.strip(BLANK))
    if not typed:
        return text, priority
    found = f"P{typed[1]}"
    if priority not in {"", found}:
        raise AgentStateError(f"two priorities: {quoted(found)} in the text, {quoted(priority)} given", "give one of them")
    return text.strip(BLANK)[typed.end() :], found


def prune_done(todo: TodoList) -> SourceText:
    """The file without its done items and the lines that go on with them; one with a sub-item left to do stays."""
    done = tuple(_prunable(todo))
    pruned = _without(todo, done)
    if front_matter(pruned.lines) != front_matter(todo.source.lines):
        # Without the item in its first line a file that goes on with a rule would seem to begin with front matter.
        return _without(todo, [item for item in done if item.line > 1])
    return pruned


def _without(todo: TodoList, items: Iterable[Item]) -> SourceText:
    gone = {index for item in items for index in range(item.line - 1, item.end - 1)}
    pieces = todo.source.text.split("\n")
    pieces = [*(f"{piece}\n" for piece in pieces[:-1]), pieces[-1]]
    return todo.source.with_text("".join(piece for index, piece in enumerate(pieces) if index not in gone))


def _prunable(todo: TodoList) -> Iterator[Item]:
    """Done items with nothing left to do below them."""
    needed = -1
    for item in reversed(todo.items):
        if item.state != "done":
            needed = item.indent
        elif needed <= item.indent:
            yield item
        else:
            needed = item.indent


def _open(todo: TodoList) -> tuple[Item, ...]:
    """The outermost items that are not done, in order."""
    outermost = []
    indents: list[int] = []
    for item in todo.items:
        while indents and indents[-1] >= item.indent:
            indents.pop()
        if not indents and item.state != "done":
            outermost.append(item)
        indents.append(item.indent)
    return tuple(outermost)


def _block_end(todo: TodoList, item: Item) -> int:
    """The index at which what is added stands below the item, its sub-items and the text that runs on below them."""
    below = (other for other in todo.items if other.line > item.line)
    inside = takewhile(lambda other: other.indent > item.indent, below)
    index = max([item.end, *(other.end for other in inside)]) - 1
    lines = todo.source.lines
    while index < len(lines) and runs_on(lines[index]):
        index += 1
    return index


def _insert(todo: TodoList, index: int, neighbour: Item, box: str) -> SourceText:
    line = todo.source.lines[neighbour.line - 1]
    words = line.lstrip(BLANK)
    bullet = words[0] if words[0] in "*+" else "-"
    return todo.source.with_lines(index, index, (f"{line[: len(line) - len(words)]}{bullet} {box}",))


def _add_at_end(source: SourceText, line: str) -> SourceText:
    refuse_unclosed_fence(source, fences(source))
    gap = ("",) if source.lines and source.lines[-1].strip(BLANK) else ()
    return source.with_lines(len(source.lines), len(source.lines), (*gap, line))


def _with_line(todo: TodoList, item: Item, line: str) -> SourceText:
    return todo.source.with_lines(item.line - 1, item.line, (line,))


def _candidates(todo: TodoList, found: Sequence[Item]) -> str:
    if not todo.items:
        return "the list is empty"
    named = ", ".join(f"{todo.items.index(item) + 1} {quoted(item.text)}" for item in (found or todo.items)[:_NAMED])
    return f"give the number of one: {named}"
