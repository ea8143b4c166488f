"""What a journal is given: one `Entry` for each event of a session, with what was learnt from it."""

from agentstate.vocabulary.values import dataclass

RECORDED = ("files", "commands", "prompts", "rules", "said", "plans")
"""What a journal holds, by the names under which config.yaml switches it off; `said` are decisions and dead ends of answers."""

RECORD = "transcript"
"""The source of words from an agent's own record of its session, which is read more than once: they are no news where they are known."""


@dataclass(frozen=True)
class Text:
    """Words kept verbatim. `kind` is "prompt", "said", "plan", "rule", "decision", "dead-end" or "refused", a command that
    the user did not allow; `source` says where they were read.

    `confidence`, between 0 and 1, comes from the way in which the words were recognised.
    """

    kind: str
    text: str
    source: str = ""
    confidence: float = 1.0


@dataclass(frozen=True)
class Entity:
    """Something in the project that has a name. `kind` is "fact", "artifact", "progress" or "decision"; `scope` is the path it is in."""

    kind: str
    symbol: str
    scope: str
    content: str
    source: str
    confidence: float


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One event: normalised, without secrets, and ready to be kept.

    Two entries with the same `session`, `call` and `kind` are one event that was delivered twice; an entry without a `call` is always
    a new one. `kind` is a kind of event ("tool", "tool_failed", "prompt", "compact_before", …); `time` is in milliseconds since 1970.
    `touches` are (path, operation, origin): the operation is "read", "edit", "create", "update", "delete" or "move", the origin is the
    path that a move came from, else "". `ok` and `exit_code` are None where the agent does not tell. `tests`: `command` runs tests; a run
    with `ok` has shown that they pass. `piped` is the command with its filters, "" where it has none: these ended well, whatever it did.
    """

    session: str
    kind: str
    time: int
    agent: str = ""
    call: str = ""
    turn: str = ""
    subagent: str = ""
    tool: str = ""
    touches: tuple[tuple[str, str, str], ...] = ()
    command: str = ""
    piped: str = ""
    cwd: str = ""
    exit_code: int | None = None
    ok: bool | None = None
    tests: bool = False
    texts: tuple[Text, ...] = ()
    entities: tuple[Entity, ...] = ()
