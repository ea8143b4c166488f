"""One call of a hook from its start to its end: all of the input is read, exactly one reply is printed, and nothing ever fails.

An agent waits for us, and what we do is not its work: after a few seconds the reply that says nothing is printed, whatever is still
under way, and the process ends.
"""

import _thread
import os
import sys
import time

from agentstate.agents import ADAPTERS, adapter
from agentstate.cli.hooking.call import Call, Trouble
from agentstate.hooks.event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SECONDS, END_SECONDS = 5.0, 1.0
"""How long a call may take, and one at the end of a session: Codex waits for it no longer."""

_HEARING = ("codex",)
"""Agents that tell how full their context is, and can be told nothing at the end of a turn: they are with the next prompt."""

_GLANCE = 0.1
_PRIVATE = 0o077


def hook(arguments: "Sequence[str]") -> int:
    """Answers the event on the standard input, for the agent that `[AGENT] [--event NAME]` names; returns 0."""
    watch, before = Watch(), os.umask(_PRIVATE)
    try:
        text = _answered(arguments, watch)
        if not watch.say(text):
            watch.unsaid()
    except BaseException:  # noqa: BLE001 - an agent that is at work is not told what goes wrong here
        watch.say(watch.neutral)
    finally:
        watch.over = True
        os.umask(before)
    return 0


class Watch:
    """Ends the process where it takes too long. `neutral` is the reply that says nothing, as far as it is known which one that is."""

    __slots__ = ("_started", "_turn", "deadline", "neutral", "over", "trouble", "unsaid")

    def __init__(self) -> None:
        self.neutral = ""
        self.over = False
        self.trouble: Callable[[str], None] = _ignored
        self.unsaid: Callable[[], None] = _nothing
        self._started = time.monotonic()
        self.deadline = self._started + SECONDS
        self._turn = _thread.allocate_lock()
        _thread.start_new_thread(self._keep, ())

    def shorten(self, seconds: float) -> None:
        """The call may take no longer than this from its start."""
        self.deadline = self._started + seconds

    def say(self, text: str) -> bool:
        """The text is printed, unless something was printed before; whether it could be, as far as there was something to say."""
        return not (self._turn.acquire(blocking=False) and text) or _printed(text)

    def _keep(self) -> None:
        while not self.over and (rest := self.deadline - time.monotonic()) > 0:
            time.sleep(min(rest, _GLANCE))
        if not self.over:
            self.trouble("it took too long")
            self.say(self.neutral)
            os._exit(0)


def _ignored(_what: str) -> None:
    return


def _nothing() -> None:
    return


def _printed(text: str) -> bool:
    """Whether all of the text was written. No buffer keeps what could not be: the interpreter would complain about that at its end.

    What an adapter answers is JSON or plain text in which nothing invisible is; should something be, it goes out as an escape.
    """
    rest = memoryview(_shown(text).encode("utf-8", "replace"))
    try:
        stream = getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)
        while rest and (written := stream.write(rest)):
            rest = rest[written:]
    except (OSError, ValueError, AttributeError):
        return False
    return not rest


def _shown(text: str) -> str:
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    from agentstate.vocabulary.visible import visible

    return visible(text)


def _answered(arguments: "Sequence[str]", watch: Watch) -> str:
    hint, name = _named(arguments)
    if hint in ADAPTERS:
        watch.neutral = adapter(hint).reply(Event(hint), "")
    call = Call(hint, name)
    watch.trouble, watch.unsaid = call.note, call.unsaid
    try:
        call.read(getattr(sys.stdin, "buffer", None))
        watch.neutral = call.neutral
        if call.event.kind == "session_end":
            watch.shorten(END_SECONDS)
        return _reply(call) if call.root else call.neutral
    except Exception as error:  # noqa: BLE001 - as above; this one is written down
        call.note(error.what if isinstance(error, Trouble) else f"{type(error).__name__}: {error}")
        return watch.neutral


def _reply(call: Call) -> str:
    """The event is recorded, and what there is to say is said; that is nothing after nearly every tool call."""
    stands, event = call.recorded(), call.event
    quiet = event.kind in {"tool", "tool_failed"} or (event.kind == "prompt" and event.agent not in _HEARING)
    if event.subagent or (quiet and not stands.pending):
        return call.neutral
    from agentstate.cli.hooking.moments import said

    return call.adapter.reply(event, said(call, stands))


def _named(arguments: "Sequence[str]") -> tuple[str, str]:
    """The agent and the event that the command line names, "" for what it does not; what is more is passed over."""
    agent, event, rest = "", "", list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--event":
            event = rest.pop(0) if rest else ""
        elif word.startswith("--event="):
            event = word.removeprefix("--event=")
        elif not word.startswith("-"):
            agent = agent or word
    return agent, event
