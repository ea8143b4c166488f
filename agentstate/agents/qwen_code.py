"""Qwen Code.

It descends from Gemini CLI and loads QWEN.md and AGENTS.md, or the files that `context.fileName` in .qwen/settings.json names, of the
working folder and of the folders above it. That it follows imports as Gemini CLI does is inferred.
"""

from agentstate.agents.agent import Agent, Place
from agentstate.agents.context_files import named_in_settings
from agentstate.agents.gemini_tools import tool_call
from agentstate.hooks.event import Event
from agentstate.hooks.outline import outline
from agentstate.hooks.replies import NOTHING, specific

AGENT = Agent(
    "qwen-code",
    "Qwen Code",
    "AGENTS.md",
    also_reads=("QWEN.md",),
    marks=("QWEN.md", ".qwen"),
    loads=(Place("QWEN.md"), Place("AGENTS.md")),
    hops=5,
    settings=(".qwen/settings.json",),
    configured=named_in_settings("QWEN.md", "AGENTS.md"),
)

_CARRIERS = ("SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure")


def event(payload: dict[str, object], name: str) -> Event:
    """The event of a payload; `name` says no more than the payload does."""
    del name
    found = outline(AGENT.name, payload)
    return tool_call(found, payload) if found.kind in {"tool", "tool_failed"} else found


def reply(event: Event, text: str) -> str:
    """An object, which is empty unless the event takes the text."""
    return specific(event.name, text) if text and event.name in _CARRIERS else NOTHING
