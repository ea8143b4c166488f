"""Every verb explains itself: help with an example, a line in the table of verbs, a place in the reference."""

from collections.abc import Iterator

import click
import pytest

from agentstate.cli.group import COMMANDS, GROUP, load
from agentstate.cli.reference import reference


def commands() -> Iterator[tuple[str, click.Command]]:
    yield "agentstate", GROUP
    for name in COMMANDS:
        command = load(name)
        yield f"agentstate {name}", command
        if isinstance(command, click.Group):
            yield from ((f"agentstate {name} {inner}", each) for inner, each in command.commands.items())


ALL = tuple(commands())


@pytest.mark.parametrize(("path", "command"), ALL)
def test_help_says_something_and_shows_an_example_of_itself(path: str, command: click.Command) -> None:
    text, _, example = (command.help or "").partition("\n\n\b\nExample:\n")
    assert text.strip()
    assert example.startswith(f"  {path}") or f"{path} " in example


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_table_is_the_first_sentence_of_the_help(name: str) -> None:
    paragraph = " ".join((load(name).help or "").split("\n\n")[0].split())
    assert f"{paragraph.partition('. ')[0].removesuffix('.')}." == COMMANDS[name][1]


@pytest.mark.parametrize(("path", "command"), ALL)
def test_every_option_is_explained(path: str, command: click.Command) -> None:
    silent = [parameter.name for parameter in command.params if isinstance(parameter, click.Option) and not parameter.help]
    assert silent == [], path


def test_the_reference_has_a_section_for_every_command_in_the_order_of_the_help() -> None:
    headings = [line.removeprefix("## ") for line in reference().split("\n") if line.startswith("## ")]
    assert headings == [path for path, _ in ALL]


def test_the_reference_is_the_help_at_a_fixed_width(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = reference()
    monkeypatch.setenv("COLUMNS", "40")
    assert reference() == wide
    assert "## agentstate completion\n\n```text\nUsage: agentstate completion [OPTIONS] SHELL\n" in wide
