"""OpenHands: the events of a session, alone or as "history" or "trajectory"; an action and, later, the observation that it led to.

Older files have the arguments beside the name of the action, newer ones in "args", and the oldest pairs of an action and its observation.
"""

from collections.abc import Iterable, Iterator
from re import compile as pattern

from agentstate.hooks import fields
from agentstate.hooks.results import content
from agentstate.recordings.arrays import listed
from agentstate.recordings.elements import Broken
from agentstate.recordings.folders import placed
from agentstate.recordings.moments import milliseconds
from agentstate.recordings.openhands_actions import call, outcome, spoken
from agentstate.recordings.step import Format, Step
from agentstate.recordings.telling import UNKNOWN, Call, Moment, called, compacted, prompted, said, unreadable, viewed

_LIST = pattern(r'(?:"(?:history|trajectory)"\s*:\s*|\A\s*)\[\s*\[?\s*\{')
_EVENT = pattern(
    r'"(?:action|observation)"\s*:\s*"(?:message|system|recall|run|run_ipython|read|write|edit|browse|browse_interactive|think|finish)"'
)
_WORKSPACE = "/workspace"
_FOLDER = pattern(r"/workspace(?:/[A-Za-z0-9_.-]*[A-Za-z0-9_-])?(?![A-Za-z0-9_/-])")
_SEARCHED = 4_000


def _recognises(head: str) -> bool:
    begun = head.lstrip("\ufeff \t\r\n")
    return begun.startswith(("{", "[")) and bool(_LIST.search(begun)) and bool(_EVENT.search(begun))


def _steps(chunks: Iterable[str]) -> Iterator[Step]:
    return placed(_read(chunks), _folder)


def _read(chunks: Iterable[str]) -> Iterator[Step]:
    session = _Session()
    for found in listed(chunks, "history", "trajectory"):
        if isinstance(found, Broken):
            yield unreadable(0, found.why)
            continue
        for event in found.value if isinstance(found.value, list) else [found.value]:
            yield from session.steps(found.number, event) if isinstance(event, dict) else [unreadable(found.number, "no event")]
    yield from session.end()


class _Session:
    """The call whose observation has not come, and what is known of the session."""

    def __init__(self) -> None:
        self._waiting: tuple[Moment, Call, object] | None = None
        self._folder = ""
        self._is_begun = False

    def steps(self, number: int, event: dict[str, object]) -> Iterator[Step]:
        at = Moment(number, milliseconds(fields.text(event, "timestamp")), cwd=self._folder)
        action = fields.text(event, "action")
        if fields.text(event, "observation"):
            yield from self._observed(event)
        elif action or fields.text(event, "content"):
            yield from self.end()
            yield from self._acted(at, action or "message", event)
            self._is_begun = True

    def end(self) -> Iterator[Step]:
        """The call that goes without an observation."""
        waiting, self._waiting = self._waiting, None
        return (called(at, *what, UNKNOWN) for at, what, _ in ([waiting] if waiting else []))

    def _acted(self, at: Moment, action: str, event: dict[str, object]) -> Iterator[Step]:
        given = fields.mapping(event, "args") or event
        text = spoken(action, given).strip()
        if action == "condensation":
            yield compacted(at, text, trigger="auto", initial=not self._is_begun)
        elif action == "message" and fields.text(event, "source") in {"", "user"} and (fields.text(event, "source") or not self._is_begun):
            yield from [prompted(at, text)] if text else []
        elif text:
            yield said(at, text)
        what = call(action, given)
        self._waiting = (at, what, event.get("id")) if what else None

    def _observed(self, event: dict[str, object]) -> Iterator[Step]:
        extras = fields.mapping(event, "extras") or event
        if self._waiting and ("cause" not in event or self._waiting[2] is None or event["cause"] == self._waiting[2]):
            at, (tool, given), _ = self._waiting
            self._waiting = None
            text = content(event.get("content"))
            yield called(at, *_seen(tool, given, text), outcome(event, extras, text))
        self._folder = fields.text(fields.mapping(extras, "metadata"), "working_dir") or self._folder


def _seen(tool: str, given: dict[str, object], text: str) -> Call:
    return viewed(fields.text(given, "file_path"), text) if tool == "Read" else (tool, given)


def _folder(step: Step) -> str:
    """Where the work is: what the task says, else the folder that all of them are in."""
    if step.kind == "prompt":
        found = _FOLDER.search(step.text[:_SEARCHED])
        return found.group() if found else ""
    path = fields.text(fields.mapping(step.payload, "tool_input"), "file_path", "path")
    return _WORKSPACE if path.startswith(f"{_WORKSPACE}/") else ""


FORMAT = Format("openhands", "OpenHands", _recognises, _steps, by_lines=False)
