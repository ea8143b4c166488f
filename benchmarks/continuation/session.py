"""Made-up sessions of which everything is known: three tasks of one kind each, with compactions between two tasks and within one.

After a compaction calls go back to files as recorded sessions do: of the next calls that name a file 79 of 100 name one that was named
before, and half of those were named at most 20 calls ago. tests/benchmarks holds them to it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agentstate.tree import Tree
from benchmarks.continuation.chance import Chance
from benchmarks.continuation.hands import Hands
from benchmarks.continuation.ledger import Decided, Entry, Ledger
from benchmarks.continuation.material import FORBIDDEN, MATERIAL, TASKS
from benchmarks.continuation.noted import WRITTEN, notes
from benchmarks.continuation.recorder import Recorder
from benchmarks.continuation.words import Choice

HORIZON = 20
"""So many calls after a compaction are what comes next."""

_TASKS = 3
_CALLS = 70
_MIDDLE = 42
"""Calls of a task, and after how many of them the context is full."""

_STEP = 14
"""So many calls are one step of the plan."""

_KNOWN_FACTS, _KNOWN_DECISIONS = 8, 4


@dataclass(frozen=True, slots=True)
class Moment:
    """A compaction: the `line` that tells of it, whether it was in the `middle` of a task, what should stand in a message, what must not
    be read in it, and the notes."""

    line: int
    middle: bool
    entries: tuple[Entry, ...]
    wrong: tuple[Entry, ...]
    notes: Tree


@dataclass(frozen=True, slots=True)
class Made:
    """A session: its kind of `task`, its `language`, its recording as a `text`, and its compactions; `trace` is the path of each call,
    "" where it named none."""

    name: str
    task: str
    language: str
    text: str
    moments: tuple[Moment, ...]
    trace: tuple[str, ...]


def made(task: str, language: str, seed: int) -> Made:
    """The session: the same arguments give the same bytes."""
    return _Author(task, language, seed).session()


class _Author:
    """Writes one session, and keeps its ledger."""

    def __init__(self, task: str, language: str, seed: int) -> None:
        self._task, self._language = task, language
        self._name = f"{task.replace(' ', '-')}-{language}-{seed}"
        self._chance = Chance(task, language, seed)
        self._words = MATERIAL[language]
        self._recorder = Recorder(self._name, "/home/dev/shop")
        self._ledger = Ledger("shop")
        self._hands = Hands(self._chance, self._words, self._recorder, self._ledger)
        self._moments: list[tuple[Moment, int, frozenset[str]]] = []

    def session(self) -> Made:
        """All of it."""
        stems = self._chance.some(tuple(self._words.things), len(self._words.things))
        self._know(stems[_TASKS:])
        for number, stem in enumerate(stems[:_TASKS]):
            self._hands.turn_to(stem)
            self._work(number)
            if number < _TASKS - 1:
                self._compact(middle=False)
        moments = tuple(self._finished(*one) for one in self._moments)
        return Made(self._name, self._task, self._language, self._recorder.text, moments, tuple(self._hands.trace))

    def _know(self, stems: list[str]) -> None:
        """What the agent knew before."""
        for number in range(_KNOWN_FACTS):
            self._hands.turn_to(stems[number % len(stems)])
            self._found(self._fresh(self._words.facts), sure=True)
        for stem in stems[:_KNOWN_DECISIONS]:
            self._hands.turn_to(stem)
            choice = self._choice()
            self._ledger.decisions.append(Decided(choice))
            self._ledger.noted.add(choice.chosen)

    def _work(self, number: int) -> None:
        """One task, from the prompt to the commit."""
        self._begin()
        events = {6: self._decide, 10: self._learn, 15: self._ask, 20: self._be_refused, 23: self._decide, 32: self._learn}
        for call in range(1, _CALLS + 1):
            self._hands.call(of_file=call == _MIDDLE)
            if call in events:
                events[call]()
            if call % _STEP == _STEP - 1:
                self._advance()
            if number and call == _MIDDLE:
                self._compact(middle=True)
        self._end()

    def _begin(self) -> None:
        words, chance, ledger = self._words, self._chance, self._ledger
        ledger.task = self._hands.say(words.tasks[self._task])
        rules = [self._hands.say(rule) for rule in chance.some(words.rules, 2 + chance.happens(0.5))]
        remarks = [self._hands.say(remark) for remark in chance.some(words.remarks, 2)]
        ledger.rules += rules
        self._note(ledger.task, *rules)
        self._prompt(("" if self._language == "zh" else " ").join([ledger.task, *chance.some([*rules, *remarks], 9)]))
        steps = [self._hands.say(step) for step in words.steps]
        ledger.plan = {step: "in_progress" if step == steps[0] else "pending" for step in steps}
        self._planned()

    def _advance(self) -> None:
        """The step in progress is done."""
        plan = self._ledger.plan
        done = next((step for step, status in plan.items() if status == "in_progress"), None)
        following = next((step for step, status in plan.items() if status == "pending"), None)
        if done and following:
            plan |= {done: "completed", following: "in_progress"}
            self._ledger.done.append(done)
            self._planned()

    def _end(self) -> None:
        ledger = self._ledger
        last = next(step for step, status in ledger.plan.items() if status != "completed")
        ledger.done.append(last)
        ledger.plan = dict.fromkeys(ledger.plan, "completed")
        self._planned()
        self._hands.count("")
        command = f'git commit -am "{self._task}: {self._hands.stem}"'
        self._recorder.ran(command, "1 file changed")
        ledger.ran(command, 0)
        ledger.changed.clear()

    def _decide(self) -> None:
        """Sometimes the second decision of a task replaces the first."""
        ledger, chance, choice = self._ledger, self._chance, self._choice()
        own = [one for one in ledger.decisions if not one.replaced and self._words.things[self._hands.stem] in one.choice.chosen]
        decided = Decided(choice)
        if own and chance.happens(0.5):
            own[0].replaced = decided
            ledger.noted |= {choice.chosen} if own[0].choice.chosen in ledger.noted else set()
        else:
            self._note(choice.chosen)
        ledger.decisions.append(decided)
        told = chance.one(self._words.decided)
        self._recorder.said(told.format(chosen=choice.chosen, rejected=choice.rejected, reason=choice.reason))

    def _choice(self) -> Choice:
        known = {one.choice.chosen for one in self._ledger.decisions}
        choices = [self._filled(choice) for choice in self._words.choices]
        return self._chance.one([choice for choice in choices if choice.chosen not in known])

    def _filled(self, choice: Choice) -> Choice:
        return Choice(self._hands.say(choice.chosen), self._hands.say(choice.rejected), choice.reason)

    def _learn(self) -> None:
        fact = self._fresh(self._words.facts)
        self._recorder.said(self._words.found.format(fact=fact))
        self._found(fact, sure=False)

    def _found(self, fact: str, *, sure: bool) -> None:
        self._ledger.facts.append(fact)
        self._ledger.noted |= {fact} if sure else set()
        self._note(fact)

    def _fresh(self, templates: tuple[str, ...]) -> str:
        said = [self._hands.say(template) for template in templates]
        return self._chance.one([text for text in said if text not in self._ledger.facts])

    def _ask(self) -> None:
        words, ledger = self._words, self._ledger
        act = self._hands.say(self._chance.one(words.acts))
        self._recorder.said(words.asked.format(act=act))
        if self._chance.happens(0.5):
            ledger.granted[act] = words.granted.format(act=act)
            self._note(ledger.granted[act])
            self._prompt(ledger.granted[act])
        else:
            ledger.awaited.append(act)
            self._note(act)
            self._prompt(words.postponed)

    def _be_refused(self) -> None:
        command = self._hands.say(self._chance.one(FORBIDDEN))
        self._hands.count("")
        self._recorder.refused(command)
        self._ledger.refused.append(command)

    def _compact(self, *, middle: bool) -> None:
        self._recorder.compacted(120_000 + len(self._hands.trace) * 100)
        ledger = self._ledger
        moment = Moment(self._recorder.line, middle, tuple(ledger.entries()), tuple(ledger.wrong()), notes(ledger))
        self._moments.append((moment, len(self._hands.trace), frozenset(ledger.touched)))

    def _finished(self, moment: Moment, calls: int, touched: frozenset[str]) -> Moment:
        """With the files that the next calls touch again."""
        following = dict.fromkeys(path for path in self._hands.trace[calls : calls + HORIZON] if path in touched)
        files = tuple(Entry("files", path, path=True) for path in following)
        return Moment(moment.line, moment.middle, (*moment.entries, *files), moment.wrong, moment.notes)

    def _prompt(self, text: str) -> None:
        self._recorder.prompt(text)
        self._ledger.instruction = text

    def _planned(self) -> None:
        self._hands.count("")
        self._recorder.planned(self._ledger.plan)

    def _note(self, *texts: str) -> None:
        """The agent writes down the most part of it."""
        self._ledger.noted |= {text for text in texts if self._chance.happens(WRITTEN)}


def sessions(seeds: int) -> Iterator[Made]:
    """A session of each kind of task for each seed; every third seed speaks Chinese."""
    for seed in range(1, seeds + 1):
        for task in TASKS:
            yield made(task, "en" if seed % 3 else "zh", seed)


def notes_of(session: Made) -> Mapping[int, Tree]:
    """The notes by the line of the compaction."""
    return {moment.line: moment.notes for moment in session.moments}
