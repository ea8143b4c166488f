"""How the hooks of Gemini CLI speak; what instructs it is in agents/known.py."""

from agentstate.agents.gemini_tools import tool_call
from agentstate.hooks import fields
from agentstate.hooks.event import Event
from agentstate.hooks.outline import outline
from agentstate.hooks.replies import NOTHING, specific
from agentstate.vocabulary.values import replace

_NAME = "gemini-cli"
_EVENTS = {"BeforeAgent": "UserPromptSubmit", "AfterTool": "PostToolUse", "AfterAgent": "Stop", "PreCompress": "PreCompact"}
_CARRIERS = ("SessionStart", "BeforeAgent", "AfterTool")


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload; `name` says no more than the payload does.

    Gemini CLI tells of an automatic compaction before each turn, whether or not one follows: the source of that event is "turn".
    """
    del name
    own = fields.text(payload, "hook_event_name")
    given = payload | {"hook_event_name": _EVENTS.get(own, own), "last_assistant_message": payload.get("prompt_response")}
    found = replace(outline(_NAME, given), name=own)
    if found.kind == "compact_before" and found.trigger != "manual":
        return replace(found, source="turn")
    return tool_call(found, payload) if found.kind == "tool" else found


def reply(event: Event, text: str) -> str:
    """An object, which is empty unless the event takes the text: anything but JSON would be shown to the user."""
    return specific(event.name, text) if text and event.name in _CARRIERS else NOTHING
