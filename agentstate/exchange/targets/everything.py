"""Everything that a tree holds, in one JSON object (schemas/export.schema.json)."""

import json

from agentstate.documents.lanes import lane_of
from agentstate.documents.snapshot import Snapshot
from agentstate.documents.state import StateDocument
from agentstate.exchange.targets.gaps import gaps, snapshots
from agentstate.exchange.targets.log import whole_log
from agentstate.exchange.targets.options import options
from agentstate.exchange.targets.target import Exported, Rendered, Target
from agentstate.exchange.targets.values import plain_value
from agentstate.tree import Tree
from agentstate.vocabulary import layout

VERSION = 1


def _render(exported: Exported) -> Rendered:
    tree, git = exported.tree, exported.git
    value = {
        "version": VERSION,
        "lane": tree.lane,
        "language": tree.settings.language,
        "git": {"commit": git.head, "branch": git.branch, "prefix": git.prefix, "reason": git.reason},
        "states": [_state(document) for document in tree.states],
        "decisions": _decisions(tree),
        "facts": [{"text": fact.text, "section": fact.section, "decision": fact.source_id} for fact in tree.facts.facts],
        "todo": [
            {"text": item.text, "state": item.state, "priority": item.priority, "blocked": item.blocked, "indent": item.indent}
            for item in tree.todo.items
        ],
        "snapshots": [_snapshot(one) for one in snapshots(tree)],
        "documents": [{"path": path, "text": tree.sources[path].text} for path in sorted(tree.sources) if layout.is_own(path)],
        "problems": list(gaps(tree)),
    }
    return Rendered({"": f"{json.dumps(value, ensure_ascii=False, indent=2)}\n"})


def _state(document: StateDocument) -> dict[str, object]:
    return {"lane": lane_of(document), "path": document.source.path, "fields": plain_value(document.data)}


def _decisions(tree: Tree) -> list[dict[str, object]]:
    log = whole_log(tree)
    homes = {entry.id: one.source.path for one in (tree.decisions, *tree.archives[::-1]) for entry in one.entries}
    return [
        {
            "id": entry.id,
            "date": entry.date,
            "title": entry.title,
            "decision": entry.decision,
            "why": entry.why,
            "rejected": list(options(entry.rejected)),
            "supersedes": list(entry.supersedes),
            "permanent": entry.permanent,
            "standing": log.standing[entry.id].value,
            "path": homes[entry.id],
            "text": entry.text,
        }
        for entry in log.entries
    ]


def _snapshot(one: Snapshot) -> dict[str, object]:
    return {name: getattr(one, name) for name in ("id", "reason", "created", "message", "lane", "commit", "branch")}


TARGET = Target("json", "everything in one JSON object", _render, is_json=True)
