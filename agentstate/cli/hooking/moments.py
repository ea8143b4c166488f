"""What is said at which event (docs/recovery.md): the message after a compaction, a few lines at a start, a reminder at the end of a turn.

Nothing is said twice: whoever says it has taken it out of the journal first, and puts it back where it could not be said.
"""

import time

from agentstate.cli.hooking.call import Call
from agentstate.journal.standing import Standing, changed_since, compactions, forgot

TYPE_CHECKING = False  # while a message waits for its event, every tool call comes here
if TYPE_CHECKING:
    from agentstate.cli.hooking.view import View

_TELLING = frozenset({"claude-code", "codex", "qwen-code", "kiro", "opencode"})
"""Agents that have an event for the time after a compaction; what waits for it is told by another event only if it does not come."""

_LOSS = frozenset({"compact", "fork", "branch"})
"""How a session starts that knows less than the one it came from."""

_PAUSES = frozenset({"compact_before", "turn_end"})
"""When files are read for what they define: not while a tool call waits. The end of a session is one, too."""

_SECONDS = 0.3
"""How long that may take; a file that was begun is read to its end."""

_WAIT = 5_000
"""Milliseconds after which it is not to be expected any more."""

_TRIES = 3
"""How often one message is begun: where git is so slow that none is ever done in time, not every event is kept waiting."""

_LEAST = 0.5
"""Less of a context is never nearly full, whatever config.yaml says."""


def said(call: Call, stands: Standing) -> str:
    """The text for the agent's model, "" for none; before a compaction and at the end of a session a snapshot is kept, too."""
    text = _told(call, stands)
    if call.event.kind in _PAUSES:
        _learn(call)
    return text


def _told(call: Call, stands: Standing) -> str:
    event = call.event
    if event.kind in {"compact_before", "session_end"}:
        return _before_loss(call)
    if call.adapter.reply(event, "x") == call.neutral:
        return ""
    if event.kind == "compact_after" or (event.kind == "session_start" and event.source in _LOSS):
        return _after_loss(call)
    if event.kind == "session_start":
        return _at_start(call, stands)
    if event.kind == "turn_end":
        return _at_end_of_turn(call)
    return _overdue(call) if stands.pending else _handoff(call) if event.kind == "prompt" else ""


def _learn(call: Call) -> None:
    """What the files define that were touched since the last time is in the journal, as far as there is time; the answer comes first."""
    if call.journal is None:
        return
    from pathlib import Path

    from agentstate.workspace.learning import learn

    deadline = time.monotonic() + _SECONDS
    try:
        learn(Path(call.root), call.journal, call.event.session, lambda: time.monotonic() < deadline)
    except Exception as error:  # noqa: BLE001 - what there is to say is said without it
        call.note(f"nothing was learnt of the files: {error}")


def _view(call: Call) -> "View":
    from agentstate.cli.hooking.view import View

    return View(call)


def _before_loss(call: Call) -> str:
    """The six fields for opencode, whose model is asked to sum them up too; no other agent takes a text here."""
    view = _view(call)
    if trouble := view.trouble:
        call.note(trouble)
    if call.event.kind == "session_end":
        view.keep("end of a session", call)
        _learn(call)  # before it is noted what the session has seen: what was learnt is no news to it
        view.remember()
        return ""
    text = view.handover() if call.adapter.reply(call.event, "x") != call.neutral else ""
    view.keep("before a compaction", call)
    return text


def _after_loss(call: Call) -> str:
    """The message; where there is no journal, the event itself is enough."""
    view = _view(call)
    text = view.message(call.adapter)
    if call.journal and not call.journal.waken(call.event.session):
        return ""
    view.remember()
    return text


def _overdue(call: Call) -> str:
    """The message, where a compaction has come and the session was not told by an event of its own."""
    journal = call.journal
    if journal is None:
        return ""
    kind, moment = forgot(journal, call.event.session)
    if kind == "session_end":
        journal.claim(call.event.session)  # it goes on, and forgot nothing
    if kind != "compact_before" or (call.event.agent in _TELLING and not _is_over(call, moment)):
        return ""
    if not any(journal.once(call.event.session, f"try {number} after {moment}") for number in range(_TRIES)):
        return ""
    view = _view(call)
    text = view.message(call.adapter)
    if not journal.claim(call.event.session):
        return ""
    view.remember()
    return text


def _is_over(call: Call, moment: int) -> bool:
    """Whether the compaction that was to come at `moment` has come: time has passed, and what Claude Code writes down does not deny it."""
    if call.now - moment < _WAIT:
        return False
    if call.event.agent != "claude-code":
        return True
    from agentstate.cli.hooking.boundary import has_boundary

    return has_boundary(call.event.transcript, call.root, moment)


def _at_start(call: Call, stands: Standing) -> str:
    """Nothing was lost. A session that goes on is told if something is not as it left it, a new one in short."""
    event, view = call.event, _view(call)
    if event.source == "resume":
        text = view.message(call.adapter)
        if call.journal is None:
            return view.beginning()
        call.journal.claim(event.session)
        return text if view.remember() else ""
    if call.journal and event.session and not call.journal.once(event.session, f"start {event.source} {stands.steps}"):
        return ""
    return view.after_clear() if event.source == "clear" else view.beginning()


def _at_end_of_turn(call: Call) -> str:
    """One statement for each time that the notes were written and code changed after that."""
    journal, event = call.journal, call.event
    if journal is None or event.source == "hook":
        return ""
    view = _view(call)
    written = view.written()
    paths = changed_since(journal, event.session, written)
    told = view.unwritten(paths) if paths and journal.once(event.session, f"unwritten {written}") else ""
    return "\n".join(filter(None, [told, _handoff(call)]))


def _handoff(call: Call) -> str:
    """One statement each time that the context is nearly full, as far as the agent tells how full it is."""
    from agentstate.cli.hooking.fullness import fullness

    journal, session = call.journal, call.event.session
    used, window = fullness(call.event, call.root)
    if journal is None or not used or used < window * _LEAST:
        return ""
    view = _view(call)
    settings = view.tree.settings.handoff
    window = window or settings.window
    if not window or used < window * settings.at or not journal.once(session, f"full {compactions(journal, session)}"):
        return ""
    return view.handoff(min(100, used * 100 // window))
