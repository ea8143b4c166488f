"""Command lines that need no parsing: the ones that people, hooks and jobs give again and again, run without loading click.

Each stands for the options that click would have read from it, and a test holds it to that.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from agentstate.vocabulary.annotations import Any

CHECKS: Mapping[str, Mapping[str, Any]] = {
    "check": {},
    "check --strict": {"strict": True},
    "check --staged": {"staged": True},
    "check --staged --ignore AS2": {"staged": True, "ignore": ("AS2",)},
    "check --staged --select AS2": {"staged": True, "select": ("AS2",)},
}
"""Command line -> the options of `checking.check` that are not as usual."""


def options(arguments: Sequence[str]) -> Mapping[str, Any] | None:
    """The options that these arguments stand for; None where they are none of the lines above."""
    line = " ".join(arguments)
    return CHECKS.get(line) if line.split(" ") == list(arguments) else None


def check(given: Mapping[str, Any]) -> int:
    """`agentstate check` with these options; returns the exit code."""
    from agentstate.cli import checking
    from agentstate.cli.invocation import Invocation
    from agentstate.cli.output import Output

    return checking.check(Invocation(Path(), Output(texts=()), format=""), **given)
