"""What `agentstate recall` does."""

from collections.abc import Iterator

from agentstate.cli.invocation import Invocation
from agentstate.journal.values import Command, File, Saying
from agentstate.verbs.recall import as_json, as_text
from agentstate.vocabulary.values import names
from agentstate.vocabulary.visible import counted, quoted, visible
from agentstate.workspace.noted import Notes
from agentstate.workspace.place import find_root, no_tree
from agentstate.workspace.recalling import Asking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from agentstate.workspace.recalling import Recall


def look(invocation: Invocation, query: str, path: str = "") -> int:
    """Prints what is remembered of a symbol, a command or words, or of a file; returns the exit code.

    What the journal learns by the question is kept when the answer is out.
    """
    root = _root(invocation)
    asking = Asking(root, Notes(root), query, path=path, folder=str(invocation.start.absolute()))
    try:
        _print_answer(invocation, query or path, asking.answer)
        asking.learn()
    finally:
        asking.leave()
    return 0


def _print_answer(invocation: Invocation, asked: str, found: "Recall") -> None:
    if found.problem:
        invocation.output.message(found.problem)
    elif not found.found:
        invocation.output.message(f"nothing is remembered of {quoted(asked)}")
    if invocation.format == "json":
        invocation.output.data(as_json(asked, found.found, found.step))
    else:
        invocation.output.result(as_text(found.found, found.step))


def print_list(invocation: Invocation, listed: str) -> int:
    """Prints one of the lists of the journal; returns the exit code."""
    from agentstate.workspace.listing import lists

    found = lists(_root(invocation))
    if found.problem:
        invocation.output.message(found.problem)
    values: tuple[File | Command | Saying, ...] = getattr(found, listed)
    if invocation.format == "json":
        import json

        records = [{name: getattr(value, name) for name in names(type(value))} for value in values]
        invocation.output.data(json.dumps({"version": 1, listed: records}, ensure_ascii=False, indent=2))
    else:
        invocation.output.result("\n".join(_line(value) for value in values))
    return 0


def _root(invocation: Invocation) -> "Path":
    root = find_root(invocation.start)
    if root is None:
        raise no_tree(invocation.start)
    return root


def _line(value: File | Command | Saying) -> str:
    if isinstance(value, File):
        state = "" if value.changed is None else ", verified" if value.verified else ", not verified"
        return f"{value.path} [read {value.reads}, edited {value.edits}{state}]"
    return f"{value.command} [{', '.join(_ended(value))}]" if isinstance(value, Command) else value.text


def _ended(command: Command) -> Iterator[str]:
    """How the command ended, how often it ran and failed, and where, if not in the root."""
    unknown = "passed" if command.ok and command.tests else "exit status unknown"
    yield unknown if command.exit_code is None else f"exit {command.exit_code}"
    if command.exit_code == 0 and command.failures:
        yield "its output shows failures"
    yield f"run {counted(command.runs, 'time')}"
    if command.failures:
        yield f"failed {counted(command.failures, 'time')}{' in a row' if command.failures > 1 else ''}"
    if command.failures and command.ok is None:
        yield "run again since, exit status unknown"
    if command.cwd not in {"", "."}:
        yield f"in {visible(command.cwd, keep='')}"
