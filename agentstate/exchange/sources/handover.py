"""Notes for the next session: hand-overs, notes of progress, ledgers of continuity, plans and the like."""

import re
from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.note_labels import LABEL
from agentstate.exchange.note_lines import entries, titles
from agentstate.exchange.note_places import NOWHERE, label_place, place_of
from agentstate.exchange.notes import note
from agentstate.exchange.remainder import remainder
from agentstate.vocabulary.patterns import pattern

_WORDS = (
    *("handoff", "hand-off", "handover", "hand-over", "continuity", "session", "progress", "plan", "status", "state", "notes", "worklog"),
    *("journal", "scratchpad", "next-steps", "known-issues", "lessons", "lessons-learned", "retrospective", "current-task", "context"),
    *("交接", "进度", "进展", "引き継ぎ", "進捗"),
)
_NAME = pattern(rf"(?:.*[-_. 0-9])?(?:{'|'.join(_WORDS)})(?:[-_. 0-9].*)?\.(?:md|markdown|txt)", re.IGNORECASE)
_WORD = "DONE|COMPLETED?|TODO|PENDING|WAITING|IN[ _]PROGRESS|BLOCKED"
_ENDED = pattern(rf"[\w.#-]{{1,24}}[ \t]*[:：][ \t]*(?P<state>{_WORD})(?P<said>(?:[ \t]*[—–:-]+[ \t]|[ \t]).*)?")
_STATES = {"TODO": "open", "PENDING": "open", "IN PROGRESS": "doing", "IN_PROGRESS": "doing"}


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    named = (path for path in files if _NAME.fullmatch(path.rpartition("/")[2].replace("_", "-")))
    return tuple(path for path in named if _fits(files[path]))


def _fits(text: str) -> bool:
    """Whether a heading, a label or a line says what becomes of a task."""
    if any(place_of(title.text, exact=title.level == 1) not in {"", NOWHERE} for title in titles(text)):
        return True
    lines = [line for entry in entries(text) for line in entry.lines]
    return any(_ENDED.fullmatch(line) or ((found := LABEL.fullmatch(line)) and label_place(found["label"])) for line in lines)


def _read(files: Mapping[str, str]) -> Imported:
    items: list[Item] = []
    rest: list[Passage] = []
    for path, text in files.items():
        found = (*note(path, text), *_stepwise(path, text))
        items += sorted(found, key=lambda item: item.line)
        rest += remainder(path, text, found)
    return Imported(SOURCE.name, tuple(items), tuple(rest))


def _stepwise(path: str, text: str) -> Iterator[Item]:
    """Lines such as "A1: DONE — the schema"."""
    for entry in entries(text) if not titles(text) else ():
        for number, line in enumerate(entry.lines if entry.form == "text" else ()):
            found = _ENDED.fullmatch(line)
            if found and found["said"] and found["state"] in _STATES:
                yield Item("todo", line, path, entry.line + number, 0, {"state": _STATES[found["state"]]})
            elif found and found["said"] and found["state"].startswith(("DONE", "COMPLETE")):
                yield Item("done", line, path, entry.line + number)


SOURCE = Source("handover", "hand-over and progress notes (HANDOFF.md, CONTINUITY.md, claude-progress.txt and the like)", _takes, _read)
