"""`agentstate recall`."""

import json

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT, verb
from agentstate.journal.values import Command, File, Saying
from agentstate.verbs.recall import as_json, as_text
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.values import names
from agentstate.workspace import ALL_ARCHIVES, Workspace, open_workspace


@verb(
    formats=("text", "json"),
    example='agentstate recall verify_token\nagentstate recall --file src/auth.py\nagentstate recall "date formatting"',
)
@click.argument("query", type=TEXT, required=False, default="", metavar="[SYMBOL|WORDS]")
@click.option("--file", "path", type=TEXT, default="", metavar="PATH", help="What is remembered of this file.")
@click.option("--files", "listed", flag_value="files", help="The files touched, the last first.")
@click.option("--commands", "listed", flag_value="commands", help="The commands run: unresolved failures first, then the most frequent.")
@click.option("--rules", "listed", flag_value="rules", help="What prompts forbade or required, word for word.")
@click.option("--said", "listed", flag_value="said", help="Decisions and dead ends that were said and may not be recorded.")
@click.option("--plan", "listed", flag_value="plan", help="The newest plan of the agent's own plan tool.")
@click.option("--prompt", "listed", flag_value="prompt", help="The newest prompt.")
def command(invocation: Invocation, query: str, path: str, listed: str | None) -> int:
    """Print what the journal remembers of a symbol, file or words.

    What has exactly this name comes first; where that is little, what stands one hop away: in the same file, with the same first part
    of the name, or of use at the same time. Decisions of the log that hold all the words are included. The best come first, by
    confidence, age and use; what its file no longer has is left out.
    """
    if sum(map(bool, (query, path, listed))) != 1:
        raise AgentStateError("recall takes one thing to look for", "give a symbol, words in quotes, --file PATH, or one of the lists")
    workspace = open_workspace(invocation.start)
    return _list(invocation, workspace, listed) if listed else _look(invocation, workspace, query, path)


def _look(invocation: Invocation, workspace: Workspace, query: str, path: str) -> int:
    from agentstate.workspace.recalling import recall

    found = recall(workspace.root, workspace.tree(archives=ALL_ARCHIVES), query, path=path)
    if found.problem:
        invocation.output.message(found.problem)
    elif not found.found:
        invocation.output.message(f'nothing is remembered of "{query or path}"')
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
    if isinstance(value, Command):
        code = "exit status unknown" if value.exit_code is None else f"exit {value.exit_code}"
        failed = f", failed {value.failures} times in a row" if value.failures else ""
        return f"{value.command} [{code}, run {value.runs} times{failed}]"
    return value.text
