"""What an agent told us, in one shape for all agents."""

from agentstate.vocabulary.values import dataclass

KINDS = ("session_start", "session_end", "prompt", "tool", "tool_failed", "compact_before", "compact_after", "turn_end", "other")
"""What an event is. `tool_failed` is a tool call that is known to have failed, and nothing else: those with `ok` False."""

TOOLS = ("shell", "read", "edit", "write", "patch", "search", "web", "plan", "agent", "mcp", "other")
"""What a tool does, whatever the agent calls it."""

OPERATIONS = ("read", "edit", "create", "update", "delete", "move")
"""What a tool did to a file: `edit` changed a part of it, `update` wrote it anew or patched it, `create` made it."""


REFUSED = "refused"
"""The source of a tool call that the user did not allow, or broke off: nothing is known to be done, and nothing has failed."""


@dataclass(frozen=True)
class Touch:
    """One file that a tool call named: `path` as the agent wrote it, and for a move where the file was before (`origin`)."""

    path: str
    op: str
    origin: str = ""


@dataclass(frozen=True)
class Event:
    """One hook call. What the agent did not tell is "", None or (): nothing is guessed, and no exit code is 0 unless it was.

    `agent` is the name of the agent, `name` the agent's own name of the event ("PostToolUse"), `kind` one of KINDS.
    `session`, `turn`, `subagent` and `call` are the agent's own ids; `subagent` is "" on the main thread. `source` is why a session
    started or ended ("startup", "compact", "clear"), "hook" for a turn that only went on because of a hook, "turn" for a compaction
    that the agent tells of before each turn, whether or not it comes, and REFUSED for such a tool call. `trigger` of a compaction is
    "auto" or "manual". `cwd` is the folder that relative paths and the command start from, as the agent wrote it.

    `tool` is one of TOOLS, `tool_name` the agent's own name. `touches` and `command` are as given; in a failed call they say what was
    tried, not what was done. `ok` is None for a call that is still running or whose end is not known. `duration` is in milliseconds.
    `excerpt` is the start and the end of a command's output, or the message of a failure, not yet redacted; never the content of a
    file. `text` is the prompt, what the agent said, its plan with a step on each line, or the summary of a compaction. `transcript`
    is the path of the agent's own record.
    """

    agent: str
    name: str = ""
    kind: str = "other"
    session: str = ""
    turn: str = ""
    subagent: str = ""
    source: str = ""
    trigger: str = ""
    cwd: str = ""
    tool: str = ""
    tool_name: str = ""
    call: str = ""
    touches: tuple[Touch, ...] = ()
    command: str = ""
    exit_code: int | None = None
    ok: bool | None = None
    excerpt: str = ""
    duration: int | None = None
    text: str = ""
    transcript: str = ""
