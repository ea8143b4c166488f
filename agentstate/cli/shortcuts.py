"""Command lines that need no parsing: the ones that people, hooks and jobs give again and again, run without loading click.

Each stands for the options that click would have read from it, and a test holds it to that.
"""

import os
from collections.abc import Mapping, Sequence

from agentstate.vocabulary.annotations import Any

CHECKS: Mapping[str, Mapping[str, Any]] = {
    "check": {},
    "check --strict": {"strict": True},
    "check --staged": {"staged": True},
    "check --staged --ignore AS2": {"staged": True, "ignore": ("AS2",)},
    "check --staged --select AS2": {"staged": True, "select": ("AS2",)},
}
"""Command line -> the options of `checking.check` that are not as usual."""


ALONE = frozenset({"resume", "status"})
"""Verbs that are given as they are, and may be about the lane that the environment names; then click reads it."""


def run(arguments: Sequence[str]) -> int | None:
    """Does what these arguments say and returns the exit code; None where click has to read them."""
    given = options(arguments)
    if given is not None:
        return check(given)
    asked = question(arguments)
    if asked:
        return recall(*asked)
    noted = note(arguments)
    if noted is None and (len(arguments) != 1 or arguments[0] not in ALONE):
        return None
    from agentstate.vocabulary.lanes import LANE_VARIABLE

    if os.environ.get(LANE_VARIABLE):
        return None
    return alone(arguments[0]) if noted is None else checkpoint(noted)


def options(arguments: Sequence[str]) -> Mapping[str, Any] | None:
    """The options that these arguments stand for; None where they are none of the lines above."""
    line = " ".join(arguments)
    return CHECKS.get(line) if line.split(" ") == list(arguments) else None


def question(arguments: Sequence[str]) -> tuple[str, str] | None:
    """What `recall` is asked for, the query and the path: one word or text of these that begins with no "-" and shows; else None."""
    verb, *given = arguments or ("",)
    if verb != "recall" or given[:-1] not in ([], ["--file"]) or not given or given[-1].startswith("-") or not given[-1].strip():
        return None
    from agentstate.vocabulary.visible import is_invisible

    text = given[-1]
    return None if any(is_invisible(character) for character in text) else ("", text.strip()) if given[:-1] else (text.strip(), "")


def recall(query: str, path: str) -> int:
    """`agentstate recall` of a symbol, a command or words, or of a file; returns the exit code."""
    from pathlib import Path

    from agentstate.cli.invocation import Invocation
    from agentstate.cli.output import Output
    from agentstate.cli.recalling import look

    return look(Invocation(Path(), Output(texts=())), query, path)


def note(arguments: Sequence[str]) -> Mapping[str, Any] | None:
    """The options of a checkpoint that these arguments stand for: a message, and perhaps a reason. None where click has to read them,
    or has to say why the message cannot stand."""
    if arguments[:1] != ["checkpoint"] or len(arguments) not in {1, 2, 4}:
        return None
    message, option, reason = [*arguments[1:], *("", "--reason", "manual")[len(arguments) - 1 :]]
    from agentstate.secrets import secrets_in
    from agentstate.vocabulary.visible import is_invisible

    if message.startswith("-") or any(map(is_invisible, message)) or secrets_in(message):
        return None
    from agentstate.cli.checkpointing import REASONS

    return {"message": message, "reason": reason} if option == "--reason" and reason in REASONS else None


def check(given: Mapping[str, Any]) -> int:
    """`agentstate check` with these options; returns the exit code."""
    from pathlib import Path

    from agentstate.cli import checking
    from agentstate.cli.invocation import Invocation
    from agentstate.cli.output import Output

    return checking.check(Invocation(Path(), Output(texts=()), format=""), **given)


def checkpoint(given: Mapping[str, Any]) -> int:
    """`agentstate checkpoint` with these options; returns the exit code."""
    from pathlib import Path

    from agentstate.cli import checkpointing
    from agentstate.cli.invocation import Invocation
    from agentstate.cli.output import Output

    return checkpointing.make(Invocation(Path(), Output(texts=())), **given)


def alone(verb: str) -> int:
    """One of ALONE, without options; returns the exit code."""
    from pathlib import Path

    from agentstate.cli.invocation import Invocation
    from agentstate.cli.output import Output

    invocation = Invocation(Path(), Output(texts=()))
    if verb == "resume":
        from agentstate.cli import resuming

        return resuming.print_message(invocation)
    from agentstate.cli import standing

    return standing.print_screen(invocation)
