"""mini-SWE-agent: the messages of a session, alone or under "messages"; every action is a shell command.

Version 1 writes the command as a block of code in what the agent says, version 2 keeps it in `extra.actions`. A result tells the exit
status in `extra.returncode`, or as `<returncode>N</returncode>` at its start; that of the command which ends the session has none.
"""

from collections.abc import Iterable, Iterator
from re import DOTALL
from re import compile as pattern

from agentstate.hooks import fields
from agentstate.hooks.results import content
from agentstate.recordings.arrays import listed
from agentstate.recordings.elements import Broken
from agentstate.recordings.moments import seconds
from agentstate.recordings.step import Format, Step
from agentstate.recordings.telling import SHELL, UNKNOWN, Moment, Outcome, called, prompted, said, unreadable
from agentstate.vocabulary.values import replace

_ALONE = pattern(r'\[\s*\{\s*"role"\s*:\s*"(?:system|user)"')
_MARKS = ("mini-swe-agent", "mini_version", "mswea_bash_command", "<returncode>")
_BLOCK = pattern(r"```(?:bash|mswea_bash_command)?[ \t]*\n(.*?)\n```", DOTALL)
_STATUS = pattern(r"\s*<returncode>\s*(-?[0-9]{1,9})\s*</returncode>\s*")
_INTERRUPTION = "UserInterruption"


def _recognises(head: str) -> bool:
    begun = head.lstrip("\ufeff \t\r\n")
    return bool(_ALONE.match(begun)) or (begun.startswith("{") and '"messages"' in head and any(mark in head for mark in _MARKS))


def _steps(chunks: Iterable[str]) -> Iterator[Step]:
    session = _Session()
    for found in listed(chunks, "messages"):
        if isinstance(found, Broken):
            yield unreadable(0, found.why)
        elif not isinstance(found.value, dict):
            yield unreadable(found.number, "no message")
        else:
            yield from session.steps(found.number, found.value)
    yield from session.end()


class _Session:
    """The commands whose results have not come, and whether the task was given."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Moment, str]] = []
        self._is_begun = False

    def steps(self, number: int, message: dict[str, object]) -> Iterator[Step]:
        at = Moment(number, time=seconds(fields.mapping(message, "extra").get("timestamp")))
        role, text = fields.text(message, "role"), content(message.get("content"))
        if role == "assistant":
            yield from self.end()
            yield from self._answered(at, message, text)
        elif self._waiting and role != "system":
            began, command = self._waiting.pop(0)
            yield called(began, SHELL, {"command": command}, _outcome(message, text))
        elif role == "user" and text.strip() and self._is_task(message):
            self._is_begun = True
            yield prompted(at, text.strip())

    def end(self) -> Iterator[Step]:
        """The commands that go without a result."""
        waiting, self._waiting = self._waiting, []
        return (called(began, SHELL, {"command": command}, UNKNOWN) for began, command in waiting)

    def _is_task(self, message: dict[str, object]) -> bool:
        """What else comes from the side of the user is about the form of an answer, unless the user broke in."""
        return not self._is_begun or fields.text(fields.mapping(message, "extra"), "interrupt_type") == _INTERRUPTION

    def _answered(self, at: Moment, message: dict[str, object], text: str) -> Iterator[Step]:
        actions = fields.items(fields.mapping(message, "extra"), "actions")
        block = _BLOCK.search(text)
        kept = [fields.text(action, "command") for action in actions] or ([block[1]] if block else [])
        thought = _without_blocks(text)
        if thought:
            yield said(at, thought)
        self._waiting = [(replace(at, part=part), command) for part, command in enumerate(kept) if command.strip()]


def _outcome(message: dict[str, object], text: str) -> Outcome:
    status = _STATUS.match(text)
    told = fields.integer(fields.mapping(message, "extra"), "returncode")
    code = told if told is not None else int(status[1]) if status else None
    output = text[status.end() if status else 0 :].removeprefix("<output>").removesuffix("</output>").strip("\n")
    return Outcome(output, ok=code in {None, 0}, exit_code=code)


def _without_blocks(text: str) -> str:
    """What was said around the blocks of code."""
    return "".join(text.split("```")[::2]).strip()


FORMAT = Format("mini-swe-agent", "mini-SWE-agent", _recognises, _steps, by_lines=False)
