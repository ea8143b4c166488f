"""click's complaints about a command line, said the way this command says everything else."""

import click

from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.patterns import pattern

_QUOTED = pattern(r"(?<!\w)'([^'\n]*)'(?!\w)")


def explained(error: click.ClickException, command: str) -> AgentStateError:
    """The same complaint as one lower-case line and a hint that names the help to read; exit code 2.

    `command` is what was called, for the complaints that do not say where they come from.
    """
    see = _help(error, command)
    if isinstance(error, click.NoSuchOption):
        advice = f"try {', '.join(sorted(error.possibilities))} or {see}" if error.possibilities else see
        return AgentStateError(f'no such option "{error.option_name}"', advice)
    text = error.format_message()
    if isinstance(error, click.BadParameter):
        text = text.removesuffix(error.message) + _small(error.message)
    return AgentStateError(_plain(" ".join(text.split())), see)


def no_such_verb(name: str, verbs: list[str]) -> AgentStateError:
    """What to say about a verb that does not exist, with the ones it may have been meant to be."""
    from difflib import get_close_matches

    alike = [f"`agentstate {verb}`" for verb in get_close_matches(name, verbs)]
    return AgentStateError(f'no such verb "{name}"', " or ".join(["try " + ", ".join(alike)] * bool(alike) + ["see `agentstate --help`"]))


def _help(error: click.ClickException, command: str) -> str:
    context = getattr(error, "ctx", None)
    return f"see `{context.command_path if context else command} --help`"


def _plain(text: str) -> str:
    """`text` in double quotes, without a capital at its start and a full stop at its end."""
    return _small(_QUOTED.sub(r'"\1"', text).removesuffix("."))


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
