"""`agentstate replay`, from files to figures."""

import errno
import json
from pathlib import Path
from tempfile import gettempdir

import pytest

from agentstate.journal.journal import Journal
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace import replaying
from tests.replay.steps import Session, work, write_session
from tests.support.command import Result, run_here


def session() -> Session:
    begun = work(Session().prompt("Fix the lexer. Never touch the public API.")).compaction("Worked on src/lexer.py.", tokens=150_000)
    return begun.read("src/lexer.py").edit("src/tree.py").run("make lint").read("docs/new.md")


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    return write_session(tmp_path / "owner__parser" / "one.jsonl", session())


def shares(out: str) -> dict[tuple[str, str], tuple[int, int]]:
    """Found and wanted of each figure and source, at the headline room."""
    value = json.loads(out)
    own = [share for share in value["shares"] if share["group"] == "all" and share["budget"] == value["headline"]]
    return {(share["figure"], share["source"]): (share["found"], share["wanted"]) for share in own}


def test_a_recording_is_measured(recording: Path) -> None:
    result = run_here("replay", str(recording), "--format", "json")
    assert (result.code, result.err) == (0, "")
    found = shares(result.out)
    assert found["hit@20", "message"] == found["hit@20", "files"] == (2, 2)
    assert found["hit@20", "summary"] == (1, 2)
    assert found["failures", "message"] == found["rules", "message"] == (1, 1)
    assert found["failures", "nothing"] == (0, 1)
    value = json.loads(result.out)
    assert (value["budgets"], value["headline"]) == ([1000, 2000, 4000, 8000], 8000)
    (one,) = value["stops"]
    assert (one["session"], one["trigger"], one["tokens"], one["task"]) == ("owner__parser/one.jsonl", "auto", 150_000, "repair")


def test_a_folder_is_looked_through_and_what_is_no_recording_only_counted(recording: Path, tmp_path: Path) -> None:
    (recording.parent / "notes.txt").write_text("nothing of ours", encoding="utf-8")
    result = run_here("replay", "owner__parser", at=tmp_path)
    assert (result.code, result.err) == (0, "files that are no recordings, passed over: 1\n")
    first = "The message held 2 of 2 (100.0 %) of the files that the next 20 calls touched again"
    beside = "20 newest files 2 of 2 (100.0 %), git status + log 2 of 2 (100.0 %)."
    counts = "1 session, 16 tool calls, 1 compaction\n1 stop measured, at 8,000 characters\n"
    assert result.out.startswith(f"{first}; {beside}\n\n{counts}")


def test_a_file_that_is_given_again_by_whatever_name_is_measured_once(recording: Path, tmp_path: Path) -> None:
    (tmp_path / "link.jsonl").symlink_to(recording)
    (tmp_path / "hard.jsonl").hardlink_to(recording)
    given = (str(recording), "owner__parser/../owner__parser/one.jsonl", "owner__parser", "link.jsonl", "hard.jsonl")
    result = run_here("replay", *given, at=tmp_path)
    assert (result.code, result.err) == (0, "files that were given again, measured once: 4\n")
    assert result.out == run_here("replay", str(recording)).out


def test_a_file_that_is_no_recording_is_told_and_the_others_are_measured(recording: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of ours", encoding="utf-8")
    result = run_here("replay", "notes.txt", str(recording), "missing.jsonl", at=tmp_path)
    assert result.code == 1
    assert result.err == (
        'agentstate: error: "notes.txt": no recording of a format that is known\n'
        'agentstate: error: "missing.jsonl": cannot read "missing.jsonl": No such file or directory\n'
    )
    assert "1 stop measured" in result.out


def test_where_no_file_is_a_recording_that_is_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of ours", encoding="utf-8")
    result = run_here("replay", "notes.txt", at=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert result.err.split("\n")[0] == 'agentstate: error: "notes.txt": no recording of a format that is known'
    assert run_here("replay", ".", at=tmp_path).err.split("\n")[0] == "agentstate: error: no recorded session is there"


def test_places_and_rooms_are_chosen(recording: Path) -> None:
    result = run_here("replay", str(recording), "--at", "0.75", "--at", "13", "--budget", "3000", "--format", "json")
    value = json.loads(result.out)
    assert (value["budgets"], value["headline"]) == ([3000], 3000)
    assert [(one["kind"], one["tells"]) for one in value["stops"]] == [("point", False), ("point", True)]
    assert run_here("replay", str(recording), "--at", "half").code == 2
    assert run_here("replay", str(recording), "--budget", "100").code == 2


def test_labels_take_the_place_of_what_was_captured(recording: Path, tmp_path: Path) -> None:
    rows = (
        "session\tstep\tsentence",
        "owner__parser/one.jsonl\t0\tNever touch the public API.",
        "owner__parser/one.jsonl\t0\tFix the lexer.",
    )
    (tmp_path / "labels.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    result = run_here("replay", str(recording), "--labels", "labels.tsv", "--format", "json", at=tmp_path)
    assert shares(result.out)["rules", "message"] == shares(result.out)["rules-end", "message"] == (2, 2)
    captured = [one for one in json.loads(result.out)["amounts"] if one["figure"] == "captured"]
    assert [one["mean"] for one in captured] == [0.5]
    assert run_here("replay", str(recording), "--labels", "missing.tsv", at=tmp_path).code == 2


def test_labels_that_match_nothing_are_told_and_are_not_missed(recording: Path, tmp_path: Path) -> None:
    rows = (
        "session\tstep\tsentence",
        "owner__parser/one.jsonl\t0\tNever touch the public API.",
        "owner__parser/one.jsonl\t900\tNobody said this.",
        "other/two.jsonl\t0\tNor this.",
        "",
    )
    (tmp_path / "labels.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    result = run_here("replay", str(recording), "--labels", "labels.tsv", "--format", "json", at=tmp_path)
    assert shares(result.out)["rules-end", "message"] == (1, 1)
    assert json.loads(result.out)["warnings"] == [
        "only 1 stop: the shares are anecdotes",
        'labels that match no session or no step, left out: 2, the first of "owner__parser/one.jsonl", step 900: Nobody said this.',
    ]


@pytest.mark.parametrize("text", ["", "session\tstep\tsentence\n", "session\tstep\tsentence\n\n"])
def test_without_any_label_it_says_so(recording: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "labels.tsv").write_text(text, encoding="utf-8")
    result = run_here("replay", str(recording), "--labels", "labels.tsv", at=tmp_path)
    assert result.out == run_here("replay", str(recording)).out
    assert "warning: no labels: " in result.out


def test_records_are_written_and_each_line_is_json(recording: Path, tmp_path: Path) -> None:
    result = run_here("replay", str(recording), "--records", "out.jsonl", at=tmp_path)
    assert result.code == 0
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").split("\n") if line]
    assert lines[0]["record"] == "meaning"
    assert {line["session"] for line in lines[1:]} == {"owner__parser/one.jsonl"}


def test_a_broken_line_is_named_and_the_rest_is_measured(recording: Path) -> None:
    lines = recording.read_text(encoding="utf-8").split("\n")
    lines[4] = "{broken"
    recording.write_text("\n".join(lines), encoding="utf-8")
    result = run_here("replay", str(recording))
    assert result.code == 0
    assert f"{recording}: line 5: " in result.out
    top = " ".join(result.out.partition("WHAT THE TEXT HELD")[0].split())
    assert f"warning: 1 part of the recordings could not be read, the first in {recording}, line 5: no JSON on this line" in top


def test_where_nothing_could_be_measured_nothing_is_printed_and_it_says_what_to_do(
    recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise AgentStateError("cannot use the journal: database or disk is full", "free some disk space and run the command again")

    monkeypatch.setattr(Journal, "append", full)
    result = run_here("replay", str(recording), "--records", str(tmp_path / "out"))
    told = f'agentstate: error: "{recording}": cannot use the journal: database or disk is full\n'
    assert result == Result(2, "", f"{told}hint: free some disk space and run the command again\n")
    assert not (tmp_path / "out").exists()


def test_without_a_folder_for_temporary_files_it_says_which(recording: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(replaying, "TemporaryDirectory", none)
    result = run_here("replay", str(recording))
    told = f'"{recording}": cannot use the folder for temporary files "{gettempdir()}": no space left on device'
    assert result == Result(2, "", f"agentstate: error: {told}\nhint: make room there, or name another folder in TMPDIR\n")


def test_two_runs_print_the_same_bytes_and_leave_nothing(recording: Path, tmp_path: Path) -> None:
    assert run_here("replay", str(recording)) == run_here("replay", str(recording))
    assert [path.name for path in tmp_path.iterdir()] == ["owner__parser"]
