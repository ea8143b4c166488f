"""Notes in Markdown: what each heading and label makes of a line, and that no word of any note is lost or made up."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.exchange import sources
from agentstate.exchange.item import Imported
from agentstate.exchange.note_decisions import reason_in
from agentstate.exchange.note_places import NOWHERE, label_place, place_of, priority_in
from agentstate.exchange.notes import note
from tests.support.laws import law

FOLDER = Path(os.environ.get("AGENTSTATE_REAL") or Path(__file__).parents[2].parent / "shared" / "real") / "memory-files"
HEADINGS = (
    "Done",
    "Next Steps",
    "Key Decisions",
    "Decision",
    "Rationale",
    "Current Focus",
    "Known Issues",
    "Do not",
    "次のステップ",
    "已完成",
    "Blockers",
    "Anything",
)
PIECES = st.sampled_from(
    (
        *(
            "# ",
            "## ",
            "### ",
            "- ",
            "  - ",
            "- [ ] ",
            "- [x] ",
            "1. ",
            "> ",
            "```",
            "---",
            "| ",
            " |",
            "**",
            "`",
            ": ",
            "：",
            "<!-- ",
            "-->",
        ),
        *(
            *HEADINGS,
            "because ",
            "Why: ",
            "Status: ",
            "accepted",
            "2026-01-02 ",
            "never",
            "not ",
            "a/b.py",
            "缓存",
            "é",
            "x",
            "(",
            ")",
            "[",
            "]",
        ),
    )
)
LINES = st.lists(PIECES, max_size=7).map("".join) | st.sampled_from([f"## {title}" for title in HEADINGS])
TEXTS = st.lists(LINES, max_size=16).map("\n".join)
NAMES = (
    "HANDOFF.md",
    "TODO.md",
    "memory-bank/activeContext.md",
    "memory-bank/techContext.md",
    "memory-bank/decisionLog.md",
    "MEMORY.md",
    "task_plan.md",
    "adr/0001-x.md",
)
SIGNS = re.compile(r"^[ \t>]*(?:[0-9]+[.)、]|[-*+•])?[ \t]*(?:\[[ xX~/-]\])?", re.MULTILINE)
MADE = {"state", "priority"}


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def lost(imported: Imported, text: str) -> list[str]:
    """The lines of which a word is neither in an item of that line, nor in the remainder."""
    kept = {one.line + index for one in imported.remainder for index in range(one.text.count("\n") + 1)}
    named = " ".join(item.fields.get(key, "") for item in imported.items for key in ("section", "title"))
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        here = [item for item in imported.items if item.line <= number < max(item.end, item.line + 1)]
        said = "\n".join([named, *(part for item in here for part in (item.text, *item.fields.values()))])
        if number not in kept and not words(SIGNS.sub("", line)) <= words(said):
            found.append(line)
    return found


def made_up(imported: Imported, text: str) -> list[str]:
    """What items say that the text does not."""
    parts = [(name, value) for item in imported.items for name, value in (("", item.text), *item.fields.items()) if name not in MADE]
    return [value for _, value in parts if not words(value) <= words(text)] + [
        line for item in imported.items for line in item.text.split("\n") if " ".join(line.split()) not in " ".join(text.split())
    ]


@pytest.mark.parametrize("path", NAMES)
@law(100)
@given(TEXTS)
def test_no_word_of_a_note_is_lost_and_none_is_made_up(path: str, text: str) -> None:
    for imported in sources.read({path: text}):
        assert (lost(imported, text), made_up(imported, text)) == ([], [])


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("All (known issues)", "fact"),
        ("known issues: all", "fact"),
        ("unknown issues", ""),
        ("known issues_old", ""),
        ("what works-around", ""),
        ("what works-around, and what works", "done"),
    ],
)
def test_a_heading_is_known_by_whole_words(title: str, kind: str) -> None:
    assert place_of(title) == kind


@pytest.mark.skipif(not FOLDER.is_dir(), reason="no folder of real notes beside the checkout")
def test_no_word_of_a_real_note_is_lost_and_none_is_made_up() -> None:
    for path in sorted(path for path in FOLDER.glob("*/*") if path.suffix in {".md", ".txt"}):
        data = path.read_bytes()
        text = data.decode("utf-8-sig", "ignore").replace("\r\n", "\n").replace("\r", "\n")
        for imported in sources.read({path.name: text}):
            assert (path.name, lost(imported, text), made_up(imported, text)) == (path.name, [], [])


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Next Steps", "next"),
        ("3. 次のステップ (Next Steps)", "next"),
        ("✅ What works", "done"),
        ("What has NOT been tested yet", "todo"),
        ("Standing decisions — do not undo", "decision"),
        ("What didn't work", "failed"),
        ("🐛 Known Issues", "fact"),
        ("Blocking issue #1 (RESOLVED)", NOWHERE),
        ("进行中的决策", "decision"),
        ("CLI rules import path", ""),
        ("Test Status", ""),
        ("Install", ""),
    ],
)
def test_a_heading_says_what_is_below_it(title: str, kind: str) -> None:
    assert place_of(title) == kind


def test_labels_and_levels() -> None:
    assert [label_place(label) for label in ("Next step", "**Blocked by**", "Status", "Note")] == ["next", "blocked", "", ""]
    assert [priority_in(title) for title in ("🔴 P0 - now", "(P2)", "HTTP2", "P4")] == ["P0", "P2", "", ""]


def told(text: str, default: str = "") -> list[tuple[str, str, int]]:
    return [(item.kind, item.text, item.line) for item in note("a.md", text, default)]


def test_a_part_of_a_list_keeps_what_it_belongs_to() -> None:
    text = "## Do not\n\n- Never, unless asked:\n  - push\n  - " + "x" * 190 + "\n\nOnly after review:\n- merge\n"
    assert told(text) == [
        ("do_not", "Never, unless asked:\npush", 3),
        ("do_not", "Never, unless asked:\n" + "x" * 190, 5),
        ("do_not", "Only after review:\nmerge", 7),
    ]


def test_what_is_settled_empty_or_out_of_scope_is_no_item() -> None:
    text = "## Next\n- None (wait)\n## Non-goals\n- [ ] rewrite\n## Blockers\n- [tbd]\n## Done\n- ❌ tests\n- ~~old~~ ok\n"
    text += "## Remaining\n- ✅ docs\n"
    text += "- [-] dropped\n"
    assert told(text) == [("done", "~~old~~ ok", 9), ("todo", "✅ docs", 11)]


def test_a_goal_that_is_said_twice_is_nobodys() -> None:
    assert told("## Phase 1\n**Goal:** a\n## Phase 2\n**Goal:** b\n") == []
    assert told("## Phase 1\n**Goal:** a\n") == [("goal", "a", 2)]


def test_decisions_of_a_note() -> None:
    text = (
        "## Key decisions\n- **Store**: use a file because it is simple\n- 2026-01-02: no cache\n### Locks\n- one lock\n- Why: two raced\n"
    )
    text += "### Table\n| Decision | Rationale |\n|---|---|\n| use x | fast |\n"
    found = [{key: item.fields.get(key, "") for key in ("title", "date", "decision", "why")} for item in note("a.md", text)]
    assert found == [
        {"title": "Store", "date": "", "decision": "use a file because it is simple", "why": "it is simple"},
        {"title": "no cache", "date": "2026-01-02", "decision": "", "why": ""},
        {"title": "Locks", "date": "", "decision": "one lock", "why": "two raced"},
        {"title": "use x", "date": "", "decision": "", "why": "fast"},
    ]


def only(files: dict[str, str], name: str) -> Imported:
    assert [(source.name, sorted(paths)) for source, paths in sources.detect(files)] == [(name, sorted(files))]
    return sources.read(files)[0]


def test_memory_bank() -> None:
    files = {
        "memory-bank/activeContext.md": "# Active\n## Current Focus\n- the cart\n## Next Steps\n1. tax\n2. ship\n",
        "memory-bank/techContext.md": "# Tech\n## Stack\n- Python 3.12\n",
        "memory-bank/progress.md": "# Progress\n## What works\n- login\n## Known issues\n- slow\n",
    }
    imported = only(files, "memory-bank")
    assert [(item.kind, item.text) for item in imported.items] == [
        ("task", "the cart"),
        ("next", "tax"),
        ("next", "ship"),
        ("done", "login"),
        ("fact", "slow"),
        ("fact", "Python 3.12"),
    ]


def test_planning_state() -> None:
    text = "---\ngsd_state_version: 1.0\nstopped_at: plan 2\n---\n# Project State\n## Reference\n**Core value:** no leaks\n"
    text += "**Current focus:** phase 3\n## Accumulated Context\n### Decisions\n- [Phase 1]: use x\n### Blockers/Concerns\nNone yet.\n"
    imported = only({".planning/STATE.md": text}, "planning-state")
    assert [(item.kind, item.text) for item in imported.items] == [
        ("stage", "plan 2"),
        ("goal", "no leaks"),
        ("task", "phase 3"),
        ("decision", "[Phase 1]: use x"),
    ]


def test_planning_with_files() -> None:
    plan = "# Task Plan: add a cache\n## Goal\nfaster pages\n## Phases\n### Phase 1\n- [x] measure\n- [ ] build\n## Decisions Made\n"
    plan += "| Decision | Rationale |\n|--|--|\n| LRU | bounded |\n"
    imported = only({"task_plan.md": plan, "findings.md": "# Findings\n## Research\n- p95 is 3 s\n"}, "planning-with-files")
    assert [(item.kind, item.text, item.fields.get("state", "")) for item in imported.items] == [
        ("task", "add a cache", ""),
        ("goal", "faster pages", ""),
        ("todo", "measure", "done"),
        ("todo", "build", "open"),
        ("decision", "LRU", ""),
        ("fact", "p95 is 3 s", ""),
    ]


def test_handover_lines() -> None:
    imported = only(
        {"claude-progress.txt": "A1: DONE — schema moved\nA2: TODO — docs\nStatus: WAITING for keys\nNext: ask ann\n"}, "handover"
    )
    assert [(item.kind, item.text) for item in imported.items] == [
        ("done", "A1: DONE — schema moved"),
        ("todo", "A2: TODO — docs"),
        ("next", "ask ann"),
    ]
    assert [passage.text for passage in imported.remainder] == ["Status: WAITING for keys"]


def test_claude_memory() -> None:
    files = {
        "MEMORY.md": "# Memory\n- [Tests](tests.md) — how to run\n## Build\n- make all\n",
        "tests.md": "---\nname: tests\ndescription: how\ntype: feedback\n---\nDo not mock the database.\n",
    }
    imported = only(files, "claude-memory")
    assert [(item.kind, item.text) for item in imported.items] == [("fact", "make all"), ("fact", "Do not mock the database.")]


def test_decision_record() -> None:
    text = "# Use x\n\n- Status: accepted\n- Date: 2026-01-02\n\n## Context\nslow\n\n## Considered Options\n- y: too old\n- x\n\n"
    text += '## Decision Outcome\nChosen option: "x", because it is fast.\n\n## Consequences\nmore memory\n'
    imported = only({"docs/adr/0001-use-x.md": text}, "adr")
    (item,) = imported.items
    shown = {key: item.fields.get(key, "") for key in ("title", "status", "date", "decision", "why", "rejected")}
    assert shown == {
        "title": "Use x",
        "status": "accepted",
        "date": "2026-01-02",
        "decision": 'Chosen option: "x", because it is fast.',
        "why": "it is fast.",
        "rejected": "y: too old",
    }
    assert [passage.text for passage in imported.remainder] == ["## Context\nslow", "## Consequences\nmore memory"]


def test_a_superseded_record_and_options_of_which_none_is_named() -> None:
    text = "# 1. Use y\n\n## Status\n\nSuperseded by [2. Use x](0002-use-x.md)\n\n## Context\n\nold\n\n## Decision\n\ny\n"
    text += "\n## Options\n- y1\n- z\n"
    (item,) = only({"0001-use-y.md": text}, "adr").items
    assert (item.fields["status"], item.fields["why"], "rejected" in item.fields) == (
        "Superseded by [2. Use x](0002-use-x.md)",
        "old",
        False,
    )


def test_todo_markdown() -> None:
    text = "# TODO\n## P1 soon\n- [ ] tax\n  - [x] schema\n- [~] docs\n- prose\n"
    imported = only({"TODO.md": text}, "todo-markdown")
    assert [(item.text, item.fields["state"], item.fields.get("priority", "")) for item in imported.items] == [
        ("tax", "open", "P1"),
        ("schema", "done", "P1"),
        ("docs", "doing", "P1"),
    ]
    assert [passage.text for passage in imported.remainder] == ["# TODO", "- prose"]
    assert [item.text for item in only({"TODO.md": "# TODO\n- tax\n- ship\n"}, "todo-markdown").items] == ["tax", "ship"]


@pytest.mark.parametrize("name", ["README.md", "CLAUDE.md", "src/notes.py", "docs/guide.md"])
def test_other_files_are_nobodys(name: str) -> None:
    assert sources.detect({name: "# Title\n\n## Decisions\n- use x\n## Next steps\n- ship\n"}) == ()


def test_the_cause_of_what_was_fixed_is_nothing_that_was_done() -> None:
    items = note("a.md", "## Fixed\n- the timeout\n- **Root cause**: two writers\n")
    assert [(item.kind, item.text) for item in items] == [("done", "the timeout")]


def test_a_decision_told_in_parts_is_one_with_its_day_and_reason() -> None:
    text = (
        "# Decision Log\n\n## Decision\n[2026-01-03 10:00:00] - Use Celery\n\n## Rationale\n\nLong jobs\n\n"
        "## Implementation Details\n- one queue\n\n---\n### Decision\n[2026-02-01] - Use uv\n\n**Rationale:**\n- it is quick\n\n"
        "## Decision\n- Use A\n- Use B\n\n## Rationale\n*\nboth work\n"
    )
    imported = only({"memory-bank/decisionLog.md": text}, "memory-bank")
    assert [(one.text, {name: said for name, said in one.fields.items() if name != "headings"}) for one in imported.items] == [
        (
            "Use Celery",
            {
                "title": "Use Celery",
                "date": "2026-01-03",
                "when": "[2026-01-03 10:00:00] -",
                "decision": "Use Celery\none queue",
                "why": "Long jobs",
            },
        ),
        ("Use uv", {"title": "Use uv", "date": "2026-02-01", "when": "[2026-02-01] -", "why": "it is quick"}),
        ("Use A", {"title": "Use A"}),
        ("Use B", {"title": "Use B"}),
    ]
    assert [one.text for one in imported.remainder] == ["# Decision Log", "## Decision", "## Rationale\n*\nboth work"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("Use Redis because it is fast", "it is fast"),
        ("Use Redis, because it\nis fast. See the page.", "it\nis fast."),
        ('Chosen option: "a, b", because it is fast, and small.', "it is fast, and small."),
        ("Use Redis 因为它快。", "它快。"),
        ("Use Redis (not files, because they are slow) for sessions", ""),
        ("Use Redis (the old one because it is there", ""),
        ("Use Redis for pages; files for the rest because they are small", ""),
        ("Use Redis for pages, files for the rest because they are small", ""),
        ("Use Redis because it is fast, files for the rest", ""),
        ("Use Redis because it is fast; files for the rest", ""),
        ("Use Redis. Keep the files because they are small", ""),
        ("Use Redis (7)", ""),
    ],
)
def test_a_reason_is_taken_only_where_it_is_that_of_the_whole(said: str, why: str) -> None:
    assert reason_in(said) == why


@pytest.mark.parametrize(
    "head", ["---\nstatus: proposed\ndate: 2026-01-02\n---\n\n# Store\n", "# Store\n\n* Status: proposed\n* Date: 2026-01-02\n"]
)
def test_a_record_without_an_outcome_is_a_decision_that_is_pending(head: str) -> None:
    text = f"{head}\n## Context and Problem Statement\n\nWhere does it go?\n\n## Considered Options\n\n* a file\n* a table\n"
    (item,) = only({"docs/adr/0002-store.md": text}, "adr").items
    shown = {key: item.fields.get(key, "") for key in ("title", "status", "date", "decision", "why", "rejected")}
    assert (item.text, shown) == (
        "Store",
        {"title": "Store", "status": "proposed", "date": "2026-01-02", "decision": "", "why": "Where does it go?", "rejected": ""},
    )
    assert "* a file\n* a table" in sources.read({"docs/adr/0002-store.md": text})[0].remainder[-1].text
