"""Reports as literals in, whole texts out."""

import json
from dataclasses import replace

import pytest

from agentstate.formats import RENDERERS
from agentstate.schema.explanation import explain
from agentstate.schema.violations import load
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from tests.support.reports import MISSING, REPORT

TEXT = """\
.agent/STATE.yaml:5:5: AS321 missing-path error: no such file "src/a.py"
    - src/a.py
      ^
  hint: correct the path or drop it
.agent/TODO.md:2:1: AS522 priority-order warning: P0 after P1
  - [ ] P0 x
  ^
.agent/TODO.md:9:1: AS409 archived-decision-in-force info: 3 decisions in force are only in the archive
1 error, 1 warning, 1 note
"""

GITHUB = """\
::error file=.agent/STATE.yaml,line=5,col=5,title=AS321 missing-path::no such file "src/a.py"%0Ahint: correct the path or drop it
::warning file=.agent/TODO.md,line=2,col=1,title=AS522 priority-order::P0 after P1
::notice file=.agent/TODO.md,line=9,col=1,title=AS409 archived-decision-in-force::3 decisions in force are only in the archive
1 error, 1 warning, 1 note
"""

JSON = """\
{
  "version": 1,
  "summary": {
    "error": 1,
    "warning": 0,
    "info": 0,
    "waived": 2,
    "text": "1 error (2 waived)"
  },
  "files": 0,
  "trees": [
    "packages/a"
  ],
  "diagnostics": [
    {
      "path": ".agent/STATE.yaml",
      "line": 5,
      "column": 5,
      "code": "AS321",
      "slug": "missing-path",
      "severity": "error",
      "message": "no such file \\"src/a.py\\"",
      "hint": "correct the path or drop it",
      "source": "  - src/a.py"
    }
  ]
}
"""


@pytest.mark.parametrize(("name", "expected"), [("text", TEXT), ("github", GITHUB)])
def test_a_report_of_all_severities(name: str, expected: str) -> None:
    assert RENDERERS[name](REPORT) == expected


def test_json() -> None:
    assert RENDERERS["json"](Report.of([MISSING], ["packages/a"], waived=2)) == JSON


def test_json_shows_a_foreign_byte_as_text() -> None:
    diagnostic = Diagnostic("a", 1, 1, "AS1", "s", Severity.ERROR, "m", "", "x\udcff\x7f\U000e0041")
    written = RENDERERS["json"](Report.of([diagnostic]))
    assert '"source": "x\\\\xff\\u007f\\udb40\\udc41"' in written
    assert json.loads(written)["diagnostics"][0]["source"] == "x\\xff\x7f\U000e0041"


@pytest.mark.parametrize("name", ["text", "github"])
@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (Report.of([], files=6), "ok: 6 files, 1 tree\n"),
        (Report.of([], [".", "b"], 1), "ok: 1 file, 2 trees\n"),
        (Report.of([], [".", "b"], 6, waived=1), "ok: 6 files, 2 trees, 1 waived\n"),
        (Report.of([], [], 0), "ok: 0 files, 0 trees\n"),
    ],
)
def test_nothing_found(name: str, report: Report, expected: str) -> None:
    assert RENDERERS[name](report) == expected


@pytest.mark.parametrize(
    ("trees", "waived", "expected"),
    [
        (["."], 0, "1 error, 1 warning, 1 note"),
        (["."], 3, "1 error, 1 warning, 1 note (3 waived)"),
        ([".", "b"], 0, "1 error, 1 warning, 1 note (2 trees)"),
        ([".", "b"], 3, "1 error, 1 warning, 1 note (2 trees, 3 waived)"),
    ],
)
def test_the_summary_counts_trees_and_waivers_beside_what_was_found(trees: list[str], waived: int, expected: str) -> None:
    report = Report.of(REPORT.diagnostics, trees, 6, waived=waived)
    assert RENDERERS["text"](report).splitlines()[-1] == expected
    assert json.loads(RENDERERS["json"](report))["summary"] == {"error": 1, "warning": 1, "info": 1, "waived": waived, "text": expected}


@pytest.mark.parametrize("severity", Severity)
def test_github_is_said_to_drop_what_goes_beyond_ten_of_a_kind(severity: Severity) -> None:
    def last(count: int) -> str:
        return RENDERERS["github"](Report.of(replace(MISSING, line=line, severity=severity) for line in range(1, count + 1))).splitlines()[
            -1
        ]

    noun = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.INFO: "notes"}[severity]
    assert last(10) == f"10 {noun}"
    assert last(11) == f"11 {noun}; GitHub shows 10 of a kind as annotations, this log has all"


def _excerpt(source: str, column: int) -> str:
    text = RENDERERS["text"](Report.of([Diagnostic("a", 1, column, "AS1", "s", Severity.ERROR, "m", "", source)]))
    return text.removeprefix(f"a:1:{column}: AS1 s error: m\n").removesuffix("1 error\n")


@pytest.mark.parametrize(
    ("source", "column", "expected"),
    [
        ("\tkey: x", 2, "      key: x\n      ^\n"),
        ("\u51b3\u7b56：x", 4, "  \u51b3\u7b56：x\n        ^\n"),
        ("e\u0301x", 3, "  e\u0301x\n   ^\n"),
        ("a\u202eb", 3, "  a\\u202eb\n         ^\n"),
        ("a\udcffb", 3, "  a\\xffb\n       ^\n"),
        ("ab", 3, "  ab\n    ^\n"),
        ("ab", 4, "  ab\n"),
        ("ab  ", 1, "  ab\n  ^\n"),
        ("   ", 1, ""),
    ],
    ids=["tab", "wide", "combining", "hidden", "byte", "end-of-line", "beyond-the-cut", "trailing-blanks", "blank"],
)
def test_the_caret_stands_under_the_column(source: str, column: int, expected: str) -> None:
    assert _excerpt(source, column) == expected


def test_a_workflow_command_cannot_be_broken_out_of() -> None:
    hostile = Diagnostic("a,b:c\n::error::", 1, 1, "AS1", "s", Severity.ERROR, "50%\n::stop-commands::x", "")
    assert RENDERERS["github"](Report.of([hostile])) == (
        "::error file=a%2Cb%3Ac\\x0a%3A%3Aerror%3A%3A,line=1,col=1,title=AS1 s::50%25%0A::stop-commands::x\n1 error\n"
    )


def test_json_is_what_its_schema_says() -> None:
    hostile = Diagnostic("a\u202eb", 3, 7, "AS701", "conflict-marker", Severity.ERROR, "m", "", "<<<<<<<")
    for report in (REPORT, Report.of([]), Report.of([hostile], ["a", "b"], 3)):
        assert explain(json.loads(RENDERERS["json"](report)), load("report")) == ()
    assert explain({**json.loads(RENDERERS["json"](REPORT)), "more": 1}, load("report")) != ()
