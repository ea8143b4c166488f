"""All of a tree in one object: as the schema says, and with every file word for word."""

import json
from typing import Any

from agentstate.documents.snapshot import Snapshot, render_snapshot
from agentstate.exchange.targets.gaps import gaps
from agentstate.schema.explanation import explain
from agentstate.schema.violations import load
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.repository import GitFacts
from tests.exchange.targets.trees import rendered
from tests.verbs.trees import tree_with

IDENTIFIER = "20261129T193000Z-step-done"
SNAPSHOT = render_snapshot(
    Snapshot(id=IDENTIFIER, reason="step-done", created="2026-11-29T19:30:00Z", state="goal: x\n", message="one step")
)
OLD = "## [2026-01-02] Cache in files\n- Why: no server"
NEW = "## [2026-03-01] Cache in Redis\n- Why: several instances run\n- Rejected: memcached; files\n- Supersedes: 2026-01-02"
FILES = {
    layout.STATE: "project: shop\nratio: .nan\nparts: [1, .inf, {deep: -.inf}]\n",
    ".agent/lanes/api.yaml": "current_task: routes\n",
    layout.archive_path(1): f"# Decisions, volume 1\n\n{OLD}\n",
    layout.import_path(1): "# Import record, volume 1\n",
    layout.DECISIONS: f"# Decisions\n\n{OLD}\n\n{NEW}\n",
    layout.FACTS: "# Facts\n\n## Data\n- never [2026-01-02-cache-in-files-8ea2]\n",
    layout.TODO: "# TODO\n- [~] P1 other — blocked: review\n",
    layout.snapshot_path(IDENTIFIER): SNAPSHOT,
}


def everything(tree: Tree) -> dict[str, Any]:
    """What is exported; it is as the schema says."""
    value: dict[str, Any] = json.loads(rendered("json", tree, GitFacts(head="7b3f9c2d", branch="main")).files[""], parse_constant=str.upper)
    assert explain(value, load("export")) == ()
    return value


def test_everything_is_there_once() -> None:
    found = everything(tree_with(FILES))
    documents = found.pop("documents")
    assert {one["path"]: one["text"] for one in documents}.items() >= FILES.items()
    assert [one["path"] for one in documents] == sorted({*FILES, layout.PROTOCOL})
    parts = ("decision", "why", "rejected", "supersedes", "permanent")
    assert [[one[part] for part in parts] for one in found["decisions"]] == [
        ["", "no server", [], [], False],
        ["", "several instances run", ["memcached", "files"], ["2026-01-02"], False],
    ]
    assert [[one[part] for part in ("date", "title", "standing", "path", "text")] for one in found.pop("decisions")] == [
        ["2026-01-02", "Cache in files", "superseded", layout.archive_path(1), OLD],
        ["2026-03-01", "Cache in Redis", "active", layout.DECISIONS, NEW],
    ]
    assert found == {
        "version": 1,
        "lane": "",
        "language": "en",
        "git": {"commit": "7b3f9c2d", "branch": "main", "prefix": "", "reason": ""},
        "states": [
            {
                "lane": "",
                "path": layout.STATE,
                "fields": {"project": "shop", "ratio": "nan", "parts": [1, "inf", {"deep": "-inf"}]},
            },
            {"lane": "api", "path": ".agent/lanes/api.yaml", "fields": {"current_task": "routes"}},
        ],
        "facts": [{"text": "never", "section": "Data", "decision": "2026-01-02-cache-in-files-8ea2"}],
        "todo": [{"text": "other", "state": "doing", "priority": "P1", "blocked": "review", "indent": 0}],
        "snapshots": [
            {
                "id": IDENTIFIER,
                "reason": "step-done",
                "created": "2026-11-29T19:30:00Z",
                "message": "one step",
                "lane": "",
                "commit": "",
                "branch": "",
            }
        ],
        "problems": [],
    }


def test_a_broken_tree_is_exported_as_far_as_it_can_be_read() -> None:
    broken = {layout.STATE: "a: [\n", layout.FACTS: None, layout.TODO: "- [v] done\n", layout.snapshot_path(IDENTIFIER): "reason: x\n"}
    tree = tree_with({**FILES, **broken})
    found = everything(tree)
    assert [line.partition(": ")[0] for line in found["problems"]] == [
        ".agent/FACTS.md is missing",
        f"{layout.STATE}:1",
        f"{layout.TODO}:1",
        *[f"{layout.snapshot_path(IDENTIFIER)}:1"] * 3,
    ]
    assert (found["states"][0]["fields"], found["snapshots"], len(found["decisions"])) == ({}, [], 2)


def test_a_decision_without_a_day_is_exported_and_no_gap() -> None:
    tree = tree_with({layout.DECISIONS: "# D\n\n## [soon] Use X\n- Why: y\n"})
    assert (gaps(tree), [one["title"] for one in everything(tree)["decisions"]]) == ((), ["Use X"])
