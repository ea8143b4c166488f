import errno
import os
import socket
from pathlib import Path

import pytest

from agentstate.files import system
from agentstate.files.read import list_folder, read_file
from agentstate.vocabulary.diagnostics import Fault
from tests.files.machine import ERRORS, Machine, at_once, disk_error, everything_is_permitted

STATE = ".agent/STATE.yaml"

SAID = {
    errno.ENOSPC: "no space left on device",
    errno.EIO: "input/output error",
    errno.EACCES: "permission denied",
    errno.EMFILE: "too many open files",
}
HINTS = {
    errno.ENOSPC: "free some disk space and run the command again",
    errno.EACCES: "make the file and its folder accessible to you, or run the command as their owner",
    errno.EMFILE: "close some programs or raise the limit of open files, then run the command again",
}


def fault(message: str, hint: str = "put a regular file in its place") -> Fault:
    return Fault("unreadable", 1, 1, message, hint)


def no_folder(message: str) -> Fault:
    return fault(message, "put a real folder in its place")


def too_large(size: str, limit: int) -> Fault:
    return fault(f'"{STATE}" is {size}, the limit is {limit} bytes', "shorten the file or put the right one in its place")


def test_the_bytes_as_they_are(root: Path, state: Path) -> None:
    state.write_bytes(b"\xef\xbb\xbfa\r\n\x00\xff")
    assert read_file(root, STATE, 100) == b"\xef\xbb\xbfa\r\n\x00\xff"


@pytest.mark.parametrize("path", [".agent/none", "none/none", "a" * 300, "a/" * 3000])
def test_a_missing_file_is_none(root: Path, path: str) -> None:
    assert read_file(root, path, 100) is None


def test_nothing_is_missing_below_a_missing_root(tmp_path: Path) -> None:
    assert read_file(tmp_path / "none", STATE, 100) is None


def test_an_empty_file_is_no_missing_one(root: Path, state: Path) -> None:
    state.write_bytes(b"")
    assert read_file(root, STATE, 0) == b""


@pytest.mark.parametrize(("limit", "expected"), [(3, b"old"), (2, too_large("3 bytes", 2)), (0, too_large("3 bytes", 0))])
def test_the_limit_is_the_last_size_that_is_read(root: Path, limit: int, expected: bytes | Fault) -> None:
    assert read_file(root, STATE, limit) == expected


def test_a_file_larger_than_one_piece(root: Path, state: Path) -> None:
    data = bytes(range(256)) * 1000
    state.write_bytes(data)
    assert read_file(root, STATE, len(data)) == data


def test_a_sparse_gigabyte_is_measured_not_read(root: Path, state: Path, machine: Machine) -> None:
    os.truncate(state, 1 << 30)
    assert read_file(root, STATE, 65536) == too_large("1073741824 bytes", 65536)
    assert "read" not in machine.calls


def test_a_file_that_grows_meanwhile_is_cut_off(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def endless(_descriptor: int, size: int) -> bytes:
        asked.append(size)
        return b"x" * size

    monkeypatch.setattr(system, "read", endless)
    assert read_file(root, STATE, 100_000) == too_large("still growing", 100_000)
    assert sum(asked) == 100_001


@pytest.mark.parametrize("target", ["../../outside/secret.txt", "/etc/passwd", "STATE.yaml", "none", "../src.txt"])
def test_a_link_is_not_followed(root: Path, state: Path, outside: Path, target: str) -> None:
    (root / "src.txt").write_bytes(b"inside")
    state.unlink()
    state.symlink_to(target)
    assert outside.is_dir()
    assert read_file(root, STATE, 100) == fault(f'"{STATE}" is a symbolic link, not a regular file')


@pytest.mark.parametrize("linked", [".agent", ".agent/checkpoints"])
def test_a_link_on_the_way_is_not_followed(root: Path, outside: Path, linked: str) -> None:
    if linked == ".agent":
        (root / ".agent").rename(root / "moved")
    (root / linked).symlink_to(outside)
    assert read_file(root, f"{linked}/secret.txt", 100) == no_folder(f'"{linked}" is a symbolic link, not a folder')
    assert list_folder(root, linked) == no_folder(f'"{linked}" is a symbolic link, not a folder')


def test_the_root_itself_may_be_reached_through_a_link(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    assert read_file(tmp_path / "link", STATE, 100) == b"old"


def test_a_folder_is_no_file(root: Path, state: Path) -> None:
    state.unlink()
    state.mkdir()
    assert read_file(root, STATE, 100) == fault(f'"{STATE}" is a folder, not a regular file')


def test_a_file_is_no_folder(root: Path) -> None:
    assert read_file(root, f"{STATE}/x", 100) == no_folder(f'"{STATE}" is a file, not a folder')
    assert list_folder(root, STATE) == no_folder(f'"{STATE}" is a file, not a folder')


def test_a_fifo_is_not_waited_for(root: Path, state: Path) -> None:
    state.unlink()
    os.mkfifo(state)
    with at_once():
        assert read_file(root, STATE, 100) == fault(f'"{STATE}" is a FIFO, not a regular file')


def test_a_fifo_is_no_folder_on_the_way(root: Path) -> None:
    os.mkfifo(root / "fifo")
    with at_once():
        assert read_file(root, "fifo/x", 100) == no_folder('"fifo" is a FIFO, not a folder')


def test_a_fifo_put_there_meanwhile_is_not_waited_for(root: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = system.status

    def swapped(folder: system.Folder, name: str) -> os.stat_result:
        found = seen(folder, name)
        state.unlink()
        os.mkfifo(state)
        return found

    monkeypatch.setattr(system, "status", swapped)
    with at_once():
        assert read_file(root, STATE, 100) == fault(f'"{STATE}" is a FIFO, not a regular file')


def test_a_link_put_there_meanwhile_is_not_followed(root: Path, state: Path, outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = system.status

    def swapped(folder: system.Folder, name: str) -> os.stat_result:
        found = seen(folder, name)
        state.unlink()
        state.symlink_to(outside / "secret.txt")
        return found

    monkeypatch.setattr(system, "status", swapped)
    found = read_file(root, STATE, 100)
    reason = os.strerror(errno.ELOOP)
    reason = reason[0].lower() + reason[1:]
    assert found == fault(f'cannot read "{STATE}": {reason}', "check the disk and the file's folder, then run the command again")


def test_a_socket_is_no_file(root: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state.unlink()
    monkeypatch.chdir(state.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("STATE.yaml")
        assert read_file(root, STATE, 100) == fault(f'"{STATE}" is a socket, not a regular file')


def test_a_device_is_not_opened(machine: Machine) -> None:
    assert read_file(Path("/dev"), "null", 100) == fault('"null" is a device, not a regular file')
    assert "open_file" not in machine.calls


@pytest.mark.skipif(everything_is_permitted(), reason="root may read everything")
def test_a_file_that_we_may_not_read(root: Path, state: Path) -> None:
    state.chmod(0)
    hint = "make the file and its folder accessible to you, or run the command as their owner"
    assert read_file(root, STATE, 100) == fault(f'cannot read "{STATE}": permission denied', hint)


@pytest.mark.parametrize("number", ERRORS)
def test_any_call_that_fails_is_a_fault(root: Path, machine: Machine, number: int) -> None:
    assert read_file(root, STATE, 100) == b"old"
    for at in range(len(machine.calls)):
        machine.fail(at, disk_error(number))
        found = read_file(root, STATE, 100)
        hint = HINTS.get(number, "check the disk and the file's folder, then run the command again")
        assert found == (b"old" if machine.calls[at] == "close_folder" else fault(f'cannot read "{STATE}": {SAID[number]}', hint))


PATHS_ASTRAY = [
    "/etc/passwd",
    "../outside/secret.txt",
    ".agent/../../outside/secret.txt",
    ".agent/../.agent/STATE.yaml",
    "~/.ssh/id_rsa",
    "~root",
    "C:\\Windows\\x",
    "C:x",
    "\\\\srv\\share",
    "a\0b",
    "\ud800",
    ".git/config",
    ".agent/.GIT/config",
    ".git. /config",
    ".g\u200cit/config",
    ".git::$INDEX_ALLOCATION/config",
    "GIT~1/config",
    "",
]


@pytest.mark.parametrize("path", PATHS_ASTRAY)
def test_a_path_that_is_astray_by_its_spelling_reads_nothing(root: Path, outside: Path, path: str) -> None:
    assert outside.is_dir()
    (root / ".git").mkdir()
    (root / ".git/config").write_bytes(b"[core]")
    found = read_file(root, path, 100)
    listed = list_folder(root, path)
    assert isinstance(found, Fault)
    assert found == listed
    assert found.message.endswith(" is not a path below the folder of the tree")
    assert found.hint == "name a path relative to that folder, with /"


def test_a_message_is_one_line_that_hides_nothing(root: Path) -> None:
    found = read_file(root, "/a\nb\x1b[2J\u202e" + "x" * 500, 100)
    assert isinstance(found, Fault)
    assert found.message == '"/a\\x0ab\\x1b[2J\\u202e' + "x" * 179 + '…" is not a path below the folder of the tree'


def test_the_root_is_no_file(root: Path) -> None:
    assert read_file(root, ".", 100) == fault('"." is a folder, not a regular file', "name a file")


def test_names_are_sorted_and_only_of_files(root: Path, outside: Path) -> None:
    folder = root / ".agent"
    for name in ("b", "a", "-rf", "new\nline", "中"):
        (folder / name).write_bytes(b"")
    (folder / "folder").mkdir()
    (folder / "link").symlink_to(outside / "secret.txt")
    os.mkfifo(folder / "fifo")
    assert list_folder(root, ".agent") == ("-rf", "STATE.yaml", "a", "b", "new\nline", "中")


def test_a_missing_folder_holds_nothing(root: Path) -> None:
    assert list_folder(root, ".agent/lanes") == ()


def test_the_root_can_be_listed(root: Path) -> None:
    (root / "AGENTS.md").write_bytes(b"")
    assert list_folder(root, ".") == ("AGENTS.md",)


def test_a_folder_beyond_the_limit_is_a_fault(root: Path) -> None:
    (root / ".agent/folder").mkdir()
    assert list_folder(root, ".agent", 2) == ("STATE.yaml",)
    expected = fault('".agent" holds more than 1 entries', "move what does not belong there elsewhere")
    assert list_folder(root, ".agent", 1) == expected


@pytest.mark.parametrize("number", ERRORS)
def test_any_call_that_fails_while_listing_is_a_fault(root: Path, machine: Machine, number: int) -> None:
    assert list_folder(root, ".agent") == ("STATE.yaml",)
    for at in range(len(machine.calls)):
        machine.fail(at, disk_error(number))
        found = list_folder(root, ".agent")
        hint = HINTS.get(number, "check the disk and the file's folder, then run the command again")
        assert found == (("STATE.yaml",) if machine.calls[at] == "close_folder" else fault(f'cannot read ".agent": {SAID[number]}', hint))
