import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from agentstate.files import system
from agentstate.files.apply import apply
from agentstate.files.lock import locked
from agentstate.files.write import remove, write_atomic
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Remove, Step, Write
from tests.files.machine import Machine, disk_error, picture

STATE = ".agent/STATE.yaml"
ARCHIVE = ".agent/checkpoints/DECISIONS.archive-0001.md"
TODO = ".agent/TODO.md"


@pytest.fixture
def todo(root: Path) -> Path:
    (root / TODO).write_bytes(b"todo")
    return root / TODO


PLAN = Plan((Write(ARCHIVE, b"archive", None), Write(STATE, b"new", b"old"), Remove(TODO, b"todo")))
AFTER = {".agent": "folder", ".agent/checkpoints": "folder", ARCHIVE: b"archive", STATE: b"new"}


def refusal(caught: pytest.ExceptionInfo[AgentStateError]) -> tuple[str, str, int]:
    return caught.value.message, caught.value.hint, caught.value.exit_code


def test_every_step_in_order(root: Path, todo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def noted(call: Callable[..., None]) -> Callable[..., None]:
        def wrapped(at: Path, path: str, *rest: bytes, **options: bool) -> None:
            done.append(path)
            call(at, path, *rest, **options)

        return wrapped

    monkeypatch.setattr("agentstate.files.apply.write_atomic", noted(write_atomic))
    monkeypatch.setattr("agentstate.files.apply.remove", noted(remove))
    apply(root, PLAN)
    assert picture(root) == AFTER
    assert done == [ARCHIVE, STATE, TODO]
    assert not todo.exists()


def test_a_step_that_changes_nothing_touches_nothing(root: Path, machine: Machine) -> None:
    apply(root, Plan((Write(STATE, b"old", b"old"),)))
    assert machine.calls == []


def test_an_unchanged_file_is_not_even_compared(root: Path) -> None:
    apply(root, Plan((Write(TODO, b"same", b"same"), Write(STATE, b"new", b"old"))))
    assert picture(root) == {".agent": "folder", STATE: b"new"}


def test_an_empty_file_can_be_made(root: Path) -> None:
    apply(root, Plan((Write(TODO, b"", None),)))
    assert picture(root) == {".agent": "folder", STATE: b"old", TODO: b""}


def test_steps_may_follow_one_another_on_one_file(root: Path) -> None:
    apply(root, Plan((Write(STATE, b"1", b"old"), Write(STATE, b"2", b"1"), Remove(STATE, b"2"), Write(STATE, b"3", None))))
    assert picture(root) == {".agent": "folder", STATE: b"3"}


@pytest.mark.parametrize(
    ("path", "theirs"), [(ARCHIVE, b"theirs"), (STATE, b"theirs"), (STATE, None), (TODO, b"theirs"), (TODO, None), (TODO, b"todo and more")]
)
def test_nothing_is_written_where_one_file_changed(root: Path, todo: Path, path: str, theirs: bytes | None) -> None:
    assert todo.exists()
    if theirs is None:
        (root / path).unlink()
    else:
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_bytes(theirs)
    before = picture(root)
    with pytest.raises(AgentStateError) as caught:
        apply(root, PLAN)
    assert refusal(caught) == (f'"{path}" changed meanwhile', "run the command again", 2)
    assert picture(root) == before


@pytest.mark.parametrize(
    ("path", "done", "rest"),
    [
        (STATE, f'"{ARCHIVE}"', f'"{STATE}", "{TODO}"'),
        (TODO, f'"{ARCHIVE}", "{STATE}"', f'"{TODO}"'),
    ],
)
def test_a_file_that_changes_while_the_plan_runs_stays(
    root: Path, todo: Path, monkeypatch: pytest.MonkeyPatch, path: str, done: str, rest: str
) -> None:
    assert todo.exists()

    def disturbed(at: Path, name: str, data: bytes, *, exclusive: bool) -> None:
        write_atomic(at, name, data, exclusive=exclusive)
        if done.endswith(f'"{name}"'):
            (root / path).write_bytes(b"theirs")

    monkeypatch.setattr("agentstate.files.apply.write_atomic", disturbed)
    with pytest.raises(AgentStateError) as caught:
        apply(root, PLAN)
    assert refusal(caught) == (f'"{path}" changed meanwhile; done: {done}; not done: {rest}', "run the command again", 2)
    assert (root / path).read_bytes() == b"theirs"


def test_a_file_made_between_look_and_write_stays(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = system.link

    def late(folder: system.Folder, source: str, target: str) -> None:
        (root / TODO).write_bytes(b"theirs")
        link(folder, source, target)

    monkeypatch.setattr(system, "link", late)
    with pytest.raises(AgentStateError) as caught:
        apply(root, Plan((Write(TODO, b"ours", None),)))
    assert refusal(caught) == (f'"{TODO}" exists already', "run the command again", 2)
    assert (root / TODO).read_bytes() == b"theirs"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("link", f'cannot write "{ARCHIVE}": input/output error; done: nothing; not done: "{ARCHIVE}", "{STATE}", "{TODO}"'),
        ("replace", f'cannot write "{STATE}": input/output error; done: "{ARCHIVE}"; not done: "{STATE}", "{TODO}"'),
        ("unlink", f'cannot remove "{TODO}": input/output error; done: "{ARCHIVE}", "{STATE}"; not done: "{TODO}"'),
        ("sync_folder", f'cannot remove "{TODO}": input/output error; done: "{ARCHIVE}", "{STATE}", "{TODO}"; not done: nothing'),
    ],
)
def test_a_failure_in_the_middle_says_what_was_done(root: Path, todo: Path, machine: Machine, call: str, message: str) -> None:
    apply(root, PLAN)
    at = len(machine.calls) - 1 - machine.calls[::-1].index(call)
    (root / ARCHIVE).unlink()
    (root / STATE).write_bytes(b"old")
    todo.write_bytes(b"todo")
    (root / ".agent/checkpoints").rmdir()
    machine.fail(at, disk_error(errno.EIO))
    with pytest.raises(AgentStateError) as caught:
        apply(root, PLAN)
    assert refusal(caught) == (message, "check the disk and the file's folder, then run the command again", 2)


def test_the_failure_of_an_only_step_needs_no_list(root: Path, machine: Machine) -> None:
    apply(root, Plan((Write(STATE, b"new", b"old"),)))
    machine.fail(machine.calls.index("replace"), disk_error(errno.ENOSPC))
    with pytest.raises(AgentStateError) as caught:
        apply(root, Plan((Write(STATE, b"newer", b"new"),)))
    message = f'cannot write "{STATE}": no space left on device'
    assert refusal(caught) == (message, "free some disk space and run the command again", 2)


@pytest.mark.parametrize("step", [Write(STATE, b"new", None), Write(STATE, b"new", b"old"), Remove(STATE, b"old")])
def test_a_link_is_refused_before_anything_is_written(root: Path, state: Path, outside: Path, step: Step) -> None:
    state.unlink()
    state.symlink_to(outside / "secret.txt")
    with pytest.raises(AgentStateError) as caught:
        apply(root, Plan((Write(TODO, b"todo", None), step)))
    assert refusal(caught) == (f'"{STATE}" is a symbolic link, not a regular file', "put a regular file in its place", 2)
    assert not (root / TODO).exists()


def test_a_gigabyte_where_a_small_file_was_is_refused(root: Path, state: Path) -> None:
    os.truncate(state, 1 << 30)
    with pytest.raises(AgentStateError) as caught:
        apply(root, Plan((Write(STATE, b"new", b"old"),)))
    message = f'"{STATE}" is 1073741824 bytes, the limit is 1048579 bytes'
    assert refusal(caught) == (message, "shorten the file or put the right one in its place", 2)


def test_leftovers_of_a_killed_process_go_with_the_next_plan(root: Path) -> None:
    leftovers = [root / folder / ".agentstate-0123456789abcdef.tmp" for folder in ("", ".agent", ".agent/lanes")]
    for path in leftovers:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"half")
        os.utime(path, (1, 1))
    with locked(root):
        apply(root, Plan((Write(STATE, b"old", b"old"),)))
        assert [path.exists() for path in leftovers] == [True, True, True]
        apply(root, Plan((Write("AGENTS.md", b"new", None),)))
        assert [path.exists() for path in leftovers] == [False, False, False]
