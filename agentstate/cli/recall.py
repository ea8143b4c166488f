"""`agentstate recall`."""

import json
from collections.abc import Iterator

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT, verb
from agentstate.journal.values import Command, File, Saying
from agentstate.rules.wording import counted, quoted
from agentstate.verbs.recall import as_json, as_text
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import names
from agentstate.vocabulary.visible import visible
from agentstate.workspace import ALL_ARCHIVES, Workspace, open_workspace


@verb(
    formats=("text", "json"),
    example='agentstate recall verify_token\nagentstate recall --file src/auth.py\nagentstate recall "date formatting"',
)
@click.argument("query", type=TEXT, required=False, default="", metavar="[SYMBOL|WORDS]")
@click.option("--file", "path", type=TEXT, default="", metavar="PATH", help="What is remembered of this file.")
@click.option("--files", is_flag=True, help="The files touched, the last first.")
@click.option("--commands", is_flag=True, help="The commands run: unresolved failures first, then the most frequent.")
@click.option("--rules", is_flag=True, help="What prompts forbade or required, word for word.")
@click.option("--said", is_flag=True, help="Decisions and dead ends that were said and may not be recorded.")
@click.option("--plan", is_flag=True, help="The newest plan of the agent's own plan tool.")
@click.option("--prompt", is_flag=True, help="The newest prompt.")
def command(invocation: Invocation, query: str, path: str, **lists: bool) -> int:
    """Print what is remembered of a symbol, file, command or words.

    What has exactly this name comes first; where that is little, what stands one hop away: in the same file, with the same first part
    of the name, or of use at the same time. Decisions of the log, and decisions, dead ends and rules that were said, are included where
    they hold all the words. The best come first, by confidence, age and use; what its file no longer has is left out. PATH counts from
    the folder you are in or from the root; the end of one will do where it is the only one.
    """
    listed = [name for name, wanted in lists.items() if wanted]
    query, path = query.strip(), path.strip()
    if len([*filter(None, (query, path)), *listed]) != 1:
        raise AgentStateError("recall takes one thing to look for", "give a symbol, words in quotes, --file PATH, or one of the lists")
    workspace = open_workspace(invocation.start)
    return _list(invocation, workspace, listed[0]) if listed else _look(invocation, workspace, query, path)


def _look(invocation: Invocation, workspace: Workspace, query: str, path: str) -> int:
    from agentstate.workspace.recalling import recall

    found = recall(workspace.root, workspace.tree(archives=ALL_ARCHIVES), query, path=path, folder=str(invocation.start.absolute()))
    if found.problem:
        invocation.output.message(found.problem)
    elif not found.found:
        invocation.output.message(f"nothing is remembered of {quoted(query or path)}")
    if invocation.format == "json":
        invocation.output.data(as_json(query or path, found.found, found.step))
    else:
        invocation.output.result(as_text(found.found, found.step))
    return 0


def _list(invocation: Invocation, workspace: Workspace, listed: str) -> int:
    from agentstate.workspace.recalling import lists

    found = lists(workspace.root)
    if found.problem:
        invocation.output.message(found.problem)
    values: tuple[File | Command | Saying, ...] = getattr(found, listed)
    if invocation.format == "json":
        records = [{name: getattr(value, name) for name in names(type(value))} for value in values]
        invocation.output.data(json.dumps({"version": 1, listed: records}, ensure_ascii=False, indent=2))
    else:
        invocation.output.result("\n".join(_line(value) for value in values))
    return 0


def _line(value: File | Command | Saying) -> str:
    if isinstance(value, File):
        state = "" if value.changed is None else ", verified" if value.verified else ", not verified"
        return f"{value.path} [read {value.reads}, edited {value.edits}{state}]"
    return f"{value.command} [{', '.join(_ended(value))}]" if isinstance(value, Command) else value.text


def _ended(command: Command) -> Iterator[str]:
    """How the command ended, how often it ran and failed, and where, if not in the root."""
    unknown = "passed" if command.ok and command.tests else "exit status unknown"
    yield unknown if command.exit_code is None else f"exit {command.exit_code}"
    if command.exit_code == 0 and command.failures:
        yield "its output shows failures"
    yield f"run {counted(command.runs, 'time')}"
    if command.failures:
        yield f"failed {counted(command.failures, 'time')}{' in a row' if command.failures > 1 else ''}"
    if command.failures and command.ok is None:
        yield "run again since, exit status unknown"
    if command.cwd not in {"", "."}:
        yield f"in {visible(command.cwd, keep='')}"
