"""What the doctor is shown, and what it says about it, as values."""

from enum import StrEnum

from agentstate.hooks.switches import Switches
from agentstate.journal.values import Happening, Saying, Session
from agentstate.verbs.hooks import Standing
from agentstate.vocabulary.values import dataclass


class Level(StrEnum):
    """How much a finding weighs; only a problem fails."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: `about` is an agent, "notes", "journal", "hook.log" or the name of a symptom."""

    level: Level
    about: str
    message: str
    hint: str = ""


@dataclass(frozen=True)
class Call:
    """How the command that an agent's hooks run answered an event that means nothing.

    `failure` is "" where it did as it should; `hint` says what to do about it, "" where that is to install the hooks again.
    """

    agent: str
    command: str
    seconds: float = 0.0
    failure: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Record:
    """The journal: its size and its limit in bytes, the names of damaged ones set aside, and why it takes no event ("" where it does) with
    what to do about that."""

    exists: bool = False
    size: int = 0
    limit: int = 0
    damaged: tuple[str, ...] = ()
    failure: str = ""
    hint: str = ""
    sessions: tuple[Session, ...] = ()
    trail: tuple[Happening, ...] = ()
    rules: tuple[Saying, ...] = ()


@dataclass(frozen=True)
class Notes:
    """The tree's files: commits of code since the state was written (None: not known) and how many are allowed, and those files that
    fill more than nine tenths of what they may hold, with both figures in bytes. `errors` is what `check` finds, `unchecked` says why it
    cannot look ("" where it can)."""

    behind: int | None = None
    allowed: int = 0
    full: tuple[tuple[str, int, int], ...] = ()
    errors: int = 0
    unchecked: str = ""


@dataclass(frozen=True)
class Examination:
    """All that is looked at. `used` are the agents in use, `off` says for an agent which file switches off all of its hooks, `recording`
    what config.yaml keeps out of the journal; `log_failure` is why hook.log cannot be read, "" where it can."""

    used: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()
    off: tuple[tuple[str, str, str], ...] = ()
    calls: tuple[Call, ...] = ()
    record: Record = Record()
    recording: Switches = Switches()
    log: tuple[str, ...] = ()
    log_failure: str = ""
    notes: Notes = Notes()
