"""The measurement on recorded sessions: its parts from literals, and a small part of it on the recordings where they are."""

from pathlib import Path

import pytest

from agentstate.verbs.resume import BUDGET
from benchmarks import recordings, sessions
from benchmarks.sentences import recordings as recordings_folder

FOLDER = recordings_folder()
SMALL = (
    "openhands-resolver-2",
    "codex-c736db82a7c5",
    "gemini-981c87cb",
    "mini-github_issue",
    "specstory-claudecode-2026-02-23_22-28",
    "24a274a3",
)


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("- src/a.py [x]", "src/a.py", True),
        ("- /home/u/src/a.py", "src/a.py", True),
        ("- lib/src/a.py", "src/a.py", False),
        ("- src/a.python", "src/a.py", False),
        ("- src/a.py-old", "src/a.py", False),
        ("- cmd/cli/x.go", "cmd/cli", True),
        ("- cmd/client/x.go", "cmd/cli", False),
        ("`src/a.py`", "src/a.py", True),
        ("nothing", "src/a.py", False),
    ],
)
def test_a_path_is_named_as_it_is_or_at_the_end_of_an_absolute_one(text: str, path: str, expected: bool) -> None:
    assert sessions.names_path(text, path) is expected


def test_a_repository_is_in_one_half() -> None:
    assert sessions.half_of("a__b/x.jsonl") == sessions.half_of("a__b/y.md")
    assert {sessions.half_of(f"owner__{index}/x") for index in range(20)} == set(sessions.HALVES)


def test_the_table() -> None:
    first, second = sessions.Figures(), sessions.Figures()
    first.count("files", "a.py", there=True)
    first.count("files", "b.py", there=False)
    first.lengths += [10, 20]
    second.count("files", "c.py", there=False)
    found = sessions.report({"looked at": first, "held out": second}, misses=True)
    assert found == (
        "| figure | looked at | held out | together |\n"
        "|---|---:|---:|---:|\n"
        "| files | 1 of 2 (50.0%) | 0 of 1 (0.0%) | 1 of 3 (33.3%) |\n"
        "| captured rules for each true one | 0.00 | 0.00 | 0.00 |\n"
        "| characters of a message: mean, most (of 8000) | 15, 20 | 0, 0 | |\n"
        "| messages | 2 | 0 | 2 |\n"
        "missed: files: b.py"
    )


def test_the_calls_of_a_session_that_no_hook_knows_are_told_as_claude_code_tells_them(tmp_path: Path) -> None:
    folder = tmp_path / "owner__name"
    folder.mkdir()
    (folder / "mini-x.json").write_text("{}", encoding="utf-8")
    (folder / "mini-x.json.norm.jsonl").write_text(
        '{"i": 0, "kind": "user", "text": "Go.", "ts": null}\n'
        '{"i": 1, "kind": "tool", "text": "no", "tool": "shell", "name": "bash", "cmd": "make", "exit": 2, "ok": false}\n'
        '{"i": 2, "kind": "compaction", "text": "sum"}\n',
        encoding="utf-8",
    )
    (recording,) = recordings.recordings(tmp_path)
    own = {"session_id": "owner__name/mini-x.json", "cwd": "/recorded"}
    assert list(recording.payloads()) == [
        (0, own | {"hook_event_name": "UserPromptSubmit", "trigger": "manual", "prompt": "Go."}),
        (
            1,
            own
            | {
                "tool_use_id": "call-0",
                "turn_id": "turn",
                "hook_event_name": "PostToolUseFailure",
                "tool_name": "Bash",
                "tool_input": {"command": "make"},
                "error": "Exit code 2\nno",
            },
        ),
        (2, own | {"hook_event_name": "PreCompact", "trigger": "manual", "custom_instructions": ""}),
    ]


@pytest.mark.skipif(FOLDER is None, reason="the recorded sessions are not on this machine")
def test_one_session_of_each_format_gives_a_message_that_holds_what_comes_next() -> None:
    assert FOLDER is not None
    figures = sessions.measure(FOLDER, SMALL)
    assert sum(len(one.lengths) for one in figures.values()) == 2
    for kind, least in (
        ("files touched again", 0.9),
        ("unresolved failed commands", 1.0),
        ("head fields within 2,000 characters", 1.0),
        ("labels at a compaction", 0.8),
    ):
        found, wanted = (
            sum(part[kind] for part in parts) for parts in zip(*((one.found, one.wanted) for one in figures.values()), strict=True)
        )
        assert found >= least * wanted, kind
    assert max(length for one in figures.values() for length in one.lengths) <= BUDGET
