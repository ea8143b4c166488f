"""The process or the machine stops dead: after any call, at any moment, many at once."""

import os
import random
import shutil
from pathlib import Path

import pytest

from agentstate.files.apply import apply
from agentstate.files.lock import locked
from agentstate.files.read import read_file
from agentstate.vocabulary.plan import Plan, Remove, Write
from tests.files.machine import Machine, PowerCut, end, out, picture, start
from tests.files.test_faults import PLAN, files, prepare

LOG, ARCHIVE, STATE = ".agent/DECISIONS.md", ".agent/checkpoints/DECISIONS.archive-0001.md", ".agent/STATE.yaml"
SIZE = 200_000

WRITER = """
import sys
from pathlib import Path
from agentstate.files import system
from agentstate.files.lock import locked
from agentstate.files.write import write_atomic
from agentstate.vocabulary import layout
root, stop, generation, size = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
calls = 0

def counted(call):
    def wrapped(*arguments, **options):
        global calls
        calls += 1
        if calls == stop:
            print("stopped", flush=True)
            sys.stdin.readline()
        return call(*arguments, **options)
    return wrapped

if stop:
    for name, call in list(vars(system).items()):
        if callable(call) and getattr(call, "__module__", "") == system.__name__ and not name.startswith("_"):
            setattr(system, name, counted(call))
while True:
    with locked(root):
        write_atomic(root, layout.STATE, b"%d\\n" % generation * size)
    print(generation, flush=True)
    if stop:
        break
    generation += 1
"""

COUNTER = """
import sys
from pathlib import Path
from agentstate.files.apply import apply
from agentstate.files.lock import locked
from agentstate.files.read import read_file
from agentstate.vocabulary.layout import STATE
from agentstate.vocabulary.plan import Plan, Write
root = Path(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for _ in range(int(sys.argv[2])):
    with locked(root):
        before = read_file(root, STATE, 100)
        apply(root, Plan((Write(STATE, b"%d" % (int(before) + 1), before),)))
"""


def test_power_cut_after_any_call(root: Path, machine: Machine) -> None:
    prepare(root)
    before = files(root)
    with locked(root, 0):
        apply(root, PLAN)
    after, calls = files(root), len(machine.calls)
    stages: list[dict[str, bytes]] = []
    for at in range(calls):
        prepare(root)
        machine.cut(at)
        with pytest.raises(PowerCut), locked(root, 0):
            apply(root, PLAN)
        machine.restart()
        found = {path: data for path, data in files(root).items() if not path.endswith(".tmp")}
        if found not in stages:
            stages.append(found)
    new, state, todo = ".agent/checkpoints/new.yaml", STATE, ".agent/TODO.md"
    assert stages == [
        before,
        {**before, new: b"new"},
        {new: b"new", state: b"newer", todo: b"todo"},
        after,
    ]


def test_power_cut_while_text_moves_loses_none_of_it(root: Path, machine: Machine) -> None:
    """As a rotation does: the step that adds stands before the one that takes away."""
    moving = Plan((Write(ARCHIVE, b"one\ntwo\n", b"one\n"), Write(LOG, b"three\n", b"two\nthree\n")))

    def again() -> None:
        shutil.rmtree(root / ".agent")
        (root / ".agent/checkpoints").mkdir(parents=True)
        (root / ARCHIVE).write_bytes(b"one\n")
        (root / LOG).write_bytes(b"two\nthree\n")

    again()
    apply(root, moving)
    for at in range(len(machine.calls)):
        again()
        machine.cut(at)
        with pytest.raises(PowerCut):
            apply(root, moving)
        machine.restart()
        kept = (root / ARCHIVE).read_bytes() + (root / LOG).read_bytes()
        assert {b"one", b"two", b"three"} <= set(kept.splitlines())


def test_what_is_unsynced_is_never_under_its_own_name(root: Path, machine: Machine) -> None:
    prepare(root)
    apply(root, PLAN)
    calls = [call for call in machine.calls if call in {"write", "sync", "link", "replace", "sync_folder", "unlink", "make_folder"}]
    assert calls == [
        *("make_folder", "sync_folder", "write", "sync", "link", "unlink", "sync_folder"),
        *("write", "sync", "replace", "sync_folder"),
        *("unlink", "sync_folder"),
    ]


def generation(root: Path) -> int:
    """The number that the file holds, all the way through."""
    data = (root / STATE).read_bytes()
    number = data.partition(b"\n")[0]
    assert data == (number + b"\n") * SIZE
    return int(number)


@pytest.mark.parametrize("stop", range(2, 62, 3))
def test_sigkill_before_any_call(root: Path, stop: int) -> None:
    (root / STATE).write_bytes(b"0\n" * SIZE)
    child = start(WRITER, str(root), str(stop), "1", str(SIZE))
    try:
        assert out(child).readline() in {b"stopped\n", b"1\n"}
    finally:
        end(child)
    assert generation(root) in {0, 1}
    recovers(root)


def test_sigkill_at_random_moments(root: Path) -> None:
    chance, acknowledged = random.Random(7), 0  # noqa: S311
    (root / STATE).write_bytes(b"0\n" * SIZE)
    for _ in range(8):
        child = start(WRITER, str(root), "0", str(acknowledged + 1), str(SIZE))
        try:
            for _ in range(chance.randrange(1, 5)):
                acknowledged = int(out(child).readline())
            for _ in range(chance.randrange(200_000)):
                pass
        finally:
            end(child)
        assert generation(root) >= acknowledged
        acknowledged = generation(root)
        recovers(root)


def recovers(root: Path) -> None:
    """The next command works and nothing of the killed one is left."""
    for path in (root / ".agent").glob("*.tmp"):
        os.utime(path, (1, 1))
    with locked(root, 0):
        apply(root, Plan((Write(".agent/TODO.md", b"next", None),)))
        apply(root, Plan((Remove(".agent/TODO.md", b"next"),)))
    assert picture(root).keys() == {".agent", STATE, ".agent/local", ".agent/local/.gitignore", ".agent/local/lock"}


def test_eight_processes_at_once_lose_nothing(root: Path) -> None:
    (root / STATE).write_bytes(b"0")
    children = [start(COUNTER, str(root), "25") for _ in range(8)]
    try:
        assert [out(child).readline() for child in children] == [b"ready\n"] * 8
        codes = []
        for child in children:
            assert child.stdin is not None
            child.stdin.write(b"\n")
            child.stdin.flush()
        for child in children:
            child.communicate()
            codes.append(child.returncode)
    finally:
        for child in children:
            end(child) if child.returncode is None else None
    assert codes == [0] * 8
    assert read_file(root, STATE, 100) == b"200"
