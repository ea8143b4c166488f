"""SWE-agent: `.traj`, one JSON object with the steps in "trajectory" and what the model was told in "history".

The files hold no exit status: that a call failed is known from what it answered. The `state` of a step is the one before it in the
older files, and the one after it in those that say how long it took.
"""

from collections.abc import Iterable, Iterator
from re import compile as pattern

from agentstate.hooks import fields
from agentstate.hooks.results import content
from agentstate.recordings.elements import Broken, Element, members
from agentstate.recordings.step import Format, Step
from agentstate.recordings.swe_agent_actions import call, outcome
from agentstate.recordings.telling import Moment, called, prompted, said, unreadable

HELD_STEPS, HELD_CHARACTERS = 5_000, 16 * 1024 * 1024
"""What is held back of the steps where they stand before the task."""

_STEP = pattern(r'"trajectory"\s*:\s*\[\s*\{\s*"(?:action|observation|response|thought|state|query|messages|execution_time|extra_info)"')
_NOTHING = ("", "n/a")


def _recognises(head: str) -> bool:
    return head.lstrip("\ufeff \t\r\n").startswith("{") and bool(_STEP.search(head))


def _steps(chunks: Iterable[str]) -> Iterator[Step]:
    """The task first: it is the first thing that a user says in the history, which most files have at their end; after steps that are
    too many to be held back it comes when it comes."""
    session, held, size = _Session(), list[Step](), 0
    has_task = is_open = False
    for found in members(chunks, ("history",), ("trajectory",)):
        task = _task(found)
        if task and not has_task:
            has_task = is_open = True
            yield task
        for step in () if task or _is_history(found) else session.steps(found):
            held.append(step)
            size += len(step.text) + len(str(step.payload))
        is_open = is_open or len(held) > HELD_STEPS or size > HELD_CHARACTERS
        if is_open:
            yield from held
            held.clear()
    yield from held


def _is_history(found: Element | Broken) -> bool:
    return isinstance(found, Element) and found.path == ("history",)


def _task(found: Element | Broken) -> Step | None:
    """What the user asked for, where this is it: what is shown as a demonstration is not."""
    value = found.value if isinstance(found, Element) and _is_history(found) else None
    is_said = fields.text(value, "role") == "user" and not fields.flag(value, "is_demo")
    text = content(value.get("content")).strip() if isinstance(value, dict) and is_said else ""
    return prompted(Moment(1), text) if text else None


class _Session:
    """What is known from the steps before: the folder and the file that is open."""

    def __init__(self) -> None:
        self._state: dict[str, object] = {}

    def steps(self, found: Element | Broken) -> Iterator[Step]:
        if isinstance(found, Broken):
            yield unreadable(0, found.why)
        elif not isinstance(found.value, dict):
            yield unreadable(found.number, "no step of a trajectory")
        else:
            yield from self._of_step(found.number, found.value)

    def _of_step(self, number: int, step: dict[str, object]) -> Iterator[Step]:
        told = fields.parsed(step.get("state"))
        told = told if isinstance(told, dict) else {}
        before = self._state or {"working_dir": told.get("working_dir")} if "execution_time" in step else told
        self._state = told or self._state
        at = Moment(number, cwd=_known(before, "working_dir"))
        thought = fields.text(step, "thought", "response").strip()
        if thought:
            yield said(at, thought)
        action = fields.text(step, "action").strip()
        if action:
            observation = fields.text(step, "observation")
            yield called(at, *call(action, _known(before, "open_file"), observation), outcome(action, observation))


def _known(state: dict[str, object], name: str) -> str:
    value = fields.text(state, name)
    return "" if value in _NOTHING else value


FORMAT = Format("swe-agent", "SWE-agent", _recognises, _steps, by_lines=False)
