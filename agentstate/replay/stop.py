"""A moment of a recorded session at which the message is made, and what is known of it."""

from collections.abc import Mapping

from agentstate.replay.action import Action
from agentstate.vocabulary.values import dataclass, field

HORIZON = 20
"""So many tool calls after a stop are what the agent really did next."""

LEAST_BEFORE, LEAST_AFTER = 10, 3
"""A stop with fewer tool calls before or after it says nothing, and is only counted."""

COMPACTION, POINT, END = "compaction", "point", "end"
"""Why the session was stopped: it was compacted, it was asked for, or it is over (then only rules are looked for)."""

MESSAGE, NOTHING, GIT, FILES, TAIL, SUMMARY = "message", "nothing", "git", "files", "tail", "summary"
SOURCES: Mapping[str, str] = {
    MESSAGE: "the message",
    NOTHING: "nothing",
    GIT: "git status + log",
    FILES: "20 newest files",
    TAIL: "transcript tail",
    SUMMARY: "own summary",
}
"""What an agent may be given after a stop, by name: the message first, then the null controls, which get the same room."""


@dataclass(frozen=True)
class Earlier:
    """What had happened before a stop, on the main thread, bounded.

    `touched` are the paths by the number of the call that named them last; `read` and `changed` by the call that read or changed them
    last, and `edited` is the last that changed anything at all. `commands` are the last runs of different commands, oldest first.
    `actions` are the last calls, `calls` how many there were. `taken_out` are edits that took lines out: (path, lines).
    `decided` is what the agent said that it had decided, the newest first.
    """

    touched: Mapping[str, int] = field(default_factory=dict)
    read: Mapping[str, int] = field(default_factory=dict)
    changed: Mapping[str, int] = field(default_factory=dict)
    edited: int = 0
    commands: tuple[Action, ...] = ()
    actions: tuple[Action, ...] = ()
    taken_out: tuple[tuple[str, tuple[str, ...]], ...] = ()
    decided: tuple[str, ...] = ()
    calls: int = 0


@dataclass(frozen=True)
class Stop:
    """One stop. `kind` is COMPACTION, POINT or END; `trigger` "auto", "manual" or "", `tokens` how full the context was (0: not recorded).

    `boundary`: a task or a part of one had just ended. `task` is the kind of task, one of replay.task.KINDS. `rules` are the sentences to
    look for: those labelled by a person where there are labels (`labelled`), else those that the journal captured; `captured` are all
    captured ones that the message could show. `following` are the calls after the stop, up to the next compaction. `texts` is what each
    of SOURCES holds, by the room in characters it had; a source that the recording does not have is missing. `head` is by room the start
    of a message that has notes in every field of its head, `noted` the texts that should stand there by field, and
    `begun` the forms by field that hold its first items and count the rest.
    """

    session: str
    number: int
    step: int
    line: int
    kind: str
    trigger: str = ""
    tokens: int = 0
    boundary: bool = False
    task: str = ""
    rules: tuple[str, ...] = ()
    labelled: bool = False
    captured: tuple[str, ...] = ()
    earlier: Earlier = field(default_factory=Earlier)
    following: tuple[Action, ...] = ()
    texts: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    head: Mapping[int, str] = field(default_factory=dict)
    noted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    begun: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def tells(self) -> bool:
        """Whether enough came before and after for what follows to say anything."""
        return self.kind != END and self.earlier.calls >= LEAST_BEFORE and len(self.following) >= LEAST_AFTER
