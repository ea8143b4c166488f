from collections.abc import Callable

import click
import pytest

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import TEXT
from tests.support.command import Result, run_here


@pytest.mark.parametrize("value", ["plain", "", "带引号的 \"text\" with 'quotes'", "a-b_c: #", "no\u00a0break"])
def test_text_is_kept_as_it_is_written(value: str) -> None:
    assert TEXT.convert(value, None, None) == value


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("two\nlines", "\\x0a"),
        ("a\tb", "\\x09"),
        ("a\u202eb", "\\u202e"),
        ("caf\udce9", "\\xe9"),
        ("\x1b[31m", "\\x1b"),
        ("\u2764\ufe0f", "\\ufe0f"),
    ],
)
def test_text_that_does_not_show_is_refused(install: Callable[..., None], value: str, shown: str) -> None:
    @click.argument("title", type=TEXT)
    def record(invocation: Invocation, title: str) -> int:
        raise AssertionError(invocation, title)

    install(record)
    message = f'invalid value for "TITLE": holds the character "{shown}", which does not show'
    assert run_here("trial", value) == Result(2, "", f"agentstate: error: {message}\nhint: see `agentstate trial --help`\n")


def test_help_shows_the_options_of_the_verb_before_the_shared_ones(install: Callable[..., None]) -> None:
    @click.option("--why", help="The reason.")
    def record(invocation: Invocation, why: str) -> int:
        """Record a thing.

        At length.
        """
        raise AssertionError(invocation, why)

    install(record, formats=())
    assert (
        run_here("trial", "--help").out
        == """\
Usage: agentstate trial [OPTIONS]

  Record a thing.

  At length.

  Example:
    agentstate trial

Options:
  --why TEXT   The reason.
  --dry-run    Print what would be written, write nothing.
  -C DIR       Start from DIR instead of this folder.
  -q, --quiet  Print no messages, only results and errors.
  -h, --help   Show this help.
"""
    )
