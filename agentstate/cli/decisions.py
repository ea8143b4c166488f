"""`agentstate decisions`."""

import json
from collections.abc import Iterator, Mapping, Sequence

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT, verb
from agentstate.documents.decisions import Decision, Standing, standings
from agentstate.workspace import ALL_ARCHIVES, open_workspace


@verb(formats=("text", "json"), example="agentstate decisions --in-force\nagentstate decisions --all --grep redis")
@click.option("--all", "everything", is_flag=True, help="Those in the archive, too.")
@click.option("--in-force", is_flag=True, help="Only those that hold: not pending, superseded or withdrawn.")
@click.option("--grep", type=TEXT, default="", metavar="TEXT", help="Only those whose text holds TEXT, in upper or lower case.")
def command(invocation: Invocation, everything: bool, in_force: bool, grep: str) -> int:
    """Print the decisions, oldest first, and what each counts for now."""
    tree = open_workspace(invocation.start).tree(archives=ALL_ARCHIVES if everything else 0)
    entries = [*(entry for volume in tree.archives for entry in volume.entries), *tree.decisions.entries]
    standing = standings(entries)
    chosen = [
        entry
        for entry in {entry.id: entry for entry in entries}.values()
        if grep.casefold() in entry.text.casefold() and not (in_force and standing[entry.id] is not Standing.ACTIVE)
    ]
    if invocation.format == "json":
        invocation.output.data(json.dumps([_record(entry, standing) for entry in chosen], ensure_ascii=False, indent=2))
    else:
        invocation.output.result("\n".join(_lines(chosen, standing)))
    return 0


def _lines(entries: Sequence[Decision], standing: Mapping[str, Standing]) -> Iterator[str]:
    for entry in entries:
        if entry is not entries[0]:
            yield ""
        yield f"{entry.id} ({standing[entry.id]})"
        yield entry.text


def _record(entry: Decision, standing: Mapping[str, Standing]) -> dict[str, object]:
    return {
        "id": entry.id,
        "date": entry.date,
        "title": entry.title,
        "standing": str(standing[entry.id]),
        "decision": entry.decision,
        "why": entry.why,
        "rejected": entry.rejected,
        "supersedes": list(entry.supersedes),
        "permanent": entry.permanent,
        "text": entry.text,
    }
