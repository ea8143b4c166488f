"""`agentstate completion`: the script that teaches a shell the verbs, options and values."""

import click

from agentstate.cli.invocation import Invocation
from agentstate.cli.options import verb

SHELLS = ("bash", "zsh", "fish")

EXAMPLE = """\
eval "$(agentstate completion bash)"    # in ~/.bashrc
eval "$(agentstate completion zsh)"     # in ~/.zshrc
agentstate completion fish | source     # in ~/.config/fish/config.fish"""


@verb(example=EXAMPLE)
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS))
def command(invocation: Invocation, shell: str) -> int:
    """Print the completion script of a shell.

    SHELL is bash, zsh or fish. The script asks `agentstate` itself what can follow, so it never goes out of date.
    """
    invocation.output.result(script(shell))
    return 0


def script(shell: str) -> str:
    """The completion script of one of SHELLS."""
    from click.shell_completion import get_completion_class

    from agentstate.cli.group import GROUP

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - every one of SHELLS is one of click's
    completer = kind(GROUP, {}, "agentstate", "_AGENTSTATE_COMPLETE")
    # source() would start bash to ask for its version; the script itself says what it needs.
    return completer.source_template % completer.source_vars()
