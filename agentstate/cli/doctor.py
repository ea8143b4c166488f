"""`agentstate doctor`."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from shutil import which

from agentstate.cli import checking
from agentstate.cli.agent_files import in_use, settings_files, standings
from agentstate.cli.caller import caller, environment, outside
from agentstate.cli.hooking.call import recording_of
from agentstate.cli.invocation import Invocation
from agentstate.cli.journals import tend
from agentstate.cli.options import verb
from agentstate.files.read import read_file
from agentstate.hooks.install.agents import HOOKS
from agentstate.hooks.install.call import NAME, arguments
from agentstate.hooks.install.plan import State
from agentstate.hooks.switches import Switches
from agentstate.verbs.doctor import switches
from agentstate.verbs.doctor.diagnosis import diagnose
from agentstate.verbs.doctor.examination import Call, Examination, Notes, Record
from agentstate.verbs.doctor.report import as_json, as_text, problems
from agentstate.verbs.hooks import Standing
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault, Severity
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace import Workspace, open_workspace
from agentstate.workspace.calling import Answer, call
from agentstate.workspace.settings_files import SettingsFiles

EVENTS = 400
"""How many of the newest events are looked through for symptoms."""

_LOG_LINES = 5
_LOG_BYTES = 1 << 20
_SESSIONS = 20
_MEANINGLESS = "AgentstateDoctor"


@verb(formats=("text", "json"), example="agentstate doctor")
def command(invocation: Invocation) -> int:
    """Say whether hooks, notes, journal and message do their work.

    For each agent: whether its hooks are installed, whether the command answers in time, whether the last compaction was followed by
    the message. Then the number of errors that `agentstate check` finds, the journal, what went wrong in hooks, and symptoms of a memory
    that does not help (docs/symptoms.md). A journal that has grown too large is made smaller. Exits with 1 where there is a problem.
    """
    workspace = open_workspace(invocation.start)
    found = examine(invocation, workspace)
    if not found.record.failure:
        tend(invocation, workspace.root)
    findings = diagnose(found)
    if invocation.format == "json":
        invocation.output.data(as_json(findings))
    else:
        invocation.output.result(as_text(findings))
    return int(problems(findings) > 0)


def examine(invocation: Invocation, workspace: Workspace) -> Examination:
    """Everything that the diagnosis is made from."""
    used = tuple(hooks.agent for hooks in in_use(workspace))
    files = settings_files(workspace.root)
    found = tuple(standings(files, tuple(HOOKS.values())))
    log = _log(workspace)
    return Examination(
        used=used,
        standings=found,
        off=tuple(_switched_off(files)),
        calls=tuple(_calls(found)),
        record=_record(workspace),
        recording=recording_of(os.fspath(workspace.root)) or Switches(),
        log=log if isinstance(log, tuple) else (),
        log_failure=log.message if isinstance(log, Fault) else "",
        notes=_notes(workspace, *_errors(invocation)),
    )


def _switched_off(files: SettingsFiles) -> Iterator[tuple[str, str, str]]:
    for target in switches.files():
        try:
            held = files.read([target])
        except AgentStateError:
            continue  # a file that cannot be read is told where hooks are looked for
        yield from ((agent, files.shown(where), setting) for agent, where, setting in switches.switched_off(held))


def _calls(found: Sequence[Standing]) -> Iterator[Call]:
    """How each command that is installed answers; one that several files name is called once."""
    installed = [one for one in found if one.state is State.INSTALLED]
    for agent, committed in dict.fromkeys((one.agent, one.scope == "project") for one in installed):
        on_path = which(NAME)
        if committed and not on_path:
            words = caller().words
            hint = f'put a folder with `{NAME}` on the PATH that the agent starts with; this command is "{" ".join(words)}"'
            yield Call(agent, NAME, failure="is not on PATH", hint=hint)
            continue
        words = (str(on_path),) if committed else caller().words
        yield _judged(agent, (*words, *arguments(agent)), committed=committed)


def _judged(agent: str, words: Sequence[str], *, committed: bool) -> Call:
    payload = json.dumps({"hook_event_name": _MEANINGLESS, "cwd": str(outside())}).encode()
    answer = call(words, outside(), environment(), payload)
    shown = " ".join([NAME if committed else PurePath(words[0]).as_posix(), *words[1:]])
    return Call(agent, shown, answer.seconds, _failure(answer))


def _failure(answer: Answer) -> str:
    """What is wrong with an answer: a hook ends with 0, writes nothing on stderr, and nothing but an object on stdout."""
    if answer.code is None:
        return answer.failure
    if answer.code:
        return f"ends with {answer.code}"
    if answer.err:
        return "writes on stderr"
    return "" if _is_reply(answer.out) else "answers with something else than a reply"


def _is_reply(out: bytes) -> bool:
    try:
        return not out.strip() or isinstance(json.loads(out), dict)
    except ValueError:
        return False


def _record(workspace: Workspace) -> Record:
    from agentstate.journal import reading
    from agentstate.journal.export import overview
    from agentstate.journal.journal import find_journal
    from agentstate.journal.probing import refuse_unwritable
    from agentstate.journal.trail import trail

    try:
        journal = find_journal(workspace.root)
        if journal is None:
            refuse_unwritable(workspace.root, None)
            return Record()
        try:
            refuse_unwritable(workspace.root, journal)
            size = overview(journal)
            sessions = reading.sessions(journal, _SESSIONS)
            damaged = tuple(os.path.basename(path) for path in size.damaged)  # noqa: PTH119 - the journal names files without pathlib
            return Record(
                exists=True,
                size=size.size,
                limit=journal.limit,
                damaged=damaged,
                sessions=sessions,
                trail=trail(journal, EVENTS),
                rules=reading.rules(journal),
            )
        finally:
            journal.close()
    except AgentStateError as error:
        return Record(exists=True, failure=error.message, hint=error.hint)


def _log(workspace: Workspace) -> tuple[str, ...] | Fault:
    found = read_file(workspace.root, f"{layout.LOCAL}/hook.log", _LOG_BYTES)
    if isinstance(found, Fault):
        return found
    return tuple(line for line in (found or b"").decode("utf-8", "replace").split("\n") if line)[-_LOG_LINES:]


def _errors(invocation: Invocation) -> tuple[int, str]:
    """How many errors `agentstate check` finds here, and why it cannot look."""
    try:
        forests, _ = checking.found(invocation.start, (), staged=False)
        return checking.judged(invocation, forests, checking.Choice(), "").count(Severity.ERROR), ""
    except AgentStateError as error:
        return 0, error.message


def _notes(workspace: Workspace, errors: int, unchecked: str) -> Notes:
    tree = workspace.tree()
    fresh = workspace.git_facts(tree, freshness=True).freshness
    limits = tree.settings.limits
    allowed = {
        tree.state_path: limits.state_bytes,
        layout.FACTS: limits.facts_bytes,
        layout.DECISIONS: limits.decisions_bytes,
        layout.TODO: limits.todo_bytes,
    }
    sizes = ((path, len(tree.source(path).encode()), limit) for path, limit in allowed.items() if tree.has(path))
    full = tuple((path, size, limit) for path, size, limit in sizes if size > limit * 9 // 10)
    return Notes(fresh.commits, tree.settings.freshness.max_commits, full, errors, unchecked)
