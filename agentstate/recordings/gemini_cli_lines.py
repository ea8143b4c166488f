"""Gemini CLI since early 2026: the session on the first line, then a message on each; a message that grew stands there again.

Lines that set something else, or say that the user went back (`$rewindTo`), are no steps: what was done until then was done.
"""

from collections.abc import Iterable, Iterator

from agentstate.hooks import fields
from agentstate.recordings.compactions import joined
from agentstate.recordings.gemini_cli import is_document
from agentstate.recordings.gemini_messages import OVER, told
from agentstate.recordings.records import Data, Record, begins, records
from agentstate.recordings.step import Format, Step
from agentstate.recordings.waiting import Lately

_REMEMBERED = 10_000
"""Messages and calls whose repetition is noticed."""


def steps(lines: Iterable[str]) -> Iterator[Step]:
    """The steps, each once: a message waits until another one follows, and so is told as it was at last."""
    return joined(_Session().steps(lines))


FORMAT = Format("gemini-cli-lines", "Gemini CLI (JSONL)", lambda head: begins(head, '"projectHash":') and not is_document(head), steps)


class _Session:
    def __init__(self) -> None:
        self._session = ""
        self._held: Record | None = None
        self._known = Lately(_REMEMBERED)

    def steps(self, lines: Iterable[str]) -> Iterator[Step]:
        for record in records(lines):
            if isinstance(record, Step):
                yield record
                continue
            self._session = self._session or fields.text(record.data, "sessionId")
            if fields.text(record.data, "type"):
                yield from self._followed(record)
        yield from self._told()

    def _followed(self, record: Record) -> Iterator[Step]:
        """A message follows the one that is held, or is what became of it."""
        held, name = self._held, fields.text(record.data, "id")
        if held and not (name and name == fields.text(held.data, "id")):
            yield from self._told()
        self._held = record

    def _told(self) -> Iterator[Step]:
        if self._held:
            yield from told(self._new(self._held.data), self._held.line, self._session)

    def _new(self, message: Data) -> Data:
        """The message without what was told of it before: its text, and calls that were over."""
        name = fields.text(message, "id")
        content = "" if name and self._known.knows(f"message {name}") else message.get("content")
        calls = [call for call in fields.items(message, "toolCalls") if not self._is_told(call)]
        return message | {"content": content, "toolCalls": calls}

    def _is_told(self, call: object) -> bool:
        name = fields.text(call, "id")
        return bool(name) and fields.text(call, "status") in OVER and self._known.knows(f"call {name}")
