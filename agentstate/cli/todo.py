"""`agentstate todo add|done|start|block|list`."""

import json

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import NOTE, TEXT, help_option, verb, with_example, without_verb
from agentstate.cli.run import write
from agentstate.documents.todo import Item, State
from agentstate.verbs.notes import todo_add, todo_block, todo_list, todo_mark
from agentstate.workspace import open_workspace

_EXAMPLE = 'agentstate todo add "wire the controller" --priority P1\nagentstate todo done "controller"'
_MARKS: dict[State, str] = {"open": " ", "doing": "~", "done": "x"}
_BOTH = ("text", "json")

command = click.Group(
    help=with_example("Write and read TODO.md. ITEM is a number from the list, a text, or a part of one that no other item has.", _EXAMPLE),
    callback=click.pass_context(without_verb),
    params=[help_option()],
    subcommand_metavar="VERB [ARGS]...",
    invoke_without_command=True,
    add_help_option=False,
)


@verb(writes=True, formats=_BOTH, example='agentstate todo add "add integration tests" --blocked "staging database"')
@click.argument("text", type=NOTE)
@click.option("--priority", type=click.Choice(["P0", "P1", "P2", "P3"]), help="Where it goes: below the last item as urgent as it.")
@click.option("--blocked", type=NOTE, default="", metavar="REASON", help="What it waits for.")
def add(invocation: Invocation, text: str, priority: str | None, blocked: str) -> int:
    """Add an open item."""
    return write(invocation, lambda workspace: todo_add(workspace.tree(), text, priority or "", blocked))


@verb(writes=True, formats=_BOTH, example="agentstate todo done 3")
@click.argument("item", type=TEXT)
def done(invocation: Invocation, item: str) -> int:
    """Tick an item off."""
    return write(invocation, lambda workspace: todo_mark(workspace.tree(), item, "done"))


@verb(writes=True, formats=_BOTH, example="agentstate todo start 3")
@click.argument("item", type=TEXT)
def start(invocation: Invocation, item: str) -> int:
    """Mark an item as in progress."""
    return write(invocation, lambda workspace: todo_mark(workspace.tree(), item, "doing"))


@verb(writes=True, formats=_BOTH, example='agentstate todo block 3 "waits for the staging database"')
@click.argument("item", type=TEXT)
@click.argument("reason", type=NOTE, default="")
def block(invocation: Invocation, item: str, reason: str) -> int:
    """Say what an item waits for; without REASON, that it waits for nothing any more."""
    return write(invocation, lambda workspace: todo_block(workspace.tree(), item, reason))


@verb(formats=_BOTH, example="agentstate todo list --all")
@click.option("--all", "everything", is_flag=True, help="Show what is done, too.")
def show(invocation: Invocation, everything: bool) -> int:
    """Print the items that are left, with their numbers."""
    items = todo_list(open_workspace(invocation.start).tree(), done=everything)
    if invocation.format == "json":
        invocation.output.data(json.dumps([_record(number, item) for number, item in items], ensure_ascii=False, indent=2))
    else:
        invocation.output.result("\n".join(_line(number, item) for number, item in items))
    return 0


def _line(number: int, item: Item) -> str:
    blocked = f" — blocked: {item.blocked}" if item.blocked else ""
    return f"{number:3} [{_MARKS[item.state]}] {f'{item.priority} ' if item.priority else ''}{item.text}{blocked}"


def _record(number: int, item: Item) -> dict[str, str | int]:
    return {
        "number": number,
        "text": item.text,
        "state": item.state,
        "priority": item.priority,
        "blocked": item.blocked,
        "line": item.line,
    }


for _name, _command in (("add", add), ("done", done), ("start", start), ("block", block), ("list", show)):
    command.add_command(_command, _name)
