"""What is counted of a session while it is replayed, and the timeline of its tool calls."""

from collections.abc import Sequence

from agentstate.extraction.redaction import redacted
from agentstate.recordings.step import Step
from agentstate.replay.action import Action
from agentstate.replay.judging import half_of
from agentstate.replay.measured import Judged, Mark, Session
from agentstate.replay.stop import END

MARKS = 20_000
"""Things of a session that its timeline holds, its first."""

FAULTS = 20
"""Places that could not be read of which is told where and why; the others are counted."""

_LABEL = 80
_READ = 1_000


class Counting:
    """Counts the steps of one session."""

    def __init__(self) -> None:
        self._steps = 0
        self._calls = 0
        self._compactions = 0
        self._broken = 0
        self._faults: list[tuple[int, str]] = []
        self._timeline: list[Mark] = []

    def watch(self, step: Step, action: Action | None) -> None:
        """One more step, and what it did where it is a tool call."""
        if step.kind == "fault":
            self._broken += 1
            self._faults += [(step.line, step.text)] * (len(self._faults) < FAULTS)
            return
        self._steps += 1
        self._calls += bool(action and not action.side)
        self._compactions += step.kind == "compaction" and not step.initial
        mark = self._mark(step, action)
        if mark and len(self._timeline) < MARKS:
            self._timeline.append(mark)

    def _mark(self, step: Step, action: Action | None) -> Mark | None:
        if action:
            label = _short(action.command or " ".join(action.paths) or action.name)
            ended = None if action.exit_code is None and action.ok is None else not action.failed
            return None if action.side else Mark("tool", self._calls, step.line, label, action.tool, action.edits, ended)
        if step.kind == "prompt" and not step.side:
            return Mark("prompt", self._calls, step.line, _short(redacted(step.text[:_READ])))
        return Mark("compaction", self._calls, step.line, step.trigger) if step.kind == "compaction" and not step.initial else None

    def session(self, name: str, path: str, form: str, stops: Sequence[Judged], problem: str = "") -> Session:
        """The session, after it was replayed with these stops; `problem`: why it ended early."""
        asked = [stop for stop in stops if stop.kind != END]
        return Session(
            name,
            path,
            form,
            steps=self._steps,
            calls=self._calls,
            compactions=self._compactions,
            stops=len(asked),
            silent=sum(not stop.tells for stop in asked),
            broken=self._broken,
            faults=tuple(self._faults),
            half=half_of(name),
            problem=problem,
            timeline=tuple(self._timeline),
        )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LABEL else f"{line[: _LABEL - 1]}…"
