"""Steps in the form in which the hooks of Claude Code tell of them: what is used for every agent that has no hooks here."""

from collections.abc import Mapping
from typing import Any

from agentstate.hooks.results import excerpt
from agentstate.recordings.step import Step
from agentstate.vocabulary.values import dataclass

SHELL = "Bash"
"""The name of the tool whose results have an exit status."""


Call = tuple[str, dict[str, Any]]
"""The name of a tool of Claude Code, and its arguments."""

_LISTING = "Here's the files and directories"


@dataclass(frozen=True)
class Moment:
    """Where a step stands in its file, and when and where it happened. `cwd` is "" where nothing tells.

    `part` tells the calls of one line apart.
    """

    line: int
    time: int = 0
    session: str = "recorded"
    cwd: str = ""
    agent: str = "claude-code"
    side: bool = False
    part: int = 0


@dataclass(frozen=True)
class Outcome:
    """How a call ended. `exit_code` is None where it is not recorded; `ok` is None where the end of the call is not."""

    output: str = ""
    ok: bool | None = True
    exit_code: int | None = None
    created: bool = False


UNKNOWN = Outcome(ok=None)
"""The outcome of a call whose result the recording does not hold."""


def prompted(at: Moment, text: str) -> Step:
    """What the user asked for."""
    return _step("prompt", at, text, {"hook_event_name": "UserPromptSubmit", "prompt": text})


def said(at: Moment, text: str) -> Step:
    """What the agent said to the user."""
    return _step("said", at, text, {"hook_event_name": "Stop", "last_assistant_message": text})


def compacted(at: Moment, summary: str, *, trigger: str = "", initial: bool = False) -> Step:
    """The context was replaced by a summary of it."""
    payload = {"hook_event_name": "PreCompact", "trigger": trigger, "custom_instructions": ""}
    return _step("compaction", at, summary, payload, trigger=trigger, initial=initial)


def called(at: Moment, tool: str, given: Mapping[str, Any], outcome: Outcome) -> Step:
    """A call of a tool, by the name and with the arguments that Claude Code has for what it did."""
    payload = {"tool_name": tool, "tool_input": dict(given), "tool_use_id": f"call-{at.line}-{at.part}"}
    ended = _failure(tool, outcome) if outcome.ok is False else _result(tool, outcome)
    return _step("tool", at, excerpt(outcome.output), payload | ended)


def viewed(path: str, output: str) -> Call:
    """The call that shows a path in the editors that show folders too: what they say of a folder is no file that was read."""
    return ("LS", {"path": path}) if output.lstrip().startswith(_LISTING) else ("Read", {"file_path": path})


def unreadable(line: int, why: str) -> Step:
    """A part of the file that is no use."""
    return Step("fault", line, text=why)


def _failure(tool: str, outcome: Outcome) -> dict[str, Any]:
    status = f"Exit code {outcome.exit_code}\n" if tool == SHELL and outcome.exit_code is not None else ""
    return {"hook_event_name": "PostToolUseFailure", "error": status + excerpt(outcome.output)}


def _result(tool: str, outcome: Outcome) -> dict[str, Any]:
    output = excerpt(outcome.output)
    response: object = output
    if outcome.ok is None:
        response = {"stdout": output, "interrupted": True, "status": "async_launched"}
    elif tool == SHELL:
        response = {"stdout": output} | ({} if outcome.exit_code == 0 else {"returnCodeInterpretation": "not recorded"})
    elif outcome.created:
        response = {"type": "create"}
    return {"hook_event_name": "PostToolUse", "tool_response": response}


def _step(kind: str, at: Moment, text: str, payload: dict[str, Any], *, trigger: str = "", initial: bool = False) -> Step:
    whole = {"session_id": at.session, "cwd": at.cwd} | payload | ({"agent_id": "side"} if at.side else {})
    return Step(kind, at.line, at.agent, whole, text, at.time, trigger, initial=initial, side=at.side)
