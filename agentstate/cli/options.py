"""What every verb shares: its options, and how click's reading of them becomes an `Invocation`."""

import os
from collections.abc import Callable, Sequence
from functools import wraps
from inspect import cleandoc

import click
from click.shell_completion import CompletionItem

from agentstate.cli.invocation import Invocation
from agentstate.cli.output import Output
from agentstate.vocabulary.annotations import Any
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.visible import is_invisible, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


class _Text(click.ParamType[str]):
    """One line that can be read as it is written: no line end, no control or invisible character, no byte that is not UTF-8."""

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        for character in value:
            if is_invisible(character):
                self.fail(f'holds the character "{visible(character, keep="")}", which does not show', param, ctx)
        return value


class _Note(_Text):
    """A text that is written into a file, where no credential may stand."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from agentstate.secrets import secrets_in

        text = super().convert(value, param, ctx)
        found = secrets_in(text)
        if found:
            raise AgentStateError(f"the text holds what looks like a credential: {found[0].kind}", "say where it is kept, not what it is")
        return text


TEXT = _Text()
NOTE = _Note()

_START = "Start from DIR instead of this folder."


def verb(
    *, example: str, writes: bool = False, formats: Sequence[str] = (), usual: str = "", lane: bool = False
) -> Callable[[Callable[..., int]], click.Command]:
    """Makes a command of a function that takes an `Invocation` and its own options and returns the exit code.

    The help is the function's docstring followed by `example`. A verb that `writes` gets --dry-run, one with `formats` --format; text is
    the format where none is asked for, or what `usual` says and the verb itself decides. One that is about the state of a `lane` gets
    --lane.
    """

    def decorate(function: Callable[..., int]) -> click.Command:
        @wraps(function)
        def run(
            *,
            directory: "Path",
            quiet: bool,
            dry_run: bool = False,
            format_name: str | None = "text",
            lane_name: str = "",
            **options: Any,  # noqa: ANN401
        ) -> int:
            return function(Invocation(directory, Output(quiet=quiet, texts=()), dry_run, format_name or "", lane_name), **options)

        command = click.command(help=with_example(function.__doc__ or "", example), add_help_option=False)(run)
        command.params.extend(_shared(writes=writes, formats=formats, usual=usual, lane=lane))
        return command

    return decorate


def with_example(text: str, example: str) -> str:
    """Help text followed by an example, each line of it shown as it stands."""
    lines = "\n".join(f"  {line}" for line in example.split("\n"))
    return f"{cleandoc(text)}\n\n\b\nExample:\n{lines}"


def help_option() -> click.Option:
    """-h and --help, printed like every other result."""
    return _answering(["-h", "--help"], lambda context: context.get_help(), "Show this help.")


def without_verb(context: click.Context) -> int:
    """The help of a group that was called without one of its verbs; exit code 2, for nothing was done."""
    if context.invoked_subcommand is None:
        Output().result(context.get_help())
    return 2


def version_option(version: str) -> click.Option:
    """--version, from a constant."""
    return _answering(["--version"], lambda _: f"agentstate {version}", "Show the version.")


def _answering(names: list[str], answer: Callable[[click.Context], str], text: str) -> click.Option:
    def callback(context: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not context.resilient_parsing:
            Output().result(answer(context))
            context.exit()

    return click.Option(names, is_flag=True, is_eager=True, expose_value=False, callback=callback, help=text)


class _Folder(click.Path):
    """A folder that exists, seen from the one that -C names before the verb."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's signature
        start = (ctx.find_root().obj if ctx else None) or ""
        return super().convert(os.path.join(start, value), param, ctx)  # noqa: PTH118 - see below

    def coerce_path_result(self, value: "str | os.PathLike[str]") -> "Path":
        """As click's for `path_type=Path`, which is imported only here: neither help nor completion needs it."""
        from pathlib import Path

        return Path(value)


FOLDER = _Folder(exists=True, file_okay=False)


def start_option() -> click.Option:
    """-C before the verb: what its own -C, and paths, start from. Several lead on from one another, as git's do."""

    def callback(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> None:
        if value:
            context.obj = FOLDER.convert(os.path.join(*value), parameter, context)  # noqa: PTH118 - see above

    return click.Option(["-C"], type=click.Path(), multiple=True, metavar="DIR", expose_value=False, callback=callback, help=_START)


class LaneName(_Text):
    """The name of a lane: completed by the shell, judged by the workspace, which knows those that are there."""

    name = "lane"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:  # noqa: ARG002 - click's signature
        """The lanes of the tree that begin with what was typed."""
        from pathlib import Path

        from agentstate.workspace.workspace import lanes_near

        return [CompletionItem(name) for name in lanes_near(Path(ctx.params.get("directory") or ".")) if name.startswith(incomplete)]


def lane_option() -> click.Option:
    """--lane, or else AGENTSTATE_LANE: whose state it is about. An empty name is the default lane, whatever the variable says."""
    from agentstate.vocabulary.lanes import LANE_VARIABLE

    text = 'Work in this lane, the state of a further task; "" is STATE.yaml.'
    return click.Option(
        ["--lane", "lane_name"], type=LaneName(), default="", show_default=False, envvar=LANE_VARIABLE, show_envvar=True, help=text
    )


def _shared(*, writes: bool, formats: Sequence[str], usual: str, lane: bool) -> list[click.Parameter]:
    default, text = (
        (None, f"For people (text) or for programs.  [default: {usual}]") if usual else ("text", "For people (text) or for programs.")
    )
    form = click.Option(["--format", "format_name"], type=click.Choice(formats), default=default, help=text)
    dry = click.Option(["--dry-run"], is_flag=True, help="Print what would be written, write nothing.")
    start = click.Option(["-C", "directory"], type=FOLDER, default=".", metavar="DIR", help=_START)
    quiet = click.Option(["-q", "--quiet"], is_flag=True, help="Print no messages, only results and errors.")
    return [*[lane_option()] * lane, *[form] * bool(formats), *[dry] * writes, start, quiet, help_option()]
