"""Gemini CLI until early 2026: a session as one JSON document, with all `messages`, in `~/.gemini/tmp/…/chats/`."""

from collections.abc import Iterable, Iterator

from agentstate.hooks.notation import read_json
from agentstate.recordings.compactions import joined
from agentstate.recordings.elements import Broken, members
from agentstate.recordings.gemini_messages import told
from agentstate.recordings.records import begins
from agentstate.recordings.step import Format, Step
from agentstate.recordings.telling import unreadable

_SESSION, _MESSAGES = ("sessionId",), ("messages",)


def steps(chunks: Iterable[str]) -> Iterator[Step]:
    """The steps; `line` is the number of the message."""
    return joined(_steps(chunks))


def _steps(chunks: Iterable[str]) -> Iterator[Step]:
    session, number = "", 0
    for found in members(chunks, _SESSION, _MESSAGES):
        number += isinstance(found, Broken) or bool(found.number)
        if isinstance(found, Broken):
            yield unreadable(number, found.why)
        elif not found.number:
            session = found.value if found.path == _SESSION and isinstance(found.value, str) else session
        elif isinstance(found.value, dict):
            yield from told(found.value, number, session)
        else:
            yield unreadable(number, "a message that is no object")


def is_document(head: str) -> bool:
    """Whether the file is one document, and not an object on each line, the first of which has no messages."""
    try:
        first = read_json(head.removeprefix("\ufeff").strip().partition("\n")[0])
    except (ValueError, RecursionError):
        return True
    return not isinstance(first, dict) or "messages" in first


FORMAT = Format("gemini-cli", "Gemini CLI", lambda head: begins(head, '"projectHash":') and is_document(head), steps, by_lines=False)
