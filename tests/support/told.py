"""What the steps of a recording come to, each as one short value: as the adapter of its agent reads the payload."""

import json
from collections.abc import Iterable

from agentstate.agents import adapter
from agentstate.hooks.event import Event
from agentstate.recordings.step import Step


def event(step: Step) -> Event:
    """The event of the hook call that the step tells of."""
    return adapter(step.agent).event(dict(step.payload), "")


def told(step: Step) -> tuple[object, ...]:
    """Line and kind, and of a call: tool, command or files, exit status and how it went; of anything else its text."""
    if step.kind in {"fault", "compaction"}:
        return (step.line, step.kind, step.text)
    found = event(step)
    if step.kind != "tool":
        return (step.line, step.kind, step.text)
    what = found.command or tuple((touch.path, touch.op) for touch in found.touches)
    return (step.line, found.tool, what, found.exit_code, found.ok)


def lines(*records: object) -> Iterable[str]:
    """Each record on a line of its own; text stands as it is."""
    return [record if isinstance(record, str) else json.dumps(record) for record in records]
