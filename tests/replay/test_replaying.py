"""A session replayed through the adapter and the journal, and stopped."""

import pytest

from agentstate.agents import adapter
from agentstate.documents.text import SourceText
from agentstate.hooks.clean import Ground, entry
from agentstate.journal.export import lines
from agentstate.journal.journal import open_journal
from agentstate.recordings.step import Step
from agentstate.replay.places import Places
from agentstate.replay.stop import Stop
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.values import replace
from agentstate.workspace import replaying
from agentstate.workspace.replaying import Request, replay
from tests.replay.steps import ROOT, Session, work

BUDGETS = (1000, 8000)


def unwatched(step: Step, action: object) -> None:
    """Nobody looks on."""


def stops(session: Session, places: Places | None = None, **more: dict[int, tuple[str, ...]]) -> list[Stop]:
    request = Request(places or Places(), BUDGETS, more.get("labels"))
    return list(replay("owner__parser/one.jsonl", session, request, unwatched))


def test_a_compaction_is_a_stop_with_what_came_before_and_after() -> None:
    session = work(Session().prompt("Fix the lexer. Never touch the public API."))
    session.compaction("Summary: src/lexer.py.", tokens=150_000).read("src/lexer.py").edit("src/lexer.py").run("make lint")
    (stop,) = stops(session)
    assert (stop.kind, stop.trigger, stop.tokens, stop.task, stop.boundary) == ("compaction", "auto", 150_000, "repair", False)
    assert (stop.number, stop.step, stop.line) == (1, 13, 14)
    assert (stop.earlier.calls, [action.number for action in stop.following]) == (12, [13, 14, 15])
    assert stop.rules == ("Never touch the public API.",)
    assert stop.texts[1000].keys() == stop.texts[8000].keys() == {"message", "nothing", "git", "files", "tail", "summary"}
    assert all(len(text) <= budget for budget, texts in stop.texts.items() for text in texts.values())
    assert stop.texts[8000]["summary"] == "Summary: src/lexer.py."


def test_the_message_is_the_one_of_the_journal() -> None:
    message = stops(work(Session().prompt("Fix the lexer. Never touch the public API.")).compaction())[0].texts[8000]["message"]
    for said in ("Never touch the public API.", "make lint", "src/errors.py", "pytest -q tests/test_lexer.py"):
        assert said in message


def test_notes_are_those_of_the_line_and_are_in_the_message_alone() -> None:
    session = work(Session()).compaction().read("src/lexer.py").compaction()

    def noted(line: int) -> Tree:
        return Tree(sources={layout.STATE: SourceText(layout.STATE, f"current_task: noted at {line}\n")})

    request = Request(Places(), BUDGETS, notes=noted)
    found = list(replay("owner__parser/one.jsonl", session, request, unwatched))
    assert [stop.line for stop in found] == [13, 15]
    assert [f"Your task: noted at {stop.line}\n" in stop.texts[1000]["message"] for stop in found] == [True, True]
    assert not [text for stop in found for name, text in stop.texts[8000].items() if name != "message" and "noted at" in text]


def test_nothing_of_what_follows_is_in_any_text() -> None:
    session = work(Session().prompt("Fix it.")).compaction("short").read("src/never_seen_before.py").run("make nothing_like_it")
    (stop,) = stops(session)
    assert not [
        text for texts in stop.texts.values() for text in texts.values() if "never_seen_before" in text or "nothing_like_it" in text
    ]


def test_each_compaction_ends_what_follows_the_one_before() -> None:
    session = work(Session()).compaction().read("a.py").run("ls").compaction().read("b.py")
    assert [(stop.number, len(stop.following), stop.earlier.calls) for stop in stops(session)] == [(1, 2, 12), (2, 1, 14)]


def test_the_compaction_that_a_session_goes_on_from_is_no_stop() -> None:
    session = Session()
    session.steps.append(Step("compaction", 1, payload={"hook_event_name": "PreCompact", "trigger": "auto"}, text="old", initial=True))
    assert stops(work(session)) == []


def test_it_is_stopped_after_a_share_and_a_number_of_calls() -> None:
    found = stops(work(Session()), Places(compactions=False, fractions=(0.5,), calls=(11, 99)))
    assert [(stop.kind, stop.earlier.calls, len(stop.following)) for stop in found] == [("point", 6, 6), ("point", 11, 1)]
    assert "summary" not in found[0].texts[8000]


def test_labels_are_heard_in_their_time_and_once_more_at_the_end() -> None:
    session = work(Session().prompt("Fix it. Do not push.")).compaction().prompt("Never pull.").read("a.py")
    compaction, end = stops(session, labels={0: ("Do not push.",), 14: ("Never pull.",)})
    assert (compaction.kind, compaction.rules, end.kind, end.rules) == (
        "compaction",
        ("Do not push.",),
        "end",
        ("Do not push.", "Never pull."),
    )
    assert set(end.captured) == {"Do not push.", "Never pull."}


def test_a_call_of_a_subagent_is_no_call_of_the_session() -> None:
    session = work(Session())
    payload = {**session.steps[0].payload, "agent_id": "side", "tool_use_id": "other"}
    session.steps.append(Step("tool", 99, payload=payload, side=True))
    side = session.steps[-1]
    session.compaction().read("a.py")
    session.steps.append(replace(side, line=100))
    (stop,) = stops(session)
    assert (stop.earlier.calls, [action.line for action in stop.following]) == (12, [15])


def test_a_fault_is_told_and_passed_over() -> None:
    seen: list[tuple[str, int | None]] = []
    steps = Session().fault("no JSON").read("a.py")
    found = replay("a/b", steps, Request(Places(), BUDGETS), lambda step, done: seen.append((step.kind, done.step if done else None)))
    assert list(found) == []
    assert seen == [("fault", None), ("tool", 0)]


def test_the_same_recording_gives_the_same_stops() -> None:
    session = work(Session().prompt("Fix the lexer.")).compaction("so far").read("src/lexer.py")
    assert stops(session) == stops(session)


def test_what_follows_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "FOLLOWING", 5)
    session = work(Session()).compaction()
    for number in range(20):
        session.read(f"f{number}.py")
    assert [len(stop.following) for stop in stops(session)] == [5]


def test_the_head_is_measured_with_notes_in_every_field() -> None:
    session = work(Session().prompt("Fix the lexer of the parser.")).said("We decided to keep one pass. DECISION: one token of lookahead.")
    (stop,) = stops(session.compaction())
    assert stop.noted["task"] == ("Fix the lexer of the parser.",)
    assert stop.noted["project"] == ("parser",)
    assert {"goal", "constraints", "do_not", "awaiting_approval", "done", "changed_files", "decisions", "blocked"} <= set(stop.noted)
    assert all(text in stop.head[8000] for texts in stop.noted.values() for text in texts)
    assert {budget: len(text) <= 2000 for budget, text in stop.head.items()} == {1000: True, 8000: True}


def test_a_journal_that_is_fed_in_batches_is_the_one_that_is_fed_one_by_one(tmp_path_factory: pytest.TempPathFactory) -> None:
    session = work(Session().prompt("Fix it. Never push.")).said("We decided to stop.").compaction()
    session.steps += work(Session()).steps  # the same calls again: known ones are no news in either
    ground = Ground((ROOT,), lambda path: path)
    events = [adapter(step.agent).event(dict(step.payload), "") for step in session.steps]
    entries = [entry(event, ground, time=number, call=event.call) for number, event in enumerate(events)]
    exported = []
    for batches in ([entries], [[one] for one in entries], [entries[:7], entries[7:]]):
        root = tmp_path_factory.mktemp("root")
        (root / ".agent").mkdir()
        journal = open_journal(root)
        added = sum(journal.append(batch) for batch in batches)
        exported.append((added, tuple(lines(journal))))
        journal.close()
    assert exported[0] == exported[1] == exported[2]
    assert exported[0][0] == len(entries) - 12
