"""What is said about everything that was looked at, in the order in which a person mends it."""

from collections.abc import Iterator

from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.plan import State
from agentstate.journal.values import Session
from agentstate.verbs.doctor.examination import Call, Examination, Finding, Level
from agentstate.verbs.doctor.symptoms import SYMPTOMS
from agentstate.verbs.hooks import Standing
from agentstate.vocabulary.entries import RECORDED

LATE = 1.0
"""Seconds that some agents grant at the end of a session; who answers later loses that event."""

_SILENT = frozenset({"windsurf"})
"""Agents that take no text from hooks, so that no message can follow."""


def diagnose(seen: Examination) -> tuple[Finding, ...]:
    """All findings: of each agent, of the notes, of the journal, of hook.log, and of the symptoms."""
    agents = [agent for agent in HOOKS if agent in seen.used or _calls(seen, agent)]
    found = [finding for agent in agents for finding in _of_agent(seen, agent)]
    others = (one for one in seen.standings if one.state is State.BROKEN and one.agent not in agents)
    found += [Finding(Level.NOTE, one.agent, f"{one.file} cannot be read: {one.message}", one.hint) for one in others]
    if not agents:
        hint = "run `agentstate hooks install AGENT`"
        found.append(Finding(Level.NOTE, "hooks", "no agent is known to be in use here, and none calls agentstate", hint))
    symptoms = (Finding(Level.NOTE, one.name, f"{one.title}: {what}", one.remedy) for one in SYMPTOMS if (what := one.see(seen)))
    return (*found, *_of_notes(seen), *_of_journal(seen), *_of_log(seen), *symptoms)


def _calls(seen: Examination, agent: str) -> bool:
    return any(one.agent == agent and one.state in {State.INSTALLED, State.OUTDATED} for one in seen.standings)


def _held(seen: Examination, agent: str) -> list[Standing]:
    return [one for one in seen.standings if one.agent == agent and one.state is not State.ABSENT]


def _of_agent(seen: Examination, agent: str) -> Iterator[Finding]:
    yield from _hooks(seen, agent)
    for other, file, setting in seen.off:
        if other == agent:
            message = f"{file} says {setting}: no hook of {HOOKS[agent].title} runs"
            yield Finding(Level.PROBLEM, agent, message, "take the setting out")
    yield from (_answer(call) for call in seen.calls if call.agent == agent)
    if _calls(seen, agent) and not _is_off(seen) and all(one.agent != agent for one in seen.record.sessions):
        must = HOOKS[agent].still(*(one.scope for one in _held(seen, agent)))
        yield Finding(Level.NOTE, agent, "nothing was heard of it in the newest sessions here", " ".join(must))
    if agent not in _SILENT:
        yield from _delivery(seen, agent)


def _hooks(seen: Examination, agent: str) -> Iterator[Finding]:
    held = _held(seen, agent)
    if not held:
        yield Finding(Level.PROBLEM, agent, "is in use here, and does not call agentstate", f"run `agentstate hooks install {agent}`")
    for one in held:
        if one.state is State.INSTALLED:
            yield Finding(Level.OK, agent, f"hooks are installed in {one.file}")
        elif one.state is State.OUTDATED:
            option = "" if one.scope == HOOKS[agent].default else f" --{one.scope}"
            hint = f"run `agentstate hooks install {agent}{option}`"
            yield Finding(Level.PROBLEM, agent, f"hooks in {one.file} are not as they are installed now", hint)
        else:
            yield Finding(Level.PROBLEM, agent, f"hooks in {one.file} cannot work: {one.message}", one.hint)


def _answer(call: Call) -> Finding:
    if call.failure:
        hint = call.hint or f"run `agentstate hooks install {call.agent}` again"
        return Finding(Level.PROBLEM, call.agent, f"`{call.command}` {call.failure}", hint)
    if call.seconds > LATE:
        message = f"`{call.command}` answers only after {call.seconds:.1f} s: events at the end of a session may be lost"
        return Finding(Level.NOTE, call.agent, message, "look for a slow disk, or a slow start of Python")
    return Finding(Level.OK, call.agent, f"`{call.command}` answers")


def _delivery(seen: Examination, agent: str) -> Iterator[Finding]:
    """What became of the agent's last compaction, as far as the sessions heard of last go."""
    own = [one for one in seen.record.sessions if one.agent == agent and one.compacted is not None]
    if own:
        yield _delivered(agent, own[0])


def _delivered(agent: str, session: Session) -> Finding:
    compacted, delivered = session.compacted or 0, session.delivered
    if delivered is not None and delivered >= compacted:
        return Finding(Level.OK, agent, f"the last compaction, at step {compacted}, was followed by the message")
    if session.last <= compacted:
        return Finding(Level.NOTE, agent, f"the last compaction, at step {compacted}, waits for the session's next event")
    message = f"the last compaction, at step {compacted}, was not followed by the message"
    return Finding(Level.PROBLEM, agent, message, "see hook.log, and whether the hooks are trusted; until then run `agentstate resume`")


def _of_notes(seen: Examination) -> Iterator[Finding]:
    """Whether what an agent is told to read can be relied on."""
    notes = seen.notes
    if notes.unchecked:
        yield Finding(Level.PROBLEM, "notes", f"cannot be checked: {notes.unchecked}", "run `agentstate check`")
    elif notes.errors:
        what = f"{notes.errors} errors" if notes.errors > 1 else "1 error"
        yield Finding(Level.PROBLEM, "notes", f"{what} in the files of the tree", "run `agentstate check`")


def _is_off(seen: Examination) -> bool:
    return seen.recording.off.issuperset(RECORDED)


def _of_recording(seen: Examination) -> Iterator[Finding]:
    off, trouble = ", ".join(name for name in RECORDED if name in seen.recording.off), seen.recording.trouble
    if trouble:
        hint = "write on or off there, for all or for each of " + ", ".join(RECORDED)
        yield Finding(Level.PROBLEM, "journal", f"config.yaml: {trouble}: not recorded: {off}", hint)
    elif _is_off(seen):
        yield Finding(Level.NOTE, "journal", "config.yaml switches recording off")
    elif off:
        yield Finding(Level.NOTE, "journal", f"config.yaml switches off the recording of: {off}")


def _of_journal(seen: Examination) -> Iterator[Finding]:
    record = seen.record
    yield from _of_recording(seen)
    if record.failure:
        yield Finding(Level.PROBLEM, "journal", f"nothing can be recorded: {record.failure}", record.hint or "see docs/journal.md")
    elif record.exists:
        newest = f", last event of {record.trail[-1].agent or 'an agent'} at step {record.trail[-1].step}" if record.trail else ", no event"
        yield Finding(Level.OK, "journal", f"{record.size:,} of {record.limit:,} bytes{newest}")
    elif not _is_off(seen):
        yield Finding(Level.NOTE, "journal", "there is none yet: no hook has been heard", "work on with an agent whose hooks are installed")
    for name in record.damaged:
        yield Finding(Level.NOTE, "journal", f"a damaged one was set aside as {name}", "`agentstate journal purge --yes` removes it, too")


def _of_log(seen: Examination) -> Iterator[Finding]:
    if seen.log_failure and not seen.record.failure:
        yield Finding(Level.PROBLEM, "hook.log", f"what goes wrong is not written down: {seen.log_failure}", "take it out of the way")
    yield from (Finding(Level.NOTE, "hook.log", line) for line in seen.log)
