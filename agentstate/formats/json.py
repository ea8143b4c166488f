"""The report for programs: one versioned shape, described by schemas/report.schema.json."""

import json
import re
from dataclasses import fields

from agentstate.formats.summary import summary
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from agentstate.vocabulary.visible import is_invisible, visible

VERSION = 1

_SURROGATE = re.compile("[\ud800-\udfff]")


def render_json(report: Report) -> str:
    """The report as JSON, always with every key. Invisible characters are written as JSON escapes, so that the text can be printed."""
    value = {
        "version": VERSION,
        "summary": {**{severity.value: report.count(severity) for severity in Severity}, "text": summary(report)},
        "files": report.files,
        "trees": list(report.trees),
        "diagnostics": [_entry(diagnostic) for diagnostic in report.diagnostics],
    }
    written = _SURROGATE.sub(_written, json.dumps(value, ensure_ascii=False, indent=2))
    return "".join(character if character == "\n" or not is_invisible(character) else _escape(character) for character in written) + "\n"


def _entry(diagnostic: Diagnostic) -> dict[str, str | int]:
    return {field.name: getattr(diagnostic, field.name) for field in fields(diagnostic)}


def _written(found: re.Match[str]) -> str:
    """A byte that was not UTF-8, as it is shown everywhere: a lone surrogate is no JSON that every reader accepts."""
    return "\\" + visible(found[0])


def _escape(character: str) -> str:
    units = character.encode("utf-16-be").hex()
    return "".join(rf"\u{units[start : start + 4]}" for start in range(0, len(units), 4))
