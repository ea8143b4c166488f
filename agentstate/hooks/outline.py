"""Who, where and when of a payload in the form of Claude Code, which half of the agents took over: snake_case fields, PascalCase events."""

from agentstate.hooks import fields
from agentstate.hooks.event import REFUSED, Event, Touch
from agentstate.hooks.results import is_refused
from agentstate.vocabulary.values import replace

KINDS = {
    "SessionStart": "session_start",
    "SessionEnd": "session_end",
    "UserPromptSubmit": "prompt",
    "PostToolUse": "tool",
    "PostToolUseFailure": "tool_failed",
    "PreCompact": "compact_before",
    "PostCompact": "compact_after",
    "Stop": "turn_end",
    "SubagentStop": "turn_end",
}
_TEXT = {
    "session_start": "initial_prompt",
    "prompt": "prompt",
    "compact_before": "custom_instructions",
    "compact_after": "compact_summary",
    "turn_end": "last_assistant_message",
}


def outline(agent: str, payload: dict[str, object]) -> Event:
    """The event without its tool call: that is for the agent's own module, with `called`."""
    name = fields.text(payload, "hook_event_name")
    kind = KINDS.get(name, "other")
    return Event(
        agent,
        name,
        kind,
        session=fields.text(payload, "session_id"),
        turn=fields.text(payload, "turn_id", "prompt_id"),
        subagent=fields.text(payload, "agent_id"),
        source=_source(kind, payload),
        trigger=fields.text(payload, "trigger") if kind in {"compact_before", "compact_after"} else "",
        cwd=fields.text(payload, "cwd"),
        text=fields.text(payload, _TEXT.get(kind, "")),
        transcript=fields.text(payload, "transcript_path"),
    )


def called(found: Event, payload: dict[str, object], tool: str) -> Event:
    """The event with what every form of a tool call has: names, ids, and how long it took."""
    return replace(
        found,
        tool=tool,
        tool_name=fields.text(payload, "tool_name"),
        call=fields.text(payload, "tool_use_id"),
        duration=fields.rounded(payload, "duration_ms"),
    )


def ended(found: Event, *, ok: bool | None, exit_code: int | None = None, excerpt: str = "") -> Event:
    """The event with how the call ended; one that failed is of the kind "tool_failed", one that the user refused has not failed."""
    if ok is not True and exit_code is None and excerpt and is_refused(excerpt):
        return replace(found, kind="tool", source=REFUSED)
    return replace(found, kind="tool_failed" if ok is False else "tool", ok=ok, exit_code=exit_code, excerpt=excerpt)


def searched(path: str) -> tuple[Touch, ...]:
    """A search in one file has read it; a search in a folder, whose name has no suffix, names no file."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return (Touch(path, "read"),) if name.strip(".").rpartition(".")[0] else ()


def _source(kind: str, payload: dict[str, object]) -> str:
    if kind == "turn_end":
        return "hook" if fields.flag(payload, "stop_hook_active") else ""
    return fields.text(payload, {"session_start": "source", "session_end": "reason"}.get(kind, ""))
