"""The report as SARIF 2.1.0, the OASIS standard that GitHub code scanning and editors read."""

from collections.abc import Mapping
from urllib.parse import quote

from agentstate import __version__
from agentstate.formats.fingerprints import fingerprints
from agentstate.formats.printable import printable_json
from agentstate.vocabulary.diagnostics import Diagnostic, Report, RuleAbout, Severity
from agentstate.vocabulary.visible import visible

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

DESCRIPTION_LIMIT = 1024
"""How many characters of a rule's description GitHub takes."""

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_SCORES = {Severity.ERROR: "8.0", Severity.WARNING: "5.0", Severity.INFO: "2.0"}
"""What GitHub calls high, medium and low, of a scale from 0 to 10."""


def render_sarif(report: Report) -> str:
    """One run with all rules and a result for each diagnostic; paths relative to the top of the repository, columns in characters."""
    places = {rule.code: place for place, rule in enumerate(report.rules)}
    marked = zip(report.diagnostics, fingerprints(report.diagnostics), strict=True)
    run = {
        "tool": {"driver": {"name": "agentstate", "version": __version__, "rules": [_rule(rule) for rule in report.rules]}},
        "invocations": [{"executionSuccessful": True}],
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The top of the repository."}}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, fingerprint, places) for diagnostic, fingerprint in marked],
    }
    return printable_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: RuleAbout) -> dict[str, object]:
    headed = {"What it does": rule.what, "Why it matters": rule.why, "How to mend it": rule.mend}
    return {
        "id": rule.code,
        "name": rule.slug,
        "shortDescription": {"text": _sentence(rule.summary)},
        "fullDescription": {"text": rule.what[:DESCRIPTION_LIMIT]},
        "help": {
            "text": "\n\n".join(f"{head}: {prose}" for head, prose in headed.items()),
            "markdown": "\n\n".join(f"**{head}.** {prose}" for head, prose in headed.items()),
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": _properties(rule),
    }


def _properties(rule: RuleAbout) -> dict[str, object]:
    if not rule.security:
        return {"tags": ["agentstate"]}
    return {"tags": ["agentstate", "security"], "security-severity": _SCORES[rule.severity]}


def _sentence(summary: str) -> str:
    return f"{summary[:1].upper()}{summary[1:]}."


def _result(diagnostic: Diagnostic, fingerprint: str, places: Mapping[str, int]) -> dict[str, object]:
    place = places.get(diagnostic.code)
    location = {"artifactLocation": {"uri": _uri(diagnostic.path), "uriBaseId": "%SRCROOT%"}, "region": _region(diagnostic)}
    return {
        "ruleId": diagnostic.code,
        **({} if place is None else {"ruleIndex": place}),
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": _message(diagnostic)},
        "locations": [{"physicalLocation": location}],
        # GitHub's own primaryLocationLineHash is left to its upload, which computes it and warns about any other value.
        "partialFingerprints": {"agentstate/v1": fingerprint},
    }


def _message(diagnostic: Diagnostic) -> str:
    """The message as a sentence of its own, since a reader that is short of room shows the first sentence only."""
    hint = f" Hint: {diagnostic.hint}." if diagnostic.hint else ""
    return visible(f"{diagnostic.message}.{hint}", keep="")


def _region(diagnostic: Diagnostic) -> dict[str, object]:
    """From the place to the end of its line, which is what SARIF takes a region without an end for."""
    text = visible(diagnostic.source[diagnostic.column - 1 :], keep="\t")
    snippet = {"snippet": {"text": text}} if text else {}
    return {"startLine": diagnostic.line, "startColumn": diagnostic.column, **snippet}


def _uri(path: str) -> str:
    """The path as a relative reference, byte for byte: `quote` leaves no colon that would make a scheme of a folder's name."""
    try:
        return quote(path.encode("utf-8", "surrogateescape"))
    except UnicodeEncodeError:
        return quote(path.encode("utf-8", "surrogatepass"))
