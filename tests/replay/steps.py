"""Sessions made by hand: steps in the form of Claude Code, and files in its format."""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

from agentstate.agents import adapter
from agentstate.hooks.clean import Ground, entry
from agentstate.recordings.step import Step
from agentstate.replay.action import Action, action

ROOT = "/work/parser"


class Session:
    """Steps in their order, each with the payload that a hook would be given."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._calls = count(1)

    def __call__(self) -> Iterator[Step]:
        return iter(self.steps)

    def prompt(self, text: str) -> "Session":
        return self._add("prompt", {"hook_event_name": "UserPromptSubmit", "prompt": text}, text)

    def said(self, text: str) -> "Session":
        return self._add("said", {"hook_event_name": "Stop", "last_assistant_message": text}, text)

    def read(self, path: str, answer: str = "text") -> "Session":
        return self._call("Read", {"file_path": f"{ROOT}/{path}"}, {"file": {"content": answer}}, answer)

    def edit(self, path: str, before: str = "old line of code", after: str = "new line of code") -> "Session":
        given = {"file_path": f"{ROOT}/{path}", "old_string": before, "new_string": after}
        return self._call("Edit", given, {"filePath": f"{ROOT}/{path}"}, "")

    def run(self, command: str, code: int = 0, answer: str = "fine") -> "Session":
        given = {"command": command}
        if code:
            return self._failed("Bash", given, f"Exit code {code}\n{answer}")
        return self._call("Bash", given, {"stdout": answer, "stderr": "", "interrupted": False}, answer)

    def missing(self, path: str) -> "Session":
        return self._failed("Read", {"file_path": f"{ROOT}/{path}"}, "File does not exist.")

    def compaction(self, summary: str = "", trigger: str = "auto", tokens: int = 0) -> "Session":
        payload = {"hook_event_name": "PreCompact", "trigger": trigger, "custom_instructions": ""}
        return self._add("compaction", payload, summary, trigger=trigger, tokens=tokens)

    def fault(self, why: str) -> "Session":
        self.steps.append(Step("fault", len(self.steps) + 1, text=why))
        return self

    def _failed(self, tool: str, given: Mapping[str, object], error: str) -> "Session":
        return self._tool("PostToolUseFailure", tool, given, {"error": error}, error)

    def _call(self, tool: str, given: Mapping[str, object], answer: object, text: str) -> "Session":
        return self._tool("PostToolUse", tool, given, {"tool_response": answer}, text)

    def _tool(self, name: str, tool: str, given: Mapping[str, object], ended: Mapping[str, object], text: str) -> "Session":
        call = f"call-{next(self._calls)}"
        return self._add("tool", {"hook_event_name": name, "tool_name": tool, "tool_input": given, "tool_use_id": call, **ended}, text)

    def _add(self, kind: str, payload: Mapping[str, object], text: str, *, trigger: str = "", tokens: int = 0) -> "Session":
        told = {"session_id": "one", "cwd": ROOT, **payload}
        self.steps.append(Step(kind, len(self.steps) + 1, payload=told, text=text, trigger=trigger, tokens=tokens))
        return self


def actions(session: Session) -> list[Action]:
    """What each tool call of the session did."""
    found: list[Action] = []
    for number, step in enumerate(session.steps):
        if step.kind == "tool":
            event = adapter(step.agent).event(dict(step.payload), "")
            kept = entry(event, Ground((ROOT,), lambda path: path), time=number, call=event.call)
            found.append(action(step, event, kept, ROOT, (len(found) + 1, number)))
    return found


def work(session: Session) -> Session:
    """Twelve tool calls: files read and changed, a command that passed and one that failed."""
    for name in ("lexer", "parser", "tree", "errors"):
        session.read(f"src/{name}.py").edit(f"src/{name}.py", f"old {name} line of code", f"new {name} line of code")
    session.run("pytest -q tests/test_lexer.py", answer="3 passed in 0.1s").run("make lint", 2, "E501 too long")
    return session.read("docs/grammar.md").run("git status")


def write_session(path: Path, session: Session) -> Path:
    """The session as a file of Claude Code."""
    lines = [json.dumps(record, separators=(",", ":")) for number, step in enumerate(session.steps) for record in _records(step, number)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _records(step: Step, number: int) -> list[Mapping[str, object]]:
    shared = {
        "parentUuid": None,
        "uuid": f"u{number}",
        "sessionId": "one",
        "cwd": ROOT,
        "timestamp": f"2026-03-01T10:{number // 60:02}:{number % 60:02}.000Z",
    }
    if step.kind == "prompt":
        return [{"type": "user", **shared, "message": {"role": "user", "content": step.text}}]
    if step.kind == "said":
        return [{"type": "assistant", **shared, "message": {"role": "assistant", "content": [{"type": "text", "text": step.text}]}}]
    if step.kind == "compaction":
        told = {"trigger": step.trigger, "preTokens": step.tokens}
        boundary = {"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted", **shared, "compactMetadata": told}
        summary = {"type": "user", **shared, "uuid": f"s{number}", "isCompactSummary": True}
        return [boundary, summary | {"message": {"role": "user", "content": step.text}}]
    payload = step.payload
    use = {"type": "tool_use", "id": payload["tool_use_id"], "name": payload["tool_name"], "input": payload["tool_input"]}
    result = {"type": "tool_result", "tool_use_id": payload["tool_use_id"], "content": payload.get("error") or step.text}
    result |= {"is_error": True} if "error" in payload else {}
    answered = {"toolUseResult": payload["tool_response"]} if "tool_response" in payload else {}
    return [
        {"type": "assistant", **shared, "message": {"role": "assistant", "content": [use]}},
        {"type": "user", **shared, "uuid": f"r{number}", "message": {"role": "user", "content": [result]}, **answered},
    ]
