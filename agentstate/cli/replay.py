"""`agentstate replay`."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.replay.json import as_json
from agentstate.replay.measured import Measured
from agentstate.replay.page import as_page
from agentstate.replay.places import places
from agentstate.replay.records import records
from agentstate.replay.text import as_text
from agentstate.replay.tuning import as_text as tuning_text
from agentstate.replay.tuning import curves, settings
from agentstate.verbs.tuning import tune
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace.measuring import Found, find, measure, read_labels
from agentstate.workspace.outputs import PAGE, RECORDS, refuse_foreign, write_output

if TYPE_CHECKING:
    from agentstate.workspace import Workspace

_EXAMPLE = "agentstate replay ~/.claude/projects\nagentstate replay session.jsonl --at 0.5 --budget 3000"
_BUDGETS = (1000, 2000, 4000, 8000)
_PATH = click.Path(path_type=Path)


@verb(formats=("text", "json"), example=_EXAMPLE)
@click.argument("sessions", nargs=-1, required=True, type=_PATH, metavar="SESSION...")
@click.option(
    "--at",
    "at",
    multiple=True,
    metavar="PLACE",
    help="Stop at compactions, a share (0.5) or number (120) of tool calls.  [default: compactions]",
)
@click.option(
    "--budget",
    "budgets",
    multiple=True,
    type=click.IntRange(600, 100_000),
    default=_BUDGETS,
    show_default=True,
    metavar="CHARACTERS",
    help="The most a message may have.",
)
@click.option("--labels", type=_PATH, metavar="FILE", help="Rules that a person labelled: session, step, sentence, parted by tabs.")
@click.option("--records", "into", type=_PATH, metavar="FILE", help="Write what was wanted and who held it there, one JSON object a line.")
@click.option("--html", "page", type=_PATH, metavar="FILE", help="Write one page to read there: timelines, messages, hits and misses.")
@click.option("--tune", "tuned", is_flag=True, help="Find how many files, commands and decisions are worth listing.")
@click.option("--write", "settling", is_flag=True, help="With --tune: set these numbers in config.yaml.")
def command(
    invocation: Invocation,
    sessions: tuple[Path, ...],
    at: tuple[str, ...],
    budgets: tuple[int, ...],
    labels: Path | None,
    into: Path | None,
    *,
    page: Path | None,
    tuned: bool,
    settling: bool,
) -> int:
    """Measure on recorded sessions what the message would have held.

    SESSION is a file of a coding agent's own record, or a folder of some. Each is replayed through the agent's adapter into a scratch
    journal and stopped at its compactions; what the session then did is looked for in the message, and in what else an agent could have
    been given in the same room. No model is asked. The figures say what was there to use, not what was used. Nothing of yours is changed.
    """
    asked, rooms = places(at), tuple(sorted(set(budgets)))
    workspace = _settled_in(invocation) if tuned and settling else None
    if settling and not tuned:
        raise AgentStateError("--write is about what --tune finds", "give both")
    _refuse_outputs(invocation, into, page, (*sessions, *filter(None, [labels])))
    known = read_labels(invocation.start / labels) if labels else None
    found = find(invocation.start / session for session in sessions)
    if not found.recordings:
        raise _nothing(found)
    _refuse_outputs(invocation, into, page, (one.path for one in found.recordings))
    passes = 2 if asked.fractions else 1
    with invocation.output.progress("replaying", passes * sum(one.size for one in found.recordings)) as advanced:
        result = measure(found, asked, rooms, known, advanced)
    if not any(session.stops or not session.problem for session in result.sessions):
        return _told(invocation, found, result, 2)
    found_numbers = curves(result.stops) if tuned else None
    if into:
        write_output(invocation.start / into, "".join(records(result)), RECORDS)
    if page:
        write_output(invocation.start / page, as_page(result, found_numbers or ()), PAGE)
    if invocation.format == "json":
        invocation.output.data(as_json(result, found_numbers))
    else:
        invocation.output.result(as_text(result) if found_numbers is None else f"{tuning_text(found_numbers)}\n{as_text(result)}")
    if workspace and found_numbers is not None:
        _settle(invocation, workspace, settings(found_numbers))
    return _told(invocation, found, result, 1)


def _refuse_outputs(invocation: Invocation, into: Path | None, page: Path | None, inputs: Iterable[Path]) -> None:
    """AgentStateError where a file that is to be written is another one that is there, an input, or both at once."""
    known = [invocation.start / one for one in inputs]
    for path, kind in ((into, RECORDS), (page, PAGE)):
        if path:
            refuse_foreign(invocation.start / path, kind, known)
    if into and page and (invocation.start / into).absolute() == (invocation.start / page).absolute():
        raise AgentStateError(f'"{page}" is given for the records and for the page', "name two files")


def _settled_in(invocation: Invocation) -> "Workspace":
    """The tree that the numbers are written into; AgentStateError where there is none, before anything is measured."""
    from agentstate.workspace import open_workspace

    return open_workspace(invocation.start, invocation.lane)


def _settle(invocation: Invocation, workspace: "Workspace", numbers: Mapping[str, int]) -> None:
    with workspace.locked():
        plan = tune(workspace.tree(), numbers)
        workspace.apply(plan)
    invocation.output.message(plan.result)


def _nothing(found: Found) -> AgentStateError:
    hint = "name a recorded session; docs/replay.md says which formats are known"
    if not found.unknown:
        return AgentStateError("no recorded session is there", hint)
    first = found.unknown[0]
    return AgentStateError(f'"{first.path}": {first.problem}', hint)


def _told(invocation: Invocation, found: Found, result: Measured, troubled_code: int) -> int:
    """A line for each file that could not be measured, and what to do; the code where there is any, else 0."""
    if found.passed_over:
        invocation.output.message(f"files that are no recordings, passed over: {found.passed_over}")
    if found.repeated:
        invocation.output.message(f"files that were given again, measured once: {found.repeated}")
    troubled = [session for session in result.sessions if session.problem]
    for session in troubled:
        invocation.output.error(f'"{session.path}": {session.problem}', session.hint)
    return troubled_code if troubled else 0
