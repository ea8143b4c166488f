"""docs/formats.md shows what comes out."""

import json
import re
from pathlib import Path

import pytest

from agentstate.formats import RENDERERS
from agentstate.vocabulary.diagnostics import Report
from tests.support.reports import ABOUT, MISSING

PAGE = (Path(__file__).parents[2] / "docs/formats.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^## ([a-z]+)\n(?:(?!## |```).*\n)*```[a-z]+\n((?:(?!```).*\n)*)```$", PAGE, re.MULTILINE))
REPORT = Report.of([MISSING], files=6, rules=ABOUT[1:2], waived=1)


def test_every_format_has_an_example_and_a_line_in_the_table() -> None:
    assert [*EXAMPLES] == [*RENDERERS]
    assert re.findall(r"^\| `([a-z]+)` ", PAGE, re.MULTILINE) == [*RENDERERS]


@pytest.mark.parametrize("name", [name for name in RENDERERS if name != "sarif"])
def test_the_example_is_what_comes_out(name: str) -> None:
    assert EXAMPLES[name] == RENDERERS[name](REPORT)


def test_the_example_of_sarif_is_one_of_its_results() -> None:
    assert json.loads(RENDERERS["sarif"](REPORT))["runs"][0]["results"] == [json.loads(EXAMPLES["sarif"])]
