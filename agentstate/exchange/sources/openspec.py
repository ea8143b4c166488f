"""A folder `openspec/`: what the software must do, and the changes that are under way."""

from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.markdown_parts import checkboxes, sections
from agentstate.exchange.remainder import remainder
from agentstate.vocabulary.patterns import pattern

_PATH = pattern(r"(?:.*/)?openspec/(?:changes|specs|project\.md).*")
_CHANGES = pattern(r"(?:.*/)?openspec/changes/(?!archive/)(?P<change>[^/]+)/(?P<file>tasks|proposal)\.md")
_ARCHIVED = pattern(r"(?:.*/)?openspec/changes/archive/(?P<change>[^/]+)/tasks\.md")
_SPEC = pattern(r"(?:.*/)?openspec/specs/(?P<capability>[^/]+)/spec\.md")
_REQUIREMENT = "requirement:"
_TITLE = pattern(r"(?:change|proposal|变更)[ \t]*[:：][ \t]*", 2)
_MARKS = ("change", "proposal", "requirement")


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    shaped = any(_CHANGES.fullmatch(path) or _SPEC.fullmatch(path) for path in files)
    return tuple(path for path in files if _PATH.fullmatch(path)) if shaped else ()


def _read(files: Mapping[str, str]) -> Imported:
    changes = {change["change"] for path in files if (change := _CHANGES.fullmatch(path)) and change["file"] == "tasks"}
    items: list[Item] = []
    rest: list[Passage] = []
    for path, text in sorted(files.items(), key=lambda entry: (not _CHANGES.fullmatch(entry[0]), entry[0])):
        found = tuple(_items(path, text, is_only=len(changes) == 1))
        items += found
        rest += remainder(path, text, found, _MARKS)
    return Imported(SOURCE.name, tuple(items), tuple(rest))


def _items(path: str, text: str, *, is_only: bool) -> Iterator[Item]:
    change, archived, spec = _CHANGES.fullmatch(path), _ARCHIVED.fullmatch(path), _SPEC.fullmatch(path)
    if change and change["file"] == "proposal":
        yield from _task(path, text) if is_only else ()
    elif change or archived:
        yield from _todo(path, text, is_archived=bool(archived))
    elif spec:
        yield from _requirements(path, text, spec["capability"])


def _task(path: str, text: str) -> Iterator[Item]:
    """The title of the only change that is under way."""
    first = next(sections(path, text), None)
    if first and first.level == 1 and first.title:
        found = _TITLE.match(first.title)
        yield Item("task", first.title[found.end() if found else 0 :].strip() or first.title, path, first.line)


def _todo(path: str, text: str, *, is_archived: bool) -> Iterator[Item]:
    for line, state, said in checkboxes(path, text):
        yield Item("todo", said, path, line, 0, {"state": "archived" if is_archived else state})


def _requirements(path: str, text: str, capability: str) -> Iterator[Item]:
    for section in sections(path, text):
        if section.level == 3 and section.title.casefold().startswith(_REQUIREMENT):
            said = section.text.split("\n\n")[0].strip()
            name = section.title[len(_REQUIREMENT) :].strip()
            if said:
                start = section.line + 1 + _blank_lines(text, section.line)
                yield Item("fact", said, path, start, start + said.count("\n") + 1, {"section": capability, "title": name})


def _blank_lines(text: str, heading: int) -> int:
    """How many blank lines stand below a heading, whose line is counted from 1."""
    lines = text.split("\n")[heading:]
    return next((index for index, line in enumerate(lines) if line.strip()), 0)


SOURCE = Source("openspec", "an `openspec/` folder: specifications and changes", _takes, _read)
