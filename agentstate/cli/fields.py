"""The name of a field on the command line: completed by the shell, judged by the verb, which can say more than that it is unknown."""

from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem

from agentstate.cli.options import TEXT


class FieldName(click.ParamType[str]):
    """A field of the state; `names` are those that the shell offers."""

    name = "field"

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it was typed."""
        return TEXT.convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:  # noqa: ARG002 - click's signature
        """The fields that begin with what was typed."""
        return [CompletionItem(name) for name in self.names if name.startswith(incomplete)]
