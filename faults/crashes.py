"""A crash after each step: the process ends before any one of the calls that change something, and in the middle of every write."""

import os
from collections.abc import Iterator
from pathlib import Path

from faults.calls import Calls, Cut, watched
from faults.ground import copied, leftovers, notes, outside, run, scratch, tree_files
from faults.trial import Trial
from faults.verbs import KEEPS_STATE, STEPS, VERBS, Templates
from tests.support.repository import Repository

_WHOLE, _SOME = ("rotate",), 8
_AGAIN = ("already", "nothing to", "no lane")


def crashes(full: bool) -> Trial:
    """Of every verb when `full`; else of those with several steps, all cuts of the one that moves text and some of the others."""
    trial = Trial()
    with scratch() as folder, watched() as calls:
        templates = Templates(folder)
        for name in VERBS:
            if full or name in STEPS:
                cut_everywhere(trial, calls, templates.of(name), folder / "repository", name, 1 if full or name in _WHOLE else _SOME)
    trial.figures = "cuts"
    return trial


def cut_everywhere(trial: Trial, calls: Calls, template: Path, place: Path, name: str, every: int = 1) -> None:
    """The verb is cut at each `every`-th of its calls that change something; then it is run again."""
    root = copied(template, place)
    before = tree_files(root)
    calls.reset()
    run(*VERBS[name], at=root)
    after, changes, names = tree_files(root), calls.changes, calls.names
    for at in changes[::every]:
        for half in (False, True) if names[at] == "write" else (False,):
            copied(template, place)
            calls.reset(at, half=half)
            _run_until_cut(root, name)
            calls.reset()
            where = f"{name}, cut {'in' if half else 'before'} call {at}, {names[at]}"
            trial.count += 1
            for miss in _broken(root, template, (before, after), name):
                trial.expect(False, f"{where}: {miss}")


def _run_until_cut(root: Path, name: str) -> None:
    try:
        run(*VERBS[name], at=root)
    except Cut:
        return


def _broken(root: Path, template: Path, allowed: tuple[dict[str, bytes], dict[str, bytes]], name: str) -> Iterator[str]:
    """What does not hold right after the cut, and after the next command."""
    now, keeps = tree_files(root), name in KEEPS_STATE
    for path, data in now.items():
        if ".agentstate-" not in path and data not in [files.get(path) for files in allowed]:
            yield f"{path} is neither old nor new"
    yield from (f"lost: {gone[:60]!r}" for gone in notes(template).missing(notes(root), state=keeps))
    if outside(root) != outside(template):
        yield "what is not the tree's was touched"
    yield from after_next_command(root, template, name, keeps=keeps)


def after_next_command(root: Path, template: Path, name: str, *, keeps: bool) -> Iterator[str]:
    """What does not hold once the same command was run again and another after it."""
    for path in root.rglob(".agentstate-*.tmp"):
        age(path)
    again = run(*VERBS[name], at=root)
    if again.raised or (again.code and not any(word in again.err for word in _AGAIN)):
        yield f"run again: {again.code} {again.err.strip()}{again.raised}"
    another = run("todo", "add", "the next thing", at=root)
    if another.code:
        yield f"the next command: {another.code} {another.err.strip()}{another.raised}"
    yield from (f"lost by the next command: {gone[:60]!r}" for gone in notes(template).missing(notes(root), state=keeps))
    yield from (f"left: {path}" for path in leftovers(root))
    if outside(root) != outside(template):
        yield "what is not the tree's was touched by the next command"
    try:
        Repository(root).git("fsck", "--strict", "--no-dangling")
    except AssertionError as error:
        yield str(error)


def age(path: Path) -> None:
    """The file was last changed long ago: what is younger than the lock may be in use."""
    os.utime(path, (1, 1))
