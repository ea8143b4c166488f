"""All figures of all sessions, in values that text, JSON, records and the page show."""

from collections.abc import Mapping

from agentstate.replay.action import Action
from agentstate.vocabulary.values import dataclass, field

ALL = "all"
"""The group that every stop is in."""


@dataclass(frozen=True)
class Want:
    """One thing that an agent needed after a stop, and that what it was given may hold.

    `figures` are the figures it counts for (names out of replay.catalogue.SHARES), `name` is what a person is told, `ways` are the forms
    in which it may stand, a path where `path`. `call` is the place of the call that needed it among those after the stop, from 1, 0
    where it is not about one; `age` how many calls before the stop it was last seen, 0 where that is not known.
    """

    figures: tuple[str, ...]
    name: str
    ways: tuple[str, ...]
    path: bool = False
    call: int = 0
    age: int = 0


@dataclass(frozen=True)
class Judgement:
    """A want, and which sources hold it: (source, room in characters); `asked` are those that were looked through."""

    want: Want
    held: frozenset[tuple[str, int]]
    asked: frozenset[tuple[str, int]]

    def holds(self, source: str, budget: int) -> bool | None:
        """Whether the source holds it in this room; None where the recording has no such source."""
        return (source, budget) in self.held if (source, budget) in self.asked else None


@dataclass(frozen=True)
class Judged:
    """A stop after it was looked at: its `session`, where it was, what was wanted, and what was counted on the recording alone.

    `number` counts the stops of the session from 1. `groups` are those it is in, beside ALL. `amounts` are numbers by the name of the
    figure (replay.catalogue.AMOUNTS), or by (figure, room); None: not recorded. `before` is the last call before the stop, `following`
    the calls that were looked at. `message` is the message at the headline room. `tells`: whether enough came before and after.
    `places` says where, in the list of all files (commands, decisions) before, the newest first from 1, those stand that were needed again.
    """

    session: str
    number: int
    step: int
    line: int
    kind: str
    trigger: str
    tokens: int
    boundary: bool
    task: str
    tells: bool
    groups: tuple[str, ...]
    wants: tuple[Judgement, ...]
    amounts: Mapping[tuple[str, int], float | None]
    captured: tuple[str, ...] = ()
    before: Action | None = None
    following: tuple[Action, ...] = ()
    message: str = ""
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Mark:
    """One thing on the timeline of a session: `kind` is "tool", "prompt" or "compaction"; `label` says in short what was done.

    `call` is the number of the last tool call up to it; `changes`: it changed files; `ok` None where not known.
    """

    kind: str
    call: int
    line: int
    label: str = ""
    tool: str = ""
    changes: bool = False
    ok: bool | None = None


@dataclass(frozen=True)
class Session:
    """One recording that was read: `path` as it was named, its `format`, what was counted in it, its `timeline` (the first 20,000 marks).

    `faults` are the first lines that could not be read, (line, why), `broken` how many there were. `problem` says why nothing was
    measured, or not to the end; "" where nothing went wrong, and `hint` what to do about it. `half` is the half that it belongs to.
    """

    name: str
    path: str
    format: str = ""
    steps: int = 0
    calls: int = 0
    compactions: int = 0
    stops: int = 0
    silent: int = 0
    """Stops with too little before or after them."""
    broken: int = 0
    faults: tuple[tuple[int, str], ...] = ()
    half: str = ""
    problem: str = ""
    timeline: tuple[Mark, ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class Share:
    """How many of the wanted things a source holds. `stops` wanted any; `low` and `high` bound the share with 95 % (bootstrap over the
    stops), None where fewer than two stops wanted any."""

    figure: str
    source: str
    budget: int
    group: str
    found: int
    wanted: int
    stops: int
    low: float | None = None
    high: float | None = None

    @property
    def share(self) -> float | None:
        """Between 0 and 1; None where nothing was wanted."""
        return self.found / self.wanted if self.wanted else None


@dataclass(frozen=True)
class Amount:
    """A number that each stop has one of: over the `stops` where it is known, and `unknown` others.

    `low` and `high` bound the mean with 95 %. `budget` is 0 where it does not depend on the room.
    """

    figure: str
    budget: int
    group: str
    stops: int
    unknown: int
    mean: float | None = None
    median: float | None = None
    most: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Measured:
    """Everything that one run found. `budgets` are the rooms in characters, `headline` the one that groups and controls are shown at.

    `groups` are the groups that any stop is in, by the heading they stand under. `warnings` are what a reader must know of these figures.
    """

    sessions: tuple[Session, ...]
    stops: tuple[Judged, ...]
    shares: tuple[Share, ...]
    amounts: tuple[Amount, ...]
    budgets: tuple[int, ...]
    headline: int
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def share(self, figure: str, source: str, budget: int, group: str = ALL) -> Share | None:
        """The share of a figure; None where it was not measured."""
        key = figure, source, budget, group
        return next((one for one in self.shares if (one.figure, one.source, one.budget, one.group) == key), None)

    def amount(self, figure: str, budget: int = 0, group: str = ALL) -> Amount | None:
        """The amount of a figure; None where it was not measured."""
        return next((one for one in self.amounts if (one.figure, one.budget, one.group) == (figure, budget, group)), None)
