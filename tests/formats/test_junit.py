"""JUnit's XML: whole, and against the grammar of the schema that Jenkins publishes."""

import xml.etree.ElementTree as ET

from hypothesis import given

from agentstate.formats import RENDERERS
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from tests.support.laws import law
from tests.support.reports import MISSING, NOTE, REPORT, REPORTS, VAGUE

GRAMMAR = {
    "testsuites": ({"testsuite"}, set(), {"name", "time", "tests", "failures", "errors"}),
    "testsuite": (
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url", "version"},
    ),
    "testcase": ({"skipped", "failure", "system-out", "system-err"}, {"name"}, {"time", "classname", "group"}),
    "failure": (set(), set(), {"type", "message"}),
    "skipped": (set(), set(), {"type", "message"}),
}
"""Element -> what may stand in it, which attributes it must have, and which others it may have; from Jenkins' junit-10.xsd."""

WHOLE = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" errors="0">
  <testsuite name="agentstate ." tests="3" failures="1" errors="0" skipped="2">
    <testcase classname=".agent/STATE.yaml" name="AS321 missing-path: no such file &quot;src/a.py&quot;">
      <failure type="AS321 missing-path" message="no such file &quot;src/a.py&quot;">\
.agent/STATE.yaml:5:5: error&#10;  - src/a.py&#10;hint: correct the path or drop it</failure>
    </testcase>
    <testcase classname=".agent/TODO.md" name="AS522 priority-order: P0 after P1">
      <skipped type="AS522 priority-order" message="P0 after P1">.agent/TODO.md:2:1: warning&#10;- [ ] P0 x</skipped>
    </testcase>
    <testcase classname=".agent/TODO.md" name="AS409 archived-decision-in-force: 3 decisions in force are only in the archive">
      <skipped type="AS409 archived-decision-in-force" message="3 decisions in force are only in the archive">\
.agent/TODO.md:9:1: info</skipped>
    </testcase>
  </testsuite>
  <testsuite name="agentstate packages/b" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="agentstate" name="check packages/b"/>
  </testsuite>
</testsuites>
"""


def test_a_report_of_all_severities() -> None:
    assert RENDERERS["junit"](Report.of(REPORT.diagnostics, [".", "packages/b"])) == WHOLE


def suites(report: Report) -> dict[str, list[str]]:
    found = ET.fromstring(RENDERERS["junit"](report)).iter("testsuite")
    return {suite.attrib["name"]: [case.attrib["name"] for case in suite] for suite in found}


def test_a_finding_stands_in_the_innermost_tree_above_it() -> None:
    paths = ["a/b/.agent/x", "a/bc/x", "a/x", "z"]
    report = Report.of([Diagnostic(path, 1, 1, "AS1", "s", Severity.ERROR, path, "") for path in paths], ["a", "a/b"])
    assert suites(report) == {
        "agentstate a": ["AS1 s: a/bc/x", "AS1 s: a/x"],
        "agentstate a/b": ["AS1 s: a/b/.agent/x"],
        "agentstate .": ["AS1 s: z"],
    }


def test_the_second_case_of_a_name_in_a_file_is_numbered() -> None:
    twice = [Diagnostic(path, line, 1, "AS1", "s", Severity.ERROR, "m", "") for path, line in [("a", 1), ("a", 2), ("a", 3), ("b", 1)]]
    assert suites(Report.of(twice)) == {"agentstate .": ["AS1 s: m", "AS1 s: m (2)", "AS1 s: m (3)", "AS1 s: m"]}


def test_what_xml_cannot_hold_is_shown_and_what_it_can_comes_back() -> None:
    hostile = Diagnostic("a]]>&", 1, 1, "AS1", "s", Severity.ERROR, '<b>"\u51b3', "", "\t\x00\n\x1b\ufffe\uffff\udcff\U0001f600\u202e")
    written = RENDERERS["junit"](Report.of([hostile]))
    (failure,) = ET.fromstring(written).iter("failure")
    assert written.isascii()
    assert failure.attrib == {"type": "AS1 s", "message": '<b>"\u51b3'}
    assert failure.text == "a]]>&:1:1: error\n\t\\x00\\x0a\\x1b\\ufffe\\uffff\\xff\U0001f600\\u202e"


def assert_grammatical(element: ET.Element) -> None:
    inside, required, optional = GRAMMAR[element.tag]
    assert {child.tag for child in element} <= inside
    assert required <= {*element.attrib} <= required | optional
    for child in element:
        assert_grammatical(child)


def numbers(element: ET.Element, *names: str) -> list[int]:
    return [int(element.attrib[name]) for name in names]


def length(element: ET.Element, path: str) -> int:
    return len(element.findall(path))


@law(60)
@given(report=REPORTS)
def test_every_report_keeps_to_the_grammar_and_counts_right(report: Report) -> None:
    top = ET.fromstring(RENDERERS["junit"](report))
    assert top.tag == "testsuites"
    assert_grammatical(top)
    assert numbers(top, "tests", "failures", "errors") == [length(top, ".//testcase"), report.count(Severity.ERROR), 0]
    for suite in top:
        counted = numbers(suite, "tests", "failures", "errors", "skipped")
        assert counted == [length(suite, "testcase"), length(suite, "testcase/failure"), 0, length(suite, "testcase/skipped")]


def test_only_errors_fail() -> None:
    assert [*ET.fromstring(RENDERERS["junit"](Report.of([VAGUE, NOTE]))).iter("failure")] == []
    assert len([*ET.fromstring(RENDERERS["junit"](Report.of([MISSING]))).iter("failure")]) == 1
