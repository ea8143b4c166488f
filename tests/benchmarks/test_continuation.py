"""Made-up sessions, the ledger that is kept of them, and how a message is held against it."""

import statistics
from pathlib import Path

import pytest

pytest.importorskip("benchmarks.continuation", reason="the benchmarks are in the checkout alone")

from agentstate.message.frame import seal
from agentstate.replay.places import Places
from agentstate.replay.wanted import wants
from agentstate.workspace.recorded import recognised
from agentstate.workspace.replaying import Request
from benchmarks.continuation.chance import Chance
from benchmarks.continuation.judging import _WRONG, NOTED, Looked, Share, captured_for_each, lines, read, share
from benchmarks.continuation.ledger import Decided, Entry, Ledger
from benchmarks.continuation.material import LANGUAGES, MATERIAL, TASKS
from benchmarks.continuation.noted import notes
from benchmarks.continuation.page import page
from benchmarks.continuation.running import run, stops
from benchmarks.continuation.session import HORIZON, Made, Moment, made, sessions
from benchmarks.continuation.words import Choice


def test_chance_is_the_same_everywhere() -> None:
    chance = Chance("bug fix", "en", 1)
    assert [round(chance.number(), 6) for _ in range(3)] == [0.157078, 0.269881, 0.911835]
    assert [chance.some("abcd", 3), chance.some("abcd", 9)] == [["b", "d", "a"], ["c", "a", "b", "d"]]
    drawn = [chance.spread(20, 300) for _ in range(501)]
    assert min(drawn) >= 1
    assert max(drawn) <= 300
    assert 15 <= statistics.median(drawn) <= 27


def test_the_same_seed_gives_the_same_bytes_and_another_one_others() -> None:
    first, again, other = made("feature", "zh", 3), made("feature", "zh", 3), made("feature", "zh", 4)
    assert first.text == again.text
    assert [moment.entries for moment in first.moments] == [moment.entries for moment in again.moments]
    assert first.text != other.text


def test_every_kind_of_task_and_both_languages_are_there() -> None:
    found = list(sessions(3))
    assert {session.task for session in found} == set(TASKS)
    assert {session.language for session in found} == set(LANGUAGES) == set(MATERIAL)
    assert [[moment.middle for moment in session.moments] for session in found] == [[False, True, False, True]] * 15


def test_calls_go_back_to_files_as_in_recorded_sessions() -> None:
    named, ages = 0, list[int]()
    for session in sessions(3):
        for moment in session.moments:
            before = session.text.split("\n")[: moment.line]
            calls = sum('"tool_use"' in line for line in before)
            last = {path: number for number, path in enumerate(session.trace[:calls], start=1) if path}
            following = [path for path in session.trace[calls : calls + HORIZON] if path]
            named += len(following)
            ages += [calls + 1 - last[path] for path in following if path in last]
    assert 0.75 <= len(ages) / named <= 0.83
    assert 17 <= statistics.median(ages) <= 23


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ledger_and_the_replay_agree_on_what_happened(tmp_path: Path, language: str) -> None:
    """Two that count by themselves: what the author wrote down, and what the replay reads from the file."""
    session = made("bug fix", language, 1)
    path = tmp_path / "session.jsonl"
    path.write_text(session.text, encoding="utf-8")
    recording = recognised(path)
    assert recording
    assert recording.format.name == "claude-code"
    found = stops(recording, Request(Places(), (1000,)))
    assert [stop.line for stop in found] == [moment.line for moment in session.moments]
    assert [not stop.boundary for stop in found] == [moment.middle for moment in session.moments]
    for stop, moment in zip(found, session.moments, strict=True):
        own = {(kind, entry.text) for entry in moment.entries for kind in [_FIGURES.get(entry.kind)] if kind}
        theirs = {(name, want.name) for want in wants(stop) for name in want.figures if name in _FIGURES.values()}
        assert own == theirs


_FIGURES = {"files": "hit@20", "unresolved": "failures"}


def ledger() -> Ledger:
    old, new = Decided(Choice("Use a file", "a table for it", "it is small")), Decided(Choice("Use a table", "a file for it", "it grew"))
    old.replaced = new
    found = Ledger("shop", task="Mend it.", instruction="Go on.", rules=["Never push."], facts=["It is slow."], decisions=[old, new])
    found.granted["delete it"] = "Yes, you may now delete it."
    found.awaited, found.refused, found.plan = ["drop it"], ["rm -r it"], {"first": "completed", "second": "pending"}
    for number, (command, code) in enumerate([("make", 1), ("make", 0), ("cd lib && lint", 1)], start=1):
        found.calls = number
        found.ran(command, code)
    found.touch("a.py")
    found.changed["a.py"] = None
    return found


def test_the_entries_of_a_ledger() -> None:
    assert [(entry.kind, entry.text) for entry in ledger().entries()] == [
        ("task", "Mend it."),
        ("instruction", "Go on."),
        ("rules", "Never push."),
        ("facts", "It is slow."),
        ("decisions", "Use a table"),
        ("reasons", "it grew"),
        ("rejected", "a file for it"),
        ("granted", "delete it"),
        ("awaited", "drop it"),
        ("refused", "rm -r it"),
        ("unresolved", "cd lib && lint"),
        ("commands", "make"),
        ("commands", "cd lib && lint"),
        ("changed", "a.py"),
        ("plan", "second"),
    ]
    assert [(entry.kind, entry.text, entry.other) for entry in ledger().wrong()] == [
        ("rejected as chosen", "a table for it", ""),
        ("replaced as in force", "Use a file", "Use a table"),
        ("rejected as chosen", "a file for it", ""),
        ("awaited as granted", "drop it", ""),
        ("refused as run", "rm -r it", ""),
        ("resolved as failed", "make", ""),
    ]


def test_notes_hold_what_was_written_down() -> None:
    known = ledger()
    known.noted = {"Mend it.", "Never push.", "Use a file", "Use a table", "drop it", "Yes, you may now delete it."}
    tree = notes(known)
    assert (tree.state.text("current_task"), tree.state.items("do_not"), tree.state.items("awaiting_approval")) == (
        "Mend it.",
        ("Never push.",),
        ("drop it",),
    )
    assert [fact.text for fact in tree.facts.facts] == ["Yes, you may now delete it."]
    first, second = tree.decisions.entries
    assert (first.title, second.title, second.rejected, second.supersedes) == ("Use a file", "Use a table", "a file for it", (first.id,))


def test_a_line_belongs_to_the_field_above_it() -> None:
    text = seal("Your task: Mend it\n\nCommands:\n- make [exit 0]\nCommands, continued: ls\nEstablished facts:\n- note: this is one")
    assert lines(text) == (
        ("task", "Your task: Mend it"),
        ("task", ""),
        ("commands", "Commands:"),
        ("commands", "- make [exit 0]"),
        ("commands", "Commands, continued: ls"),
        ("facts", "Established facts:"),
        ("facts", "- note: this is one"),
    )


@pytest.mark.parametrize(
    ("kind", "message", "wrong"),
    [
        ("rejected as chosen", "Said, not recorded: We use X instead of it", False),
        ("rejected as chosen", "Decisions in force, newest first: X — rejected: it", False),
        ("rejected as chosen", "Failed attempts, not to be retried: it", False),
        ("rejected as chosen", "Established facts: it", True),
        ("replaced as in force", "Said, not recorded:\n- it\n- other", False),
        ("replaced as in force", "Said, not recorded: it", True),
        ("replaced as in force", "Decisions in force, newest first:\n- it\n- other", True),
        ("awaited as granted", "Awaiting approval, not granted: it", False),
        ("awaited as granted", "Established facts: it", True),
        ("refused as run", "Commands: it [refused by the user]", False),
        ("refused as run", "Commands: it [exit 0]", True),
        ("resolved as failed", "Commands failed or refused and not passed since: it --all [exit 1]", False),
        ("resolved as failed", "Commands failed or refused and not passed since:\n- it [exit 1]", True),
        ("resolved as failed", "Commands failed or refused and not passed since: it [exit 1]", True),
        ("resolved as failed", "Commands: it [exit 0]", False),
    ],
)
def test_what_can_be_read_in_a_message(kind: str, message: str, wrong: bool) -> None:
    assert _WRONG[kind](Entry(kind, "it", ("it",), other="other"), lines(seal(message))) is wrong


def looked(*held: bool, captured: tuple[str, ...] = ()) -> Looked:
    session = Made("one", "feature", "en", "", (), ())
    place = frozenset({(NOTED, 8000)})
    entries = tuple((Entry("rules", f"Rule {number}."), place if there else frozenset()) for number, there in enumerate(held))
    return Looked(session, Moment(1, False, (), (), notes(Ledger("shop"))), entries, (), captured)


def test_shares_count_over_all_compactions() -> None:
    every = [looked(True, False), looked(True), looked()]
    assert share(every, "rules", NOTED, 8000) == Share(2, 3, 0.5, 1.0)
    assert share(every, "facts", NOTED, 8000) == read(every, "refused as run", NOTED, 8000) == Share(0, 0)
    assert captured_for_each([looked(True, False, captured=("So: Rule 0.", "Some other.", "One more."))]) == 3


def test_a_page_of_one_session() -> None:
    found = tuple(run([made("migration", "zh", 7)], (1000, 8000)))
    text = page(found)
    assert [line for line in text.split("\n") if line.startswith("#")] == [
        "# Going on after a compaction: made-up sessions",
        "## How they are made",
        *(f"## What stood there word for word, in {room} characters" for room in ("8,000", "4,000", "2,000", "1,000")),
        "## By kind of task",
        "## Between two tasks and in the middle, in English and in Chinese",
        "## What must not be read there",
        "## What this means, and what not",
    ]
    assert share(found, "unresolved", NOTED, 8000).found == share(found, "unresolved", NOTED, 8000).wanted > 0
    assert not any(places for stop in found for _, places in stop.read)
