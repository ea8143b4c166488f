"""The neutral format, for sessions of any other agent: docs/recordings.md says what stands on its lines."""

from collections.abc import Iterable, Iterator

from agentstate.agents import ADAPTERS
from agentstate.hooks import fields, results
from agentstate.recordings.compactions import joined
from agentstate.recordings.records import Data, Record, begins, moment, records
from agentstate.recordings.step import Format, Step
from agentstate.recordings.telling import Moment, Outcome, called, compacted, prompted, said, unreadable
from agentstate.vocabulary.values import replace

_NAMES = {
    "shell": "Bash",
    "read": "Read",
    "edit": "Edit",
    "write": "Write",
    "search": "Grep",
    "web": "WebFetch",
    "plan": "TodoWrite",
    "agent": "Task",
    "other": "Other",
}


def steps(lines: Iterable[str]) -> Iterator[Step]:
    """The steps; a line that does not say what the format asks for is a fault."""
    return joined(_steps(lines))


def _steps(lines: Iterable[str]) -> Iterator[Step]:
    session = cwd = ""
    for record in records(lines):
        if isinstance(record, Step):
            yield record
        elif record.data.get("agentstate") == "recording":
            session, cwd = fields.text(record.data, "session"), fields.text(record.data, "cwd")
        else:
            yield _step(record, session, fields.text(record.data, "cwd") or cwd)


FORMAT = Format("neutral", "neutral JSONL", lambda head: begins(head, '"agentstate":"recording"'), steps)


def _step(record: Record, session: str, cwd: str) -> Step:
    data, kind, text = record.data, fields.text(record.data, "kind"), fields.text(record.data, "text")
    at = Moment(record.line, moment(data.get("time")), session, cwd, side=data.get("side") is True)
    if kind == "compaction":
        trigger = fields.text(data, "trigger")
        found = compacted(at, text, trigger=trigger if trigger in {"auto", "manual"} else "")
        return replace(found, tokens=fields.integer(data, "tokens") or 0)
    if kind in {"prompt", "said"} and text.strip():
        return prompted(at, text) if kind == "prompt" else said(at, text)
    return _tool(at, data) if kind == "tool" else unreadable(at.line, f'no step of the kind "{kind[:40]}" with what it needs')


def _tool(at: Moment, data: Data) -> Step:
    """A call in words of the format, or as the payload of a hook of the agent that is named."""
    agent, tool, payload = fields.text(data, "agent"), fields.text(data, "tool"), fields.mapping(data, "payload")
    code = fields.integer(data, "exit")
    ok = fields.flag(data, "ok")
    outcome = Outcome(fields.text(data, "output"), code == 0 if ok is None and code is not None else ok, code)
    if payload and agent in ADAPTERS:
        return _foreign(at, agent, payload, outcome.output)
    if tool == "patch":
        return _patch(at, fields.text(data, "patch"), outcome)
    if payload or tool not in _NAMES:
        return unreadable(at.line, f'no agent "{agent[:40]}" with hooks' if payload else f'no tool "{tool[:40]}"')
    return called(at, fields.text(data, "name") or _NAMES[tool] if tool == "other" else _NAMES[tool], _given(tool, data), outcome)


def _given(tool: str, data: Data) -> Data:
    if tool == "shell":
        return {"command": fields.text(data, "command")}
    if tool == "plan":
        return {"todos": fields.items(data, "steps")}
    path = fields.text(data, "path")
    return {"path": path} if tool == "search" else {"file_path": path} if path else {}


def _foreign(at: Moment, agent: str, payload: Data, output: str) -> Step:
    return Step("tool", at.line, agent, payload, results.excerpt(output), at.time, side=at.side)


def _patch(at: Moment, patch: str, outcome: Outcome) -> Step:
    """A patch of several files, in the form of Codex CLI: Claude Code has no such tool."""
    code = outcome.exit_code if outcome.exit_code is not None or outcome.ok is None else int(not outcome.ok)
    about: Data = {"hook_event_name": "PostToolUse", "session_id": at.session, "turn_id": "turn", "cwd": at.cwd}
    side: Data = {"agent_id": "side"} if at.side else {}
    response: Data = {"output": outcome.output, "metadata": {"exit_code": code}}
    call: Data = {"tool_name": "apply_patch", "tool_input": {"command": patch}, "tool_response": response}
    return _foreign(at, "codex", about | side | call, outcome.output)
