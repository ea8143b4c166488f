"""Reports as literals in, whole texts out."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentstate.formats import RENDERERS
from agentstate.schema import violations
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from agentstate.vocabulary.visible import is_invisible

MISSING = Diagnostic(
    ".agent/STATE.yaml",
    5,
    5,
    "AS321",
    "missing-path",
    Severity.ERROR,
    'no such file "src/a.py"',
    "correct the path or drop it",
    "  - src/a.py",
)
VAGUE = Diagnostic(".agent/TODO.md", 2, 1, "AS522", "priority-order", Severity.WARNING, "P0 after P1", "", "- [ ] P0 x")
NOTE = Diagnostic(
    ".agent/TODO.md", 9, 1, "AS409", "archived-decision-in-force", Severity.INFO, "3 decisions in force are only in the archive", ""
)
REPORT = Report.of([NOTE, VAGUE, MISSING], files=6)

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


def test_nothing_found() -> None:
    assert RENDERERS["text"](Report.of([], files=6)) == "ok: 6 files, 1 tree\n"
    assert RENDERERS["github"](Report.of([], [".", "b"], 1)) == "ok: 1 file, 2 trees\n"


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


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(), max_size=30), st.integers(1, 40))
def test_no_format_prints_an_invisible_character(text: str, column: int) -> None:
    one_line = text.replace("\n", "")
    diagnostic = Diagnostic(text, 1, column, "AS1", "s", Severity.ERROR, "m", "h", one_line)
    report = Report.of([diagnostic])
    for render in RENDERERS.values():
        assert [character for character in render(report) if character != "\n" and is_invisible(character)] == []
    if not any("\ud800" <= character <= "\udfff" for character in text):
        assert json.loads(RENDERERS["json"](report))["diagnostics"][0]["source"] == one_line


def test_json_is_what_its_schema_says() -> None:
    hostile = Diagnostic("a\u202eb", 3, 7, "AS701", "conflict-marker", Severity.ERROR, "m", "", "<<<<<<<")
    for report in (REPORT, Report.of([]), Report.of([hostile], ["a", "b"], 3)):
        assert violations(json.loads(RENDERERS["json"](report)), "report") == ()
    assert violations({**json.loads(RENDERERS["json"](REPORT)), "more": 1}, "report") != ()
