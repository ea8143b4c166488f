import pytest

from agentstate.journal import reading, recalling
from agentstate.journal.journal import Journal
from agentstate.journal.values import Command, Engram, File, Saying, Session
from agentstate.vocabulary.entries import Entity, Entry, Text
from tests.journal.events import shell, tool


def events(journal: Journal) -> list[tuple[object, ...]]:
    return journal.rows("SELECT step, own, kind, call, ok FROM events ORDER BY id")


def file(path: str, **sides: object) -> File:
    values: dict[str, object] = {"reads": 0, "edits": 0, "created": False, "deleted": False, "first": 1, "last": 1, "changed": None}
    return File(path, **{**values, "verified": False, **sides})  # type: ignore[arg-type]


def command(text: str, **sides: object) -> Command:
    values: dict[str, object] = {"cwd": "", "tests": False, "runs": 1, "exit_code": None, "ok": None, "first": 1, "last": 1, "time": 1}
    return Command(text, **{**values, "failures": 0, "failed": None, **sides})  # type: ignore[arg-type]


def test_an_event_that_is_delivered_again_is_not_counted_again(journal: Journal) -> None:
    one = tool("c1", ("a.py", "edit"))
    assert [journal.append([one]), journal.append([one]), journal.append([one, one])] == [1, 0, 0]
    assert events(journal) == [(1, 1, "tool", "c1", 1)]
    assert reading.recent_files(journal) == (file("a.py", edits=1, changed=1),)


def test_the_same_call_in_another_session_or_of_another_kind_is_another_event(journal: Journal) -> None:
    entries = [tool("c1"), tool("c1", session="t"), Entry(session="s", kind="tool_failed", time=1, call="c1", ok=False)]
    assert journal.append(entries) == 3
    assert events(journal) == [(1, 1, "tool", "c1", 1), (2, 1, "tool", "c1", 1), (3, 2, "tool_failed", "c1", 0)]


def test_events_without_a_call_are_each_their_own(journal: Journal) -> None:
    prompt = Entry(session="s", kind="prompt", time=1)
    assert journal.append([prompt, prompt]) == 2
    assert events(journal) == [(0, 0, "prompt", None, None)] * 2


def test_only_tool_calls_are_steps(journal: Journal) -> None:
    journal.append([tool("c1"), Entry(session="s", kind="prompt", time=5), tool("c2", session="t", time=7)])
    assert reading.step(journal) == 2
    assert reading.sessions(journal) == (
        Session("t", "", 1, 7, 7, 2, False, None, None, ""),
        Session("s", "", 1, 1, 5, 1, False, None, None, ""),
    )


def test_a_file_is_one_record_however_often_it_is_touched(journal: Journal) -> None:
    journal.append([tool("c1", ("a.py", "create")), tool("c2", ("a.py", "read"), ("a.py", "read")), tool("c3", ("a.py", "update"))])
    assert reading.recent_files(journal) == (file("a.py", reads=1, edits=2, created=True, last=3, changed=3),)


def test_a_move_ends_one_path_and_changes_the_other(journal: Journal) -> None:
    journal.append([tool("c1", ("old.py", "read")), tool("c2", ("new.py", "move", "old.py"))])
    assert reading.files(journal, ["old.py", "new.py", "none.py"]) == (
        file("old.py", reads=1, edits=1, deleted=True, last=2, changed=2),
        file("new.py", edits=1, first=2, last=2, changed=2),
    )
    assert reading.recent_files(journal) == (file("new.py", edits=1, first=2, last=2, changed=2),)
    assert journal.rows("SELECT event, path, operation, origin FROM touches") == [(1, 1, "read", None), (2, 2, "move", 1)]


def test_a_file_that_is_there_again_is_no_longer_deleted(journal: Journal) -> None:
    journal.append([tool("c1", ("a.py", "delete")), tool("c2", ("a.py", "read"))])
    assert reading.recent_files(journal) == (file("a.py", reads=1, edits=1, last=2, changed=1),)


def test_what_failed_changed_nothing(journal: Journal) -> None:
    journal.append([tool("c1", ("a.py", "read")), tool("c2", ("a.py", "edit"), ("none.py", "edit"), ok=False)])
    assert reading.recent_files(journal) == (file("a.py", reads=1, last=2),)


def test_what_may_have_failed_counts_as_a_change(journal: Journal) -> None:
    journal.append([tool("c1", ("a.py", "edit"), ok=None)])
    assert reading.recent_files(journal) == (file("a.py", edits=1, changed=1),)


@pytest.mark.parametrize(
    ("outcomes", "verified"),
    [
        (("edit", 0), True),
        (("edit", 1), False),
        (("edit", None), False),
        ((0, "edit"), False),
        (("edit", 0, "edit"), False),
        (("edit", 0, "edit", 0), True),
        (("edit", 0, "read"), True),
        (("edit", 0, 1), True),
        (("read", 0), False),
        (("edit", 0, "delete"), False),
    ],
)
def test_a_passing_test_run_verifies_what_was_changed_before_it(
    journal: Journal, outcomes: tuple[str | int | None, ...], verified: bool
) -> None:
    for number, outcome in enumerate(outcomes):
        entry = (
            tool(f"c{number}", ("a.py", str(outcome))) if isinstance(outcome, str) else shell(f"c{number}", "pytest", outcome, tests=True)
        )
        journal.append([entry])
    assert [found.verified for found in reading.files(journal, ["a.py"])] == [verified]


def test_a_command_that_is_no_test_run_verifies_nothing(journal: Journal) -> None:
    journal.append([tool("c1", ("a.py", "edit")), shell("c2", "ls", 0)])
    assert [found.verified for found in reading.files(journal, ["a.py"])] == [False]


def test_the_same_command_in_another_folder_is_another_command(journal: Journal) -> None:
    journal.append([shell("c1", "make", 0), shell("c2", "make", 0, cwd="sub"), shell("c3", "make", 0)])
    assert reading.commands(journal) == (
        command("make", runs=2, exit_code=0, ok=True, last=3),
        command("make", cwd="sub", exit_code=0, ok=True, first=2, last=2),
    )


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        (((1, None),), command("make", exit_code=1, ok=False, failures=1, failed=1)),
        (((2, None), (1, None)), command("make", runs=2, exit_code=1, ok=False, last=2, failures=2, failed=2)),
        (((1, None), (0, None)), command("make", runs=2, exit_code=0, ok=True, last=2, failures=0, failed=1)),
        (((1, None), (None, None)), command("make", runs=2, exit_code=1, last=2, failures=1, failed=1)),
        (((0, None), (None, None)), command("make", runs=2, last=2)),
        (((None, False), (None, True)), command("make", runs=2, ok=True, last=2, failures=0, failed=1)),
        (((1, True),), command("make", exit_code=1, ok=True)),
        (((None, None),), command("make")),
        (((2**70, False),), command("make", ok=False, failures=1, failed=1)),
    ],
)
def test_failures_count_until_a_run_is_known_to_have_gone_well(
    journal: Journal, runs: tuple[tuple[int | None, bool | None], ...], expected: Command
) -> None:
    journal.append([shell(f"c{number}", "make", code, ok=ok) for number, (code, ok) in enumerate(runs)])
    assert reading.commands(journal) == (expected,)


def test_a_test_run_that_ended_with_0_has_not_passed_by_that_alone(journal: Journal) -> None:
    journal.append(
        [tool("c1", ("a.py", "edit")), Entry(session="s", kind="tool", time=1, command="pytest || true", exit_code=0, tests=True)]
    )
    assert [found.verified for found in reading.files(journal, ["a.py"])] == [False]
    assert reading.commands(journal) == (command("pytest || true", tests=True, exit_code=0, first=2, last=2),)


def test_filters_that_end_well_say_nothing_of_the_command_and_all_of_themselves(journal: Journal) -> None:
    piped = Entry(session="s", kind="tool", time=1, command="make", piped="make | tail")
    journal.append([shell("c1", "make", 2), shell("c2", "make | tail", 1), piped])
    assert reading.commands(journal) == (
        command("make", runs=2, exit_code=2, last=3, failures=1, failed=1),
        command("make | tail", exit_code=0, ok=True, first=2, last=2, failed=2),
    )


def test_words_that_are_heard_again_are_one_record(journal: Journal) -> None:
    def heard(kind: str, words: str, confidence: float = 0.7) -> Entry:
        return Entry(session="s", kind="prompt", time=1, texts=(Text(kind, words, "prompt", confidence),))

    journal.append([heard("rule", "never push"), tool("c1"), heard("rule", "never push", 0.5), heard("rule", "never pull")])
    assert reading.rules(journal) == (
        Saying("rule", "never push", "prompt", 0.7, "s", 0, 1, 2),
        Saying("rule", "never pull", "prompt", 0.7, "s", 1, 1, 1),
    )


def test_the_newest_instruction_is_the_one_heard_last(journal: Journal) -> None:
    for words in ("continue", "fix the date", "continue"):
        journal.append([Entry(session="s", kind="prompt", time=1, texts=(Text("prompt", words),))])
    found = reading.newest(journal, "prompt")
    assert (found and (found.text, found.times), reading.session(journal, "s")) == (
        ("continue", 2),
        Session("s", "", 0, 1, 1, 0, False, None, None, "continue"),
    )


def test_a_better_source_replaces_what_a_worse_one_said_and_not_the_other_way(journal: Journal) -> None:
    def learnt(call: str, content: str, confidence: float) -> Entry:
        return Entry(session="s", kind="tool", time=1, call=call, entities=(Entity("fact", "f", "a.py", content, call, confidence),))

    journal.append([learnt("c1", "def f(a)", 0.7), learnt("c2", "def f(b)", 0.95), learnt("c3", "def f(c)", 0.5)])
    assert recalling.named(journal, "f") == (Engram(1, "fact", "f", "a.py", "def f(b)", "c2", 0.95, 1, 3, 3, gone=False),)


def test_text_that_no_database_holds_is_kept_as_far_as_it_can_be(journal: Journal) -> None:
    entry = Entry(
        session="\ud800",
        kind="tool",
        time=1,
        call="x" * 2_000,
        touches=(("a\udcff.py", "read", ""), ("nul\0.py", "read", "")),
        texts=(Text("prompt", "y" * 100_000),),
    )
    assert [journal.append([entry]), journal.append([entry])] == [1, 0]
    assert [found.path for found in reading.recent_files(journal)] == ["a\\udcff.py", "nul\0.py"]
    assert journal.rows("SELECT length(call), (SELECT size FROM texts) FROM events") == [(1_000, 65_536)]
    assert reading.sessions(journal)[0].session == "\\ud800"


def test_all_entries_of_a_call_are_kept_or_none(journal: Journal) -> None:
    class Broken:
        session = "s"

    with pytest.raises(AttributeError):
        journal.append([tool("c1", ("a.py", "edit")), Broken()])  # type: ignore[list-item]
    assert (events(journal), reading.recent_files(journal), reading.sessions(journal)) == ([], (), ())
    assert journal.append([tool("c1")]) == 1


@pytest.mark.parametrize("kind", ["compact_before", "session_end"])
def test_the_message_goes_to_one_caller_only(journal: Journal, kind: str) -> None:
    journal.append([tool("c1"), Entry(session="s", kind=kind, time=2, agent="codex")])
    waiting = reading.session(journal, "s")
    assert waiting == Session("s", "", 1, 1, 2, 1, True, None, 1 if kind == "compact_before" else None, "")
    assert [journal.claim("s"), journal.claim("s"), journal.claim("t")] == [True, False, False]
    told = reading.session(journal, "s")
    assert told == Session("s", "", 1, 1, 2, 1, False, 1, 1 if kind == "compact_before" else None, "")


def test_what_is_said_once_is_said_once_in_each_session(journal: Journal) -> None:
    journal.append([tool("c1"), tool("c1", session="t")])
    answers = [journal.once(name, "handoff") for name in ("s", "s", "t", "unknown")]
    assert answers == [True, False, True, False]


def test_the_end_of_a_task_ends_its_rules_and_its_progress(journal: Journal) -> None:
    entities = tuple(Entity(kind, "f", "a.py", "x", "edit", 0.95) for kind in ("fact", "progress"))
    rule = Text("rule", "never push")
    journal.append([Entry(session="s", kind="tool", time=1, texts=(rule, Text("decision", "use UTC")), entities=entities)])
    journal.end_task()
    assert (reading.rules(journal), [found.kind for found in recalling.named(journal, "f")]) == ((), ["fact"])
    assert [found.text for found in reading.sayings(journal, "decision")] == ["use UTC"]
    journal.append([Entry(session="s", kind="prompt", time=1, texts=(rule,))])
    assert [found.text for found in reading.rules(journal)] == ["never push"]
