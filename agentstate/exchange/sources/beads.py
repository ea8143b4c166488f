"""The issues of beads: `issues.jsonl`, one JSON object on each line."""

from collections.abc import Iterator, Mapping, Sequence

from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.json_items import problem
from agentstate.exchange.json_text import Leaves, Node, NotJson, parse
from agentstate.vocabulary.values import dataclass

_KEYS = ("id", "title", "status")
_STATES = {"open": "open", "blocked": "open", "in_progress": "doing", "hooked": "doing", "closed": "done", "tombstone": "deleted"}
_BLOCKING = frozenset({"blocks", ""})


@dataclass(frozen=True)
class _Issue:
    path: str
    node: Node
    leaves: Leaves


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(path for path, text in files.items() if path.endswith(".jsonl") and _is_issue(text))


def _is_issue(text: str) -> bool:
    """Whether the first line that holds anything is an issue."""
    first = next((line for line in text.split("\n", 20) if line.strip()), "").strip()
    if not all(f'"{key}"' in first for key in (*_KEYS, "priority")):
        return False
    try:
        return parse(first).has(*_KEYS, "priority")
    except NotJson:
        return False


def _read(files: Mapping[str, str]) -> Imported:
    issues: list[_Issue] = []
    problems: list[str] = []
    rest: list[Passage] = []
    for path, text in sorted(files.items()):
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    node = parse(line, number)
                except NotJson as error:
                    problems.append(problem(path, error))
                    rest.append(Passage(line, path, number))
                    continue
                issues.append(_Issue(path, node, Leaves(path, node)))
    unfinished = {_said(issue.node, "id") for issue in issues if _state(issue.node) in {"open", "doing"}}
    items = tuple(item for issue in issues for item in _items(issue, unfinished))
    rest += [passage for issue in issues for passage in issue.leaves.remainder(together=True)]
    return Imported(SOURCE.name, items, tuple(rest), tuple(problems))


def _items(issue: _Issue, unfinished: set[str]) -> Iterator[Item]:
    node, leaves = issue.node, issue.leaves
    if not _said(node, "title").strip():
        return
    title, identifier, priority = (leaves.take(node.get(key)) for key in ("title", "id", "priority"))
    blockers = [name for name in _blockers(node.get("dependencies"), leaves, unfinished) if name != identifier]
    fields = {"state": _state(node), "priority": f"P{priority}", "blocked": ", ".join(blockers)}
    text = f"{title} ({identifier})" if identifier else title
    yield Item("todo", text, issue.path, node.line, node.end, {name: value for name, value in fields.items() if value})


def _blockers(node: Node | None, leaves: Leaves, unfinished: set[str]) -> Sequence[str]:
    """The issues that have to be done first, and are not."""
    found = []
    for one in node.each() if node else ():
        other = one.get("depends_on_id")
        if other and other.text in unfinished and _said(one, "type") in _BLOCKING:
            found.append(leaves.take(other))
    return found


def _state(node: Node) -> str:
    status = _said(node, "status")
    return _STATES.get(status, status or "open")


def _said(node: Node, key: str) -> str:
    found = node.get(key)
    return found.text if found and found.kind == "string" else ""


SOURCE = Source("beads", "the issues of beads (`issues.jsonl`)", _takes, _read)
