import os
import shutil
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agentstate.journal.journal import find_journal, open_journal
from agentstate.vocabulary.errors import AgentStateError
from tests.journal.events import WRITER, start, tool

NAMES = {"journal.db", "journal.db-wal", "journal.db-shm", "journal.lock", "journal.queue", ".gitignore"}
OPENER = """
import os, sys
from agentstate.journal.journal import open_journal
from agentstate.vocabulary.errors import AgentStateError
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    open_journal(sys.argv[1])
except AgentStateError as error:
    print(error.message, error.hint, sep="\\n")
"""
"""Opens a journal as somebody whom permissions hold."""


def modes(root: Path) -> dict[str, str]:
    return {path.name: f"{stat.S_IMODE(path.lstat().st_mode):o}" for path in sorted((root / ".agent").rglob("*"))}


def refusal(root: Path) -> tuple[str, str]:
    with pytest.raises(AgentStateError) as caught:
        open_journal(root)
    return caught.value.message, caught.value.hint


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that everybody can reach, which those of pytest are not."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    (folder / ".agent/local").mkdir(parents=True)
    yield folder
    for path in (folder / ".agent", folder / ".agent/local"):
        path.chmod(0o700)
    shutil.rmtree(folder)


@pytest.mark.parametrize("umask", [0, 0o022, 0o077, 0o277, 0o777])
def test_the_folder_and_its_files_are_closed_to_others(root: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        journal = open_journal(root)
        journal.append([tool("c1", ("a.py", "edit"))])
    finally:
        os.umask(before)
    assert modes(root) == {"local": "700", **dict.fromkeys(sorted(NAMES), "600")}
    journal.close()


def test_what_was_open_to_others_is_closed(root: Path) -> None:
    open_journal(root).append([tool("c1")])
    (root / ".agent/local").chmod(0o755)
    for path in (root / ".agent/local").glob("journal.db*"):
        path.chmod(0o644)
    open_journal(root).append([tool("c2")])
    assert modes(root) == {"local": "700", **dict.fromkeys(sorted(NAMES), "600")}


def test_the_folder_ignores_itself(root: Path) -> None:
    for wrong in (b"", b"!*", b"*\n!journal.db\n"):
        (root / ".agent/local").mkdir(exist_ok=True)
        (root / ".agent/local/.gitignore").write_bytes(wrong)
        open_journal(root)
        assert (root / ".agent/local/.gitignore").read_bytes() == b"*\n"


def test_without_a_tree_nothing_is_made(tmp_path: Path) -> None:
    assert refusal(tmp_path) == (f'there is no folder "{tmp_path}/.agent"', "run: agentstate init")
    assert list(tmp_path.iterdir()) == []


def test_looking_for_a_journal_makes_none(root: Path) -> None:
    assert find_journal(root) is None
    assert list((root / ".agent").iterdir()) == []
    open_journal(root).append([tool("c1")])
    found = find_journal(root)
    assert found
    assert found.append([tool("c1")]) == 0


@pytest.mark.parametrize("name", [".agent", ".agent/local"])
@pytest.mark.parametrize(("kind", "words"), [("link", "a symbolic link"), ("file", "a file")])
def test_a_link_or_a_file_instead_of_a_folder_is_refused(tmp_path: Path, name: str, kind: str, words: str) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir()
    (root / name).parent.mkdir(parents=True)
    if kind == "link":
        (root / name).symlink_to(outside)
    else:
        (root / name).write_bytes(b"")
    assert refusal(root) == (f'"{root / name}" is {words}, not a folder', "put a real folder in its place")
    assert list(outside.iterdir()) == []


def bind(path: Path) -> None:
    before = Path.cwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(before)


@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal", "journal.db-shm", "journal.db-journal"])
@pytest.mark.parametrize(
    ("plant", "words"),
    [
        (lambda path: path.symlink_to(path.parents[2] / "victim"), "a symbolic link, not a regular file"),
        (os.mkfifo, "a FIFO, not a regular file"),
        (Path.mkdir, "a folder, not a regular file"),
        (bind, "a socket, not a regular file"),
        (lambda path: path.hardlink_to(path.parents[2] / "victim"), "a hard link to another file"),
    ],
)
def test_nothing_is_opened_through_a_link_or_a_special_file(root: Path, name: str, plant: Callable[[Path], None], words: str) -> None:
    (root / "victim").write_bytes(b"precious")
    (root / ".agent/local").mkdir()
    plant(root / ".agent/local" / name)
    assert refusal(root) == (f'"{root}/.agent/local/{name}" is {words}', "remove it and run the command again")
    assert (root / "victim").read_bytes() == b"precious"


def test_a_planted_link_to_the_lock_is_refused(root: Path) -> None:
    (root / "victim").write_bytes(b"precious")
    (root / ".agent/local").mkdir()
    (root / ".agent/local/journal.lock").symlink_to(root / "victim")
    words = "is a symbolic link, not a regular file", "remove it and run the command again"
    assert refusal(root) == (f'"{root}/.agent/local/journal.lock" {words[0]}', words[1])


def test_a_lock_that_holds_something_is_no_obstacle(root: Path) -> None:
    (root / ".agent/local").mkdir()
    (root / ".agent/local/journal.lock").write_bytes(b"x" * 5_000)
    assert open_journal(root).append([tool("c1")]) == 1


@pytest.mark.parametrize("plant", [Path.symlink_to, Path.hardlink_to])
def test_the_queue_writes_through_no_link(root: Path, plant: Callable[[Path, Path], None]) -> None:
    (root / "victim").write_bytes(b"precious")
    (root / ".agent/local").mkdir()
    plant(root / ".agent/local/journal.queue", root / "victim")
    assert open_journal(root).append([tool("c1")]) == 1
    assert (root / "victim").read_bytes() == b"precious"


def test_names_that_mean_something_in_an_address_are_names(tmp_path: Path) -> None:
    root = tmp_path / "a ?mode=memory#%41 ä\udcff"
    (root / ".agent").mkdir(parents=True)
    open_journal(root).append([tool("c1")])
    assert open_journal(root).append([tool("c1")]) == 0


def test_a_folder_that_cannot_be_written_is_told(public: Path) -> None:
    (public / ".agent/local").chmod(0o500)
    if os.getuid() == 0:
        for path in (public / ".agent", public / ".agent/local"):
            os.chown(path, 65534, 65534)
    process = start(OPENER, public)
    out, err = process.communicate()
    hint = "make the folder and its files accessible to you, or run the command as their owner"
    assert (out.decode().splitlines(), err) == (
        [f'cannot use the journal "{public}/.agent/local/journal.db": permission denied', hint],
        b"",
    )


def test_a_journal_that_is_taken_away_in_between_is_made_again(root: Path) -> None:
    journal = open_journal(root)
    journal.append([tool("c1")])
    shutil.rmtree(root / ".agent/local")
    assert journal.append([tool("c2")]) == 1
    assert open_journal(root).rows("SELECT call FROM events") == [("c2",)]
    assert stat.S_IMODE((root / ".agent/local").stat().st_mode) == 0o700


def test_a_writer_in_another_process_is_seen(root: Path) -> None:
    journal = open_journal(root)
    assert start(WRITER, root, "s", 0, 3).communicate() == (b"0\n1\n2\n", b"")
    assert journal.rows("SELECT call FROM events") == [("call-0",), ("call-1",), ("call-2",)]
