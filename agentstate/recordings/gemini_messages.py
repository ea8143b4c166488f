"""The messages of Gemini CLI, which are the same in both of its formats: prompts, answers with their tool calls, and what it informs of.

A call stands in its message with its result. The folder that the session works in is recorded by neither format. Of a compaction only
a message for the user tells; what it says of the tokens is taken from there.
"""

import re
from collections.abc import Iterator

from agentstate.hooks import fields, results
from agentstate.recordings.records import Data, moment, words
from agentstate.recordings.step import Step
from agentstate.vocabulary.values import replace

_AGENT = "gemini-cli"
_COMPRESSED = re.compile(r"compress", re.IGNORECASE)
_FROM = re.compile(r"\bfrom:?\s+([0-9][0-9,.]{0,15})")
OVER = frozenset(("success", "error", "cancelled"))
"""What is said of a call that has ended."""


def told(message: Data, line: int, session: str) -> Iterator[Step]:
    """The steps of one message; `line` is where it stands."""
    kind, text = fields.text(message, "type"), words(message.get("content")).strip()
    time = moment(message.get("timestamp"))
    about: Data = {"session_id": session, "cwd": ""}
    if kind == "user" and text:
        yield Step("prompt", line, _AGENT, about | {"hook_event_name": "BeforeAgent", "prompt": text}, text, time)
    elif kind == "gemini":
        if text:
            yield Step("said", line, _AGENT, about | {"hook_event_name": "AfterAgent", "prompt_response": text}, text, time)
        for call in fields.items(message, "toolCalls"):
            if isinstance(call, dict):
                yield replace(_called(call, line, about), time=moment(call.get("timestamp")) or time)
    elif kind == "info" and _COMPRESSED.search(text):
        payload = about | {"hook_event_name": "PreCompress", "trigger": "auto"}
        yield Step("compaction", line, _AGENT, payload, text, time, tokens=_tokens(text))


def _tokens(text: str) -> int:
    found = _FROM.search(text)
    return int("0" + re.sub(r"[,.]", "", found[1])) if found else 0


def _called(call: Data, line: int, about: Data) -> Step:
    output, status = _output(call), fields.text(call, "status")
    payload: Data = {"hook_event_name": "AfterTool", "tool_name": fields.text(call, "name"), "tool_input": call.get("args")}
    given = about | payload | {"tool_use_id": fields.text(call, "id"), "tool_response": _response(output, status)}
    return Step("tool", line, _AGENT, given, results.excerpt(output))


def _response(output: str, status: str) -> Data:
    """What the tool gave back; a call that never ended is told as one that still runs in the background."""
    if status == "error":
        return {"llmContent": output, "error": {"message": output or "failed"}}
    if status == "cancelled":
        return {"llmContent": "", "error": {"message": f"cancelled by user: {output}"}}
    return {"llmContent": output if status == "success" else "Command is running in background"}


def _output(call: Data) -> str:
    """What the model was given: parts, each with the answer of a function."""
    parts = call.get("result")
    return "\n".join(filter(None, [_of_part(part) for part in parts])) if isinstance(parts, list) else words(parts)


def _of_part(part: object) -> str:
    response = fields.mapping(fields.mapping(part, "functionResponse"), "response")
    return fields.text(response, "output", "error") or words(part)
