"""What the journal of a tree remembers for the recovery message, held against the disk as it is read."""

import os
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from agentstate.git.repository import Repository
from agentstate.journal import reading, recalling
from agentstate.journal.journal import Journal, find_journal
from agentstate.journal.values import Command, Engram, File, Saying
from agentstate.message.journal import next_words
from agentstate.message.recollection import Recollection
from agentstate.tree import Tree
from agentstate.verbs.recall import LEAST, weighed
from agentstate.vocabulary import layout
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import replace
from agentstate.workspace.disk import Disk, Held, is_outside
from agentstate.workspace.listing import LISTED
from agentstate.workspace.traces import Traces
from agentstate.workspace.undoing import undone

_SAID = 20
_COMMANDS = 40
_PLANS = 50
_LANE = "lane "
_POOL = 100
"""So many of the files touched last are looked through for those that are there."""

_READ = 8
"""How many of the files touched last are read for what they define: the message is awaited."""


def recollection(
    root: Path, tree: Tree, session: str = "", *, repository: Repository | str = "", git: GitFacts | None = None
) -> Recollection | None:
    """What the journal below `root` remembers for the message to `session` ("": the newest one that did something), held against the disk
    and against what `git` says of the `repository`.

    None where there is no journal. One that cannot be read is no error: its `problem` says why.
    """
    try:
        journal = find_journal(root)
        if journal is None:
            return None
        try:
            disk = Disk(root)
            traces = Traces(journal, disk)
            known = remembered(journal, tree, disk, session, _written(root, tree.state_path), traces=traces)
            return replace(known, undone=undone(repository, git, traces.times(_on_disk(known)))) if git else known
        finally:
            journal.close()
    except AgentStateError as error:
        return Recollection(problem=error.message)


def remembered(
    journal: Journal, tree: Tree, disk: Disk, session: str = "", written: int = 0, *, traces: Traces | None = None
) -> Recollection:
    """The same of an open journal, for notes `written` at a time in milliseconds since 1970. AgentStateError where it cannot be read."""
    others, traces = _other_sessions(journal, tree), traces or Traces(journal, disk)
    session = session or _working_session(journal, others)
    began = _beginning(journal, session)
    edited = [file for file in traces.changed(began) if not layout.is_own(file.path)]
    changed = tuple(sorted(edited, key=lambda file: is_outside(file.path)))
    present = [file for file in traces.touched(-1, _POOL) if not (layout.is_own(file.path) or disk.is_missing(file.path))]
    commands = reading.commands(journal, LISTED)
    plan = _plan(journal, written, others)
    return Recollection(
        instruction=_instruction(journal, session, others),
        rules=_rules(journal),
        changed=changed,
        gone=frozenset(file.path for file in changed if disk.is_missing(file.path)),
        moved={old: new for old, new in traces.moved.items() if disk.is_missing(old) and not disk.is_missing(new)},
        failures=tuple(command for command in commands if command.failures)[:_COMMANDS],
        commands=tuple(command for command in commands if not command.failures)[:_COMMANDS],
        refused=_refused(journal, commands),
        files=tuple(file.path for file in present),
        symbols=_symbols(journal, tree, disk, present, plan),
        plan=plan,
        decisions=_said(journal, "decision", session, began, max(_SAID, tree.settings.recall.decisions)),
        dead_ends=_said(journal, "dead-end", session, began, _SAID),
    )


def _written(root: Path, path: str) -> int:
    """When the notes were written, in milliseconds since 1970; 0 where there are none."""
    try:
        return os.lstat(root / path).st_mtime_ns // 1_000_000
    except OSError:
        return 0


def of_lane(name: str) -> str:
    """The mark by which the journal knows a session that works in this lane."""
    return f"{_LANE}{name}"


def _other_sessions(journal: Journal, tree: Tree) -> frozenset[str]:
    """The sessions that work in another lane than the one in use; one without a mark works in the default lane."""
    if not (tree.lane or tree.lanes):
        return frozenset()
    question = """SELECT session,
        (SELECT mark FROM marks WHERE marks.session = sessions.id AND mark GLOB ? ORDER BY step DESC, mark LIMIT 1) FROM sessions"""
    lanes = ((str(session), "" if mark is None else str(mark)) for session, mark in journal.rows(question, f"{_LANE}*"))
    return frozenset(session for session, mark in lanes if mark.removeprefix(_LANE) != tree.lane)


def _working_session(journal: Journal, others: Collection[str]) -> str:
    """The newest session that made a tool call, or the newest one, without the `others`."""
    known = [one for one in reading.sessions(journal) if one.session not in others]
    return next((one.session for one in known if one.steps), known[0].session if known else "")


def _beginning(journal: Journal, session: str) -> int:
    """The last step before the first tool call of the session, as far as its events are kept."""
    question = """SELECT min(step) FROM events WHERE session = (SELECT id FROM sessions WHERE session = ?)
        AND kind IN ('tool', 'tool_failed')"""
    first = journal.rows(question, session)[0][0]
    return reading.step(journal) if first is None else int(str(first)) - 1


def _instruction(journal: Journal, session: str, others: Collection[str]) -> str:
    """The newest prompt of the session, else of any that may be meant."""
    known = reading.session(journal, session)
    newest = None if others else reading.newest(journal, "prompt")
    return known.prompt if known and known.prompt else newest.text if newest else ""


def _rules(journal: Journal) -> tuple[str, ...]:
    """The captured rules that hold, the one heard last first: what does not fit is the oldest."""
    known = [rule for rule in reading.rules(journal) if rule.confidence >= LEAST]
    return tuple(rule.text for rule in sorted(known, key=lambda rule: -rule.last))


def _said(journal: Journal, kind: str, session: str, began: int, most: int) -> tuple[Saying, ...]:
    """What was said in this session, or after it had begun, of the newest."""
    known = reading.sayings(journal, kind, most, least=LEAST)
    return tuple(said for said in known if said.session == session or said.last > began)


def _plan(journal: Journal, written: int, others: Collection[str]) -> str:
    """The newest plan, but for those of the `others`, where it is newer than the notes."""
    found = journal.rows(
        """SELECT text, (SELECT time FROM events WHERE events.id = texts.event),
            (SELECT sessions.session FROM sessions WHERE sessions.id = texts.session)
            FROM texts WHERE kind = 'plan' ORDER BY event DESC, id DESC LIMIT ?""",
        _PLANS if others else 1,
    )
    rows = [row for row in found if str(row[2]) not in others]
    return str(rows[0][0]) if rows and rows[0][1] is not None and int(str(rows[0][1])) > written else ""


def _refused(journal: Journal, commands: Sequence[Command]) -> tuple[str, ...]:
    """What the user did not allow, and what has not run since."""
    ran = {command.command: command.last for command in commands}
    return tuple(said.text for said in reading.sayings(journal, "refused", _SAID) if ran.get(said.text, -1) < said.last)


def _on_disk(known: Recollection) -> list[File]:
    """The changed files that git can speak of."""
    return [file for file in known.changed if not (file.deleted or file.path in known.gone or is_outside(file.path))]


def _corrected(journal: Journal, disk: Disk, engrams: Iterable[Engram]) -> list[Engram]:
    """The engrams as their files have them, those that are gone left out; where that is news, the journal learns it if it can."""
    files = Held(disk)
    held = files.held(engrams)
    with suppress(AgentStateError):
        journal.correct(files.news)
    return held


def _symbols(journal: Journal, tree: Tree, disk: Disk, present: Sequence[File], plan: str) -> tuple[Engram, ...]:
    """Those that the next action names, then what counts most now of what was remembered, corrected by the files themselves."""
    limits, step = tree.settings.recall, reading.step(journal)
    remembered = _corrected(journal, disk, recalling.recent(journal, ("fact",), 2 * limits.engrams))
    named = next_words(tree, plan)
    every = (one for file in present[:_READ] for one in disk.definitions(file)) if named else ()
    found = {(one.scope, one.symbol): one for one in every if _names(one) & named}
    found |= {(one.scope, one.symbol): one for one in remembered if one.confidence >= LEAST}

    def order(one: Engram) -> tuple[bool, float, str, str]:
        return not _names(one) & named, -weighed(one, step, limits.half_life), one.scope, one.symbol

    return tuple(sorted(found.values(), key=order)[: limits.engrams])


def _names(engram: Engram) -> set[str]:
    return {engram.symbol, engram.symbol.rpartition(".")[2]}
