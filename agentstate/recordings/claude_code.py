"""Claude Code: a record on each line, of a session in `~/.claude/projects/`, and of its subagents in files of their own (`agent-*.jsonl`).

A record has `type`, and `message.content` is a text or blocks; the result of a call is a block of a later record, and beside it, as
`toolUseResult`, stands what the hook was given. Records that were copied from an older session may come twice.
"""

import re
from collections.abc import Iterable, Iterator

from agentstate.hooks import fields, results
from agentstate.recordings.compactions import joined
from agentstate.recordings.records import Data, Record, begins, moment, records, words
from agentstate.recordings.step import Format, Step
from agentstate.recordings.telling import Moment, compacted, prompted, said
from agentstate.recordings.waiting import Call, Lately, Waiting
from agentstate.vocabulary.values import replace

_CONTINUED = "This session is being continued from a previous conversation"
_INTERRUPTED = "[Request interrupted by user"
_TOLD_BY_THE_PROGRAM = re.compile(
    r"\A\s*(?:<(?:local-command|command-message|command-name|bash-|system-reminder|user-prompt-submit-hook|task-notification)|Caveat: )"
)
_COMMAND = re.compile(r"<command-name>([^<]*)</command-name>")
_ARGUMENTS = re.compile(r"<command-args>([^<]*)</command-args>")
_MARKS = ('"parentUuid":', '"type":"queue-operation"', '"type":"file-history-snapshot"', '"type":"summary","summary"')
_UNKNOWN = {"interrupted": True, "status": "async_launched"}
"""The response of a call of which nobody knows how it ended."""

_REMEMBERED = 50_000
"""Records whose repetition is noticed."""


def steps(lines: Iterable[str]) -> Iterator[Step]:
    """The steps, a call where its result stands; what the program itself wrote into the conversation is none."""
    session = _Session()
    return joined(session.steps(lines), session.broken_off)


def _recognises(head: str) -> bool:
    return begins(head, *_MARKS) and '"sessionId"' in head


FORMAT = Format("claude-code", "Claude Code", _recognises, steps)


class _Session:
    def __init__(self) -> None:
        self._waiting = Waiting()
        self._known = Lately(_REMEMBERED)
        self._session = ""

    def steps(self, lines: Iterable[str]) -> Iterator[Step]:
        for record in records(lines):
            if isinstance(record, Step):
                yield record
                continue
            yield from map(_unfinished, self._waiting.overdue(record.line))
            identifier = fields.text(record.data, "uuid")
            if not (identifier and self._known.knows(identifier)):
                yield from self._told(record)
        yield from map(_unfinished, self._waiting.rest())

    def broken_off(self, compaction: Step) -> Iterator[Step]:
        """The calls that had no result when it was compacted."""
        return map(_unfinished, self._waiting.broken_off(side=compaction.side))

    def _told(self, record: Record) -> Iterator[Step]:
        data, kind = record.data, fields.text(record.data, "type")
        self._session = self._session or fields.text(data, "sessionId")
        side = data.get("isSidechain") is True
        at = Moment(record.line, moment(data.get("timestamp")), self._session, fields.text(data, "cwd"), side=side)
        content = fields.mapping(data, "message").get("content")
        if kind == "system" and data.get("subtype") == "compact_boundary":
            about = fields.mapping(data, "compactMetadata")
            yield replace(compacted(at, "", trigger=_trigger(about)), tokens=fields.integer(about, "preTokens") or 0)
        elif kind == "user" and data.get("isCompactSummary"):
            yield compacted(at, words(content))
        elif kind == "user":
            yield from self._of_user(data, at, _blocks(content))
        elif kind == "assistant" and not data.get("isApiErrorMessage"):
            yield from self._of_agent(record, at, _blocks(content))

    def _of_agent(self, record: Record, at: Moment, blocks: list[Data]) -> Iterator[Step]:
        for block in blocks:
            if block.get("type") == "text" and fields.text(block, "text").strip():
                yield said(at, fields.text(block, "text").strip())
            elif block.get("type") == "tool_use":
                self._waiting.add(fields.text(block, "id"), _call(record, at, block))

    def _of_user(self, data: Data, at: Moment, blocks: list[Data]) -> Iterator[Step]:
        for block in blocks:
            if block.get("type") == "tool_result":
                call = self._waiting.take(fields.text(block, "tool_use_id"))
                if call:
                    yield _finished(call, block, data.get("toolUseResult"), at.time)
            elif block.get("type") == "text":
                yield from _prompt(at, fields.text(block, "text"), is_meta=bool(data.get("isMeta")))


def _blocks(content: object) -> list[Data]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _call(record: Record, at: Moment, block: Data) -> Call:
    payload: Data = {"session_id": at.session, "cwd": at.cwd, "tool_name": block.get("name"), "tool_input": block.get("input")}
    subagent: Data = {"agent_id": fields.text(record.data, "agentId") or "side"} if at.side else {}
    return Call(record.line, record.size, payload | {"tool_use_id": block.get("id")} | subagent, at.time, at.side)


def _trigger(about: Data) -> str:
    trigger = fields.text(about, "trigger")
    return trigger if trigger in {"auto", "manual"} else ""


def _prompt(at: Moment, text: str, *, is_meta: bool) -> Iterator[Step]:
    """A prompt, a command with a slash as the user typed it, or the summary that a session begins with."""
    if text.startswith(_CONTINUED):
        yield compacted(at, text)
        return
    if _TOLD_BY_THE_PROGRAM.match(text):
        command, arguments = _COMMAND.search(text), _ARGUMENTS.search(text)
        text = f"{command[1]} {arguments[1] if arguments else ''}" if command else ""
    if text.strip() and not is_meta and not text.startswith(_INTERRUPTED):
        yield prompted(at, text.strip())


def _finished(call: Call, block: Data, response: object, time: int) -> Step:
    output = results.content(block.get("content"))
    if block.get("is_error") is True:
        error = output.removeprefix("<tool_use_error>").removesuffix("</tool_use_error>")
        end: Data = {"hook_event_name": "PostToolUseFailure", "error": error}
    else:
        end = {"hook_event_name": "PostToolUse", "tool_response": response or {"stdout": output, "stderr": ""}}
    return _step(replace(call, time=time or call.time), end, output)


def _unfinished(call: Call) -> Step:
    return _step(call, {"hook_event_name": "PostToolUse", "tool_response": _UNKNOWN}, "")


def _step(call: Call, end: Data, output: str) -> Step:
    return Step("tool", call.line, payload=call.payload | end, text=results.excerpt(output), time=call.time, side=call.side)
