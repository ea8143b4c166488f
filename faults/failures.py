"""The k-th call to the operating system or to git fails: a message and an exit code other than 0, or all was done; nothing is lost."""

import errno
from collections.abc import Iterator
from pathlib import Path

from faults.calls import ERRORS, GIT_FAILS, Calls, watched
from faults.crashes import after_next_command
from faults.ground import Said, copied, leftovers, notes, outside, run, scratch, tree_files
from faults.trial import Trial
from faults.verbs import KEEPS_STATE, VERBS, Templates

_FIRST = 12
"""Calls that fail in the short form, of `decide`, beside those that change something."""


def failures(full: bool) -> Trial:
    """Every call of every verb with every error when `full`; else the first and the changing calls of `decide`, with one error each."""
    trial = Trial()
    with scratch() as folder, watched() as calls:
        templates = Templates(folder)
        for name in VERBS if full else ("decide",):
            fail_everywhere(trial, calls, templates.of(name), folder / "repository", name, full=full)
    trial.figures = "calls failed"
    return trial


def fail_everywhere(trial: Trial, calls: Calls, template: Path, place: Path, name: str, *, full: bool) -> None:
    """Each call of the verb fails in its turn."""
    root = copied(template, place)
    before = tree_files(root)
    calls.reset()
    run(*VERBS[name], at=root)
    after, names, changes = tree_files(root), calls.names, set(calls.changes)
    for at, call in enumerate(names):
        if not full and at >= _FIRST and at not in changes:
            continue
        for error in (*ERRORS, GIT_FAILS) if full else (ERRORS[at % len(ERRORS)],):
            if error == GIT_FAILS and not call.startswith("git"):
                continue
            copied(template, place)
            calls.reset(at, error)
            said = run(*VERBS[name], at=root)
            calls.reset()
            trial.count += 1
            for miss in _broken(root, template, (before, after), name, said):
                trial.expect(False, f"{name}, {call} ({at}) fails with {errno.errorcode.get(error, 'exit 128')}: {miss}")


def _broken(root: Path, template: Path, allowed: tuple[dict[str, bytes], dict[str, bytes]], name: str, said: Said) -> Iterator[str]:
    if said.raised:
        yield f"traceback: {said.raised.strip().splitlines()[-1]}"
    now, keeps = tree_files(root), name in KEEPS_STATE
    for path, data in now.items():
        if ".agentstate-" not in path and data not in [files.get(path) for files in allowed]:
            yield f"{path} is neither old nor new"
    if said.code:
        errors = [line for line in said.err.split("\n") if line.startswith("agentstate: error: ")]
        if len(errors) != 1 and not said.raised:
            yield f"no message of one line, but {said.err!r}"
    elif now != allowed[1] and not said.err:
        yield "exit 0, and not all was done, without a word"
    yield from (f"lost: {gone[:60]!r}" for gone in notes(template).missing(notes(root), state=keeps))
    if leftovers(root) and said.code == 0:
        yield "a temporary file was left"
    if outside(root) != outside(template):
        yield "what is not the tree's was touched"
    yield from after_next_command(root, template, name, keeps=keeps)
