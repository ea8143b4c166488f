"""`agentstate export`."""

from collections.abc import Mapping
from pathlib import Path

import click

from agentstate.cli import show
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.exchange.targets import TARGETS, target
from agentstate.exchange.targets.gaps import gaps
from agentstate.exchange.targets.target import Rendered, Target
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import replace
from agentstate.workspace import Workspace, open_workspace
from agentstate.workspace.exporting import place, plan, read_exported, write

_EXAMPLE = """\
agentstate export hand-over --output HANDOVER.md
agentstate export madr --output docs/decisions
agentstate export json > everything.json"""


@verb(writes=True, lane=True, example=_EXAMPLE)
@click.argument("name", type=click.Choice(list(TARGETS)), metavar="FORMAT")
@click.option("--output", "-o", type=click.Path(path_type=Path), metavar="PATH", help="Write this file or folder.  [default: print it]")
@click.option("--force", is_flag=True, help="Replace files of the export that are there and differ.")
def command(invocation: Invocation, name: str, output: Path | None, *, force: bool) -> int:
    """Write the tree in another form, for other tools or for a person.

    FORMAT is `state-snapshot` or `memory-layer`, JSON as `import` reads it; `madr`, a folder with a Markdown record for each decision;
    `hand-over`, one Markdown page for a person; or `json`, everything. The tree stays as it is, and no other file is replaced: a folder
    must be new, empty, or hold nothing but this export. What looks like a credential is masked. Exit code 1: a part could not be read.
    """
    kind = target(name)
    if kind.is_folder and output is None:
        raise AgentStateError(f"{name} is a folder of files", "name the folder with --output")
    workspace = open_workspace(invocation.start, invocation.lane)
    exported = read_exported(workspace)
    missing = gaps(exported.tree)
    invocation = replace(invocation, output=invocation.output.covering(source.text for source in exported.tree.sources.values()))
    rendered = kind.render(exported)
    if output is None:
        _printed(invocation, kind, rendered)
    else:
        _written(invocation, workspace, output, _files(invocation, kind, rendered), force=force)
    if rendered.left:
        invocation.output.message(f"{name} has no place for: {', '.join(rendered.left)}")
    for gap in missing:
        invocation.output.error(f"not exported: {gap}")
    return int(bool(missing))


def _files(invocation: Invocation, kind: Target, rendered: Rendered) -> Mapping[str, bytes]:
    return {name: invocation.output.as_file(text, json=kind.is_json) for name, text in rendered.files.items()}


def _printed(invocation: Invocation, kind: Target, rendered: Rendered) -> None:
    if kind.is_json:
        invocation.output.data(rendered.files[""])
    else:
        invocation.output.whole(_files(invocation, kind, rendered)[""].decode())


def _written(invocation: Invocation, workspace: Workspace, output: Path, files: Mapping[str, bytes], *, force: bool) -> None:
    where = place(workspace.root, invocation.start / output)
    steps = plan(where, files, replace=force)
    if not invocation.dry_run:
        write(where, steps)
    invocation.output.result(show.text(steps))
