"""Text, JSON and records of the same figures."""

import json

from agentstate.replay.catalogue import AMOUNTS, CONTROLS, MEANING, SHARES
from agentstate.replay.counting import Counting
from agentstate.replay.figures import measured
from agentstate.replay.json import as_json
from agentstate.replay.judging import judged
from agentstate.replay.measured import Amount, Measured, Session, Share
from agentstate.replay.records import records
from agentstate.replay.text import amount_text, as_text, share_text
from agentstate.vocabulary.values import replace
from agentstate.vocabulary.visible import is_invisible
from tests.replay.steps import Session as Steps
from tests.replay.steps import actions, work
from tests.replay.stops import stop

AFTER = Steps().read("src/tree.py").run("ls").edit("src/errors.py", "x", "y").read("src/lexer.py")


def found() -> Measured:
    one = stop(work(Steps()), AFTER, "src/tree.py src/lexer.py\nmake lint", rules=("never push",))
    two = replace(stop(work(Steps()), AFTER, "src/errors.py", session="x__y/a.jsonl"), number=2, boundary=True)
    sessions = [
        Session("owner__parser/one.jsonl", "one.jsonl", "claude-code", 30, 16, 1, 1, faults=((7, "no JSON"),), broken=3),
        Session("lost.txt", "lost.txt", problem="no recording of a format that is known"),
    ]
    return measured(sessions, [judged(one, 1000), judged(two, 1000)], (1000,), 1000, labelled=True)


def test_a_share_is_told_with_its_counts_and_its_interval() -> None:
    assert share_text(Share("hit@1", "message", 1, "all", 1, 3, 2, 0.0, 0.666)) == "1 of 3, 33.3 % [0.0, 66.6]"
    assert share_text(Share("hit@1", "message", 1, "all", 1, 3, 1)) == "1 of 3, 33.3 %"
    assert share_text(Share("hit@1", "message", 1, "all", 0, 0, 0)) == share_text(None) == "not recorded"


def test_an_amount_is_told_with_what_it_is_of() -> None:
    assert (
        amount_text(Amount("repeated", 0, "all", 3, 2, 1234.5, 2, 9, 0.5, 2.0))
        == "mean 1,234 [0.5, 2], median 2, most 9 (3 stops, 2 without)"
    )
    assert amount_text(Amount("captured", 0, "all", 1, 0, 2.25)) == "mean 2.2 (1 stop)"
    assert amount_text(Amount("repeated", 0, "all", 0, 2)) == amount_text(None) == "not recorded"


def test_the_text_has_every_figure_each_source_and_the_meaning() -> None:
    text = as_text(found())
    first = "The message held 3 of 6 (50.0 %) of the files that the next 20 calls touched again"
    assert text.startswith(f"{first}; 20 newest files 6 of 6 (100.0 %), git status + log 6 of 6 (100.0 %).\n\n")
    begin = """
1 session, 16 tool calls, 1 compaction
2 stops measured, at 1,000 characters
warning: only 2 stops: the shares are anecdotes
warning: 3 parts of the recordings could not be read, the first in one.jsonl, line 7: no JSON

WHAT THE TEXT HELD
files, next call: of the files touched before that the next call touched again, those named
  the message       1 of 2, 50.0 % [0.0, 100.0]
  nothing           0 of 2, 0.0 % [0.0, 0.0]
  git status + log  2 of 2, 100.0 % [100.0, 100.0]
  20 newest files   2 of 2, 100.0 % [100.0, 100.0]
  transcript tail   2 of 2, 100.0 % [100.0, 100.0]
  own summary       0 of 2, 0.0 % [0.0, 0.0]
"""
    assert text.partition("\n")[2].startswith(begin)
    assert all(figure.title in text for figure in (*SHARES.values(), *AMOUNTS.values()))
    troubles = "NOT READ\nlost.txt: no recording of a format that is known\none.jsonl: line 7: no JSON\none.jsonl: and 2 more\n"
    assert troubles in text
    assert " ".join(text.split()).endswith(MEANING)
    assert all(" ".join(what.split()) in " ".join(text.split()) for what in CONTROLS.values())


def test_where_nothing_was_measured_every_figure_is_not_recorded() -> None:
    text = as_text(measured([], [], (1000, 8000), 8000, labelled=True))
    assert text.startswith("Nothing that the next 20 calls touched had been touched before: nothing can be said of the message.\n\n")
    assert text.count(": not recorded") == len(SHARES) + len(AMOUNTS) + 8
    assert "%" not in text.partition("WHAT THIS MEANS")[0]


def test_json_says_null_for_what_is_not_known() -> None:
    value = json.loads(as_json(found()))
    assert value["meaning"] == MEANING
    (share,) = [one for one in value["shares"] if (one["figure"], one["source"], one["group"]) == ("hit@20", "message", "all")]
    assert share == {
        "figure": "hit@20",
        "source": "message",
        "budget": 1000,
        "group": "all",
        "found": 3,
        "wanted": 6,
        "stops": 2,
        "low": 1 / 3,
        "high": 2 / 3,
        "share": 0.5,
    }
    assert {one["share"] for one in value["shares"] if one["figure"] == "refused"} == {None}
    assert [one["problem"] for one in value["sessions"]] == ["", "no recording of a format that is known"]
    assert value["sessions"][0]["faults"] == [{"line": 7, "why": "no JSON"}]
    assert [(one["session"], one["tokens"]) for one in value["stops"]] == [("owner__parser/one.jsonl", 150_000), ("x__y/a.jsonl", 150_000)]


def test_a_record_says_what_was_before_what_needed_it_and_who_held_it() -> None:
    meaning, *wanted = map(json.loads, records(found()))
    assert meaning == {"record": "meaning", "text": MEANING, "budget": 1000}
    (one,) = [one for one in wanted if one["stop"] == 1 and one["wanted"] == "src/errors.py"]
    assert one == {
        "record": "want",
        "session": "owner__parser/one.jsonl",
        "stop": 1,
        "line": 10,
        "task": "",
        "fill_level": 150_000,
        "kind": "compaction",
        "compaction": "auto",
        "boundary": False,
        "before": {"line": 12, "tool": "shell", "paths": [], "command": "git status", "exit": 0, "ok": True},
        "after": {"line": 3, "tool": "edit", "paths": ["src/errors.py"], "command": "", "exit": None, "ok": True},
        "figures": ["hit@3", "hit@10", "hit@20"],
        "wanted": "src/errors.py",
        "age": 5,
        "result": {"message": False, "nothing": False, "git": True, "files": True, "tail": True, "summary": False},
        "cause": "left out: last seen 5 calls before (recent)",
    }


def test_a_record_shows_nothing_that_nobody_would_see() -> None:
    path = "src/a\u202eb\u200b\x85\x7f\U000e0041.py"
    one = stop(work(Steps()).read(path), Steps().read(path).run("ls").run("ls"), "")
    lines = list(records(measured([], [judged(one, 1000)], (1000,), 1000, labelled=True)))
    assert [character for line in lines for character in line.rstrip("\n") if is_invisible(character)] == []
    assert path in [json.loads(line).get("wanted") for line in lines]


def test_no_record_holds_a_credential() -> None:
    secret = "ghp_" + "a1B2" * 9
    one = stop(work(Steps()).run(f"curl -H 'Authorization: token {secret}' x"), AFTER, "")
    assert secret not in "".join(records(measured([], [judged(one, 1000)], (1000,), 1000, labelled=True)))


def test_the_timeline_tells_each_call_in_short() -> None:
    session, counting = Steps().prompt("Fix\nit.").edit("a.py").run("make", 2).compaction().fault("no JSON"), Counting()
    done = iter(actions(session))
    for step in session.steps:
        counting.watch(step, next(done) if step.kind == "tool" else None)
    told = counting.session("n", "p", "f", ())
    assert (told.steps, told.calls, told.compactions, told.broken, told.faults) == (4, 2, 1, 1, ((5, "no JSON"),))
    marks = [(mark.kind, mark.call, mark.line, mark.label, mark.tool, mark.changes, mark.ok) for mark in told.timeline]
    assert marks == [
        ("prompt", 0, 1, "Fix it.", "", False, None),
        ("tool", 1, 2, "a.py", "edit", True, True),
        ("tool", 2, 3, "make", "shell", False, False),
        ("compaction", 2, 4, "auto", "", False, None),
    ]
