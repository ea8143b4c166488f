"""A plan carried out: each step in order, and none that would overwrite what somebody else wrote meanwhile."""

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from agentstate.files.failures import quoted
from agentstate.files.read import read_file
from agentstate.files.write import TREE_FOLDERS, clean_leftovers, remove, write_atomic
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.plan import Plan, Remove, Step

_SLACK = 1 << 20
"""How many bytes more than expected a file may hold and still be told from one that is no file of a tree at all."""


def apply(root: Path, plan: Plan) -> None:
    """Every step of the plan is on the disk, in order; a step that would change no byte touches nothing.

    Before anything is written, each file must hold what the plan expects, and again right before its own step: otherwise
    AgentStateError, and what changed meanwhile stays. Where a step fails, the error names what was done and what was not.
    The caller holds the lock.
    """
    steps = [step for step in plan.steps if _after(step) != step.before]
    if not steps:
        return
    for step in _first_of_each(steps):
        _expect_unchanged(root, step)
    clean_leftovers(root, {*TREE_FOLDERS, layout.AUTOMATIC, *(PurePosixPath(step.path).parent.as_posix() for step in steps)})
    for number, step in enumerate(steps):
        try:
            _carry_out(root, step)
        except AgentStateError as error:
            raise _interrupted(root, steps, number, error) from error


def _after(step: Step) -> bytes | None:
    """What the path holds once the step is done; None: nothing."""
    return None if isinstance(step, Remove) else step.data


def _first_of_each(steps: Iterable[Step]) -> Iterable[Step]:
    """The first step of each path: what a later one expects is what an earlier one writes."""
    first: dict[str, Step] = {}
    for step in steps:
        first.setdefault(step.path, step)
    return first.values()


def _present(root: Path, step: Step, expected: bytes | None) -> bytes | None:
    found = read_file(root, step.path, len(expected or b"") + _SLACK)
    if isinstance(found, Fault):
        raise AgentStateError(found.message, found.hint)
    return found


def _expect_unchanged(root: Path, step: Step) -> None:
    if _present(root, step, step.before) != step.before:
        raise AgentStateError(f"{quoted(step.path)} changed meanwhile", "run the command again")


def _carry_out(root: Path, step: Step) -> None:
    _expect_unchanged(root, step)
    if isinstance(step, Remove):
        remove(root, step.path)
    else:
        write_atomic(root, step.path, step.data, exclusive=step.before is None)


def _interrupted(root: Path, steps: Sequence[Step], number: int, error: AgentStateError) -> AgentStateError:
    """The error of step `number`, with what stands on the disk already: a step may fail after its file was replaced."""
    reached = number + _is_done(root, steps[number])
    if not reached and len(steps) == 1:
        return error
    done, missing = (", ".join(quoted(step.path) for step in part) or "nothing" for part in (steps[:reached], steps[reached:]))
    return AgentStateError(f"{error.message}; done: {done}; not done: {missing}", error.hint, error.exit_code)


def _is_done(root: Path, step: Step) -> bool:
    try:
        return _present(root, step, _after(step)) == _after(step)
    except AgentStateError:
        return False
