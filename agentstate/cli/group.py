"""The table of verbs. A verb is one module with a `command`, and one line here; the module is imported when it is called."""

from collections.abc import Mapping
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from agentstate import __version__
from agentstate.cli.options import help_option, start_option, version_option, with_example, without_verb
from agentstate.cli.usage import no_such_verb

SECTIONS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Set up": {
        "init": ("agentstate.cli.init", "Write the tree, and tell this repository's agents to read it."),
        "check": ("agentstate.cli.check", "Say whether the tree is valid, fresh and small enough."),
        "status": ("agentstate.cli.status", "Show on one screen where the work stands."),
        "hooks": ("agentstate.cli.hooks", "Let agents tell what they do, and be told what they forgot."),
        "hook": ("agentstate.cli.hook", "Answer an event of an agent, which calls it by itself."),
        "import": ("agentstate.cli.import_", "Read other notes and trackers into the tree."),
        "export": ("agentstate.cli.export", "Write the tree in another form, for other tools or for a person."),
        "doctor": ("agentstate.cli.doctor", "Say whether hooks, notes, journal and message do their work."),
    },
    "Work": {
        "resume": ("agentstate.cli.resume", "Print what an agent needs that has lost its memory."),
        "recall": ("agentstate.cli.recall", "Print what is remembered of a symbol, file, command or words."),
        "task": ("agentstate.cli.task", "Start a new task, and leave the old one where it can be found."),
        "lane": ("agentstate.cli.lane", "Show and conclude lanes, the tasks beside the one in STATE.yaml."),
        "set": ("agentstate.cli.set", "Set one field of the state."),
        "add": ("agentstate.cli.add", "Add an item to a list of the state."),
        "drop": ("agentstate.cli.drop", "Take items out of a list of the state."),
        "todo": ("agentstate.cli.todo", "Write and read TODO.md."),
        "decide": ("agentstate.cli.decide", "Add a decision to the end of DECISIONS.md and print its id."),
        "decisions": ("agentstate.cli.decisions", "Print the decisions, oldest first, and what each counts for now."),
        "fact": ("agentstate.cli.fact", "Add a permanent fact to FACTS.md."),
    },
    "Keep": {
        "checkpoint": ("agentstate.cli.checkpoint", "Keep a snapshot of the state and commit the tree's own files."),
        "restore": ("agentstate.cli.restore", "List the checkpoints, newest first, or go back to one."),
        "repair": ("agentstate.cli.repair", "Bring back decisions that a merge, a revert or an edit lost."),
        "journal": ("agentstate.cli.journal", "Show, export or empty the record of what agents did here."),
        "resolve": ("agentstate.cli.resolve", "Merge the files of the tree that git could not."),
        "rotate": ("agentstate.cli.rotate", "Bring every file under its limit without losing a byte."),
    },
    "Help": {
        "demo": ("agentstate.cli.demo", "Show the whole way in a scratch repository."),
        "replay": ("agentstate.cli.replay", "Measure on recorded sessions what the message would have held."),
        "explain": ("agentstate.cli.explain", "Print the page of a rule, or the table of all rules."),
        "completion": ("agentstate.cli.completion", "Print the completion script of a shell."),
    },
}
"""Every verb with its module and its line in the help, in the order of the help."""

COMMANDS = {name: entry for verbs in SECTIONS.values() for name, entry in verbs.items()}

HIDDEN: Mapping[str, str] = {"merge-driver": "agentstate.cli.merge_driver"}
"""Verbs that only git calls: they are in no list."""


class Verbs(click.Group):
    """A group that knows its verbs by name and line, and imports one only to run it or to show its own help."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All verbs, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """The command of a verb, imported now; None where there is no such verb."""
        return load(cmd_name) if cmd_name in COMMANDS or cmd_name in HIDDEN else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, with our own words for a verb that does not exist."""
        if args[0] not in COMMANDS and args[0] not in HIDDEN and not ctx.resilient_parsing:
            raise no_such_verb(args[0], list(COMMANDS))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """The verbs in their sections, from the table."""
        width = max(map(len, COMMANDS))
        for title, verbs in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), summary) for name, (_, summary) in verbs.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """The verbs that begin with what was typed, from the table, and the options."""
        verbs = [CompletionItem(name, help=summary) for name, (_, summary) in COMMANDS.items() if name.startswith(incomplete)]
        return [*verbs, *click.Command.shell_complete(self, ctx, incomplete)]


def load(name: str) -> click.Command:
    """The command of a verb in COMMANDS or HIDDEN; imports its module."""
    command = import_module(HIDDEN[name] if name in HIDDEN else COMMANDS[name][0]).command
    assert isinstance(command, click.Command)  # noqa: S101
    return command


GROUP = Verbs(
    help=with_example(
        "Keeps a coding agent's working memory in the repository, in `.agent/`, and gives it back when the agent has lost it.",
        "agentstate init && agentstate resume",
    ),
    callback=click.pass_context(without_verb),
    params=[start_option(), version_option(__version__), help_option()],
    subcommand_metavar="VERB [ARGS]...",
    invoke_without_command=True,
    add_help_option=False,
)
