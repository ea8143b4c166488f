"""Recall on real journals: the exact name first, one hop where that is little, words where it is nothing; the file always wins."""

from pathlib import Path

import pytest

from agentstate.extraction.symbols import symbols
from agentstate.journal.journal import Journal, open_journal
from agentstate.journal.recalling import CAP
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.entries import Entity, Entry, Text
from agentstate.workspace import disk
from agentstate.workspace.listing import Lists, lists
from agentstate.workspace.recalling import Asking, Recall, recall
from tests.support.recovery import DECISIONS, tree

AUTH = """\
def verify_token(token: str) -> bool: ...
def verify_user(name: str) -> bool: ...
def issue(name: str) -> str: ...
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".agent").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "auth.py").write_text(AUTH, encoding="utf-8")
    (tmp_path / "src" / "dates.py").write_text(
        "def format_date(value: str) -> str: ...\ndef verify_date(value: str) -> bool: ...\n", encoding="utf-8"
    )
    return tmp_path


def facts(scope: str, *symbols: str, confidence: float = 0.95) -> tuple[Entity, ...]:
    return tuple(Entity("fact", symbol, scope, f"def {symbol}()", "read", confidence) for symbol in symbols)


def fill(root: Path, *entries: Entry) -> None:
    journal = open_journal(root)
    journal.append(entries)
    journal.close()


def call(number: int, *entities: Entity, **more: object) -> Entry:
    values: dict[str, object] = {"session": "s", "kind": "tool", "time": number, "call": f"c{number}", "entities": entities, "ok": True}
    return Entry(**values | more)  # type: ignore[arg-type]


def apart(root: Path, *groups: tuple[Entity, ...]) -> None:
    """Groups of entities that were met far from one another."""
    for number, group in enumerate(groups):
        fill(root, call(number * 100, *group), *(call(number * 100 + more) for more in range(1, 40)))


def names(found: Recall) -> list[tuple[str, str]]:
    return [(memory.engram.symbol, memory.way) for memory in found.found]


def test_the_exact_symbol_comes_first_then_its_file_and_its_family(root: Path) -> None:
    apart(root, facts("src/auth.py", "verify_token", "issue"), facts("src/dates.py", "verify_date", "format_date"))
    found = recall(root, Tree(), "verify_token")
    assert names(found) == [("verify_token", "exact"), ("verify_date", "near"), ("issue", "near")]
    assert found.found[0].engram.content == "def verify_token(token: str) -> bool"


def test_what_was_recalled_by_name_counts_more_the_next_time(root: Path) -> None:
    apart(root, facts("src/auth.py", "verify_token"))
    first, second = (recall(root, Tree(), "verify_token").found[0] for _ in range(2))
    assert (first.engram.activations, second.engram.activations) == (1, 2)
    assert second.engram.last > first.engram.last


def test_a_file_with_what_it_defines_and_what_was_done_to_it(root: Path) -> None:
    fill(root, call(1, *facts("src/auth.py", "issue"), touches=(("src/auth.py", "edit", ""), ("src/auth.py", "read", ""))))
    found = recall(root, Tree(), path="src/auth.py")
    assert [(memory.engram.kind, memory.engram.content) for memory in found.found] == [
        ("progress", "read 1, edited 1, not verified since"),
        ("fact", "def issue(name: str) -> str"),
    ]


def test_what_the_file_has_no_more_is_not_recalled(root: Path) -> None:
    apart(root, facts("src/auth.py", "dropped"), facts("src/lost.py", "lost"))
    assert recall(root, Tree(), "dropped").found == recall(root, Tree(), "lost").found == ()


def test_a_symbol_that_was_never_kept_is_looked_for_in_the_files_touched_last(root: Path) -> None:
    fill(root, call(1, touches=(("src/dates.py", "read", ""),)))
    assert names(recall(root, Tree(), "format_date")) == [("format_date", "exact")]


def test_what_is_not_trusted_is_never_shown(root: Path) -> None:
    apart(root, facts("src/auth.py", "issue", confidence=0.5))
    assert recall(root, Tree(), "issue").found == ()


def test_words_find_what_holds_the_most_of_them(root: Path) -> None:
    apart(root, facts("src/auth.py", "issue"), facts("src/dates.py", "verify_date", "format_date"))
    assert names(recall(root, Tree(), "format date")) == [("format_date", "words"), ("verify_date", "words")]


def test_nothing_spreads_from_what_has_too_many_neighbours(root: Path) -> None:
    many = [f"name{index}" for index in range(CAP + 5)]
    (root / "src" / "many.py").write_text("".join(f"def {name}(): ...\n" for name in [*many, "seed"]), encoding="utf-8")
    apart(root, facts("src/many.py", *many, "seed"))
    assert names(recall(root, Tree(), "seed")) == [("seed", "exact")]


def test_at_most_as_many_as_the_settings_say(root: Path) -> None:
    many = [f"name{index}" for index in range(20)]
    (root / "src" / "many.py").write_text("".join(f"def {name}(): ...\n" for name in many), encoding="utf-8")
    apart(root, facts("src/many.py", *many))
    assert len(recall(root, Tree(), path="src/many.py").found) == 8


def test_decisions_of_the_log_are_included_with_or_without_a_journal(root: Path) -> None:
    notes = tree({layout.DECISIONS: DECISIONS})
    without = recall(root, notes, "outbox queue")
    assert without.problem == "there is no journal: nothing was recorded here"
    fill(root, call(1))
    found = recall(root, notes, "outbox queue")
    assert [memory.engram.kind for memory in found.found] == [memory.engram.kind for memory in without.found] == ["decision"]
    assert found.found[0].engram.content.startswith("## [2026-11-20] Outbox table instead of a queue - Decision: one row")
    assert recall(root, notes, "dictionary").found == ()


def test_a_journal_that_cannot_be_read_says_why(root: Path) -> None:
    (root / layout.LOCAL).mkdir()
    (root / layout.LOCAL / "journal.db").mkdir()
    problem = f'"{root}/.agent/local/journal.db" is a folder, not a regular file'
    assert recall(root, Tree(), "x") == Recall((), problem=problem)
    assert lists(root) == Lists(problem=problem)


def test_the_lists(root: Path) -> None:
    words = (Text("rule", "Never.", "prompt", 0.7), Text("rule", "Really?", "prompt", 0.5), Text("prompt", "Go."), Text("plan", "[ ] x"))
    fill(root, call(1, touches=(("src/auth.py", "read", ""),), texts=words), call(2, command="make", exit_code=2, ok=False))
    found = lists(root)
    assert [file.path for file in found.files] == ["src/auth.py"]
    assert [(one.command, one.failures) for one in found.commands] == [("make", 1)]
    assert [[one.text for one in kind] for kind in (found.rules, found.said, found.plan, found.prompt)] == [
        ["Never."],
        [],
        ["[ ] x"],
        ["Go."],
    ]


SAID = (
    Text("decision", "We decided to keep verify_token pure because tests need it.", "answer", 0.7),
    Text("dead-end", "Calling verify_user from the worker does not work because of locks.", "answer", 0.7),
    Text("dead-end", "Patching `dates.py` is a dead end.", "answer", 0.7),
    Text("decision", "If we decided to use Avro.", "answer", 0.5),
)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("worker locks", [SAID[1].text]),
        ("pure", [SAID[0].text]),
        ("Avro", []),
        ("verify_user", ["verify_user", SAID[1].text, "verify_token"]),
        ("dates.py", ["src/dates.py", SAID[2].text]),
        ("make build", ["make build", "make build"]),
        ("Clean", ["make clean"]),
    ],
)
def test_what_was_said_and_run_is_found(root: Path, query: str, expected: list[str]) -> None:
    fill(
        root,
        call(1, *facts("src/auth.py", "verify_token", "verify_user"), touches=(("src/dates.py", "read", ""),)),
        call(2, command="make build", exit_code=2, ok=False),
        call(3, command="make build", cwd="web", exit_code=0),
        call(4, command="make clean", exit_code=0),
        Entry(session="s", kind="turn_end", time=5, texts=SAID),
    )
    found = recall(root, Tree(), query).found
    assert [memory.engram.symbol for memory in found] == expected


@pytest.mark.parametrize(
    "written", ["src/auth.py", "./src/../src/auth.py", "src\\auth.py", "SRC/Auth.py", "auth.py", "link.py", "{root}/src/auth.py"]
)
@pytest.mark.parametrize("as_query", [False, True])
def test_a_file_in_any_spelling(root: Path, written: str, *, as_query: bool) -> None:
    fill(root, call(1, touches=(("src/auth.py", "edit", ""),)))
    (root / "link.py").symlink_to("src/auth.py")
    written = written.format(root=root)
    found = recall(root, Tree(), written) if as_query else recall(root, Tree(), path=written)
    assert [(memory.engram.symbol, memory.way) for memory in found.found[:1]] == [("src/auth.py", "exact")]


def test_a_file_is_meant_from_the_folder_one_is_in(root: Path) -> None:
    fill(root, call(1, touches=(("src/auth.py", "edit", ""), ("auth.py", "edit", ""))))
    (root / "auth.py").touch()
    for folder, path in ((str(root), "auth.py"), (str(root / "src"), "src/auth.py"), (str(root / "web"), "auth.py")):
        assert [memory.engram.symbol for memory in recall(root, Tree(), path="auth.py", folder=folder).found][:1] == [path]


def test_a_name_that_can_be_several_files_lists_them(root: Path) -> None:
    fill(root, call(1, touches=(("src/auth.py", "edit", ""), ("old/auth.py", "edit", ""), ("x/Auth.py", "read", ""))))
    assert recall(root, Tree(), path="auth.py") == Recall((), 1, '"auth.py" can be any of: old/auth.py, src/auth.py')


@pytest.mark.parametrize("query", ["a" * 100_000, "q z " * 30_000, "\0", "%", "/", "..", "\\"])
def test_any_query_is_answered(root: Path, query: str) -> None:
    fill(root, call(1, touches=(("src/auth.py", "edit", ""),)))
    assert recall(root, Tree(), query) == Recall((), 1)
    assert recall(root, Tree(), path=query) == Recall((), 1)


def test_what_was_gone_and_is_there_again_is_found_by_its_words(root: Path) -> None:
    fill(root, call(1, *facts("src/back.py", "come_back")))
    assert recall(root, Tree(), "come back").found == ()
    (root / "src" / "back.py").write_text("def come_back(soon: int): ...\n", encoding="utf-8")
    for _ in range(2):
        (found,) = recall(root, Tree(), "come back").found
        assert (found.engram.content, found.way) == ("def come_back(soon: int)", "words")


def test_no_more_files_are_taken_apart_than_are_shown(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(30):
        (root / f"part_{number}.py").write_text(f"def open_part_{number}(): ...\n", encoding="utf-8")
        fill(root, call(number, *facts(f"part_{number}.py", f"open_part_{number}")))
    taken: list[str] = []

    def counted(path: str, text: str) -> object:
        taken.append(path)
        return symbols(path, text)

    monkeypatch.setattr(disk, "symbols", counted)
    assert len(recall(root, Tree(), "open part elsewhere").found) == len(taken) == 8
    assert len({*taken}) == 8
    taken.clear()
    assert recall(root, Tree(), "unheard_of").found == ()
    assert taken == []


ASKED = {"verify_token": 14, "src/auth.py": 13, "make build": 8, "verify anything": 13, "unheard_of": 16}


@pytest.mark.parametrize("query", ASKED)
def test_an_answer_takes_few_questions_to_the_journal(root: Path, monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    fill(root, call(1, *facts("src/auth.py", "verify_token"), touches=(("src/auth.py", "edit", ""),)), call(2, command="make build"))
    asked: list[object] = []
    own = Journal.asked

    def counted(self: Journal, work: object) -> object:
        asked.append(work)
        return own(self, work)  # type: ignore[arg-type]

    monkeypatch.setattr(Journal, "asked", counted)
    asking = Asking(root, Tree(), query)
    asking.close()
    assert len(asked) <= ASKED[query]


def test_the_answer_is_there_before_anything_is_kept(root: Path) -> None:
    fill(root, call(1, *facts("src/auth.py", "verify_token")))
    asking = Asking(root, Tree(), "verify_token")
    before = recall_rows(root)
    asking.learn()
    asking.close()
    assert (before, recall_rows(root)) == ([(1,)], [(2,)])


def recall_rows(root: Path) -> list[tuple[object, ...]]:
    journal = open_journal(root)
    try:
        return journal.rows("SELECT activations FROM entities WHERE symbol = 'verify_token'")
    finally:
        journal.close()
