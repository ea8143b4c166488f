"""What is true at a moment of a made-up session: the ledger that a message is held against."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from agentstate.replay.holding import ways
from agentstate.replay.measured import Want
from benchmarks.continuation.words import Choice

KINDS: Mapping[str, str] = {
    "task": "the first sentence of the task that is under way, or that was finished last",
    "instruction": "the user's newest prompt",
    "rules": "sentences of the user that forbid or demand something",
    "facts": "what was found out, in this session or before",
    "decisions": "what was chosen, in force",
    "reasons": "why it was chosen",
    "rejected": "what was not chosen",
    "granted": "what the user allowed when asked",
    "awaited": "what the agent asked for, with no answer yet",
    "refused": "commands that the user did not allow",
    "unresolved": "commands of the last 50 calls that failed and have not passed since",
    "commands": "the last 10 different commands",
    "files": "files touched before that the next 20 calls touch again",
    "changed": "files changed since the last commit",
    "plan": "steps of the plan that are not done",
}
"""What is looked for, by name; every one must stand word for word, a path by its name."""

WRONG: Mapping[str, str] = {
    "rejected as chosen": "what was not chosen, without a word that says so",
    "replaced as in force": "a decision that another one replaced, without the other one",
    "awaited as granted": "what was asked for and not answered, elsewhere than under what awaits approval",
    "refused as run": "a command that the user did not allow, without a word that says so",
    "resolved as failed": "a command that has passed since, among those that failed",
}
"""What must not be read in a message, by name."""

RECENT = 50
TRAIL = 10


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: `kind` is one of KINDS or WRONG; `text` stands in one of the `forms` that it has, or as it is; `path`: it is a path.

    Of what must not be read, `other` is what must stand beside it."""

    kind: str
    text: str
    forms: tuple[str, ...] = ()
    path: bool = False
    other: str = ""

    @property
    def want(self) -> Want:
        """What is looked for."""
        return Want((self.kind,), self.text, self.forms or (self.text,), path=self.path)


@dataclass
class Decided:
    """A decision, before the session or in it; `replaced` by another one of the ledger."""

    choice: Choice
    replaced: "Decided | None" = None


@dataclass
class Run:
    """The newest run of a command: how it ended, the number of its call, and whether any had failed before."""

    code: int
    number: int
    stumbled: bool = False


@dataclass
class Ledger:
    """What is true now. `noted` holds what the agent wrote into its notes, of whatever kind."""

    project: str
    task: str = ""
    instruction: str = ""
    rules: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    decisions: list[Decided] = field(default_factory=list)
    granted: dict[str, str] = field(default_factory=dict)
    """The words of the user, by what they allow."""
    awaited: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    runs: dict[str, Run] = field(default_factory=dict)
    touched: dict[str, int] = field(default_factory=dict)
    """The number of the last call for each path, the oldest first."""
    changed: dict[str, None] = field(default_factory=dict)
    plan: dict[str, str] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    noted: set[str] = field(default_factory=set)
    calls: int = 0

    def entries(self) -> Iterator[Entry]:
        """What should stand in a message, but for the files of the next calls."""
        yield Entry("task", self.task)
        yield Entry("instruction", self.instruction)
        yield from (Entry("rules", rule) for rule in self.rules)
        yield from (Entry("facts", fact) for fact in self.facts)
        yield from self._decisions()
        yield from (Entry("granted", act, (said, act)) for act, said in self.granted.items())
        yield from (Entry("awaited", act) for act in self.awaited)
        yield from (Entry("refused", command, ways(command)) for command in self.refused)
        yield from self._commands()
        yield from (Entry("changed", path, path=True) for path in self.changed)
        yield from (Entry("plan", step) for step, status in self.plan.items() if status != "completed")

    def _decisions(self) -> Iterator[Entry]:
        for decided in self.decisions:
            if not decided.replaced:
                yield Entry("decisions", decided.choice.chosen)
                yield Entry("reasons", decided.choice.reason)
                yield Entry("rejected", decided.choice.rejected)

    def _commands(self) -> Iterator[Entry]:
        for command, run in self.runs.items():
            if run.code and run.number > self.calls - RECENT:
                yield Entry("unresolved", command, ways(command))
        yield from (Entry("commands", command, ways(command)) for command in list(self.runs)[-TRAIL:])

    def wrong(self) -> Iterator[Entry]:
        """What must not be read in a message."""
        for decided in self.decisions:
            yield Entry("rejected as chosen", decided.choice.rejected)
            if decided.replaced:
                yield Entry("replaced as in force", decided.choice.chosen, other=decided.replaced.choice.chosen)
        yield from (Entry("awaited as granted", act) for act in self.awaited)
        yield from (Entry("refused as run", command) for command in self.refused)
        yield from (
            Entry("resolved as failed", command, ways(command)) for command, run in self.runs.items() if run.stumbled and not run.code
        )

    def ran(self, command: str, code: int) -> None:
        """The newest call ran this command."""
        before = self.runs.pop(command, None)
        self.runs[command] = Run(code, self.calls, bool(code) or bool(before and before.stumbled))

    def touch(self, path: str) -> None:
        """The newest call was about this file."""
        self.touched.pop(path, None)
        self.touched[path] = self.calls
