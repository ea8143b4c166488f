"""`agentstate replay`."""

from pathlib import Path

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.files.write import write_atomic
from agentstate.replay.json import as_json
from agentstate.replay.measured import Measured
from agentstate.replay.places import places
from agentstate.replay.records import records
from agentstate.replay.text import as_text
from agentstate.vocabulary.errors import AgentStateError
from agentstate.workspace.measuring import Found, find, measure, read_labels

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
def command(
    invocation: Invocation,
    sessions: tuple[Path, ...],
    at: tuple[str, ...],
    budgets: tuple[int, ...],
    labels: Path | None,
    into: Path | None,
) -> int:
    """Measure on recorded sessions what the message would have held.

    SESSION is a file of a coding agent's own record, or a folder of some. Each is replayed through the agent's adapter into a scratch
    journal and stopped at its compactions; what the session then did is looked for in the message, and in what else an agent could have
    been given in the same room. No model is asked. The figures say what was there to use, not what was used. Nothing of yours is changed.
    """
    asked, rooms = places(at), tuple(sorted(set(budgets)))
    known = read_labels(invocation.start / labels) if labels else None
    found = find(invocation.start / session for session in sessions)
    if not found.recordings:
        raise _nothing(found)
    passes = 2 if asked.fractions else 1
    with invocation.output.progress("replaying", passes * sum(one.size for one in found.recordings)) as advanced:
        result = measure(found, asked, rooms, known, advanced)
    if into:
        _write(invocation, into, result)
    if invocation.format == "json":
        invocation.output.data(as_json(result))
    else:
        invocation.output.result(as_text(result))
    return _told(invocation, found, result)


def _nothing(found: Found) -> AgentStateError:
    hint = "name a recorded session; docs/replay.md says which formats are known"
    if not found.unknown:
        return AgentStateError("no recorded session is there", hint)
    first = found.unknown[0]
    return AgentStateError(f'"{first.path}": {first.problem}', hint)


def _told(invocation: Invocation, found: Found, result: Measured) -> int:
    """A line for each file that could not be measured; 1 where there is any."""
    if found.passed_over:
        invocation.output.message(f"files that are no recordings, passed over: {found.passed_over}")
    troubled = [session for session in result.sessions if session.problem]
    for session in troubled:
        invocation.output.error(f'"{session.path}": {session.problem}')
    return 1 if troubled else 0


def _write(invocation: Invocation, into: Path, result: Measured) -> None:
    path = (invocation.start / into).absolute()
    write_atomic(path.parent, path.name, "".join(records(result)).encode("utf-8", "backslashreplace"))
