"""Lists of work in Markdown: TODO.md, TASKS.md, TODOLIST.md, a backlog or a roadmap with checkboxes."""

import re
from collections.abc import Mapping

from agentstate.exchange.item import Imported, Source
from agentstate.exchange.note_lines import entries
from agentstate.exchange.notes import read_notes
from agentstate.vocabulary.patterns import pattern

_LISTS = pattern(
    r"(?:.*[-_. ])?(?:todos?|todo-?list|tasks?|task-?list|backlog|待办|任务|やること)(?:[-_. ].*)?\.(?:md|markdown|txt)", re.IGNORECASE
)
_BOXED = pattern(r"(?:.*[-_. ])?(?:roadmap|checklist|milestones?|spec|plan|implementation)(?:[-_. ].*)?\.(?:md|markdown)", re.IGNORECASE)
_FEWEST = 3
"""A file of another name is a list of work from so many checkboxes on."""


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(path for path, text in files.items() if _fits(path.rpartition("/")[2].replace("_", "-"), text))


def _fits(name: str, text: str) -> bool:
    is_list = bool(_LISTS.fullmatch(name))
    if not is_list and not _BOXED.fullmatch(name):
        return False
    found = entries(text)
    boxes = sum(bool(entry.mark) for entry in found)
    return boxes >= _FEWEST or (is_list and any(entry.form == "bullet" for entry in found))


def _read(files: Mapping[str, str]) -> Imported:
    return read_notes(SOURCE.name, dict(files), {path: _default(text) for path, text in files.items()})


def _default(text: str) -> str:
    """A list without a single checkbox is one of bullets."""
    return "" if any(entry.mark for entry in entries(text)) else "todo"


SOURCE = Source("todo-markdown", "a list of work in Markdown (TODO.md, TASKS.md)", _takes, _read)
