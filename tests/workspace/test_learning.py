"""What files define, learnt at the moments that leave time for it, and found again by recall."""

from pathlib import Path

import pytest

from agentstate.journal.export import lines
from agentstate.journal.journal import Journal, open_journal
from agentstate.tree import Tree
from agentstate.vocabulary.entries import Entry
from agentstate.workspace.learning import MOST_BYTES, MOST_FILES, MOST_SYMBOLS, learn
from agentstate.workspace.listing import lists
from agentstate.workspace.recalling import recall


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".agent").mkdir()
    (tmp_path / "auth.py").write_text("LIMIT = 3\nclass Login:\n    def check(self, name: str) -> bool: ...\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def journal(root: Path) -> Journal:
    return open_journal(root)


def touch(journal: Journal, number: int, *paths: str, op: str = "edit") -> None:
    touches = tuple((path, op, "") for path in paths)
    journal.append([Entry(session="s", kind="tool", time=number, call=f"c{number}", touches=touches, ok=True)])


def kept(journal: Journal) -> list[tuple[object, ...]]:
    return [tuple(row) for row in journal.rows("SELECT scope, symbol, content, last, activations FROM entities ORDER BY id")]


def in_time() -> bool:
    return True


def test_what_a_touched_file_defines_is_kept_once_for_each_time_it_was_touched(root: Path, journal: Journal) -> None:
    touch(journal, 1, "auth.py")
    touch(journal, 2, "gone.py")
    assert [learn(root, journal, "s", in_time), learn(root, journal, "s", in_time)] == [3, 0]
    first = [("LIMIT", "LIMIT = 3"), ("Login", "class Login"), ("Login.check", "def check(self, name: str) -> bool")]
    assert kept(journal) == [("auth.py", *one, 1, 1) for one in first]
    touch(journal, 3, "auth.py", op="read")
    learn(root, journal, "s", in_time)
    assert kept(journal) == [("auth.py", *one, 3, 2) for one in first]
    assert [memory.engram.symbol for memory in recall(root, Tree(), "Login").found][:1] == ["Login"]


def test_a_file_that_only_commands_named_is_learnt_and_recalled_too(root: Path, journal: Journal) -> None:
    for number, command in enumerate(("sed -n 1,9p auth.py", "sed -i s/3/4/ auth.py", "cat gone.py")):
        journal.append([Entry(session="s", kind="tool", time=number, call=f"c{number}", command=command, ok=True)])
    assert [memory.engram.symbol for memory in recall(root, Tree(), "Login").found] == ["Login"]
    assert learn(root, journal, "s", in_time) == 3
    assert [row[:2] for row in kept(journal)] == [("auth.py", "LIMIT"), ("auth.py", "Login"), ("auth.py", "Login.check")]
    assert [(file.path, file.reads, file.edits, file.changed, file.verified) for file in lists(root).files] == [("auth.py", 1, 1, 2, False)]
    assert [memory.engram.content for memory in recall(root, Tree(), path="auth.py").found][:1] == ["read 1, edited 1, not verified since"]


def test_no_file_is_read_when_the_time_is_over_and_none_of_the_tree_or_outside(root: Path, journal: Journal) -> None:
    outside = root.parent / "outside.py"
    outside.write_text("def out(): ...\n", encoding="utf-8")
    (root / ".agent" / "STATE.yaml").write_text("project: x\n", encoding="utf-8")
    touch(journal, 1, ".agent/STATE.yaml", outside.as_posix())
    assert learn(root, journal, "s", in_time) == 0
    touch(journal, 2, "auth.py")
    assert learn(root, journal, "s", lambda: False) == 0
    assert kept(journal) == []


def test_the_number_of_files_and_of_definitions_and_the_size_are_bounded(root: Path, journal: Journal) -> None:
    names = [f"m{number}.py" for number in range(MOST_FILES + 5)]
    for number, name in enumerate(names):
        (root / name).write_text("def one(): ...\n", encoding="utf-8")
        touch(journal, number, name)
    assert learn(root, journal, "s", in_time) == MOST_FILES
    assert {row[0] for row in kept(journal)} == set(names[5:])
    (root / "many.py").write_text("".join(f"def f{number}(): ...\n" for number in range(MOST_SYMBOLS + 5)), encoding="utf-8")
    (root / "large.py").write_text("def f(): ...\n" + "#" * MOST_BYTES, encoding="utf-8")
    touch(journal, 100, "many.py", "large.py")
    assert learn(root, journal, "s", in_time) == MOST_SYMBOLS


def test_no_credential_is_kept(root: Path, journal: Journal) -> None:
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    (root / "keys.py").write_text(f'GITHUB = "{token}"\n', encoding="utf-8")
    (root / ".env").write_text("DB_PASSWORD=hunter2\nPORT=80\n", encoding="utf-8")
    (root / "app.yaml").write_text("db:\n  password: hunter2\n  host: local\n", encoding="utf-8")
    touch(journal, 1, "keys.py", ".env", "app.yaml")
    learn(root, journal, "s", in_time)
    recall(root, Tree(), "db.password")
    assert {row[1]: row[2] for row in kept(journal)} == {
        "GITHUB": 'GITHUB = "[redacted:github-token]"',
        "DB_PASSWORD": "DB_PASSWORD",
        "PORT": "PORT=80",
        "db": "db:",
        "db.password": "db.password",
        "db.host": "host: local",
    }
    assert "hunter2" not in "\n".join(lines(journal))
