"""A folder of Backlog.md: a task in each file, with front matter, and decisions."""

from collections.abc import Iterator, Mapping

from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.markdown_parts import Section, properties, sections
from agentstate.exchange.remainder import remainder
from agentstate.vocabulary.patterns import pattern
from agentstate.yaml import Value

_NAME = pattern(r"[A-Za-z]+-[0-9][0-9.]*(?: - .*)?\.md")
_TASK_KEYS = frozenset({"id", "title", "status"})
_STATES = {"to do": "open", "todo": "open", "open": "open", "blocked": "open", "in progress": "doing", "in review": "doing", "done": "done"}
_PRIORITIES = {"critical": "P0", "high": "P1", "medium": "P2", "low": "P3"}
_LABELS = ("id", "title", "status", "date", "created_date", "context", "decision", "alternatives", "alternatives considered")


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    named = {path: text for path, text in files.items() if _NAME.fullmatch(path.rpartition("/")[2]) and text.startswith("---\n")}
    return tuple(path for path, text in named.items() if properties(text)[0].keys() >= _TASK_KEYS)


def _read(files: Mapping[str, str]) -> Imported:
    items: list[Item] = []
    rest: list[Passage] = []
    for path, text in sorted(files.items(), key=lambda entry: _order(entry[0])):
        found = tuple(_items(path, text))
        items += found
        rest += remainder(path, text, found, _LABELS)
    return Imported(SOURCE.name, tuple(items), tuple(rest))


def _order(path: str) -> tuple[str, list[int], str]:
    folder, _, name = path.rpartition("/")
    return (
        folder,
        [int(number) for number in name.split(" ")[0].replace(".", "-").split("-") if number.isascii() and number.isdigit()],
        name,
    )


def _items(path: str, text: str) -> Iterator[Item]:
    values, end = properties(text)
    title, identifier, status = (_said(values.get(key)) for key in ("title", "id", "status"))
    if not title:
        return
    if identifier.casefold().startswith("decision"):
        yield _decision(path, text, title, identifier, values)
        return
    in_archive = "/archive/" in f"/{path}" or "/completed/" in f"/{path}"
    fields = {
        "state": "archived" if in_archive else _STATES.get(status.casefold(), status.casefold() or "open"),
        "priority": _PRIORITIES.get(_said(values.get("priority")).casefold(), ""),
        "title": title,
        "id": identifier,
    }
    yield Item("todo", f"{title} ({identifier})", path, 1, end + 1, {name: value for name, value in fields.items() if value})


def _decision(path: str, text: str, title: str, identifier: str, values: Mapping[str, Value]) -> Item:
    found = {section.title.casefold(): section for section in sections(path, text)}
    parts = {"why": found.get("context"), "decision": found.get("decision"), "rejected": _first(found, "alternatives")}
    fields = {name: section.text for name, section in parts.items() if section and section.text}
    given = {"title": title, "date": _said(values.get("date"))[:10], "status": _said(values.get("status")), "id": identifier}
    end = max((section.end for section in parts.values() if section), default=2)
    return Item("decision", fields.get("decision", title), path, 1, end, {**fields, **{key: said for key, said in given.items() if said}})


def _first(found: Mapping[str, Section], beginning: str) -> Section | None:
    return next((section for title, section in found.items() if title.startswith(beginning)), None)


def _said(value: Value) -> str:
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


SOURCE = Source("backlog-md", "tasks and decisions of Backlog.md", _takes, _read)
