"""`agentstate journal show|export|purge`."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from agentstate.cli.hooking import snapshots
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import help_option, verb, with_example, without_verb
from agentstate.files.read import list_folder
from agentstate.files.write import remove
from agentstate.journal.export import lines, overview
from agentstate.journal.journal import Journal, find_journal
from agentstate.journal.trail import trail
from agentstate.journal.upkeep import purge as empty
from agentstate.verbs import journal as words
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import replace
from agentstate.workspace import Workspace, open_workspace

_EXAMPLE = "agentstate journal show\nagentstate journal export > journal.jsonl\nagentstate journal purge --yes"
_LOGS = ("hook.log", "hook.log.older")

command = click.Group(
    help=with_example("Show, export or empty the record of what agents did here. It is in .agent/local/ and never committed.", _EXAMPLE),
    callback=click.pass_context(without_verb),
    params=[help_option()],
    subcommand_metavar="VERB [ARGS]...",
    invoke_without_command=True,
    add_help_option=False,
)


@verb(formats=("text", "json"), example="agentstate journal show -n 50")
@click.option("-n", "limit", type=click.IntRange(1, 10_000), default=20, show_default=True, metavar="N", help="How many, at most.")
def show(invocation: Invocation, limit: int) -> int:
    """Print the last events, the newest last, one on each line."""
    with _journal(open_workspace(invocation.start)) as journal:
        events = trail(journal, limit) if journal else ()
    if invocation.format == "json":
        invocation.output.data(words.as_json(events))
    else:
        invocation.output.result(words.as_text(events))
    return 0


@verb(example="agentstate journal export > journal.jsonl")
def export(invocation: Invocation) -> int:
    """Print everything that is recorded, one JSON object on each line, its kind in "record".

    Prompts and captured sentences are in it, word for word.
    """
    with _journal(open_workspace(invocation.start)) as journal:
        found = lines(journal) if journal else ()
    replace(invocation.output, texts=None).data("\n".join(found))  # no credential gets into the journal
    return 0


@verb(example="agentstate journal purge --yes", writes=True)
@click.option("--yes", is_flag=True, help="Do it; without this nothing is removed.")
def purge(invocation: Invocation, yes: bool) -> int:
    """Remove everything that was recorded, and say what it was.

    The journal, damaged ones that were set aside, the snapshots that hooks made, and hook.log. Nothing that is tracked is touched.
    """
    workspace = open_workspace(invocation.start)
    if not (yes or invocation.dry_run):
        raise AgentStateError("this removes everything that was recorded, for good", "add --yes, or --dry-run to see what it would be")
    with _journal(workspace) as journal:
        found = overview(journal) if journal else None
        beside = tuple(_beside(workspace))
        if not invocation.dry_run:
            if journal:
                empty(journal)
            for path in beside:
                remove(workspace.root, path)
    invocation.output.result(words.removed(found.counts if found else {}, len(found.damaged) if found else 0, beside))
    return 0


for each in (show, export, purge):
    command.add_command(each)


@contextmanager
def _journal(workspace: Workspace) -> Iterator[Journal | None]:
    """The journal, None where there is none; none is made."""
    journal = find_journal(workspace.root)
    try:
        yield journal
    finally:
        if journal:
            journal.close()


def _beside(workspace: Workspace) -> Iterator[str]:
    """The files that hooks wrote beside the journal; AgentStateError where we may not look: they may be there."""
    yield from (f"{snapshots.FOLDER}/{name}" for name in _names(workspace, snapshots.FOLDER))
    yield from (f"{layout.LOCAL}/{name}" for name in _names(workspace, layout.LOCAL) if name in _LOGS)


def _names(workspace: Workspace, folder: str) -> tuple[str, ...]:
    found = list_folder(workspace.root, folder)
    if isinstance(found, Fault):
        raise AgentStateError(found.message, found.hint)
    return found
