"""The report as GitLab's Code Quality report, which GitLab compares with the target branch's and shows in the merge request."""

from agentstate.formats.fingerprints import fingerprints
from agentstate.formats.printable import printable_json
from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from agentstate.vocabulary.visible import visible

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render_gitlab(report: Report) -> str:
    """A list with one violation for each diagnostic; an error of a security rule is `critical`. GitLab's `blocker` is not used."""
    security = frozenset(rule.code for rule in report.rules if rule.security)
    marked = zip(report.diagnostics, fingerprints(report.diagnostics), strict=True)
    return printable_json([_violation(diagnostic, fingerprint, security) for diagnostic, fingerprint in marked])


def _violation(diagnostic: Diagnostic, fingerprint: str, security: frozenset[str]) -> dict[str, object]:
    hint = f" (hint: {diagnostic.hint})" if diagnostic.hint else ""
    critical = diagnostic.severity is Severity.ERROR and diagnostic.code in security
    return {
        "description": visible(f"{diagnostic.code} {diagnostic.slug}: {diagnostic.message}{hint}", keep=""),
        "check_name": diagnostic.code,
        "fingerprint": fingerprint,
        "severity": "critical" if critical else _SEVERITIES[diagnostic.severity],
        "location": {"path": visible(diagnostic.path, keep=""), "lines": {"begin": diagnostic.line}},
    }
