"""A folder `memory-bank/` as Cline and Roo Code keep it: what the project is for, what goes on, and what was decided."""

from collections.abc import Mapping

from agentstate.exchange.decision_parts import told_in_parts
from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.note_lines import titles
from agentstate.exchange.note_places import place_of
from agentstate.exchange.notes import note
from agentstate.exchange.remainder import remainder

_FOLDER = "memory-bank"
_DEFAULTS = {
    "projectbrief.md": "fact",
    "productcontext.md": "fact",
    "systempatterns.md": "fact",
    "techcontext.md": "fact",
    "decisionlog.md": "decision",
    "activecontext.md": "",
    "progress.md": "",
}
"""The files, each with the kind of what stands below a heading that says nothing about it."""

_PROGRESS = "progress.md"
_LOG = "decisionlog.md"


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    named = {path for path in files if _name(path) in _DEFAULTS.keys() - {_PROGRESS} and titles(files[path])}
    folders = {path.rpartition("/")[0] for path in named}
    return tuple(path for path in files if path in named or (_in_bank(path, folders) and titles(files[path])))


def _in_bank(path: str, folders: set[str]) -> bool:
    """Whether a file lies with the others of a memory bank."""
    folder = path.rpartition("/")[0]
    return path.endswith(".md") and (f"/{_FOLDER}/" in f"/{path}" or (_name(path) == _PROGRESS and folder in folders))


def _name(path: str) -> str:
    return path.rpartition("/")[2].casefold()


def _read(files: Mapping[str, str]) -> Imported:
    ordered = dict(sorted(files.items(), key=lambda entry: (_name(entry[0]) != "activecontext.md", entry[0])))
    items: list[Item] = []
    rest: list[Passage] = []
    for path, text in ordered.items():
        found = note(path, text, _default(path, text))
        found = told_in_parts(path, text, found) if _name(path) == _LOG else found
        items += found
        rest += remainder(path, text, found)
    return Imported(SOURCE.name, tuple(items), tuple(rest))


def _default(path: str, text: str) -> str:
    kind = _DEFAULTS.get(_name(path), "")
    is_told_by_headings = any(place_of(title.text) == "decision" for title in titles(text))
    return "" if kind == "decision" and is_told_by_headings else kind


SOURCE = Source("memory-bank", "a `memory-bank/` of Cline or Roo Code", _takes, _read)
