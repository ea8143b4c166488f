"""What a journal answers with. Steps are those of the journal: how many tool calls there had been when something happened."""

from agentstate.vocabulary.values import dataclass


@dataclass(frozen=True)
class Session:
    """One session of an agent. `steps` are its own tool calls; `pending`: it has not been told what it forgot at its compaction or end.

    `last`, `delivered` and `compacted` are the step of its last event, of the last message it got and of its last compaction.
    `began` and `seen`, its first and last event, are milliseconds since 1970; `prompt` is the newest instruction, "" where none was heard.
    """

    session: str
    agent: str
    steps: int
    began: int
    seen: int
    last: int
    pending: bool
    delivered: int | None
    compacted: int | None
    prompt: str


@dataclass(frozen=True)
class File:
    """One path and what was done to it. `first`, `last` and `changed` are steps; `deleted`: the last that happened to it was its end.

    `verified`: it was changed, and a test run has passed since then.
    """

    path: str
    reads: int
    edits: int
    created: bool
    deleted: bool
    first: int
    last: int
    changed: int | None
    verified: bool


@dataclass(frozen=True)
class Command:
    """One command in one folder. `exit_code` and `ok` are those of its last run, None where not known, but where a failure is unresolved
    `exit_code` is that of the last run whose end is known; `first`, `last`, `failed` are steps.

    `failures` counts the failed runs since the last that is known to have gone well: above 0 the failure is unresolved.
    `time` of the last run is in milliseconds since 1970.
    """

    command: str
    cwd: str
    tests: bool
    runs: int
    exit_code: int | None
    ok: bool | None
    first: int
    last: int
    time: int
    failures: int
    failed: int | None


@dataclass(frozen=True)
class Saying:
    """Words as they were heard. `first` and `last` are the steps at which, `times` how often; `session` is the last that heard them."""

    kind: str
    text: str
    source: str
    confidence: float
    session: str
    first: int
    last: int
    times: int


@dataclass(frozen=True)
class Engram:
    """An entity as it is remembered. `created` and `last` are steps, `last` of its last activation; `gone`: its file has it no more."""

    id: int
    kind: str
    symbol: str
    scope: str
    content: str
    source: str
    confidence: float
    created: int
    last: int
    activations: int
    gone: bool


@dataclass(frozen=True)
class Overview:
    """What there is: the step of the journal, how many records each table holds, its size in bytes, and the files that were set aside."""

    step: int
    counts: dict[str, int]
    size: int
    sessions: tuple[Session, ...]
    damaged: tuple[str, ...]


@dataclass(frozen=True)
class Happening:
    """One event. `step` counts the tool calls of the journal, `time` is in milliseconds since 1970; `touches` are (path, operation).

    `exit_code` and `ok` are None where the agent did not tell.
    """

    id: int
    session: str
    agent: str
    step: int
    time: int
    kind: str
    tool: str
    command: str
    tests: bool
    exit_code: int | None
    ok: bool | None
    subagent: str
    touches: tuple[tuple[str, str], ...]
