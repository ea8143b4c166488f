"""The page of all verbs, made of their help: docs/cli.md."""

from collections.abc import Iterator

import click

from agentstate.cli.group import COMMANDS, GROUP, load

WIDTH = 100
"""Columns of the help on the page, whatever terminal it is made in."""

INTRODUCTION = """\
# The command line

Results go to stdout, messages to stderr. Exit codes: 0 clean, 1 findings or a refusal, 2 something you must mend first,
130 interrupted. This page is made from the help of the command itself (`.ci/docs`).
"""


def reference() -> str:
    """The Markdown page: the help of `agentstate`, then of every verb in the order of the help, at a fixed width."""
    parent = _context(GROUP, "agentstate", None)
    sections = [_section(parent), *(section for name in COMMANDS for section in _sections(load(name), name, parent))]
    return "\n".join([INTRODUCTION, *sections])


def _sections(command: click.Command, name: str, parent: click.Context) -> Iterator[str]:
    context = _context(command, name, parent)
    yield _section(context)
    if isinstance(command, click.Group):
        for inner in command.commands:
            yield from _sections(command.commands[inner], inner, context)


def _section(context: click.Context) -> str:
    return f"## {context.command_path}\n\n```text\n{context.get_help().rstrip()}\n```\n"


def _context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    return click.Context(command, parent=parent, info_name=name, terminal_width=WIDTH, max_content_width=WIDTH)
