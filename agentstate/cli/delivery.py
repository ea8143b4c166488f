"""Where the report of a check goes: to stdout, or to a file, and in which format."""

import os
from pathlib import Path

from agentstate.cli.invocation import Invocation
from agentstate.formats import FOR_PROGRAMS, RENDERERS
from agentstate.vocabulary.diagnostics import Report
from agentstate.vocabulary.errors import AgentStateError
from agentstate.vocabulary.visible import visible

_CLOSED = frozenset({".agent", ".git"})
_LIMIT = 80


def usual_format() -> str:
    """The format for stdout where none is asked for: annotations in GitHub Actions, else text."""
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"


def refuse_closed(target: Path) -> None:
    """AgentStateError where a report must not be written to `target`, by its name or by where links on the way to it lead."""
    names = (*target.parts, *target.parent.resolve().parts)
    closed = next((name for name in names if name.casefold() in _CLOSED), None)
    if closed:
        raise AgentStateError(f"cannot write the report to {_shown(target)}: it is inside {closed}/", "name another file")
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise AgentStateError(f"cannot write the report to {_shown(target)}: it is no regular file", "name another file")
    if not target.parent.is_dir():
        raise AgentStateError(f"cannot write the report to {_shown(target)}: there is no folder {_shown(target.parent)}", "make it first")


def deliver(invocation: Invocation, report: Report, target: Path | None) -> None:
    """The report is in `target`, whole, in the format that was asked for (text by default); stdout shows it, too, for the log of a job."""
    if target is None:
        _print(invocation, report, invocation.format or usual_format())
        return
    _write(target, RENDERERS[invocation.format or "text"](report))
    _print(invocation, report, usual_format())


def _print(invocation: Invocation, report: Report, form: str) -> None:
    text = RENDERERS[form](report)
    (invocation.output.whole if form in FOR_PROGRAMS else invocation.output.result)(text)


def _write(target: Path, text: str) -> None:
    from agentstate.files.write import write_atomic

    try:
        write_atomic(target.parent, target.name, text.encode("utf-8", "backslashreplace"))
    except AgentStateError as error:
        raise AgentStateError(f"cannot write the report to {_shown(target)}: {error.message}", "name another file") from error


def _shown(target: Path) -> str:
    return f'"{visible(str(target), keep="")[:_LIMIT]}"'
