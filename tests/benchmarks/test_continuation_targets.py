"""The targets on recorded sessions, and the command that writes the page and asks for them."""

from pathlib import Path

import pytest

pytest.importorskip("benchmarks.continuation", reason="the benchmarks are in the checkout alone")

from agentstate.replay.figures import measured
from agentstate.replay.judging import HALVES, half_of
from agentstate.replay.measured import Judged, Judgement, Measured, Session, Want
from agentstate.replay.places import Places
from agentstate.workspace.measuring import find, measure, read_labels
from benchmarks.continuation import __main__ as command
from benchmarks.continuation.targets import BOTH, ROOM, Row, part, rows, table
from benchmarks.sentences import LABELS, recordings

FOLDER = recordings()

LOOKED, HELD = (next(name for name in (f"{letter}/x.jsonl" for letter in "abcdefgh") if half_of(name) == half) for half in HALVES)


def judgement(figure: str, name: str, *sources: str) -> Judgement:
    every = ("message", "nothing", "git", "files", "tail", "summary")
    return Judgement(Want((figure,), name, (name,)), frozenset((one, ROOM) for one in sources), frozenset((one, ROOM) for one in every))


def stop(session: str, kind: str, *wants: Judgement, captured: tuple[str, ...] = ()) -> Judged:
    groups = ("task: feature", "in the middle", "auto", half_of(session))
    return Judged(session, 1, 1, 1, kind, "auto", 0, False, "feature", True, groups, wants, {}, captured)


def found(*, failures: str = "message", files: str = "message", head: str = "message") -> dict[str, Measured]:
    """Two stops and two ends of each half, in which the message holds all of it unless told otherwise."""
    wants = (judgement("hit@20", "a.py", files), judgement("failures", "make", failures, "tail"), judgement("head", "task", head))
    stops = [stop(name, "compaction", *wants) for name in (LOOKED, HELD) for _ in range(2)]
    ends = [
        stop(name, "end", judgement("rules-end", f"Never {name}.", "message"), captured=(f"Never {name}.", "Never."))
        for name in (LOOKED, HELD)
    ]
    sessions = [Session(name, name, half=half_of(name)) for name in (LOOKED, HELD)]
    every = measured(sessions, [*stops, *ends], (ROOM,), ROOM, labelled=True)
    return {**{half: part(every, half) for half in HALVES}, BOTH: every}


def verdicts(known: dict[str, Measured]) -> dict[str, bool | None]:
    return {row.title: row.met for row in rows(known)}


def test_every_target_is_met_where_the_message_holds_everything() -> None:
    assert verdicts(found()) == {
        "files, next 20 calls: the message": True,
        "files, next 20 calls: 20 newest files": None,
        "files, next 20 calls: ahead of the own summary": True,
        "unresolved failures: the message": True,
        "unresolved failures: nothing": True,
        "unresolved failures: git status + log": True,
        "unresolved failures: 20 newest files": True,
        "unresolved failures: own summary": True,
        "unresolved failures: transcript tail": None,
        "rules, at a compaction": None,
        "rules, each different one": True,
        "captured rules for each true one": True,
        "head fields in 2,000 characters": True,
        "head fields whole in 2,000 characters": None,
        "files, next 20 calls: the halves agree": True,
        "unresolved failures: the halves agree": True,
        "rules, at the end: the halves agree": None,
        "head fields in 2,000 characters: the halves agree": True,
    }


@pytest.mark.parametrize(
    ("missing", "missed"),
    [
        ({"failures": "git"}, ["unresolved failures: the message", "unresolved failures: git status + log"]),
        ({"files": "files"}, ["files, next 20 calls: the message", "files, next 20 calls: ahead of the own summary"]),
        ({"files": "summary"}, ["files, next 20 calls: ahead of the own summary"]),
        ({"head": "nothing"}, ["head fields in 2,000 characters"]),
    ],
)
def test_what_the_message_does_not_hold_is_missed(missing: dict[str, str], missed: list[str]) -> None:
    assert [title for title, met in verdicts(found(**missing)).items() if met is False] == missed


def test_halves_that_differ_do_not_agree() -> None:
    known = found()
    assert verdicts({**known, HALVES[1]: found(head="nothing")[HALVES[1]]})["head fields in 2,000 characters: the halves agree"] is False


def test_the_half_has_its_own_stops() -> None:
    assert [{stop.session for stop in one.stops} for one in found().values()] == [{LOOKED}, {HELD}, {LOOKED, HELD}]


def test_the_table() -> None:
    assert table([Row("files", ("1", "2", "3"), "all", True), Row("rules", ("4", "5", "6"), "", None)]) == (
        "| target | looked at | held out | together | asked | |\n"
        "|---|---:|---:|---:|---|---|\n"
        "| files | 1 | 2 | 3 | all | met |\n"
        "| rules | 4 | 5 | 6 |  | said, not judged |\n"
    )


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page, made of no sessions at all."""
    monkeypatch.setattr(command, "PAGE", tmp_path / "continuation.md")
    monkeypatch.setattr(command, "SEEDS", 0)
    monkeypatch.setattr(command, "recordings", lambda: None)
    monkeypatch.setattr(command, "page", lambda stops: f"# {len(stops)} stops\n")
    return tmp_path / "continuation.md"


def test_the_page_is_written_and_checked(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--check"]) == 1
    assert capsys.readouterr().err == "continuation.md is out of date: run `python -m benchmarks.continuation`\n"
    assert not written.exists()
    assert command.main([]) == 0
    assert written.read_bytes() == b"# 0 stops\n"
    assert "no recorded sessions" in capsys.readouterr().out
    assert command.main(["--check"]) == 0


@pytest.mark.parametrize(("failures", "code"), [("message", 0), ("nothing", 1)])
def test_a_missed_target_is_the_exit_code(
    written: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failures: str, code: int
) -> None:
    monkeypatch.setattr(command, "recordings", lambda: written.parent)
    monkeypatch.setattr(command, "recorded", lambda _: found(failures=failures))
    assert command.main(["--recorded"]) == code
    out = capsys.readouterr().out
    assert out.startswith("| target | looked at | held out | together |")
    assert "not what it uses" in out
    assert not written.exists()


SMALL = (
    "openhands-resolver-2.json",
    "codex-c736db82a7c5*",
    "gemini-981c87cb*",
    "mini-github_issue*",
    "specstory-claudecode-2026-02-23_22-28*",
    "*24a274a3*",
)


@pytest.mark.skipif(FOLDER is None, reason="the recorded sessions are not on this machine")
def test_one_session_of_each_format_gives_a_message_that_holds_what_comes_next() -> None:
    assert FOLDER is not None
    paths = sorted(path for name in SMALL for path in FOLDER.glob(f"sessions/*/{name}") if not path.name.endswith(".norm.jsonl"))
    known = measure(find(paths), Places(), (ROOM,), read_labels(FOLDER / LABELS), lambda _: None)
    assert [session.problem for session in known.sessions] == [""] * len(SMALL)
    assert len({session.format for session in known.sessions}) == len(SMALL)
    for figure, least in (("hit@20", 0.9), ("head", 1.0), ("rules-end", 0.8)):
        held = known.share(figure, "message", ROOM)
        assert held
        assert held.wanted > 0, figure
        assert held.found >= least * held.wanted, figure
