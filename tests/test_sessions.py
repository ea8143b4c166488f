"""The measurement on recorded sessions: its parts from literals, and a small part of it on the recordings where they are."""

from pathlib import Path

import pytest

from agentstate.message.compose import HEAD_CHARACTERS
from agentstate.verbs.resume import BUDGET, resume
from agentstate.vocabulary.repository import GitFacts

sessions = pytest.importorskip("benchmarks.sessions", reason="the benchmarks are in the checkout alone")

from benchmarks import recordings  # noqa: E402 - after the question whether there is such a module
from benchmarks.notes import MADE_UP, notes  # noqa: E402
from benchmarks.sentences import recordings as recordings_folder  # noqa: E402

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


def test_what_failed_is_told_by_the_recording_alone() -> None:
    def ran(command: str, **more: object) -> dict[str, object]:
        return {"kind": "tool", "cmd": command, "exit": None, "ok": None, "text": ""} | more

    steps: list[dict[str, object]] = [
        ran("old", exit=1),
        *[ran("ls", exit=0)] * sessions.RECENT_STEPS,
        ran("make", exit=2),
        ran("mend", ok=False),
        ran("mend", exit=0),
        ran("unknown"),
        ran("side", exit=1, side=True),
        ran("rm -rf x", ok=False, text="The tool use was rejected"),
        {"kind": "assistant", "text": "done"},
    ]
    assert sessions.failed(steps[1:]) == {"make": sessions.FAILED, "rm -rf x": sessions.REFUSED}
    assert "old" not in sessions.failed(steps)


def test_a_command_is_also_said_without_what_leads_to_it_and_what_follows() -> None:
    assert sessions.ways("cd web && npm test 2>&1 | tail -5")[1:] == ("npm test 2>&1 | tail -5", "npm test")
    assert sessions.ways("\\\n# why\ncd web\nmake > log")[1:] == ("make > log", "make")


def test_notes_fill_every_field_from_the_session_or_else_by_themselves() -> None:
    steps = [
        {"kind": "user", "text": "Mend the parser of dates."},
        {"kind": "assistant", "text": "We decided to use one regex."},
        {"kind": "user", "text": "Now the tests, please."},
    ]
    known = notes("owner__dates/x.jsonl", steps, ["Never touch the schema."])
    assert known.texts == {
        **MADE_UP,
        "project": ("dates",),
        "goal": ("Mend the parser of dates.",),
        "task": ("Now the tests, please.",),
        "constraints": ("Never touch the schema.",),
        "decisions": ("We decided to use one regex.",),
    }
    head = resume(known.tree, GitFacts(reason="no repository")).text[:HEAD_CHARACTERS]
    assert all(text in head for texts in known.texts.values() for text in texts)


@pytest.mark.parametrize("arguments", [[], ["--only", "nowhere"]])
def test_a_folder_without_labels_is_an_error_of_use(tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        sessions.main([str(tmp_path / "sessions"), *arguments])
    assert ended.value.code == 2
    assert "nor the folder above it has a constraints.tsv" in " ".join(capsys.readouterr().err.split())


def test_either_folder_may_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sessions").mkdir()
    (tmp_path / "constraints.tsv").write_text("session\tstep\tsentence\n", encoding="utf-8")
    printed = []
    for folder in (tmp_path, tmp_path / "sessions"):
        assert sessions.main([str(folder)]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


@pytest.mark.skipif(FOLDER is None, reason="the recorded sessions are not on this machine")
def test_one_session_of_each_format_gives_a_message_that_holds_what_comes_next() -> None:
    assert FOLDER is not None
    figures = sessions.measure(FOLDER, SMALL)
    assert sum(len(one.lengths) for one in figures.values()) == 2
    for kind, least in (
        ("files touched again", 0.9),
        ("unresolved failed commands, by the journal", 1.0),
        (sessions.FAILED, 1.0),
        ("head fields within 2,000 characters", 1.0),
        ("labels at a compaction", 0.8),
    ):
        found, wanted = (
            sum(part[kind] for part in parts) for parts in zip(*((one.found, one.wanted) for one in figures.values()), strict=True)
        )
        assert found >= least * wanted, kind
    assert max(length for one in figures.values() for length in one.lengths) <= BUDGET
