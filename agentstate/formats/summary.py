"""The one line that ends a report for people."""

from agentstate.vocabulary.diagnostics import Report, Severity


def summary(report: Report) -> str:
    """Such as `2 errors, 1 warning`, or `ok: 6 files, 1 tree` where nothing was found."""
    counts = [_counted(report.count(severity), _NOUNS[severity]) for severity in Severity if report.count(severity)]
    return ", ".join(counts) or f"ok: {_counted(report.files, 'file')}, {_counted(len(report.trees), 'tree')}"


_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
