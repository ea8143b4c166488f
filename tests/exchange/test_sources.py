"""What each format says: its items, and what no item holds."""

import pytest

from agentstate.exchange import sources
from agentstate.exchange.item import Imported

Told = tuple[str, str, int, dict[str, str]]


def told(imported: Imported) -> list[Told]:
    return [(item.kind, item.text, item.line, dict(item.fields)) for item in imported.items]


def left(imported: Imported) -> list[tuple[str, int, str]]:
    return [(passage.path, passage.line, passage.text) for passage in imported.remainder]


def only(files: dict[str, str], name: str) -> Imported:
    """What the one source says that takes all of the files."""
    assert [(source.name, sorted(paths)) for source, paths in sources.detect(files)] == [(name, sorted(files))]
    return sources.read(files)[0]


def test_agent_state_directory() -> None:
    folder = "sub/.agent-state/"
    files = {
        f"{folder}manifest.json": '{"task": "修复取整",\n "status": "in_progress",\n'
        ' "verified": [{"fact": "测试通过", "at": "2025-06-03"}],'
        '\n "modified_files": ["utils/money.py"]}',
        f"{folder}constraints.md": "# CONSTRAINTS\n- 不要改 db/\n\nprose\n",
        f"{folder}decisions.md": "# DECISIONS\n\n## 2025-06-03 取整方案\n"
        "- 决策：不改接口\n- 决策原因：引用太多\n- 替代方案：调用侧\n- owner: ann\n",
        f"{folder}next-actions.md": "下一步：加取整\n再下一步：跑测试\n危险动作（不要做）：删库\n- look at it\nunknown: words\n",
        f"{folder}other.txt": "kept\n",
    }
    imported = only(files, "agent-state")
    decision = {"title": "取整方案", "date": "2025-06-03", "decision": "不改接口", "why": "引用太多", "rejected": "调用侧"}
    assert told(imported) == [
        ("task", "修复取整", 1, {}),
        ("touched", "utils/money.py", 4, {}),
        ("verified", "测试通过", 3, {"at": "2025-06-03"}),
        ("constraint", "不要改 db/", 2, {}),
        ("decision", "不改接口", 3, decision),
        ("next", "加取整", 1, {}),
        ("next", "跑测试", 2, {}),
        ("do_not", "删库", 3, {}),
        ("next", "look at it", 4, {}),
    ]
    assert left(imported) == [
        (f"{folder}manifest.json", 2, "status: in_progress"),
        (f"{folder}constraints.md", 4, "prose"),
        (f"{folder}decisions.md", 7, "- owner: ann"),
        (f"{folder}next-actions.md", 5, "unknown: words"),
        (f"{folder}other.txt", 1, "kept"),
    ]


def test_memory_layer() -> None:
    text = """{"task_anchor": {"goal": "soft delete", "acceptance": "old rows are found", "constraints": ["no new column", 7]},
"entities": [{"type": "function", "name": "remove", "file": "src/user.ts"}, {"type": "file", "path": "src/user.ts", "note": "the core"},
{"note": "no name"}],
"progress": {"done": ["schema"], "verified": ["units pass"], "todo": ["controller"]}, "extra": null}"""
    imported = only({"m.json": text}, "memory-layer")
    assert told(imported) == [
        ("goal", "soft delete", 1, {}),
        ("acceptance", "old rows are found", 1, {}),
        ("constraint", "no new column", 1, {}),
        ("constraint", "7", 1, {}),
        ("done", "schema", 4, {}),
        ("verified", "units pass", 4, {}),
        ("todo", "controller", 4, {}),
        ("fact", "function `src/user.ts:remove`", 2, {"section": "Entities"}),
        ("fact", "file `src/user.ts` — the core", 2, {"section": "Entities"}),
    ]
    assert left(imported) == [("m.json", 3, "entities[2].note: no name"), ("m.json", 4, "extra: null")]


def test_state_snapshot() -> None:
    text = """{"task_goal": "fix the timeout", "current_step": "found the refresh", "files_touched": ["a.py"], "files_verified": ["b.py"],
"verified_assumptions": ["30 s"], "failed_attempts": ["a longer timeout", {"tried": "two", "reason": "no"}],
"next_action": "retry once", "confidence": "low", "who": {"name": "ann"}}"""
    imported = only({"s.json": text}, "state-snapshot")
    assert told(imported) == [
        ("goal", "fix the timeout", 1, {}),
        ("stage", "found the refresh", 1, {}),
        ("next", "retry once", 3, {}),
        ("confidence", "low", 3, {}),
        ("verified", "30 s", 2, {}),
        ("failed", "a longer timeout", 2, {}),
        ("failed", "two", 2, {"because": "no"}),
        ("touched", "a.py", 1, {}),
        ("checked", "b.py", 1, {}),
    ]
    assert left(imported) == [("s.json", 3, "who.name: ann")]


def test_engrams() -> None:
    text = """[{"id": "e1", "type": "fact", "symbol": "check", "scope": "a.py",
"content": {"signature": "check(x) -> bool", "notes": "空值"}},
{"type": "decision", "symbol": "", "scope": "a.py", "content": {"what": "use x", "why": "fast"}},
{"type": "progress", "symbol": "run", "scope": "", "content": "moved"}]"""
    imported = only({"e.json": text}, "engrams")
    assert told(imported) == [
        ("fact", "`a.py:check` — check(x) -> bool; 空值", 1, {"section": "Engrams"}),
        ("decision", "`a.py` — use x; fast", 3, {"why": "fast"}),
        ("done", "`run` — moved", 4, {"type": "progress"}),
    ]
    assert left(imported) == [("e.json", 1, "[0].id: e1")]


def test_beads() -> None:
    text = """{"id":"b-1","title":"Schema","status":"closed","priority":1,"description":"two\\nlines"}

{"id":"b-2","title":"API","status":"in_progress","priority":0,"dependencies":[{"depends_on_id":"b-1","type":"blocks"}]}
{"id":"b-3","title":"Docs","status":"open","priority":4,"dependencies":[{"depends_on_id":"b-2","type":"blocks"}]}
{"id": broken}
"""
    imported = only({".beads/issues.jsonl": text}, "beads")
    assert told(imported) == [
        ("todo", "Schema (b-1)", 1, {"state": "done", "priority": "P1"}),
        ("todo", "API (b-2)", 3, {"state": "doing", "priority": "P0"}),
        ("todo", "Docs (b-3)", 4, {"state": "open", "priority": "P4", "blocked": "b-2"}),
    ]
    path = ".beads/issues.jsonl"
    assert left(imported) == [
        (path, 5, '{"id": broken}'),
        (path, 1, "status: closed\ndescription: two\nlines"),
        (path, 3, "status: in_progress\ndependencies[0].depends_on_id: b-1\ndependencies[0].type: blocks"),
        (path, 4, "status: open\ndependencies[0].type: blocks"),
    ]
    assert imported.problems == (f'{path}:5: not JSON: unexpected "b"; mend the file and import it again',)


@pytest.mark.parametrize(("before", "after", "tag"), [("", "", ""), ('{"main": ', "}", "main ")])
def test_task_master(before: str, after: str, tag: str) -> None:
    text = f"""{before}{{"tasks": [
{{"id": 1, "title": "Set up", "status": "done", "priority": "high", "dependencies": [],
  "subtasks": [{{"id": 2, "title": "Repository", "status": "pending"}}]}},
{{"id": 2, "title": "Auth", "status": "in-progress", "dependencies": [1], "details": "long"}}]}}{after}"""
    imported = only({"t.json": text}, "task-master")
    assert told(imported) == [
        ("todo", f"Set up ({tag}task 1)", 2, {"state": "done", "priority": "P1"}),
        ("todo", f"Repository ({tag}task 1.2)", 3, {"state": "open", "priority": "P1"}),
        ("todo", f"Auth ({tag}task 2)", 4, {"state": "doing"}),
    ]
    assert "details: long" in "\n".join(text for _, _, text in left(imported))


def test_backlog_md() -> None:
    task = "---\nid: task-7\ntitle: 'Do it: now'\nstatus: In Progress\npriority: high\n---\n\n## Description\n\nWords.\n"
    decision = "---\nid: decision-1\ntitle: Use X\ndate: '2025-09-06'\nstatus: accepted\n---\n"
    decision += "## Context\n\nNeeded\nhere.\n\n## Decision\n\nX it is\n"
    paths = ["backlog/completed/task-7 - Do it.md", "backlog/decisions/decision-1 - Use X.md", "backlog/tasks/task-7 - Do it.md"]
    imported = only(dict(zip(paths, [task, decision, task], strict=True)), "backlog-md")
    fields = {"priority": "P1", "title": "Do it: now", "id": "task-7"}
    parts = {
        "why": "Needed\nhere.",
        "decision": "X it is",
        "title": "Use X",
        "date": "2025-09-06",
        "status": "accepted",
        "id": "decision-1",
    }
    assert told(imported) == [
        ("todo", "Do it: now (task-7)", 1, {"state": "archived", **fields}),
        ("decision", "X it is", 1, parts),
        ("todo", "Do it: now (task-7)", 1, {"state": "doing", **fields}),
    ]
    loose = (4, "status: In Progress\npriority: high\n---\n\n## Description\n\nWords.")
    assert left(imported) == [(paths[0], *loose), (paths[2], *loose)]


def test_openspec() -> None:
    files = {
        "openspec/changes/add-x/tasks.md": "## 1. Work\n- [ ] 1.1 First\n  - [x] 1.2 Second\n```\n- [ ] code\n```\n",
        "openspec/changes/add-x/proposal.md": "# Change: Add X\n\n## Why\nbecause\n",
        "openspec/changes/archive/2026-01-01-old/tasks.md": "- [x] Old\n",
        "openspec/specs/auth/spec.md": "# auth\n\n### Requirement: Login\n\nThe system SHALL log\nusers in.\n\n#### Scenario: ok\n",
    }
    imported = only(files, "openspec")
    assert told(imported) == [
        ("task", "Add X", 1, {}),
        ("todo", "1.1 First", 2, {"state": "open"}),
        ("todo", "1.2 Second", 3, {"state": "done"}),
        ("todo", "Old", 1, {"state": "archived"}),
        ("fact", "The system SHALL log\nusers in.", 5, {"section": "auth", "title": "Login"}),
    ]
    assert left(imported) == [
        ("openspec/changes/add-x/proposal.md", 3, "## Why\nbecause"),
        ("openspec/changes/add-x/tasks.md", 1, "## 1. Work"),
        ("openspec/changes/add-x/tasks.md", 5, "- [ ] code"),
        ("openspec/specs/auth/spec.md", 8, "#### Scenario: ok"),
    ]


@pytest.mark.parametrize(
    "text", ['["next_action", "task_goal"]', '{"task_anchor": []}', "[]", '{"tasks": [], "title": "", "status": "", "dependencies": []}']
)
def test_json_of_another_shape_is_left_alone(text: str) -> None:
    assert sources.detect({"a.json": text, "b.md": "# B\n", "c.jsonl": "{}\n"}) == ()


def test_json_that_nobody_can_read_is_a_problem_with_its_line() -> None:
    imported = only({"a.json": '{"next_action": "x",\n "task_goal": }'}, "state-snapshot")
    assert imported == Imported("state-snapshot", (), (), ('a.json:2: not JSON: unexpected "}"; mend the file and import it again',))
