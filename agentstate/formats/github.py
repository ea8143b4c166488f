"""The report as workflow commands, which GitHub Actions shows as annotations at the lines concerned."""

from agentstate.formats.summary import summary
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from agentstate.vocabulary.visible import visible

ANNOTATIONS = 10
"""How many annotations of one kind GitHub shows for a step; it drops the others without a word, the log has them all."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render_github(report: Report) -> str:
    """One workflow command for each diagnostic, and the summary line, which says so where GitHub will not show them all."""
    dropped = any(report.count(severity) > ANNOTATIONS for severity in Severity)
    note = f"; GitHub shows {ANNOTATIONS} of a kind as annotations, this log has all" if dropped else ""
    return "\n".join([*map(_command, report.diagnostics), summary(report) + note, ""])


def _command(diagnostic: Diagnostic) -> str:
    properties = {
        "file": visible(diagnostic.path, keep=""),
        "line": diagnostic.line,
        "col": diagnostic.column,
        "title": f"{diagnostic.code} {diagnostic.slug}",
    }
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    text = f"{diagnostic.message}\nhint: {diagnostic.hint}" if diagnostic.hint else diagnostic.message
    shown = visible(text, keep="\n")
    return f"::{_COMMANDS[diagnostic.severity]} {written}::{_data(shown)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
