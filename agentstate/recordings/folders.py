"""The folder that a session worked in, where the recording tells of it only later, or only by the paths in it."""

from collections.abc import Callable, Iterator

from agentstate.recordings.step import Step
from agentstate.vocabulary.values import replace

HELD = 500
"""Steps that are held back until the folder is known."""


def placed(steps: Iterator[Step], find: Callable[[Step], str]) -> Iterator[Step]:
    """The steps, and in each payload without a folder the one that `find` makes out; it is given each step until it finds one.

    Of more than HELD steps without a finding the first ones stay without a folder.
    """
    folder, held = "", list[Step]()
    for step in steps:
        folder = folder or find(step)
        held.append(step)
        if folder or len(held) > HELD:
            yield from (_put(one, folder) for one in held)
            held.clear()
    yield from held


def _put(step: Step, folder: str) -> Step:
    return replace(step, payload={**step.payload, "cwd": folder}) if folder and step.payload and not step.payload.get("cwd") else step
