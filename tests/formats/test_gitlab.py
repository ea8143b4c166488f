"""GitLab's Code Quality report: whole, and against what its documentation asks for."""

import json

from hypothesis import given
from jsonschema import Draft202012Validator

from agentstate.formats import RENDERERS
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from tests.support.laws import law
from tests.support.reports import ABOUT, MISSING, REPORT, REPORTS

DOCUMENTED = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "minLength": 1, "not": {"pattern": r"^(/|\./)"}},
                    "lines": {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}},
                },
                "additionalProperties": False,
            },
        },
        "additionalProperties": False,
    },
}
"""GitLab publishes no schema of the report that it reads: this is the table of its documentation, "Code Quality report format"."""

WHOLE = """\
[
  {
    "description": "AS321 missing-path: no such file \\"src/a.py\\" (hint: correct the path or drop it)",
    "check_name": "AS321",
    "fingerprint": "21c9a46dc7275d8f4e8536a77059dd96",
    "severity": "major",
    "location": {
      "path": ".agent/STATE.yaml",
      "lines": {
        "begin": 5
      }
    }
  },
  {
    "description": "AS522 priority-order: P0 after P1",
    "check_name": "AS522",
    "fingerprint": "9dc436221acb4e06ace874cc9a19a622",
    "severity": "minor",
    "location": {
      "path": ".agent/TODO.md",
      "lines": {
        "begin": 2
      }
    }
  },
  {
    "description": "AS409 archived-decision-in-force: 3 decisions in force are only in the archive",
    "check_name": "AS409",
    "fingerprint": "22ef4821b94f6dfeac62d8351ec0e767",
    "severity": "info",
    "location": {
      "path": ".agent/TODO.md",
      "lines": {
        "begin": 9
      }
    }
  }
]
"""


def test_a_report_of_all_severities() -> None:
    assert RENDERERS["gitlab"](REPORT) == WHOLE


def test_nothing_found() -> None:
    assert RENDERERS["gitlab"](Report.of([], files=6)) == "[]\n"


def test_only_an_error_of_a_security_rule_is_critical() -> None:
    found = [Diagnostic("a", line, 1, "AS102", "unreadable", severity, "m", "") for line, severity in enumerate(Severity, 1)]
    written = json.loads(RENDERERS["gitlab"](Report.of([*found, MISSING], rules=ABOUT)))
    assert [(each["check_name"], each["severity"]) for each in written] == [
        ("AS321", "major"),
        ("AS102", "critical"),
        ("AS102", "minor"),
        ("AS102", "info"),
    ]


@law(60)
@given(report=REPORTS)
def test_every_report_is_what_gitlab_documents(report: Report) -> None:
    written = json.loads(RENDERERS["gitlab"](report))
    Draft202012Validator(DOCUMENTED).validate(written)
    assert len({each["fingerprint"] for each in written}) == len(written)
