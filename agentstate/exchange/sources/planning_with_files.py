"""Three files for one task: `task_plan.md`, and beside it `findings.md` and `progress.md`."""

import re
from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.note_lines import titles
from agentstate.exchange.note_places import plain_title
from agentstate.exchange.notes import note
from agentstate.exchange.remainder import remainder
from agentstate.vocabulary.patterns import pattern

_PLAN = "task_plan.md"
_BESIDE = ("findings.md", "progress.md")
_HEADINGS = {"goal", "current phase", "phases", "key questions", "decisions made", "errors encountered", "notes", "status"}
_TASK = pattern(r"(?:task[ _]plan|任务计划|タスク計画)[ \t]*[:：][ \t]*(?P<task>[^\s\[].*)", re.IGNORECASE)


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    plans = {path for path, text in files.items() if path.rpartition("/")[2] == _PLAN and _fits(text)}
    folders = {path.rpartition("/")[0] for path in plans}
    return tuple(path for path in files if path in plans or _lies_beside(path, folders))


def _fits(text: str) -> bool:
    return any(plain_title(title.text) in _HEADINGS for title in titles(text))


def _lies_beside(path: str, folders: set[str]) -> bool:
    folder, _, name = path.rpartition("/")
    return name in _BESIDE and folder in folders


def _read(files: Mapping[str, str]) -> Imported:
    items: list[Item] = []
    rest: list[Passage] = []
    for path, text in sorted(files.items(), key=lambda entry: (entry[0].rpartition("/")[2] != _PLAN, entry[0])):
        default = "fact" if path.endswith("findings.md") else ""
        found = (*(_task(path, text) if path.endswith(_PLAN) else ()), *note(path, text, default))
        items += found
        rest += remainder(path, text, found)
    return Imported(SOURCE.name, tuple(items), tuple(rest))


def _task(path: str, text: str) -> Iterator[Item]:
    """What the plan is for, as its first heading says."""
    first = next((title for title in titles(text) if title.level == 1), None)
    if first and (found := _TASK.fullmatch(first.text)):
        yield Item("task", found["task"], path, first.line, 0, {"title": first.text})


SOURCE = Source("planning-with-files", "`task_plan.md` with `findings.md` and `progress.md`", _takes, _read)
