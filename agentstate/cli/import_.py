"""`agentstate import`."""

import json
from collections.abc import Mapping
from pathlib import Path

import click

from agentstate.cli import show
from agentstate.cli.clock import timestamp
from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb
from agentstate.exchange import mapping, sources
from agentstate.exchange.item import Imported
from agentstate.exchange.placing import Placement, place
from agentstate.exchange.record import record_paths
from agentstate.secrets import masked, secrets_in
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import replace
from agentstate.workspace import ALL_ARCHIVES, Workspace, open_workspace, place_for_tree
from agentstate.workspace.importing import Found, find_sources, gone, kinds, read_sources

_EXAMPLE = """\
agentstate import --detect
agentstate import memory-bank docs/adr --dry-run
agentstate import .beads/issues.jsonl"""


_NAMED = 50
"""How many files that no form fits are named one by one."""


@verb(writes=True, formats=("text", "json"), example=_EXAMPLE)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--detect", is_flag=True, help="Say what could be imported, and from where; write nothing.")
@click.option("--mask", is_flag=True, help="Import a source that holds a credential, with * in the place of it.")
def command(invocation: Invocation, paths: tuple[Path, ...], *, detect: bool, mask: bool) -> int:
    """Read other notes and trackers into the tree.

    What they are is seen by their shape: `.agent-state/`, memory banks, plans, hand-overs, decision records, task trackers and others.
    Each item goes to its place, as far as there is room; nothing that is set is overwritten; and a record in `checkpoints/` says where
    each came from and holds all of the rest, word for word. The sources stay as they are. Twice is once.
    """
    seen = tuple(invocation.start / path for path in paths)
    if detect:
        return _detect(invocation, seen)
    if not seen:
        raise AgentStateError("no PATH to import", "find one with `agentstate import --detect`")
    workspace = open_workspace(invocation.start)
    if invocation.dry_run:
        return _report(invocation, _placement(workspace, seen, mask=mask))
    with workspace.locked():
        placement = _placement(workspace, seen, mask=mask)
        workspace.apply(placement.plan)
    return _report(invocation, placement)


def _detect(invocation: Invocation, paths: tuple[Path, ...]) -> int:
    root = place_for_tree(invocation.start)
    found = read_sources(root, paths) if paths else find_sources(root)
    detected = sources.detect(found.texts)
    imported = _read(found.texts)
    if invocation.format == "json":
        invocation.output.data(json.dumps({"version": 1, "found": mapping.found_records(detected, imported)}, ensure_ascii=False, indent=2))
    else:
        invocation.output.result(mapping.found(detected, imported))
    if not detected:
        invocation.output.message("nothing that can be imported")
    for problem in (*found.problems, *(problem for one in imported for problem in one.problems)):
        invocation.output.message(problem)
    return 0


def _placement(workspace: Workspace, paths: tuple[Path, ...], *, mask: bool) -> Placement:
    found = _resolved(read_sources(workspace.root, paths))
    taken = _without_credentials(found, mask=mask)
    imported = _read(taken)
    tree = workspace.tree(archives=ALL_ARCHIVES)
    tree = workspace.tree(archives=ALL_ARCHIVES, also=record_paths(tree))
    if not imported and not found.problems:
        named = ", ".join(f'"{path}"' for path in paths[:5])
        raise AgentStateError(f"nothing in {named} has a form that is known", "`agentstate import --help` names the forms")
    placement = place(tree, imported, kinds(workspace.root, imported), timestamp(), gone(workspace, imported))
    problems = tuple(found.problems)
    plan = replace(
        placement.plan,
        messages=(*placement.plan.messages, *problems, *_untaken(found, taken)),
        findings=placement.plan.findings or bool(problems),
    )
    return replace(placement, plan=plan)


def _resolved(found: Found) -> Found:
    """The same without texts in which a merge conflict was left; each is a problem."""
    lines = {path: sources.sides(found.texts[path]) for _, paths in sources.detect(found.texts) for path in paths}
    conflicted = {path: line for path, line in lines.items() if line}
    problems = [f"{path}:{line}: a merge conflict was left here; resolve it first" for path, line in conflicted.items()]
    return Found({path: text for path, text in found.texts.items() if path not in conflicted}, [*found.problems, *problems])


def _untaken(found: Found, taken: Mapping[str, str]) -> tuple[str, ...]:
    """A line for each text that no form fits."""
    others = [path for path in found.texts if path not in taken]
    more = (f"not read: {len(others) - _NAMED} more files (no form that is known)",) if len(others) > _NAMED else ()
    return (*(f"not read: {path} (no form that is known)" for path in others[:_NAMED]), *more)


def _read(texts: Mapping[str, str]) -> tuple[Imported, ...]:
    return sources.read(texts)


def _without_credentials(found: Found, *, mask: bool) -> Mapping[str, str]:
    """The texts that a source takes; AgentStateError where one holds a credential, unless it is masked."""
    taken = {path: found.texts[path] for _, paths in sources.detect(found.texts) for path in paths}
    if mask:
        return {path: masked(text) for path, text in taken.items()}
    for path, text in taken.items():
        for secret in secrets_in(text):
            line = text.count("\n", 0, secret.start) + 1
            message = f"{path}:{line} holds what looks like a credential: {secret.kind}"
            raise AgentStateError(message, "take it out, or add --mask to import the rest", 1)
    return taken


def _report(invocation: Invocation, placement: Placement) -> int:
    plan = replace(placement.plan, result=mapping.summary(placement))
    if invocation.format == "json":
        data = json.loads(show.data(plan, dry_run=invocation.dry_run))
        invocation.output.data(json.dumps({**data, "mapping": mapping.records(placement)}, ensure_ascii=False, indent=2))
    elif invocation.dry_run:
        invocation.output.result(f"{mapping.text(placement)}\n\n{show.text(plan)}")
    else:
        invocation.output.result(plan.result)
    for message in plan.messages:
        invocation.output.message(message)
    return int(plan.findings)
