"""A folder `.agent-state/`: manifest.json, and beside it constraints.md, decisions.md and next-actions.md."""

from collections.abc import Iterator, Mapping

from agentstate.documents.decision import KEYS
from agentstate.documents.decisions import parse_decisions
from agentstate.documents.text import SourceText
from agentstate.exchange.item import Imported, Item, Passage, Source
from agentstate.exchange.json_text import Leaves, Node, NotJson, parse
from agentstate.exchange.remainder import remainder
from agentstate.vocabulary.patterns import pattern

_FOLDER = ".agent-state"
_MANIFEST = "manifest.json"
_NOTES = ("constraints.md", "decisions.md", "next-actions.md")
_SCALARS = {"project": "project", "goal": "goal", "task": "task", "current_step": "stage", "next_action": "next", "blocked": "blocked"}
_LISTS = {"constraints": "constraint", "done": "done", "modified_files": "touched", "failed_attempts": "failed"}

_BULLET = pattern(r"[ \t]*(?:[-*+]|[0-9]{1,3}[.)、])[ \t]*")
_LABELS = {
    "stage": ("当前步骤", "current step", "current"),
    "next": ("下一步", "再下一步", "next", "next action", "next step", "then", "after that"),
    "do_not": ("危险动作（不要做）", "危险动作", "不要做", "do not", "dangerous actions (do not)", "dangerous actions"),
}
_KINDS = {label: kind for kind, labels in _LABELS.items() for label in labels}
_TITLES = {"constraints", "decisions", "next actions", "约束", "决策", "下一步行动"}


def _takes(files: Mapping[str, str]) -> tuple[str, ...]:
    folders = {path.rpartition("/")[0] for path in files if path.rpartition("/")[2] == _MANIFEST}
    shaped = {folder for folder in folders if any(f"{folder}/{name}" in files for name in _NOTES)}
    return tuple(path for path in files if path.rpartition("/")[0] in shaped or f"/{_FOLDER}/" in f"/{path}")


def _read(files: Mapping[str, str]) -> Imported:
    items: list[Item] = []
    rest: list[Passage] = []
    problems: list[str] = []
    for path, text in sorted(files.items(), key=lambda entry: (entry[0].rpartition("/")[2] != _MANIFEST, entry[0])):
        name = path.rpartition("/")[2]
        if name.endswith(".json"):
            try:
                leaves = Leaves(path, root := parse(text))
            except NotJson as error:
                problems.append(f"{path}:{error.line}: not JSON: {error.reason}; mend the file")
                continue
            items += _manifest(path, root, leaves) if name == _MANIFEST else ()
            rest += leaves.remainder()
        else:
            found = tuple(_notes(name, path, text))
            items += found
            rest += remainder(path, text, found, _KINDS.keys() | KEYS.keys() | _TITLES)
    return Imported(SOURCE.name, tuple(items), tuple(rest), tuple(problems))


def _manifest(path: str, root: Node, leaves: Leaves) -> Iterator[Item]:
    for key, kind in _SCALARS.items():
        if (node := root.get(key)) and (text := leaves.take(node)):
            yield Item(kind, text, path, node.line, node.end)
    for key, kind in _LISTS.items():
        for node in found.each() if (found := root.get(key)) else ():
            if text := leaves.take(node):
                yield Item(kind, text, path, node.line, node.end)
    for node in found.each() if (found := root.get("verified")) else ():
        if text := leaves.take(node.get("fact") if node.pairs else node):
            yield Item(
                "verified",
                text,
                path,
                node.line,
                node.end,
                {key: said for key in ("at", "commit", "how") if (said := leaves.take(node.get(key)))},
            )


def _notes(name: str, path: str, text: str) -> Iterator[Item]:
    if name == "decisions.md":
        yield from _decisions(path, text)
    elif name == "constraints.md":
        yield from (Item("constraint", said, path, number) for number, said in _bullets(text))
    elif name == "next-actions.md":
        yield from _actions(path, text)


def _decisions(path: str, text: str) -> Iterator[Item]:
    for entry in parse_decisions(SourceText(path, text)).entries:
        fields = {"title": entry.title, "date": entry.date, "decision": entry.decision, "why": entry.why, "rejected": entry.rejected}
        yield Item(
            "decision", entry.decision or entry.title, path, entry.line, entry.end, {key: said for key, said in fields.items() if said}
        )


def _bullets(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if (found := _BULLET.match(line)) and (said := line[found.end() :].strip()):
            yield number, said


def _actions(path: str, text: str) -> Iterator[Item]:
    for number, line in enumerate(text.split("\n"), 1):
        bullet = _BULLET.match(line)
        said = line[bullet.end() if bullet else 0 :].strip()
        label, colon, value = said.replace("：", ":", 1).partition(":")
        kind = _KINDS.get(label.strip("* ").casefold(), "") if colon else ""
        if kind and value.strip():
            yield Item(kind, value.strip(), path, number)
        elif bullet and said:
            yield Item("next", said, path, number)


SOURCE = Source("agent-state", "an `.agent-state/` folder", _takes, _read)
