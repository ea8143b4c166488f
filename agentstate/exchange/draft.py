"""The files of a tree as an import fills them, item by item, by the same edits as the verbs; what does not fit is refused with a reason."""

from collections.abc import Callable, Mapping
from typing import Literal

from agentstate.documents.checkbox import PRIORITY
from agentstate.documents.facts import add_fact, parse_facts
from agentstate.documents.state import CONFIDENCE, FIELDS, LINE_LIMIT, LIST_LIMIT, StateDocument, parse_state
from agentstate.documents.state.edit import add_item, set_field, touch
from agentstate.documents.text import SourceText
from agentstate.documents.todo import add_item as add_todo
from agentstate.documents.todo import mark, parse_todo
from agentstate.documents.wording import chained_document
from agentstate.exchange.item import Item
from agentstate.exchange.text import in_one_line, joined, refusal
from agentstate.rules.structure import ITEMS_READ
from agentstate.rules.wording import plain, says_nothing
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError

LONGEST = 500
"""Characters of a fact or of an item of TODO.md, at most: longer ones are no line to read at boot."""

SCALARS: Mapping[str, tuple[str, ...]] = {
    "project": ("project",),
    "goal": ("goal",),
    "task": ("current_task",),
    "stage": ("current_stage",),
    "next": ("next_action", "then"),
    "confidence": ("confidence",),
    "blocked": ("blocked",),
}
"""Kinds of items that are one line of the state, with the fields in which they can stand."""

LISTS = {
    "acceptance": "acceptance",
    "constraint": "constraints",
    "do_not": "do_not",
    "awaiting_approval": "awaiting_approval",
    "done": "done",
    "verified": "verified",
    "failed": "failed_attempts",
    "hypothesis": "hypotheses",
    "file": "files_to_load",
    "touched": "files_touched",
    "checked": "files_verified",
}
"""Kinds of items that stand in a list of the state."""

_PARTS = {"verified": ("fact", ("how", "commit", "at")), "failed": ("tried", ("because",))}
_SECTIONS = {"en": "Imported", "zh": "导入"}
_NOT_BLOCKED = frozenset({"false", "no", "none", "null", "否", "无"})


class Refused(Exception):  # noqa: N818 - it says what happened
    """An item has no place in the tree; the text says why."""


class Draft:
    """The state, FACTS.md and TODO.md of a tree with items added. `kinds` says what is at the paths that items name."""

    def __init__(self, tree: Tree, kinds: Mapping[str, str]) -> None:
        self._tree = tree
        self._kinds = kinds
        self._limits = tree.settings.limits
        self._lang: Literal["en", "zh"] = tree.settings.language
        self._full: dict[str, str] = {}
        self.state: StateDocument = tree.state
        self.facts = tree.facts
        self._facts = {fact.text for fact in tree.facts.facts}
        self.todo = tree.todo

    @property
    def sources(self) -> tuple[SourceText, ...]:
        """The files as they are now."""
        return (self.state.source, self.facts.source, self.todo.source)

    def finish(self, now: str) -> None:
        """`updated_at` is `now` (RFC 3339) where the state changed and has that field."""
        if self.state.source != self._tree.state.source:
            self.state = parse_state(touch(self.state, now))

    def put(self, item: Item) -> str:
        """Adds an item and returns where it stands; Refused where it has no place, or says what is set to something else."""
        if reason := refusal(item.text):
            raise Refused(reason)
        if item.kind in SCALARS:
            return self._scalar(item)
        if item.kind in LISTS:
            return self._listed(item)
        if item.kind == "fact":
            return self._fact(item)
        if item.kind == "todo":
            return self._todo(item)
        raise Refused("the tree has no field for it")

    def _scalar(self, item: Item) -> str:
        said, fields = joined(item.text), SCALARS[item.kind]
        same = next((field for field in fields if plain(self.state.text(field)) == plain(said)), "")
        free = next((field for field in fields if not self.state.text(field)), "")
        if same or (item.kind == "blocked" and said.casefold() in _NOT_BLOCKED):
            return f"{self._name} {same or 'blocked'}"
        if not free and item.kind == "next":
            return self._todo(item)
        if not free:
            raise Refused(f'{fields[0]} is "{self.state.text(fields[0])[:60]}" already')
        if item.kind == "confidence":
            said = said.casefold()
        if says_nothing(said) or (item.kind == "confidence" and said not in CONFIDENCE) or (item.kind == "blocked" and said == "true"):
            raise Refused(f"{free} cannot say it")
        self._edit(free, said, lambda: set_field(self.state, free, said))
        return f"{self._name} {free}"

    def _listed(self, item: Item) -> str:
        field, said = LISTS[item.kind], joined(item.text)
        if FIELDS[field] == "paths":
            said = self._path(said, must_exist=item.kind == "file")
        first, others = _PARTS.get(item.kind, ("", ()))
        parts = {name: joined(item.fields[name]) for name in others if name in item.fields}
        if any(refusal(part) or len(part) > LINE_LIMIT for part in parts.values()):
            raise Refused("a part of it is no short line")
        value = {first: said, **parts} if parts else said
        try:
            self._edit(field, said, lambda: add_item(self.state, field, value))
        except Refused:
            if item.kind not in {"constraint", "do_not"}:
                raise
            return self._fact(item)
        return f"{self._name} {field}"

    def _path(self, said: str, *, must_exist: bool) -> str:
        path = said.replace("\\", "/").removeprefix("./")
        if path.startswith(("/", "~", "../")) or "/../" in path or ":" in path[:3] or "//" in path or path.endswith("/"):
            raise Refused("it is no path from the folder that holds .agent/")
        if must_exist and self._kinds.get(path) not in {"file", "folder"}:
            raise Refused("there is no such file here")
        return path

    @property
    def _name(self) -> str:
        return self._tree.state_path.removeprefix(f"{layout.FOLDER}/")

    def _edit(self, field: str, said: str, edit: Callable[[], SourceText]) -> None:
        """The state is what `edit` makes of it, if it fits."""
        if len(said) > LINE_LIMIT:
            raise Refused(f"{field} takes at most {LINE_LIMIT} characters")
        if len(self.state.items(field)) >= LIST_LIMIT and said not in self.state.items(field):
            raise Refused(f"{field} holds {LIST_LIMIT} items, its limit")
        if said not in self.state.items(field):
            _has_room(self.state.source, said, self._limits.state_bytes)
        source = _tried(edit)
        _within(source, self.state.source, self._limits.state_bytes)
        if source != self.state.source:
            self.state = parse_state(source)

    def _fact(self, item: Item) -> str:
        said, section = in_one_line(item.text), joined(item.fields.get("section", ""))
        if len(said) > LONGEST:
            raise Refused(f"it has {len(said)} characters, and a fact is a line or two")
        if said not in self._facts:
            _has_room(self.facts.source, said, self._limits.facts_bytes)
        if says_nothing(said) or chained_document(said) or refusal(section):
            raise Refused("it says nothing by itself")
        given = section if section and len(section) <= LINE_LIMIT else _SECTIONS[self._lang]
        source = _tried(lambda: add_fact(self.facts, said, given))
        _within(source, self.facts.source, self._limits.facts_bytes)
        if source != self.facts.source:
            facts = parse_facts(source)
            texts = {fact.text for fact in facts.facts}
            if facts.faults or said not in texts:
                raise Refused("it would not be read as one fact")
            self.facts, self._facts = facts, texts
        return "FACTS.md"

    def _todo(self, item: Item) -> str:
        said, state = in_one_line(item.text), item.fields.get("state", "open")
        level = PRIORITY.match(said)
        said = said[level.end() :] if level else said
        if state not in {"open", "doing"}:
            raise Refused(f"it is {in_one_line(state)[:LINE_LIMIT] or 'done'}")
        if len(said) > LONGEST:
            raise Refused(f"it has {len(said)} characters, and an item is a line")
        if any(said == one.text for one in self.todo.items):
            return "TODO.md"
        if len(self.todo.items) >= self._limits.todo_items:
            raise Refused(f"TODO.md holds {len(self.todo.items)} items, its limit")
        _has_room(self.todo.source, said, self._limits.todo_bytes)
        blocked, priority = joined(item.fields.get("blocked", "")), item.fields.get("priority") or (f"P{level[1]}" if level else "")
        source = _tried(lambda: add_todo(self.todo, said, priority, "" if refusal(blocked) else blocked, self._lang))
        _within(source, self.todo.source, self._limits.todo_bytes)
        todo = parse_todo(source)
        added = [one for one in todo.items if one.text == said]
        if len(todo.faults) > len(self.todo.faults) or not added:
            raise Refused("it would not be read as one item")
        self.todo = parse_todo(mark(todo, added[0], "doing")) if state == "doing" else todo
        return "TODO.md"

    def boot_bytes(self) -> int:
        """How much of these files and of PROTOCOL.md the boot protocol reads."""
        items = [self.todo.source.lines[item.line - 1] for item in self.todo.items if item.state != "done"][:ITEMS_READ]
        whole = (self._tree.source(layout.PROTOCOL), self.facts.source, self.state.source)
        return sum(len(source.encode()) for source in whole) + sum(len(line.encode("utf-8", "surrogateescape")) + 1 for line in items)


def _tried(edit: Callable[[], SourceText]) -> SourceText:
    try:
        return edit()
    except AgentStateError as error:
        raise Refused(error.message) from error


def _has_room(source: SourceText, said: str, limit: int) -> None:
    """Refused without an attempt where the text alone is more than what is left: of thousands each attempt costs."""
    if len(source.encode()) + len(said.encode("utf-8", "surrogateescape")) > limit:
        raise Refused(f"{source.path.removeprefix(f'{layout.FOLDER}/')} has no room for it")


def _within(source: SourceText, before: SourceText, limit: int) -> None:
    if source != before and len(source.encode()) > limit:
        raise Refused(f"{source.path.removeprefix(f'{layout.FOLDER}/')} has no room for it")
