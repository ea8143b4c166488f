"""What a journal remembers for the message: read from real journals below real folders, and held against the files there."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentstate.journal.journal import Journal, open_journal
from agentstate.message.recollection import Recollection
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.entries import Entity, Entry, Text
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace.disk import Disk
from agentstate.workspace.remembering import recollection, remembered
from tests.support.recovery import tree

PYTHON = "def flush(limit: int) -> int:\n    return limit\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with an empty tree and two modules."""
    (tmp_path / ".agent").mkdir()
    (tmp_path / "src").mkdir()
    for name in ("outbox", "retry"):
        (tmp_path / "src" / f"{name}.py").write_text(PYTHON, encoding="utf-8")
    return tmp_path


def fill(root: Path, *entries: Entry) -> None:
    journal = open_journal(root)
    journal.append(entries)
    journal.close()


def call(number: int, *touches: tuple[str, str], session: str = "s", **more: object) -> Entry:
    full = tuple((path, operation, "") for path, operation in touches)
    values: dict[str, object] = {
        "session": session,
        "kind": "tool",
        "time": number,
        "call": f"{session}-{number}",
        "touches": full,
        "ok": True,
    }
    return Entry(**values | more)  # type: ignore[arg-type]


def known(root: Path, notes: Tree | None = None, session: str = "") -> Recollection:
    found = recollection(root, notes or Tree(), session)
    assert found is not None
    return found


def test_without_a_journal_there_is_nothing_to_remember(root: Path) -> None:
    assert recollection(root, Tree()) is None
    assert not (root / layout.LOCAL).exists()


def test_a_journal_that_cannot_be_read_is_no_error(root: Path) -> None:
    (root / layout.LOCAL).mkdir()
    (root / layout.LOCAL / "journal.db").symlink_to("elsewhere")
    found = known(root)
    assert found == Recollection(problem=found.problem)
    assert found.problem == f'"{root}/.agent/local/journal.db" is a symbolic link, not a regular file'


def test_everything_that_one_session_leaves(root: Path) -> None:
    said = (
        Text("decision", "We decided to retry.", "answer", 0.7),
        Text("decision", "Maybe we use a queue?", "answer", 0.5),
        Text("dead-end", "A trigger does not work.", "answer", 0.7),
    )
    fill(
        root,
        Entry(session="s", kind="prompt", time=1, texts=(Text("prompt", "Go."), Text("rule", "Never force.", "prompt", 0.7))),
        call(2, ("src/outbox.py", "edit")),
        call(3, ("src/retry.py", "read"), ("src/gone.py", "edit")),
        call(4, command="pytest", tests=True, exit_code=1, ok=False, kind="tool_failed"),
        call(5, command="git status", exit_code=0),
        Entry(session="s", kind="turn_end", time=6, texts=said),
    )
    found = known(root)
    assert (found.instruction, found.rules) == ("Go.", ("Never force.",))
    assert [(file.path, file.verified) for file in found.changed] == [("src/gone.py", False), ("src/outbox.py", False)]
    assert found.gone == {"src/gone.py"}
    assert [(one.command, one.exit_code, one.failures) for one in found.failures] == [("pytest", 1, 1)]
    assert [one.command for one in found.commands] == ["git status"]
    assert found.files == ("src/retry.py", "src/outbox.py")
    assert [one.text for one in (*found.decisions, *found.dead_ends)] == ["We decided to retry.", "A trigger does not work."]


def test_an_edit_takes_back_what_a_passed_test_run_has_verified(root: Path) -> None:
    run: dict[str, Any] = {"command": "pytest", "tests": True, "exit_code": 0}
    untouched(root)
    fill(root, call(1, ("src/outbox.py", "edit"), ("src/retry.py", "edit")), call(2, **run), call(3, ("src/retry.py", "edit")))
    assert {file.path: file.verified for file in known(root).changed} == {"src/outbox.py": True, "src/retry.py": False}


def test_what_was_written_after_the_tests_had_passed_is_not_verified(root: Path) -> None:
    run: dict[str, Any] = {"command": "pytest", "tests": True, "exit_code": 0}
    fill(root, call(1, ("src/outbox.py", "edit"), ("src/retry.py", "edit")), call(2_000, **run))
    os.utime(root / "src" / "outbox.py", ns=(0, 2_000_999_999))
    os.utime(root / "src" / "retry.py", ns=(0, 2_001_000_000))
    assert {file.path: file.verified for file in known(root).changed} == {"src/outbox.py": True, "src/retry.py": False}


@pytest.mark.parametrize(
    ("command", "verified", "changed"),
    [
        ("sed -i s/a/b/ src/outbox.py", {"src/retry.py"}, {"src/outbox.py", "src/retry.py"}),
        ("cat >> src/outbox.py <<'E'\nx\nE", {"src/retry.py"}, {"src/outbox.py", "src/retry.py"}),
        ("git checkout -- src/retry.py", set(), {"src/retry.py"}),
        ("git stash", set(), {"src/retry.py"}),
        ("ruff format .", {"src/retry.py"}, {"src/retry.py"}),
        ("cat src/retry.py", {"src/retry.py"}, {"src/retry.py"}),
        ("git stash list", {"src/retry.py"}, {"src/retry.py"}),
    ],
)
def test_what_commands_write_is_changed_and_not_verified(root: Path, command: str, verified: set[str], changed: set[str]) -> None:
    run: dict[str, Any] = {"command": "pytest", "tests": True, "exit_code": 0}
    untouched(root)
    fill(root, call(1, ("src/retry.py", "edit")), call(2, **run), call(3, command=command, exit_code=0))
    found = known(root).changed
    assert ({file.path for file in found if file.verified}, {file.path for file in found}) == (verified, changed)
    fill(root, call(4, **run))
    assert {file.path for file in known(root).changed if file.verified} == changed


def test_where_a_file_went(root: Path) -> None:
    fill(
        root,
        Entry(session="s", kind="tool", time=1, call="1", touches=(("src/retry.py", "move", "src/old.py"),), ok=True),
        call(2, command="git mv src/older.py src/outbox.py", exit_code=0),
        call(3, command="mv src/outbox.py src/nowhere.py", exit_code=0),
    )
    assert known(root).moved == {"src/old.py": "src/retry.py", "src/older.py": "src/outbox.py"}


def test_what_the_user_refused_has_not_failed(root: Path) -> None:
    said = [Text("refused", command, "user") for command in ("git push", "make")]
    fill(root, call(1, texts=tuple(said), ok=None), call(2, command="make", exit_code=0))
    found = known(root)
    assert (found.refused, found.failures, [one.command for one in found.commands]) == (("git push",), (), ["make"])


def untouched(root: Path) -> None:
    """The modules are older than anything that a journal tells."""
    for path in (root / "src").iterdir():
        os.utime(path, ns=(0, 0))


def test_files_that_commands_named_are_at_hand_where_they_are_there(root: Path) -> None:
    (root / "docs").mkdir()
    (root / "docs" / "retry.md").write_text("x", encoding="utf-8")
    fill(
        root,
        call(1, ("src/outbox.py", "read")),
        call(2, command="sed -n 1,5p retry.md absent.md ../../etc/hosts.txt", cwd="docs"),
        call(3, command=f"cat {root}/src/retry.py /etc/hosts.conf"),
    )
    assert known(root).files == ("src/retry.py", "docs/retry.md", "src/outbox.py")


def test_notes_and_what_is_not_there_are_no_files_to_hand(root: Path) -> None:
    fill(root, call(1, (".agent/STATE.yaml", "edit"), ("gone.py", "read"), ("/elsewhere/a.py", "read"), ("src/retry.py", "read")))
    found = known(root)
    assert (found.files, found.changed) == (("/elsewhere/a.py", "src/retry.py"), ())


def test_only_what_the_session_changed_is_changed_and_only_what_it_said_is_said(root: Path) -> None:
    heard = Entry(session="old", kind="turn_end", time=2, texts=(Text("decision", "We chose A.", "answer", 0.7),))
    fill(root, call(1, ("src/outbox.py", "edit"), session="old"), heard, call(3, ("src/retry.py", "edit"), session="new"))
    assert [file.path for file in known(root).changed] == ["src/retry.py"]
    assert [file.path for file in known(root, session="old").changed] == ["src/retry.py", "src/outbox.py"]
    assert (known(root).decisions, len(known(root, session="old").decisions)) == ((), 1)


def test_files_outside_come_after_those_of_the_project(root: Path) -> None:
    fill(root, call(1, ("src/retry.py", "edit")), call(2, ("/elsewhere/plan.md", "edit")))
    assert [file.path for file in known(root).changed] == ["src/retry.py", "/elsewhere/plan.md"]


def test_a_session_that_did_nothing_yet_is_told_of_the_one_before(root: Path) -> None:
    fill(root, call(1, ("src/outbox.py", "edit"), session="old"), Entry(session="new", kind="session_start", time=9))
    assert [file.path for file in known(root).changed] == ["src/outbox.py"]


@pytest.mark.parametrize(("written", "expected"), [(1_999, "[~] retry"), (2_000, ""), (9_000, "")])
def test_a_plan_counts_where_it_is_newer_than_the_notes(root: Path, written: int, expected: str) -> None:
    state = root / layout.STATE
    state.write_text("project: x\n", encoding="utf-8")
    os.utime(state, ns=(0, written * 1_000_000))
    fill(root, call(2_000, texts=(Text("plan", "[~] retry"),), tool="plan"))
    assert known(root).plan == expected


def entity(symbol: str, content: str, scope: str = "src/outbox.py", kind: str = "fact") -> Entity:
    return Entity(kind, symbol, scope, content, "read", 0.95)


def test_a_symbol_is_as_its_file_has_it_now_and_the_journal_learns_that(root: Path) -> None:
    kept = (entity("flush", "def flush()"), entity("gone", "def gone()"), entity("lost", "def lost()", "src/lost.py"))
    fill(root, call(1, entities=kept))
    assert [(one.symbol, one.content) for one in known(root).symbols] == [("flush", "def flush(limit: int) -> int")]
    journal = open_journal(root)
    rows = journal.rows("SELECT symbol, content, gone FROM entities ORDER BY symbol")
    journal.close()
    assert rows == [("flush", "def flush(limit: int) -> int", 0), ("gone", "def gone()", 1), ("lost", "def lost()", 1)]


def test_a_journal_that_cannot_learn_is_still_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise AgentStateError("the disk is full")

    fill(root, call(1, entities=(entity("flush", "def flush()"),)))
    monkeypatch.setattr(Journal, "correct", full)
    assert [one.content for one in known(root).symbols] == ["def flush(limit: int) -> int"]


def test_the_symbol_that_the_next_action_names_comes_first_from_the_file_itself(root: Path) -> None:
    (root / "src" / "cache.py").write_text("class Cache:\n    def put(self, key: str) -> None: ...\n", encoding="utf-8")
    fill(root, call(1, ("src/cache.py", "read")), call(2, entities=(entity("flush", "def flush()"),)))
    notes = tree({layout.STATE: "next_action: make `Cache.put` faster\n"})
    assert [one.symbol for one in known(root, notes).symbols] == ["Cache.put", "flush"]


def test_as_many_symbols_as_the_settings_ask_for(root: Path) -> None:
    (root / "src" / "many.py").write_text("".join(f"def f{index}(): ...\n" for index in range(20)), encoding="utf-8")
    fill(root, call(1, entities=tuple(entity(f"f{index}", "def", "src/many.py") for index in range(20))))
    assert len(known(root).symbols) == 8
    few = replace(Tree(), settings=replace(Tree().settings, recall=replace(Tree().settings.recall, engrams=3)))
    assert len(known(root, few).symbols) == 3


def test_the_same_journal_gives_the_same_value(root: Path) -> None:
    fill(root, *(call(number, (f"src/{name}.py", "edit"), command=f"make {number}") for number, name in enumerate(("outbox", "retry") * 4)))
    assert known(root) == known(root)


def test_of_an_open_journal(root: Path, opened: Callable[[], Journal]) -> None:
    journal = opened()
    journal.append([call(1, ("src/retry.py", "edit"))])
    assert remembered(journal, Tree(), Disk(root)).files == ("src/retry.py",)


@pytest.fixture
def opened(root: Path) -> Callable[[], Journal]:
    return lambda: open_journal(root)
