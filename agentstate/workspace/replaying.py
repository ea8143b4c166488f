"""A recorded session goes through the adapter of its agent into a scratch journal, as in use, and is stopped where it forgot."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from agentstate.agents import adapter
from agentstate.files.write import write_atomic
from agentstate.hooks.clean import Ground, entry
from agentstate.hooks.event import Event
from agentstate.hooks.plans import merged
from agentstate.journal.journal import Journal, open_journal
from agentstate.message.compose import HEAD_CHARACTERS
from agentstate.recordings.step import Step
from agentstate.replay.action import Action, action
from agentstate.replay.controls import controls
from agentstate.replay.heading import beginnings, noted
from agentstate.replay.labels import Heard
from agentstate.replay.notes import notes
from agentstate.replay.places import Places
from agentstate.replay.stop import COMPACTION, END, MESSAGE, POINT, Stop
from agentstate.replay.task import kind_of
from agentstate.replay.window import Window
from agentstate.tree import Tree
from agentstate.verbs.recall import LEAST
from agentstate.verbs.resume import Message, resume
from agentstate.vocabulary import layout
from agentstate.vocabulary.entries import Entry
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import dataclass, replace
from agentstate.workspace.disk import Disk
from agentstate.workspace.elsewhere import Elsewhere
from agentstate.workspace.remembering import remembered

ROOT = "/recorded"
"""Where a session is said to have worked whose recording does not tell."""

BATCH = 500
"""Events that go into the journal in one transaction where no stop lies between them."""

FOLLOWING = 200
"""Tool calls after a stop among which the next edit is looked for."""

_NO_GIT = GitFacts(reason="a recording has no repository")
_SUMMARY = 100_000

Steps = Callable[[], Iterator[Step]]
Watch = Callable[[Step, Action | None], None]


def no_notes(line: int) -> Tree:
    """A recording tells of no notes, at whatever line."""
    del line
    return Tree()


@dataclass(frozen=True)
class Request:
    """Where to stop, and the rooms in characters to make the message in. `labels` are the sentences by step, None where nobody labelled;
    with them the session is looked at once more at its end. `notes` are those that the session had when it was stopped at a line of the
    recording."""

    places: Places
    budgets: Sequence[int]
    labels: Mapping[int, Sequence[str]] | None = None
    notes: Callable[[int], Tree] = no_notes


def replay(name: str, steps: Steps, request: Request, watch: Watch) -> Iterator[Stop]:
    """Every stop of the session `name`, in the order in which what follows them is known; `steps` is called once, and once before where a
    share of the tool calls is asked for. `watch` is told of each step, and what it did where it is a tool call.
    """
    total = sum(step.kind == "tool" and not step.side for step in steps()) if request.places.fractions else 0
    with TemporaryDirectory(prefix="agentstate-replay-") as scratch:
        write_atomic(Path(scratch), layout.CONFIG, b"", exclusive=True)
        journal = open_journal(scratch)
        try:
            yield from _Replay(name, journal, request, request.places.points(total), watch).stops(steps())
        finally:
            journal.close()


class _Replay:
    """One session under way."""

    def __init__(self, name: str, journal: Journal, request: Request, points: frozenset[int], watch: Watch) -> None:
        self._name = name
        self._journal = journal
        self._request = request
        self._points = points
        self._watch = watch
        self._root = ""
        self._plan = ""
        self._time = 0
        self._step = -1
        self._waiting: list[Entry] = []
        self._window = Window(max(request.budgets))
        self._heard = Heard(request.labels or {})
        self._open: list[tuple[Stop, list[Action]]] = []
        self._stops = 0

    def stops(self, steps: Iterator[Step]) -> Iterator[Stop]:
        """Plays all steps."""
        line = 0
        for step in steps:
            if step.kind == "fault":
                self._watch(step, None)
                continue
            self._step, line = self._step + 1, step.line
            if step.kind == "compaction" and not step.initial:
                yield from self._closed()
                if self._request.places.compactions:
                    self._begin(COMPACTION, step)
            yield from self._played(step)
        yield from self._closed()
        if self._request.labels is not None:
            yield self._stop(END, Step("end", line))

    def _played(self, step: Step) -> Iterator[Stop]:
        event = self._event(step)
        kept = self._entry(step, event)
        self._waiting += [kept] * (event.kind != "other")
        done = self._observed(step, event, kept)
        self._watch(step, done)
        if len(self._waiting) >= BATCH:
            self._flush()
        if done and not done.side:
            yield from self._followed(done)
            if done.number in self._points:
                self._begin(POINT, step)

    def _event(self, step: Step) -> Event:
        event = replace(adapter(step.agent).event(dict(step.payload), ""), session=self._name)
        self._root = self._root or event.cwd
        if event.tool == "plan" and event.text:
            self._plan = merged(self._plan, event.text)
            event = replace(event, text=self._plan)
        return event if event.cwd else replace(event, cwd=self._root or ROOT)

    def _entry(self, step: Step, event: Event) -> Entry:
        self._time = step.time or self._time + 1
        return entry(event, Ground((self._root or ROOT,), lambda path: path), time=self._time, call=event.call)

    def _observed(self, step: Step, event: Event, kept: Entry) -> Action | None:
        """What the window is told; the action where the step is one."""
        if step.kind == "tool":
            side = step.side or bool(event.subagent)
            done = action(step, event, kept, self._root or ROOT, (self._window.calls + (not side), self._step))
            if not side:
                self._window.called(done)
            return done
        if step.kind == "prompt" and not step.side:
            self._heard.prompted(step.text)
            self._window.prompted(step.text, (one.text for one in kept.texts if one.kind == "rule" and one.confidence >= LEAST))
        elif step.kind == "said" and not step.side:
            self._window.said(step.text, (one.text for one in kept.texts if one.kind == "decision" and one.confidence >= LEAST))
        return None

    def _flush(self) -> None:
        self._journal.append(self._waiting)
        self._waiting = []

    def _followed(self, done: Action) -> Iterator[Stop]:
        """Every open stop is followed by the action; those that have enough are over."""
        for _, following in self._open:
            following.append(done)
        while self._open and len(self._open[0][1]) >= FOLLOWING:
            stop, following = self._open.pop(0)
            yield replace(stop, following=tuple(following))

    def _closed(self) -> Iterator[Stop]:
        for stop, following in self._open:
            yield replace(stop, following=tuple(following))
        self._open = []

    def _begin(self, kind: str, step: Step) -> None:
        self._open.append((self._stop(kind, step), []))

    def _stop(self, kind: str, step: Step) -> Stop:
        """The session as it stands, and what each source would tell of it."""
        self._flush()
        self._stops += 1
        window, rules = self._window, self._rules()
        known = notes(self._name, window.sentences, window.decided, rules)
        heads = {} if kind == END else self._messages(known.tree)
        return Stop(
            session=self._name,
            number=self._stops,
            step=self._step,
            line=step.line,
            kind=kind,
            trigger=step.trigger,
            tokens=step.tokens,
            boundary=step.trigger == "manual" or window.at_boundary,
            task=kind_of(window.instruction),
            rules=rules,
            labelled=self._request.labels is not None,
            captured=remembered(self._journal, Tree(), self._disk).rules,
            earlier=window.earlier,
            texts=self._texts(self._request.notes(step.line), step.text[:_SUMMARY] if kind == COMPACTION else ""),
            head={budget: message.text[:HEAD_CHARACTERS] for budget, message in heads.items()},
            noted=noted(known, heads[max(heads)]) if heads else {},
            begun=beginnings(heads[max(heads)]) if heads else {},
        )

    def _rules(self) -> tuple[str, ...]:
        """The sentences to look for."""
        if self._request.labels is None:
            return tuple(self._window.rules)
        return self._heard.at(self._step)

    def _texts(self, tree: Tree, summary: str) -> Mapping[int, Mapping[str, str]]:
        """What each source tells, by the room it has."""
        window, told = self._window, self._messages(tree)
        files, git, tail = window.newest_files, window.git, window.transcript
        return {budget: {MESSAGE: message.text, **controls(budget, files, git, tail, summary)} for budget, message in told.items()}

    @property
    def _disk(self) -> Disk:
        return Elsewhere(Path(self._root or ROOT))

    def _messages(self, tree: Tree) -> Mapping[int, Message]:
        """The message in each room as the session would get it that has these notes."""
        known = remembered(self._journal, tree, self._disk)
        return {budget: resume(tree, _NO_GIT, budget=budget, known=known) for budget in self._request.budgets}
