"""How the hooks of Qwen Code speak; what instructs it is in agents/known.py."""

from agentstate.agents.gemini_tools import tool_call
from agentstate.hooks.event import Event
from agentstate.hooks.outline import outline
from agentstate.hooks.replies import NOTHING, specific

_NAME = "qwen-code"


_CARRIERS = ("SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure")


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload; `name` says no more than the payload does."""
    del name
    found = outline(_NAME, payload)
    return tool_call(found, payload) if found.kind in {"tool", "tool_failed"} else found


def reply(event: Event, text: str) -> str:
    """An object, which is empty unless the event takes the text."""
    return specific(event.name, text) if text and event.name in _CARRIERS else NOTHING
