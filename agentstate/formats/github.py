"""The report as workflow commands, which GitHub Actions shows as annotations at the lines concerned."""

from agentstate.formats.summary import summary
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from agentstate.vocabulary.visible import visible

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render_github(report: Report) -> str:
    """One workflow command for each diagnostic, and the summary line."""
    return "\n".join([*map(_command, report.diagnostics), summary(report), ""])


def _command(diagnostic: Diagnostic) -> str:
    properties = {
        "file": visible(diagnostic.path, keep=""),
        "line": diagnostic.line,
        "col": diagnostic.column,
        "title": f"{diagnostic.code} {diagnostic.slug}",
    }
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    text = f"{diagnostic.message}\nhint: {diagnostic.hint}" if diagnostic.hint else diagnostic.message
    return f"::{_COMMANDS[diagnostic.severity]} {written}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
