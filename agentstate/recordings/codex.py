"""Codex CLI: a rollout in `~/.codex/sessions/`, a record on each line; the first versions had no envelope around the items.

What a hook is given differs from what the model calls: every shell tool is "Bash" there, and a patch that a shell was given is one of
`apply_patch`. The trigger of a compaction is not recorded.
"""

import re
from collections.abc import Iterable, Iterator

from agentstate.hooks import fields, patches, results
from agentstate.recordings.compactions import joined
from agentstate.recordings.records import Data, Record, begins, moment, records, words
from agentstate.recordings.step import Format, Step
from agentstate.recordings.waiting import Call, Waiting
from agentstate.vocabulary.values import replace

_AGENT = "codex"
_SHELLS = frozenset(("shell", "exec_command", "shell_command", "local_shell_call", "container.exec", "unified_exec"))
_CALLS = frozenset(("function_call", "custom_tool_call", "local_shell_call"))
_RESULTS = frozenset(("function_call_output", "custom_tool_call_output"))
_BARE = frozenset(("message", "reasoning", *_CALLS, *_RESULTS))
_PUT_IN_FRONT = re.compile(
    r"\A\s*(?:<(?:environment_context|user_instructions|permissions|INSTRUCTIONS|turn_aborted|skill|subagent|collaboration)"
    r"|# AGENTS\.md instructions)"
)
_PATCHES = re.compile(r"\A(?:\s*cd\s[^\n;&]{1,500}(?:&&|;))?\s*(?:apply_patch|applypatch)\b")
_MARKS = ('"type":"session_meta"', '"type":"response_item"', '"type":"turn_context"', '"record_type":"state"', '"type":"input_text"')


def steps(lines: Iterable[str]) -> Iterator[Step]:
    """The steps, a call where its result stands; what Codex itself puts before a prompt is none."""
    session = _Session()
    return joined(session.steps(lines), session.broken_off)


FORMAT = Format("codex", "Codex CLI", lambda head: begins(head, *_MARKS), steps)


class _Session:
    def __init__(self) -> None:
        self._waiting = Waiting()
        self._session = self._cwd = self._subagent = ""
        self._turn = self._tokens = 0

    def steps(self, lines: Iterable[str]) -> Iterator[Step]:
        for record in records(lines):
            if isinstance(record, Step):
                yield record
                continue
            yield from map(_ended, self._waiting.overdue(record.line))
            yield from self._told(record)
        yield from map(_ended, self._waiting.rest())

    def broken_off(self, compaction: Step) -> Iterator[Step]:
        """The calls that had no result when it was compacted."""
        return map(_ended, self._waiting.broken_off(side=compaction.side))

    def _told(self, record: Record) -> Iterator[Step]:
        data, kind = record.data, fields.text(record.data, "type")
        item = data if kind in _BARE and "payload" not in data else fields.mapping(data, "payload")
        if kind in {"session_meta", "turn_context"}:
            self._placed(item, is_new=kind == "session_meta")
        elif kind == "event_msg":
            self._counted(item)
            if item.get("type") == "context_compacted":
                yield self._compaction(record, "")
        elif kind == "compacted" or item.get("type") == "compaction":
            yield self._compaction(record, _summary(item))
        elif kind == "response_item" or item is data:
            yield from self._of_item(record, item)

    def _placed(self, item: Data, *, is_new: bool) -> None:
        self._cwd = fields.text(item, "cwd") or self._cwd
        if is_new and not self._session:
            self._session = fields.text(item, "id")
            self._subagent = self._session if "subagent" in fields.mapping(item, "source") else ""

    def _counted(self, item: Data) -> None:
        """How full the context is, which is told after each answer."""
        usage = fields.mapping(fields.mapping(item, "info"), "last_token_usage")
        self._tokens = fields.integer(usage, "total_tokens") or self._tokens

    def _of_item(self, record: Record, item: Data) -> Iterator[Step]:
        kind = fields.text(item, "type")
        if kind == "message":
            yield from self._message(record, item)
        elif kind in _CALLS:
            self._waiting.add(fields.text(item, "call_id", "id"), self._call(record, item))
        elif kind in _RESULTS:
            call = self._waiting.take(fields.text(item, "call_id"))
            if call:
                yield _ended(replace(call, time=moment(record.data.get("timestamp")) or call.time), item.get("output"))

    def _message(self, record: Record, item: Data) -> Iterator[Step]:
        text, role = words(item.get("content")).strip(), fields.text(item, "role")
        if text and role == "assistant":
            yield self._step("said", record, {"hook_event_name": "Stop", "last_assistant_message": text}, text)
        elif text and role == "user" and not _PUT_IN_FRONT.match(text):
            self._turn += 1
            yield self._step("prompt", record, {"hook_event_name": "UserPromptSubmit", "prompt": text}, text)

    def _call(self, record: Record, item: Data) -> Call:
        name, given = _given(item)
        payload = self._payload({"tool_name": name, "tool_input": given, "tool_use_id": fields.text(item, "call_id", "id")})
        return Call(record.line, record.size, payload, moment(record.data.get("timestamp")), bool(self._subagent))

    def _compaction(self, record: Record, summary: str) -> Step:
        payload: Data = {"hook_event_name": "PreCompact", "trigger": "auto"}
        return replace(self._step("compaction", record, payload, summary), tokens=self._tokens)

    def _step(self, kind: str, record: Record, payload: Data, text: str) -> Step:
        time = moment(record.data.get("timestamp"))
        return Step(kind, record.line, _AGENT, self._payload(payload), text, time, side=bool(self._subagent))

    def _payload(self, payload: Data) -> Data:
        about: Data = {"session_id": self._session, "turn_id": f"turn-{self._turn}", "cwd": self._cwd}
        return about | ({"agent_id": self._subagent} if self._subagent else {}) | payload


def _given(item: Data) -> tuple[str, Data]:
    """The name and the input of a tool as a hook is given them."""
    name = fields.text(item, "name") or fields.text(item, "type")
    raw = item.get("arguments") if "arguments" in item else item.get("input")
    parsed = item.get("action") if item.get("type") == "local_shell_call" else fields.parsed(raw)
    given = parsed if isinstance(parsed, dict) else {"input": raw}
    command = given.get("cmd", given.get("command"))
    if name == "apply_patch":
        return name, {"command": fields.text(given, "input", "patch") or fields.command(given, "command")}
    if name not in _SHELLS or command is None:
        return name, given
    line = fields.command({"command": command}, "command")
    return "apply_patch" if patches.BEGIN in line and _PATCHES.match(line) else "Bash", given | {"command": _whole(command, line)}


def _whole(command: object, line: str) -> object:
    """The patch itself where a list of words holds it as one of them; else the command line."""
    last = command[-1] if isinstance(command, list) and len(command) == 2 else None
    return last if isinstance(last, str) and patches.BEGIN in last else line


def _ended(call: Call, output: object = None) -> Step:
    end: Data = {"hook_event_name": "PostToolUse"} | ({} if output is None else {"tool_response": _response(output)})
    text = results.excerpt(results.content(_response(output)))
    return Step("tool", call.line, _AGENT, call.payload | end, text, call.time, side=call.side)


def _response(output: object) -> object:
    """The result, of which versions tell an object as text; where such a text was shortened, its end still tells how a command ended."""
    if not isinstance(output, str) or not output.startswith("{"):
        return output
    whole = fields.parsed(output)
    if isinstance(whole, dict):
        return whole
    shown, found, about = output.rpartition('"metadata":')
    metadata = fields.parsed(about.rstrip().removesuffix("}"))
    return {"output": shown, "metadata": metadata} if found and isinstance(metadata, dict) else output


def _summary(item: Data) -> str:
    """What took the place of the conversation: a text, or else the messages that were kept."""
    kept = [words(message.get("content")) for message in fields.items(item, "replacement_history") if isinstance(message, dict)]
    return fields.text(item, "message") or words(item.get("summary")) or "\n\n".join(filter(None, kept))
