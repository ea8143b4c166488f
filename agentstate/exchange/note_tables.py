"""The rows of the tables of a note: work, and what was tried."""

import re
from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Item
from agentstate.exchange.note_lines import Entry
from agentstate.exchange.note_places import plain_title
from agentstate.vocabulary.patterns import pattern

_TASK = {
    **dict.fromkeys(("task", "item", "feature", "todo", "action", "work", "issue"), "text"),
    **dict.fromkeys(("任务", "功能", "事项", "タスク", "項目", "機能"), "text"),
    **dict.fromkeys(("status", "state", "状态", "状態", "ステータス"), "state"),
    **dict.fromkeys(("priority", "优先级", "優先度"), "priority"),
}
_TRIED = {
    **dict.fromkeys(("attempt", "tried", "approach", "what we tried", "what was tried", "尝试", "方案", "試したこと"), "text"),
    **dict.fromkeys(("why", "reason", "result", "why it failed", "outcome", "原因", "结果", "理由", "結果"), "because"),
}
_DONE = pattern(r"[^\w]*+(?:done|complete|completed|finished|closed|merged|已完成|完成|完了)?[^\w]*", re.IGNORECASE)
_DOING = pattern(r"[^\w]*(?:in[ _-]progress|doing|wip|active|started|进行中|進行中|作業中)[^\w]*", re.IGNORECASE)
_OPEN = pattern(
    r"[^\w✅✔☑✓]*+(?:open|todo|to do|pending|not started|planned|blocked|未开始|待办|待完成|未着手|未完了)?[^\w✅✔☑✓]*", re.IGNORECASE
)


def columns(entry: Entry, names: Mapping[str, str]) -> dict[str, str]:
    """The cells of a row by what `names` calls their columns, and the others by the heads of theirs."""
    found: dict[str, str] = {}
    for head, cell in zip(entry.header, entry.cells, strict=False):
        name = names.get(plain_title(head), "")
        key = name if name and name not in found else f"column {len(found) + 1}"
        found[key] = cell
    return {name: cell for name, cell in found.items() if cell.strip(" \t-—*_")}


def task_row(path: str, entry: Entry, kind: str) -> Iterator[Item]:
    """A row that names a piece of work: an item of TODO.md, or done where its heading or its state says so."""
    found = columns(entry, _TASK)
    said, state = found.pop("text", ""), found.get("state", "")
    if not said or (len(entry.cells) != len(entry.header)):
        return
    fields = {**found, "section": entry.title}
    if kind == "done" and (not state or _DONE.fullmatch(state)):
        yield Item("done", said, path, entry.line, entry.end, fields)
    elif kind != "done" and (word := _state(state)):
        yield Item("todo", said, path, entry.line, entry.end, {**fields, "state": word, **({"status": state} if state else {})})


def tried_row(path: str, entry: Entry, kind: str) -> Iterator[Item]:
    """A row that names an attempt which failed."""
    found = columns(entry, _TRIED) if kind == "failed" and len(entry.cells) == len(entry.header) else {}
    if said := found.pop("text", ""):
        yield Item("failed", said, path, entry.line, entry.end, {**found, "section": entry.title})


def _state(said: str) -> str:
    """What a cell says of a piece of work; "" where that is not clear."""
    if _OPEN.fullmatch(said):
        return "open"
    return "doing" if _DOING.fullmatch(said) else "done" if _DONE.fullmatch(said) else ""
