"""Where the command starts and ends: the one place that turns an expected failure into a message and an exit code."""

import gc
import os
import sys

from agentstate.vocabulary.errors import AgentStateError

TYPE_CHECKING = False  # a hook, which begins here too, does not pay for `typing`
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

COMPLETION = "_AGENTSTATE_COMPLETE"
"""The variable in which a shell asks click for completions, whatever the arguments are."""

_GARBAGE = 100_000
"""Objects after which the interpreter looks for garbage the first time: a check ends before that, and would look ten times otherwise."""

INTERRUPTED = 130
"""The exit code after ^C: 128 and the number of SIGINT, as shells count."""

TERMINATED = 143
"""The exit code after SIGTERM, counted the same way."""


class _Terminated(BaseException):
    """Somebody asked this process to end: what is half done is taken back on the way out."""


def main(argv: "Sequence[str] | None" = None) -> int:
    """Runs the verb that `argv` (the process's own arguments by default) names and returns its exit code.

    0 clean, 1 findings, 2 something the user must mend first, 130 interrupted, 143 terminated. What is not expected keeps its traceback.
    """
    arguments = sys.argv[1:] if argv is None else argv
    return _ended(lambda: _answered(arguments))


def _ended(work: "Callable[[], int]") -> int:
    """The exit code of `work`, which a signal may end anywhere: while modules are loaded, and while a failure is told."""
    try:
        return work()
    except KeyboardInterrupt:
        return INTERRUPTED
    except _Terminated:
        return TERMINATED


def _answered(arguments: "Sequence[str]") -> int:
    if arguments[:1] == ["hook"] and "--help" not in arguments and COMPLETION not in os.environ:
        from agentstate.cli.hooking.process import hook

        return hook(arguments[1:])
    return _verb(arguments)


def _verb(arguments: "Sequence[str]") -> int:
    try:
        code = _quickly(arguments) if COMPLETION not in os.environ else None
        return _run(arguments) if code is None else code
    except AgentStateError as error:
        from agentstate.cli.output import Output

        Output().error(error.message, error.hint)
        return error.exit_code


def _quickly(arguments: "Sequence[str]") -> "int | None":
    from agentstate.cli import shortcuts

    return shortcuts.run(arguments)


def process() -> "NoReturn":
    """Runs `main` and ends the process there. Everything is written and closed by then, and the interpreter would take as long to tidy up
    as it takes to start."""
    os._exit(_ended(_whole))


def _whole() -> int:
    is_hook = sys.argv[1:2] == ["hook"]
    gc.set_threshold(0 if is_hook else _GARBAGE)  # a tenth of a hook's time, and it is over before it could need it
    if not is_hook:
        _end_in_order()
    code = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            continue
    return code


def _end_in_order() -> None:
    """SIGTERM becomes an exception, so that a file half written is taken away and git is asked to end, too; a second one is not heard."""
    import signal

    def terminated(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise _Terminated

    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, terminated)


def _run(arguments: "Sequence[str]") -> int:
    import click

    from agentstate.cli.group import COMMANDS, GROUP
    from agentstate.cli.usage import explained

    try:
        return int(GROUP.main(args=list(arguments), prog_name="agentstate", standalone_mode=False))
    except click.ClickException as error:
        raise explained(error, " ".join(["agentstate", *(name for name in arguments[:1] if name in COMMANDS)])) from error
    except click.Abort as error:
        raise KeyboardInterrupt from error
    except SystemExit as end:  # how click ends where a shell asked for completions
        return int(end.code or 0)
