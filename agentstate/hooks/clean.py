"""An event as the journal keeps it: paths from the root, commands as they do their work, no credential, no content, no output."""

from agentstate.hooks.event import REFUSED, Event
from agentstate.hooks.paths import relative
from agentstate.vocabulary.entries import RECORD, Entry, Text
from agentstate.vocabulary.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from typing import Any

_LONGEST_TEXT = 100_000
"""Characters of what somebody said that are looked at; the journal keeps fewer."""

_CREDENTIAL = 20
"""Characters of the shortest credential that is told by its form."""

_FIGURES = frozenset("0123456789")

_FORGETTING = ("compact_before", "session_end")


@dataclass(frozen=True)
class Ground:
    """Where an event is put: the root as the agent may write it and as it really is, and `placed`, which knows of links and of the disk.

    `off` are the parts of RECORDED that are not kept.
    """

    roots: tuple[str, ...]
    placed: "Callable[[str], str]"
    off: "Container[str]" = ()

    def path(self, path: str, cwd: str) -> str:
        """The path from the root; one that leads out of it stays absolute."""
        found = relative(path.replace("\0", "\\0"), cwd, *self.roots)
        return _unsuspicious(self.placed(found)) if found else ""


def _unsuspicious(path: str) -> str:
    """The path without a credential. Only a name that is long enough and of letters and figures can be one, and most are not: the tables
    that know are loaded for no other."""
    if len(path) < _CREDENTIAL or not any(_is_suspicious(name) for name in path.split("/")):
        return path
    from agentstate.extraction.redaction import redacted

    return redacted(path)


def _is_suspicious(name: str) -> bool:
    return "=" in name or (len(name) >= _CREDENTIAL and not _FIGURES.isdisjoint(name))


def entry(event: Event, ground: Ground, *, time: int, call: str, spoken: str = "") -> Entry:
    """The event to keep, which happened at `time` in milliseconds since 1970; `call` is what tells it from all others, or "".

    `spoken` is what the agent said before it, where the event itself does not tell.
    """
    texts = *_texts(event), *_statements(spoken, RECORD), *_refused(event)
    return Entry(
        session=event.session,
        kind="other" if event.subagent and event.kind in _FORGETTING else event.kind,
        time=time,
        agent=event.agent,
        call=call,
        turn=event.turn,
        subagent=event.subagent,
        tool=event.tool,
        touches=() if "files" in ground.off or event.source == REFUSED else _touches(event, ground),
        **_command(event, ground),
        texts=() if event.subagent else tuple([text for text in texts if _SWITCHES.get(text.kind) not in ground.off]),
    )


_SWITCHES = {"prompt": "prompts", "rule": "rules", "plan": "plans", "decision": "said", "dead-end": "said", "refused": "commands"}


def _touches(event: Event, ground: Ground) -> tuple[tuple[str, str, str], ...]:
    found = [(ground.path(touch.path, event.cwd), touch.op, ground.path(touch.origin, event.cwd)) for touch in event.touches]
    return tuple([touch for touch in found if touch[0] not in {"", "."}])


def _command(event: Event, ground: Ground) -> "dict[str, Any]":
    """The fields of the entry that are about the command: its exit status knows better than the tool whether all went well."""
    if not event.command or "commands" in ground.off:
        return {"exit_code": event.exit_code, "ok": event.ok if event.exit_code is None else event.exit_code == 0}
    if event.source == REFUSED:
        return {"ok": None}
    from agentstate.extraction.redaction import redacted
    from agentstate.hooks.commands import parted
    from agentstate.hooks.runners import runs

    line = parted(event.command)
    failed = event.ok is False if event.exit_code is None else event.exit_code != 0
    tests = bool(runs(event.command))
    ended = _status(event, failed=failed, theirs=line.waits and not line.piped, tests=tests)
    cwd = relative(line.folder or ".", event.cwd, *ground.roots) if event.cwd else line.folder
    text, piped = (line.piped, "") if failed and line.piped else (line.text, line.piped)
    return {"command": redacted(text), "piped": redacted(piped), "cwd": cwd, "tests": tests, **ended}


def _status(event: Event, *, failed: bool, theirs: bool, tests: bool) -> "dict[str, Any]":
    """The exit status of what is kept, and whether it went well; `theirs`: it is that of the command, not of a filter behind it."""
    code = event.exit_code if failed or theirs else None
    ok = False if failed else None if not theirs else event.ok if code is None else True
    if tests and not failed:
        from agentstate.hooks.verdicts import passed

        ok = passed(event.command, event.exit_code, event.excerpt)
    return {"exit_code": code, "ok": ok}


def _refused(event: Event) -> list[Text]:
    """The command that the user did not allow."""
    if event.source != REFUSED or not event.command:
        return []
    from agentstate.extraction.redaction import redacted
    from agentstate.hooks.commands import parted

    return [Text("refused", redacted(parted(event.command).text), "user")]


def _texts(event: Event) -> list[Text]:
    """What was said: the prompt and its rules, the plan, or the decisions and dead ends of an answer."""
    if not event.text or event.kind not in {"prompt", "tool", "turn_end", "compact_after"}:
        return []
    from agentstate.extraction.redaction import redacted

    if event.kind in {"turn_end", "compact_after"}:
        return _statements(event.text, "answer")
    said = redacted(event.text[:_LONGEST_TEXT])
    if event.kind == "tool":
        return [Text("plan", said, event.tool_name)] if event.tool == "plan" else []
    from agentstate.extraction.sentences import rules

    return [Text("prompt", said, "prompt"), *(Text("rule", one.text, "prompt", one.confidence) for one in rules(said))]


def _statements(said: str, source: str) -> list[Text]:
    """The decisions and dead ends in what the agent said."""
    if not said:
        return []
    from agentstate.extraction.redaction import redacted
    from agentstate.extraction.sentences import statements

    found = statements(redacted(said[:_LONGEST_TEXT]))
    return [Text(one.kind, one.text, source, one.confidence) for one in found]
