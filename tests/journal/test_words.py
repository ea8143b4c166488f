"""The index of words: whatever is in it, not yet in it or no longer in it, answers are those of a plain scan."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentstate.journal import hearing, reading, recalling, upkeep, words
from agentstate.journal.journal import Journal, open_journal
from agentstate.journal.values import Engram
from agentstate.vocabulary.entries import Entity, Entry, Text
from tests.support.laws import law

PIECES = ("verify", "Token", "date", "_", "é", "É", "界面", "ab", ".py", "/", '"', "%", " ", "\\", "x" * 14)
TEXT = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join)
ASKED = st.lists(
    st.sampled_from(("verify", "token", "date", "é", "ab", "界面", "verifytoken", "en_", "xxxx", "nothing")), max_size=3, unique=True
)


def told(number: int, text: str) -> Entry:
    """An event that leaves the text in every table that words are looked for in."""
    entity = Entity("fact", text, f"f{number % 3}.py", f"def {text}()", "read", 0.95)
    said = Text("decision", f"decided: {text}", "answer", 0.7)
    values = {"touches": ((f"src/{text}", "read", ""),), "entities": (entity,), "texts": (said,), "ok": True}
    return Entry(session="s", kind="tool", time=number, call=f"c{number}", command=f"run {text}", **values)  # type: ignore[arg-type]


def answers(journal: Journal, asked: Sequence[str], most: int) -> tuple[object, ...]:
    return (
        recalling.bearing(journal, asked, most),
        recalling.bearing(journal, asked, most, newest=5),
        hearing.said(journal, asked, most),
        hearing.ran(journal, asked, most),
        reading.relevant_files(journal, asked, most),
        [recalling.ending(journal, one) for one in asked],
    )


def scanned(journal: Journal, asked: Sequence[str], newest: int = 0) -> list[Engram]:
    """The entities that hold the most of the words, then the newest, by looking at each of all or of the newest."""
    rows = journal.rows("SELECT id, kind, symbol, scope, content, source, confidence, created, last, activations, gone FROM entities")
    every = sorted((Engram(*row[:-1], bool(row[-1])) for row in rows), key=lambda one: (-one.last, -one.id))  # type: ignore[arg-type, call-arg]
    hits = {one: sum(_holds(one.symbol, word) or _holds(one.content, word) for word in asked) for one in every[: newest or len(every)]}
    return sorted((one for one in hits if hits[one]), key=lambda one: (-hits[one], -one.last, one.id))


def _holds(text: str, word: str) -> bool:
    """Letters of ASCII in either case."""
    return word.encode().lower() in text.encode().lower()


STEPS = st.lists(st.tuples(st.sampled_from(["tell", "tell", "tell", "index", "some", "reword", "drop"]), TEXT), max_size=12)


@settings(law(200), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS, ASKED, st.integers(1, 4), st.sampled_from([1, 1_000]))
def test_the_index_answers_as_a_scan_does(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str]], asked: list[str], most: int, cap: int
) -> None:
    root = tmp_path_factory.mktemp("journal")
    (root / ".agent").mkdir()
    journal = open_journal(root)
    for number, (step, text) in enumerate(steps):
        if step == "tell":
            journal.append([told(number, text)])
        elif step in {"index", "some"}:
            upkeep.index(journal, 100 if step == "index" else 1)
        elif step == "reword":
            journal.correct({1: f"def {text}()"})
        else:
            for table in words.SOURCES:
                journal.change(lambda connection, table=table: connection.execute(f"DELETE FROM {table} WHERE id > 2"))  # type: ignore[misc] # noqa: S608
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "CAP", cap)
        found = answers(journal, asked, most)
        patch.setattr(words, "has_words", lambda _: False)
        assert found == answers(journal, asked, most)
    assert list(found[0]) == scanned(journal, asked)[:most]  # type: ignore[call-overload]
    assert list(found[1]) == scanned(journal, asked, 5)[:most]  # type: ignore[call-overload]
    journal.close()


def plans(journal: Journal, monkeypatch: pytest.MonkeyPatch, asking: Sequence[str]) -> set[str]:
    """How SQLite goes about what is asked."""
    found: set[str] = set()
    own = type(journal).asked

    def explained(self: Journal, work):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
        asked: list[str] = []
        self._connection.set_trace_callback(asked.append)
        answer = own(self, work)
        self._connection.set_trace_callback(None)
        for question in asked:
            if question.startswith("SELECT"):
                found.update(str(row[3]) for row in self._connection.execute(f"EXPLAIN QUERY PLAN {question}"))
        return answer

    monkeypatch.setattr(type(journal), "asked", explained)
    for one in asking:
        answers(journal, [one], 8)
        recalling.named(journal, one)
        recalling.in_file(journal, one)
        recalling.is_known(journal, one)
        hearing.ran_exactly(journal, one)
        reading.touched_files(journal, -1, 40)
    return found


def test_what_recall_asks_uses_indexes(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(50):
        journal.append([told(number, f"name_{number}")])
    upkeep.index(journal)
    found = plans(journal, monkeypatch, ["name_7", "none"])
    scans = {plan for plan in found if plan.startswith("SCAN") and "VIRTUAL TABLE" not in plan}
    assert {plan for plan in scans if "USING INDEX" not in plan and "USING COVERING INDEX" not in plan} <= {
        "SCAN CONSTANT ROW",
        "SCAN reworded",
    }, scans


def test_what_was_forgotten_leaves_no_trace_and_is_made_anew(root: Path) -> None:
    journal = open_journal(root)
    journal.append([told(number, f"unmistakable_{number}") for number in range(20)])
    upkeep.index(journal)
    before = answers(journal, ["unmistakable_3"], 5)
    journal.change(words.forget)
    assert journal.rows("SELECT * FROM indexed") == []
    assert answers(journal, ["unmistakable_3"], 5) == before
    upkeep.index(journal)
    assert answers(journal, ["unmistakable_3"], 5) == before
    upkeep.purge(journal)
    assert b"mis" not in Path(journal.path).read_bytes()


def test_a_full_journal_gets_no_index_and_gives_up_the_one_it_has(root: Path) -> None:
    journal = open_journal(root)
    journal.append([told(number, f"name_{number}") for number in range(300)])
    upkeep.index(journal)
    assert len(journal.rows("SELECT * FROM indexed")) == len(words.SOURCES)
    journal.limit = 100_000
    upkeep.trim(journal)
    upkeep.index(journal)
    assert journal.rows("SELECT * FROM indexed") == []
