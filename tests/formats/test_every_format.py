"""What holds for every report in every format: it can be read, shown and counted, and the same again is the same."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.formats import FOR_PROGRAMS, RENDERERS
from agentstate.formats.fingerprints import fingerprints
from agentstate.vocabulary.diagnostics import Report
from agentstate.vocabulary.visible import is_invisible
from tests.support.command import process_environment
from tests.support.laws import law
from tests.support.reports import MISSING, NOTE, REPORTS, VAGUE

Place = tuple[str, int]
"""Code and line."""


def in_text(written: str) -> Iterator[Place]:
    for found in re.finditer(r"^.*:([0-9]+):[0-9]+: (AS[0-9]+) slug (?:error|warning|info): ", written, re.MULTILINE):
        yield found[2], int(found[1])


def in_github(written: str) -> Iterator[Place]:
    for found in re.finditer(r"^::[a-z]+ file=[^,]*,line=([0-9]+),col=[0-9]+,title=(AS[0-9]+) slug::", written, re.MULTILINE):
        yield found[2], int(found[1])


def in_json(written: str) -> Iterator[Place]:
    for entry in json.loads(written)["diagnostics"]:
        yield entry["code"], entry["line"]


def in_gitlab(written: str) -> Iterator[Place]:
    for violation in json.loads(written):
        yield violation["check_name"], violation["location"]["lines"]["begin"]


def in_sarif(written: str) -> Iterator[Place]:
    for result in json.loads(written)["runs"][0]["results"]:
        yield result["ruleId"], result["locations"][0]["physicalLocation"]["region"]["startLine"]


def in_junit(written: str) -> Iterator[Place]:
    for case in ET.fromstring(written).iter("testcase"):
        for outcome in case:
            yield (
                outcome.attrib["type"].split(" ")[0],
                int(re.findall(r":([0-9]+):[0-9]+: (?:error|warning|info)(?:\n|\Z)", outcome.text or "")[0]),
            )


READERS: dict[str, Callable[[str], Iterator[Place]]] = {
    "text": in_text,
    "json": in_json,
    "github": in_github,
    "gitlab": in_gitlab,
    "sarif": in_sarif,
    "junit": in_junit,
}


def test_every_format_has_a_reader_here() -> None:
    assert [*RENDERERS] == [*READERS]
    assert {*RENDERERS} - FOR_PROGRAMS == {"text"}


@law(100)
@given(report=REPORTS)
def test_nothing_is_lost_and_nothing_hides_reorders_or_controls_the_text(report: Report) -> None:
    places = sorted((each.code, each.line) for each in report.diagnostics)
    for name, render in RENDERERS.items():
        written = render(report)
        assert [character for character in written if character != "\n" and is_invisible(character)] == [], name
        assert written.encode().endswith(b"\n"), name
        assert sorted(READERS[name](written)) == places, name


@law(100)
@given(report=REPORTS, at=st.integers(1, 30), by=st.integers(1, 9))
def test_fingerprints_tell_all_findings_apart_and_stay_when_lines_move(report: Report, at: int, by: int) -> None:
    found = list(fingerprints(report.diagnostics))
    assert len({*found}) == len(report.diagnostics)
    moved = Report.of(replace(each, line=each.line + by if each.line >= at else each.line) for each in report.diagnostics)
    assert list(fingerprints(moved.diagnostics)) == found


def test_a_fingerprint_is_of_code_path_text_and_number() -> None:
    def of(**changed: str | int) -> str:
        return next(fingerprints([replace(MISSING, **changed)]))  # type: ignore[arg-type]

    assert of() == "21c9a46dc7275d8f4e8536a77059dd96"
    assert of(line=9, column=2, severity="info", message="m", hint="h", source="- src/a.py ") == of()
    assert len({of(), of(code="AS322"), of(path="a"), of(source="- src/b.py"), [*fingerprints([MISSING, MISSING])][1]}) == 5


def test_what_one_mends_leaves_the_fingerprints_of_the_others() -> None:
    assert list(fingerprints([VAGUE, NOTE])) == list(fingerprints([MISSING, VAGUE, NOTE]))[1:]


@pytest.mark.parametrize("name", RENDERERS)
def test_a_format_is_imported_when_it_is_asked_for_and_no_other(name: str) -> None:
    script = (
        "import sys; from agentstate.formats import RENDERERS; from agentstate.vocabulary.diagnostics import Report;"
        f"loaded = [n for n in RENDERERS if 'agentstate.formats.' + n in sys.modules]; RENDERERS[{name!r}](Report.of([]));"
        "print(loaded, [n for n in RENDERERS if 'agentstate.formats.' + n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], env=process_environment(), capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == f"[] [{name!r}]\n"
