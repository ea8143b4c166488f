"""GitHub Copilot CLI: the events of a session in `~/.copilot/session-state/`, an object with `type` and `data` on each line.

Written from the documentation of these events. The payloads are those with the names that it shares with Claude Code, as they say their
event. The trigger of a compaction is not recorded, and one that failed is none; what was cut off without a summary is none either.
"""

from collections.abc import Iterable, Iterator

from agentstate.hooks import fields, results
from agentstate.recordings.compactions import joined
from agentstate.recordings.records import Data, Record, begins, moment, records
from agentstate.recordings.step import Format, Step
from agentstate.recordings.waiting import Call, Waiting
from agentstate.vocabulary.values import replace

_AGENT = "copilot-cli"
_MARKS = ('"type":"session.start"', '"type":"session.resume"', '"type":"user.message"', '"type":"tool.execution_start"')


def steps(lines: Iterable[str]) -> Iterator[Step]:
    """The steps, a call where its result stands."""
    session = _Session()
    return joined(session.steps(lines), session.broken_off)


FORMAT = Format("copilot-cli", "GitHub Copilot CLI", lambda head: begins(head, *_MARKS), steps)


class _Session:
    def __init__(self) -> None:
        self._waiting = Waiting()
        self._session = self._cwd = ""

    def steps(self, lines: Iterable[str]) -> Iterator[Step]:
        for record in records(lines):
            if isinstance(record, Step):
                yield record
                continue
            yield from map(_unfinished, self._waiting.overdue(record.line))
            yield from self._told(record)
        yield from map(_unfinished, self._waiting.rest())

    def broken_off(self, compaction: Step) -> Iterator[Step]:
        """The calls that had no result when it was compacted."""
        return map(_unfinished, self._waiting.broken_off(side=compaction.side))

    def _told(self, record: Record) -> Iterator[Step]:
        kind, data = fields.text(record.data, "type"), fields.mapping(record.data, "data")
        if kind in {"session.start", "session.resume", "session.context_changed"}:
            self._session = self._session or fields.text(data, "sessionId")
            self._cwd = fields.text(fields.mapping(data, "context"), "cwd") or fields.text(data, "cwd") or self._cwd
        elif kind == "tool.execution_start":
            self._waiting.add(fields.text(data, "toolCallId"), self._call(record, data))
        elif kind == "tool.execution_complete":
            call = self._waiting.take(fields.text(data, "toolCallId"))
            if call:
                yield _finished(replace(call, time=moment(record.data.get("timestamp")) or call.time), data)
        else:
            yield from self._spoken(record, kind, data)

    def _spoken(self, record: Record, kind: str, data: Data) -> Iterator[Step]:
        text = fields.text(data, "content").strip()
        if kind == "user.message" and text:
            yield self._step("prompt", record, {"hook_event_name": "UserPromptSubmit", "prompt": text}, text)
        elif kind == "assistant.message" and text:
            yield self._step("said", record, {"hook_event_name": "Stop", "stop_reason": "end_turn"}, text)
        elif kind == "session.compaction_complete" and data.get("success") is not False:
            payload: Data = {"hook_event_name": "PreCompact", "trigger": "auto", "custom_instructions": ""}
            found = self._step("compaction", record, payload, fields.text(data, "summaryContent"))
            yield replace(found, tokens=fields.rounded(data, "preCompactionTokens") or 0)

    def _call(self, record: Record, data: Data) -> Call:
        name = f"mcp__{fields.text(data, 'mcpServerName')}__{fields.text(data, 'mcpToolName')}" if "mcpServerName" in data else ""
        payload: Data = {"tool_name": name or fields.text(data, "toolName"), "tool_input": data.get("arguments")}
        found = self._payload(data, payload | {"tool_use_id": fields.text(data, "toolCallId")})
        return Call(record.line, record.size, found, moment(record.data.get("timestamp")), "agent_id" in found)

    def _step(self, kind: str, record: Record, payload: Data, text: str) -> Step:
        found = self._payload(fields.mapping(record.data, "data"), payload)
        return Step(kind, record.line, _AGENT, found, text, moment(record.data.get("timestamp")), side="agent_id" in found)

    def _payload(self, data: Data, payload: Data) -> Data:
        """What a subagent does names the call that started it."""
        subagent = fields.text(data, "parentToolCallId")
        about: Data = {"session_id": self._session, "cwd": self._cwd}
        return about | ({"agent_id": subagent} if subagent else {}) | payload


def _finished(call: Call, data: Data) -> Step:
    output = fields.text(fields.mapping(data, "result"), "content")
    error = fields.text(data.get("error"), "message") or fields.text(data, "error") or output
    if data.get("success") is False:
        return _step(call, {"hook_event_name": "PostToolUseFailure", "error": error}, error)
    result = {"result_type": "success", "text_result_for_llm": output}
    return _step(call, {"hook_event_name": "PostToolUse", "tool_result": result}, output)


def _unfinished(call: Call) -> Step:
    return _step(call, {"hook_event_name": "PostToolUse", "tool_result": {}}, "")


def _step(call: Call, end: Data, output: str) -> Step:
    return Step("tool", call.line, _AGENT, call.payload | end, results.excerpt(output), call.time, side=call.side)
