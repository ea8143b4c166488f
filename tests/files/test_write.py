import errno
import os
import resource
import socket
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from agentstate.files import system
from agentstate.files.write import clean_leftovers, remove, write_atomic
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from tests.files.machine import Machine, disk_error, everything_is_permitted, picture
from tests.files.test_read import PATHS_ASTRAY

STATE = ".agent/STATE.yaml"
LEFTOVER = ".agentstate-0123456789abcdef.tmp"


def refusal(caught: pytest.ExceptionInfo[AgentStateError]) -> tuple[str, str, int]:
    return caught.value.message, caught.value.hint, caught.value.exit_code


def attempts(root: Path, path: str) -> tuple[Callable[[], None], ...]:
    return (lambda: write_atomic(root, path, b"new"), lambda: remove(root, path))


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_bytes_as_they_were_given(root: Path, state: Path) -> None:
    write_atomic(root, STATE, b"\xef\xbb\xbfa\r\n\x00\xff")
    assert state.read_bytes() == b"\xef\xbb\xbfa\r\n\x00\xff"
    assert picture(root) == {".agent": "folder", STATE: b"\xef\xbb\xbfa\r\n\x00\xff"}


@pytest.mark.parametrize("exclusive", [False, True])
def test_missing_folders_are_made(root: Path, exclusive: bool) -> None:
    write_atomic(root, ".agent/a/b/c", b"new", exclusive=exclusive)
    assert picture(root / ".agent/a") == {"b": "folder", "b/c": b"new"}


@pytest.mark.parametrize(
    ("mask", "file", "folder"), [(0o022, 0o644, 0o755), (0o077, 0o600, 0o700), (0o002, 0o664, 0o775), (0, 0o666, 0o777)]
)
@pytest.mark.parametrize("exclusive", [False, True])
def test_what_is_new_has_the_permissions_of_the_umask(root: Path, mask: int, file: int, folder: int, exclusive: bool) -> None:
    os.umask(mask)
    write_atomic(root, "new/file", b"", exclusive=exclusive)
    assert (permissions(root / "new/file"), permissions(root / "new")) == (file, folder)


@pytest.mark.parametrize(("before", "after"), [(None, 0o600), (0o644, 0o600), (0o600, 0o600)])
def test_below_local_files_are_closed_to_others(root: Path, before: int | None, after: int) -> None:
    path = f"{layout.LOCAL}/state.schema.json"
    if before is not None:
        write_atomic(root, path, b"old")
        (root / path).chmod(before)
    write_atomic(root, path, b"new")
    assert (permissions(root / path), (root / path).read_bytes()) == (after, b"new")


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o664, 0o755, 0o444, 0o666])
def test_permissions_stay(root: Path, state: Path, mode: int) -> None:
    state.chmod(mode)
    os.umask(0o077)
    write_atomic(root, STATE, b"new")
    assert (permissions(state), state.read_bytes()) == (mode, b"new")


def test_a_folder_made_by_another_meanwhile_is_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = system.make_folder

    def late(parent: system.Folder, name: str, mode: int) -> None:
        make(parent, name, mode)
        make(parent, name, mode)

    monkeypatch.setattr(system, "make_folder", late)
    write_atomic(root, "a/b", b"new")
    assert picture(root / "a") == {"b": b"new"}


def test_a_private_file_is_private_all_the_way(root: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state.chmod(0o600)
    os.umask(0)
    seen: list[int] = []
    write = system.write

    def looking(descriptor: int, data: memoryview) -> int:
        seen.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        return write(descriptor, data)

    monkeypatch.setattr(system, "write", looking)
    write_atomic(root, STATE, b"new")
    assert seen == [0o600]


def test_further_hard_links_keep_the_old_bytes(root: Path, state: Path, outside: Path) -> None:
    state.unlink()
    state.hardlink_to(outside / "secret.txt")
    write_atomic(root, STATE, b"new")
    assert (state.read_bytes(), (outside / "secret.txt").read_bytes()) == (b"new", b"secret")


@pytest.mark.parametrize("target", ["../../outside/secret.txt", "../../outside/created", "/etc/passwd", "STATE.yaml", "../src.txt"])
def test_a_link_is_neither_followed_nor_replaced(root: Path, state: Path, outside: Path, target: str) -> None:
    assert outside.is_dir()
    (root / "src.txt").write_bytes(b"inside")
    state.unlink()
    state.symlink_to(target)
    before = picture(root)
    for call in attempts(root, STATE):
        with pytest.raises(AgentStateError) as caught:
            call()
        assert refusal(caught) == (f'"{STATE}" is a symbolic link, not a regular file', "put a regular file in its place", 2)
    with pytest.raises(AgentStateError) as caught:
        write_atomic(root, STATE, b"new", exclusive=True)
    assert refusal(caught) == (f'"{STATE}" exists already', "run the command again", 2)
    assert picture(root) == before


@pytest.mark.parametrize("linked", [".agent", ".agent/checkpoints"])
@pytest.mark.parametrize("deeper", ["x", "a/x", "secret.txt"])
def test_a_link_on_the_way_is_not_followed(root: Path, outside: Path, linked: str, deeper: str) -> None:
    if linked == ".agent":
        (root / ".agent").rename(root / "moved")
    (root / linked).symlink_to(outside)
    for call in attempts(root, f"{linked}/{deeper}"):
        with pytest.raises(AgentStateError) as caught:
            call()
        assert refusal(caught) == (f'"{linked}" is a symbolic link, not a folder', "put a real folder in its place", 2)


def test_a_dangling_link_on_the_way_makes_no_folder(root: Path, outside: Path) -> None:
    (root / ".agent/checkpoints").symlink_to(outside / "created")
    with pytest.raises(AgentStateError, match='"\\.agent/checkpoints" is a symbolic link, not a folder'):
        write_atomic(root, ".agent/checkpoints/x", b"new")


def test_a_link_put_there_meanwhile_is_replaced_not_followed(
    root: Path, state: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = system.replace

    def swapped(folder: system.Folder, source: str, target: str) -> None:
        state.unlink()
        state.symlink_to(outside / "secret.txt")
        replace(folder, source, target)

    monkeypatch.setattr(system, "replace", swapped)
    write_atomic(root, STATE, b"new")
    assert (state.read_bytes(), state.is_symlink()) == (b"new", False)


def test_a_folder_exchanged_for_a_link_meanwhile_leads_nowhere(root: Path, outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = system.sync

    def swapped(descriptor: int) -> None:
        (root / ".agent").rename(root / "moved")
        (root / ".agent").symlink_to(outside)
        sync(descriptor)

    monkeypatch.setattr(system, "sync", swapped)
    write_atomic(root, STATE, b"new")
    assert picture(root) == {".agent": f"-> {outside}", "moved": "folder", "moved/STATE.yaml": b"new"}


@pytest.mark.parametrize("path", [*PATHS_ASTRAY, ".", "./"])
def test_a_path_that_is_astray_by_its_spelling_writes_nothing(root: Path, outside: Path, path: str) -> None:
    assert outside.is_dir()
    (root / ".git").mkdir()
    (root / ".git/config").write_bytes(b"[core]")
    before = picture(root)
    calls: tuple[Callable[[], None], ...] = (partial(write_atomic, root, path, b"new", exclusive=True), *attempts(root, path))
    for call in calls:
        with pytest.raises(AgentStateError):
            call()
    assert picture(root) == before


@pytest.mark.parametrize("kind", ["a folder", "a FIFO", "a socket"])
def test_only_a_regular_file_is_replaced_or_removed(root: Path, state: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state.unlink()
    monkeypatch.chdir(state.parent)
    with socket.socket(socket.AF_UNIX) as server:
        makers: dict[str, Callable[[], None]] = {
            "a folder": state.mkdir,
            "a FIFO": partial(os.mkfifo, state),
            "a socket": partial(server.bind, "STATE.yaml"),
        }
        makers[kind]()
        for call in attempts(root, STATE):
            with pytest.raises(AgentStateError) as caught:
                call()
            assert refusal(caught) == (f'"{STATE}" is {kind}, not a regular file', "put a regular file in its place", 2)


def test_a_file_on_the_way_is_no_folder(root: Path) -> None:
    with pytest.raises(AgentStateError) as caught:
        write_atomic(root, f"{STATE}/x", b"new")
    assert refusal(caught) == (f'"{STATE}" is a file, not a folder', "put a real folder in its place", 2)


def test_an_existing_file_is_not_overwritten_exclusively(root: Path, state: Path) -> None:
    with pytest.raises(AgentStateError) as caught:
        write_atomic(root, STATE, b"new", exclusive=True)
    assert refusal(caught) == (f'"{STATE}" exists already', "run the command again", 2)
    assert picture(root) == {".agent": "folder", STATE: b"old"}
    assert state.read_bytes() == b"old"


@pytest.mark.parametrize("without_links", [False, True])
def test_a_file_made_meanwhile_is_not_overwritten_exclusively(root: Path, monkeypatch: pytest.MonkeyPatch, without_links: bool) -> None:
    link = system.link

    def late(folder: system.Folder, source: str, target: str) -> None:
        (root / ".agent/new").write_bytes(b"theirs")
        if without_links:
            raise disk_error(errno.EPERM)
        link(folder, source, target)

    monkeypatch.setattr(system, "link", late)
    with pytest.raises(AgentStateError) as caught:
        write_atomic(root, ".agent/new", b"ours", exclusive=True)
    assert refusal(caught) == ('".agent/new" exists already', "run the command again", 2)
    assert picture(root) == {".agent": "folder", ".agent/new": b"theirs", STATE: b"old"}


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.ENOSYS])
def test_a_file_system_without_hard_links_still_makes_files_exclusively(root: Path, machine: Machine, number: int) -> None:
    machine.fail(8, disk_error(number))
    write_atomic(root, ".agent/new", b"ours", exclusive=True)
    assert machine.calls[8] == "link"
    assert picture(root) == {".agent": "folder", ".agent/new": b"ours", STATE: b"old"}
    assert permissions(root / ".agent/new") == 0o644


def test_a_short_write_is_continued(root: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = system.write
    monkeypatch.setattr(system, "write", lambda descriptor, data: write(descriptor, data[:3]))
    write_atomic(root, STATE, b"0123456789")
    assert state.read_bytes() == b"0123456789"


def test_a_disk_that_fills_up_in_the_middle(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = [3, 2]
    write = system.write

    def full(descriptor: int, data: memoryview) -> int:
        if not room:
            raise disk_error(errno.ENOSPC)
        return write(descriptor, data[: room.pop()])

    monkeypatch.setattr(system, "write", full)
    with pytest.raises(AgentStateError) as caught:
        write_atomic(root, STATE, b"0123456789")
    message = f'cannot write "{STATE}": no space left on device'
    assert refusal(caught) == (message, "free some disk space and run the command again", 2)
    assert picture(root) == {".agent": "folder", STATE: b"old"}


def test_a_limit_on_the_size_of_files(root: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, limits[1]))
    try:
        with pytest.raises(AgentStateError) as caught:
            write_atomic(root, STATE, b"x" * 8192)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    message = f'cannot write "{STATE}": file too large'
    assert refusal(caught) == (message, "check the disk and the file's folder, then run the command again", 2)
    assert picture(root) == {".agent": "folder", STATE: b"old"}


@pytest.mark.parametrize(
    ("number", "said", "hint"),
    [
        (errno.EACCES, "permission denied", "make the file and its folder accessible to you, or run the command as their owner"),
        (errno.EROFS, "read-only file system", "make the file and its folder accessible to you, or run the command as their owner"),
        (errno.ENOSPC, "no space left on device", "free some disk space and run the command again"),
        (errno.EMFILE, "too many open files", "close some programs or raise the limit of open files, then run the command again"),
        (errno.EIO, "input/output error", "check the disk and the file's folder, then run the command again"),
    ],
)
def test_a_failure_says_file_reason_and_remedy(root: Path, machine: Machine, number: int, said: str, hint: str) -> None:
    machine.fail(3, disk_error(number))
    with pytest.raises(AgentStateError) as caught:
        write_atomic(root, STATE, b"new")
    assert refusal(caught) == (f'cannot write "{STATE}": {said}', hint, 2)


@pytest.mark.skipif(everything_is_permitted(), reason="root may write everywhere")
def test_a_folder_that_we_may_not_write_to(root: Path, state: Path) -> None:
    state.parent.chmod(0o555)
    for verb, call in zip(("write", "remove"), attempts(root, STATE), strict=True):
        with pytest.raises(AgentStateError) as caught:
            call()
        hint = "make the file and its folder accessible to you, or run the command as their owner"
        assert refusal(caught) == (f'cannot {verb} "{STATE}": permission denied', hint, 2)
    state.parent.chmod(0o755)
    assert picture(root) == {".agent": "folder", STATE: b"old"}


def test_an_interruption_leaves_no_temporary_file(root: Path, machine: Machine) -> None:
    machine.fail(5, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        write_atomic(root, STATE, b"new")
    assert picture(root) == {".agent": "folder", STATE: b"old"}


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOTSUP])
def test_a_file_system_that_syncs_no_folders_is_written_to(root: Path, state: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    fsync = os.fsync

    def only_files(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise disk_error(number)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", only_files)
    write_atomic(root, STATE, b"new")
    assert state.read_bytes() == b"new"


ENTERED = ["open_root", "open_folder", "close_folder"]
FILLED = ["open_file", "write", "set_mode", "sync", "close"]


def test_the_order_of_a_replacement(root: Path, machine: Machine) -> None:
    write_atomic(root, STATE, b"new")
    assert machine.calls == [*ENTERED, "status", *FILLED, "replace", "sync_folder", "close_folder"]


def test_the_order_of_a_creation(root: Path, machine: Machine) -> None:
    write_atomic(root, "a/b", b"new", exclusive=True)
    filled = ["open_file", "write", "sync", "close"]
    made = ["open_root", "open_folder", "make_folder", "sync_folder", "open_folder", "close_folder"]
    assert machine.calls == [*made, "status", *filled, "link", "unlink", "sync_folder", "close_folder"]


def test_the_order_of_a_removal(root: Path, machine: Machine) -> None:
    remove(root, STATE)
    assert machine.calls == [*ENTERED, "status", "unlink", "sync_folder", "close_folder"]
    assert picture(root) == {".agent": "folder"}


def test_what_is_missing_cannot_be_removed(root: Path) -> None:
    with pytest.raises(AgentStateError) as caught:
        remove(root, ".agent/none")
    message = 'cannot remove ".agent/none": no such file or directory'
    assert refusal(caught) == (message, "check the disk and the file's folder, then run the command again", 2)


@pytest.fixture
def lock(root: Path) -> Path:
    """A lock that was taken in second 1000."""
    (root / ".agent/local").mkdir()
    (root / ".agent/local/lock").write_bytes(b"")
    os.utime(root / ".agent/local/lock", (1000, 1000))
    return root / ".agent/local/lock"


def leave(path: Path, second: int) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"half")
    os.utime(path, (second, second))
    return path


def test_leftovers_older_than_the_last_lock_are_cleaned(root: Path, lock: Path) -> None:
    assert lock.exists()
    for folder in (".agent", ".agent/checkpoints", ".agent/lanes", ".agent/local"):
        leave(root / folder / LEFTOVER, 999)
    leave(root / LEFTOVER, 999)
    clean_leftovers(root)
    assert [str(path.relative_to(root)) for path in root.rglob("*.tmp")] == [LEFTOVER]
    clean_leftovers(root, ["."])
    assert list(root.rglob("*.tmp")) == []


@pytest.mark.parametrize(("second", "kept"), [(939, False), (940, True), (999, True)])
def test_what_a_hook_left_is_cleaned_a_minute_later(root: Path, lock: Path, second: int, kept: bool) -> None:
    assert lock.exists()
    left = leave(root / ".agent/local/snapshots" / LEFTOVER, second)
    clean_leftovers(root, [".agent/local/snapshots"])
    assert left.exists() is kept


@pytest.mark.parametrize("second", [1000, 1001])
def test_what_may_be_in_use_stays(root: Path, lock: Path, second: int) -> None:
    assert lock.exists()
    kept = leave(root / ".agent" / LEFTOVER, second)
    clean_leftovers(root)
    assert kept.exists()


def test_without_a_lock_everything_may_be_in_use(root: Path) -> None:
    kept = leave(root / ".agent" / LEFTOVER, 1)
    clean_leftovers(root)
    assert kept.exists()


@pytest.mark.parametrize(
    "name", ["a.tmp", ".agentstate-0123.tmp", f"{LEFTOVER}.txt", f"x{LEFTOVER}", LEFTOVER.upper(), ".agentstate-0123456789abcdeg.tmp"]
)
def test_files_of_others_stay(root: Path, lock: Path, name: str) -> None:
    assert lock.exists()
    kept = leave(root / ".agent" / name, 1)
    clean_leftovers(root)
    assert kept.exists()


def test_a_folder_or_link_of_that_name_stays(root: Path, lock: Path, outside: Path) -> None:
    assert lock.exists()
    (root / ".agent" / LEFTOVER).symlink_to(outside / "secret.txt")
    os.utime(root / ".agent" / LEFTOVER, (1, 1), follow_symlinks=False)
    (root / ".agent/lanes" / LEFTOVER).mkdir(parents=True)
    os.utime(root / ".agent/lanes" / LEFTOVER, (1, 1))
    before = picture(root)
    clean_leftovers(root)
    assert picture(root) == before


def test_cleaning_does_not_follow_links(root: Path, lock: Path, tmp_path: Path) -> None:
    assert lock.exists()
    kept = leave(tmp_path / "elsewhere" / LEFTOVER, 1)
    (root / ".agent/lanes").symlink_to(kept.parent)
    clean_leftovers(root)
    assert kept.exists()


def test_cleaning_that_fails_is_no_failure(root: Path, lock: Path, machine: Machine) -> None:
    assert lock.exists()
    leave(root / ".agent" / LEFTOVER, 1)
    clean_leftovers(root, [".agent"])
    for at in range(len(machine.calls)):
        leave(root / ".agent" / LEFTOVER, 1)
        machine.fail(at, disk_error(errno.EIO))
        clean_leftovers(root, [".agent"])
