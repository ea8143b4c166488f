"""Each call to the operating system fails in turn: an AgentStateError, old bytes or new ones, nothing left lying about."""

import errno
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from agentstate.files.apply import apply
from agentstate.files.lock import locked
from agentstate.files.write import remove, write_atomic
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Remove, Write
from tests.files.machine import ERRORS, Machine, disk_error, picture

STATE, NEW, TODO = ".agent/STATE.yaml", ".agent/checkpoints/new.yaml", ".agent/TODO.md"
OLD = {STATE: b"old", TODO: b"todo"}
PLAN = Plan((Write(NEW, b"new", None), Write(STATE, b"newer", b"old"), Remove(TODO, b"todo")))


@dataclass(frozen=True)
class Work:
    """Something that changes files; `after` is what it leaves, `last` the call that makes the change of a single file."""

    run: Callable[[Path], None]
    after: dict[str, bytes]
    last: str = ""


def under_lock(root: Path) -> None:
    with locked(root, 0):
        apply(root, PLAN)


WORKS = {
    "replace": Work(lambda root: write_atomic(root, STATE, b"newer"), {**OLD, STATE: b"newer"}, "replace"),
    "create": Work(lambda root: write_atomic(root, NEW, b"new"), {**OLD, NEW: b"new"}, "replace"),
    "create exclusively": Work(lambda root: write_atomic(root, NEW, b"new", exclusive=True), {**OLD, NEW: b"new"}, "link"),
    "remove": Work(lambda root: remove(root, TODO), {STATE: b"old"}, "unlink"),
    "apply": Work(lambda root: apply(root, PLAN), {STATE: b"newer", NEW: b"new"}),
    "apply under the lock": Work(under_lock, {STATE: b"newer", NEW: b"new"}),
}


def prepare(root: Path) -> None:
    shutil.rmtree(root / ".agent")
    (root / ".agent").mkdir()
    for path, data in OLD.items():
        (root / path).write_bytes(data)


def files(root: Path) -> dict[str, bytes]:
    return {path: data for path, data in picture(root).items() if isinstance(data, bytes) and "/local/" not in path}


def succeeds(work: Work, root: Path) -> bool:
    try:
        work.run(root)
    except AgentStateError:
        return False
    return True


@pytest.mark.parametrize(("number", "lasting"), [*((number, False) for number in ERRORS), (errno.ENOSPC, True)])
@pytest.mark.parametrize("name", WORKS)
def test_any_call_that_fails(root: Path, machine: Machine, name: str, number: int, lasting: bool) -> None:
    work = WORKS[name]
    prepare(root)
    work.run(root)
    calls = machine.calls
    assert files(root) == work.after
    for at in range(len(calls)):
        prepare(root)
        machine.fail(at, disk_error(number), lasting=lasting)
        done = succeeds(work, root)
        machine.heal()
        found = files(root)
        temporary = {path for path in found if path.endswith(".tmp")}
        assert lasting or not temporary
        for path in found.keys() - temporary:
            assert found[path] in {OLD.get(path), work.after.get(path)}
        assert OLD.keys() & work.after.keys() <= found.keys()
        if done:
            assert found == work.after
        elif work.last and at <= calls.index(work.last):
            assert {path: found[path] for path in found.keys() - temporary} == OLD


@pytest.mark.parametrize("number", ERRORS)
def test_any_call_that_fails_where_there_are_no_hard_links(
    root: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refused(*_arguments: object, **_options: object) -> None:
        raise disk_error(errno.EPERM)

    monkeypatch.setattr(os, "link", refused)
    work = WORKS["create exclusively"]
    prepare(root)
    work.run(root)
    calls = machine.calls
    for at in range(len(calls)):
        prepare(root)
        machine.fail(at, disk_error(number))
        done = succeeds(work, root)
        machine.heal()
        assert files(root) == (work.after if done or at > calls.index("replace") else OLD)


def test_most_failures_are_told(root: Path, machine: Machine) -> None:
    """The calls whose failure endangers nothing: giving back, cleaning up, the process number in the lock."""
    prepare(root)
    under_lock(root)
    calls, unharmed = machine.calls, set()
    for at in range(len(calls)):
        prepare(root)
        machine.fail(at, disk_error(ERRORS[0]))
        if succeeds(WORKS["apply under the lock"], root):
            unharmed.add(machine.calls[at])
    assert unharmed == {"close_folder", "truncate", "write", "sync", "close", "open_root", "open_folder", "names", "status"}
