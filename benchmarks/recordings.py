"""Recorded sessions as what hooks would have been told: the payloads of each agent's own form, in the order in which they came.

A normalised session (`X.norm.jsonl`) says step by step what was in the recording X beside it. Where X is of an agent that has hooks,
its own calls are taken from X; the others are told in the form of Claude Code.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Payload = dict[str, Any]
Calls = Callable[[str], list[Payload]]

ROOT = "/recorded"
"""Where a session is said to have worked whose recording does not tell."""


@dataclass(frozen=True)
class Recording:
    """A session: the agent that it is told to be of, the folder it worked in, its normalised steps, and the payload of each tool call."""

    name: str
    form: str
    agent: str
    root: str
    steps: tuple[Mapping[str, Any], ...]
    calls: tuple[Payload, ...]

    def payloads(self) -> Iterator[tuple[int, Payload]]:
        """The number of each step and what the hook of that moment is told; a compaction is told before it comes."""
        calls = iter(self.calls)
        for number, step in enumerate(self.steps):
            if step["kind"] == "tool":
                yield number, next(calls)
            else:
                yield number, self._told(step)

    def _told(self, step: Mapping[str, Any]) -> Payload:
        gemini = self.agent == "gemini-cli"
        name, field = {
            "user": ("BeforeAgent" if gemini else "UserPromptSubmit", "prompt"),
            "assistant": ("AfterAgent", "prompt_response") if gemini else ("Stop", "last_assistant_message"),
            "compaction": ("PreCompress" if gemini else "PreCompact", "custom_instructions"),
        }[step["kind"]]
        text = "" if step["kind"] == "compaction" else step["text"]
        return {"hook_event_name": name, "session_id": self.name, "cwd": self.root, "trigger": "manual", field: text}


def recordings(folder: Path) -> Iterator[Recording]:
    """Every session below `folder`, in the order of their paths."""
    for path in sorted(folder.glob("*/*.norm.jsonl")):
        yield read(path)


def read(path: Path) -> Recording:
    """The recording whose normalised form is at `path`."""
    steps = tuple(json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line)
    original = path.with_name(path.name.removesuffix(".norm.jsonl"))
    name = f"{path.parent.name}/{original.name}"
    text = original.read_text(encoding="utf-8")
    form, agent, parse = _form(original.name)
    told = [step for step in steps if step["kind"] == "tool"]
    calls = parse(text)
    if len(calls) != len(told):
        calls = [_synthetic(step, agent) for step in told]
    root = next((str(call["cwd"]) for call in calls if call.get("cwd")), ROOT)
    identified = [{"session_id": name, "cwd": root, "tool_use_id": f"call-{number}"} | call for number, call in enumerate(calls)]
    return Recording(name, form, agent, root, steps, tuple(identified))


def _form(name: str) -> tuple[str, str, Calls]:
    """What the file is, the agent it is told to be of, and how its calls are read."""
    forms: tuple[tuple[str, str, str, Calls], ...] = (
        ("claude-", "claude-jsonl", "claude-code", _claude),
        ("codex-", "codex-jsonl", "codex", _codex),
        ("gemini-", "gemini-json", "gemini-cli", _gemini),
        ("specstory-codexcli", "specstory-md", "codex", _none),
        ("specstory-", "specstory-md", "claude-code", _none),
        ("openhands-", "openhands-json", "claude-code", _none),
        ("mini-", "mini-swe-agent-json", "claude-code", _none),
        ("swe-", "swe-agent-traj", "claude-code", _none),
    )
    return next((form, agent, parse) for start, form, agent, parse in forms if name.startswith(start))


def _none(text: str) -> list[Payload]:
    del text
    return []


def _lines(text: str) -> Iterator[Mapping[str, Any]]:
    for line in text.split("\n"):
        if line.strip():
            value = json.loads(line)
            if isinstance(value, dict):
                yield value


def _claude(text: str) -> list[Payload]:
    records, results = list(_once(text)), dict[str, tuple[Mapping[str, Any], object]]()
    for record, block in _blocks(records, "tool_result"):
        results[str(block.get("tool_use_id"))] = block, record.get("toolUseResult")
    return [_claude_call(record, block, *results.get(str(block.get("id")), ({}, None))) for record, block in _blocks(records, "tool_use")]


def _once(text: str) -> Iterator[Mapping[str, Any]]:
    """The records; one that is repeated, as in a session that was gone on with, is there once."""
    seen = set[str]()
    for record in _lines(text):
        known = record.get("uuid")
        if known not in seen:
            seen |= {known} if known else set()
            yield record


def _blocks(records: Sequence[Mapping[str, Any]], kind: str) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    for record in records:
        content = (record.get("message") or {}).get("content")
        for block in content if isinstance(content, list) and record.get("type") in {"user", "assistant"} else ():
            if isinstance(block, dict) and block.get("type") == kind:
                yield record, block


def _claude_call(record: Mapping[str, Any], block: Mapping[str, Any], result: Mapping[str, Any], response: object) -> Payload:
    call: Payload = {
        "hook_event_name": "PostToolUseFailure" if result.get("is_error") else "PostToolUse",
        "cwd": record.get("cwd") or "",
        "tool_name": block.get("name"),
        "tool_input": block.get("input"),
        "tool_use_id": block.get("id"),
    }
    said = _flat(result.get("content"))
    side = {"agent_id": "side"} if record.get("isSidechain") else {}
    return call | side | ({"error": said} if result.get("is_error") else {"tool_response": response or {"stdout": said}})


def _codex(text: str) -> list[Payload]:
    calls, folder = dict[str, Payload](), ""
    for record in _lines(text):
        item = record.get("payload") or {}
        folder = item.get("cwd") or folder if record.get("type") in {"session_meta", "turn_context"} else folder
        if item.get("type") in {"function_call", "custom_tool_call", "local_shell_call"}:
            given = _parsed(item.get("arguments") or item.get("input"))
            named = {"shell": "Bash", "exec_command": "Bash", "shell_command": "Bash"}.get(str(item.get("name")), item.get("name"))
            calls[str(item.get("call_id"))] = {
                "hook_event_name": "PostToolUse",
                "turn_id": "turn",
                "cwd": given.get("workdir") or folder,
                "tool_name": named,
                "tool_input": given,
            }
        elif item.get("type") in {"function_call_output", "custom_tool_call_output"} and str(item.get("call_id")) in calls:
            calls[str(item.get("call_id"))]["tool_response"] = (
                _parsed(item.get("output")) if _is_object(item.get("output")) else item["output"]
            )
    return list(calls.values())


def _gemini(text: str) -> list[Payload]:
    return [
        {
            "hook_event_name": "AfterTool",
            "tool_name": call.get("name"),
            "tool_input": call.get("args") or {},
            "tool_response": {"llmContent": _flat(call.get("result"))},
            **({} if call.get("status") == "success" else {"error": "failed"}),
        }
        for message in json.loads(text)["messages"]
        for call in message.get("toolCalls") or ()
    ]


def _synthetic(step: Mapping[str, Any], agent: str) -> Payload:
    """The call of a normalised step."""
    names = {"read": "Read", "edit": "Edit", "write": "Write", "shell": "Bash", "search": "Grep"}
    given = {"command": step["cmd"]} if step["tool"] == "shell" else {"file_path": step.get("path") or "", "path": step.get("path") or ""}
    failed = step.get("ok") is False
    code = step.get("exit")
    said = f"Exit code {code}\n{step['text']}" if failed and code else step["text"]
    if agent == "codex" and step["tool"] == "edit":
        files = "".join(f"*** Update File: {path}\n" for path in step.get("paths") or ())
        given = {"command": f"*** Begin Patch\n{files}*** End Patch"}
        names = {**names, "edit": "apply_patch"}
    call: Payload = {"tool_name": names.get(step["tool"], step["name"]), "tool_input": given, "turn_id": "turn", "cwd": ROOT}
    if agent == "codex":
        return call | {"hook_event_name": "PostToolUse", "tool_response": {"exit_code": code, "output": step["text"]}}
    outcome = {"error": said} if failed else {"tool_response": {"stdout": said}}
    return call | {"hook_event_name": "PostToolUseFailure" if failed else "PostToolUse"} | outcome


def _parsed(value: object) -> dict[str, Any]:
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return {"command": value}
    return found if isinstance(found, dict) else {"command": value}


def _is_object(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, str) and value.startswith("{"))


def _flat(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(map(_flat, value))
    if isinstance(value, dict):
        return next((_flat(value[key]) for key in ("text", "content", "output", "functionResponse", "response") if key in value), "")
    return ""
