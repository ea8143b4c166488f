"""Where folders have no descriptors (Windows), they are looked at before they are entered."""

from pathlib import Path

import pytest

from agentstate.files import system
from agentstate.files.apply import apply
from agentstate.files.lock import locked
from agentstate.files.read import list_folder, read_file
from agentstate.files.write import write_atomic
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Remove, Write
from tests.files.machine import picture

STATE = ".agent/STATE.yaml"


@pytest.fixture(autouse=True)
def without_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "DESCRIPTORS", False)


def test_reading_writing_locking_and_applying(root: Path) -> None:
    with locked(root, 0):
        apply(root, Plan((Write("a/b", b"new", None), Write(STATE, b"newer", b"old"), Write("c", b"c", None), Remove("c", b"c"))))
    assert (read_file(root, "a/b", 10), read_file(root, STATE, 10), read_file(root, "c", 10)) == (b"new", b"newer", None)
    assert list_folder(root, ".agent/local") == (".gitignore", "lock")


def test_an_existing_file_is_not_overwritten_exclusively(root: Path) -> None:
    with pytest.raises(AgentStateError, match="exists already"):
        write_atomic(root, STATE, b"new", exclusive=True)


@pytest.mark.parametrize("linked", [".agent", STATE])
def test_links_are_refused(root: Path, outside: Path, linked: str) -> None:
    (root / linked).rename(root / "moved")
    (root / linked).symlink_to(outside if linked == ".agent" else outside / "secret.txt")
    path = f"{linked}/secret.txt" if linked == ".agent" else linked
    before = picture(root)
    assert isinstance(read_file(root, path, 100), Fault)
    with pytest.raises(AgentStateError, match="is a symbolic link"):
        write_atomic(root, path, b"new")
    assert picture(root) == before


def test_a_folder_that_stands_for_another_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Junction:
        st_mode = root.stat().st_mode
        st_reparse_tag = 0xA0000003

    monkeypatch.setattr(system, "status", lambda _folder, _name: Junction)
    with pytest.raises(NotADirectoryError):
        system.open_folder(str(root), ".agent")


@pytest.mark.parametrize("path", ["a\\b", "..\\x", "a.txt:ads", "NUL", "nul.txt", "a/COM1", "con"])
def test_names_that_mean_something_else_there_are_refused(root: Path, path: str) -> None:
    with pytest.raises(AgentStateError, match="is not a path below the folder of the tree"):
        write_atomic(root, path, b"new")


def test_names_that_only_look_alike_are_not(root: Path) -> None:
    for path in ("console", "com10", "annul.txt", "a b"):
        write_atomic(root, path, b"new")
    assert list_folder(root, ".") == ("a b", "annul.txt", "com10", "console")
