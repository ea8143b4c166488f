"""The report for programs: one versioned shape, described by schemas/report.schema.json."""

from dataclasses import fields

from agentstate.formats.printable import printable_json
from agentstate.formats.summary import summary
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity

VERSION = 1
"""Stays while keys are only added; goes up when one is taken out, renamed or means something else."""


def render_json(report: Report) -> str:
    """The report as JSON, always with every key. Invisible characters are written as JSON escapes, so that the text can be printed."""
    counts = {severity.value: report.count(severity) for severity in Severity}
    value = {
        "version": VERSION,
        "summary": {**counts, "waived": report.waived, "text": summary(report)},
        "files": report.files,
        "trees": list(report.trees),
        "diagnostics": [_entry(diagnostic) for diagnostic in report.diagnostics],
    }
    return printable_json(value)


def _entry(diagnostic: Diagnostic) -> dict[str, str | int]:
    return {field.name: getattr(diagnostic, field.name) for field in fields(diagnostic)}
