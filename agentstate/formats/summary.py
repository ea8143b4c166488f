"""The one line that ends a report for people."""

from agentstate.vocabulary.diagnostics import Report, Severity


def summary(report: Report) -> str:
    """Such as `2 errors, 1 warning`, or `ok: 6 files, 1 tree` where nothing was found; what was waived is counted where there is any.

    With findings, the trees are counted where there are several: `1 error (2 trees, 1 waived)`.
    """
    counts = [_counted(report.count(severity), _NOUNS[severity]) for severity in Severity if report.count(severity)]
    trees = _counted(len(report.trees), "tree")
    waived = [f"{report.waived} waived"] * bool(report.waived)
    if not counts:
        return f"ok: {', '.join([_counted(report.files, 'file'), trees, *waived])}"
    beside = [*[trees] * (len(report.trees) > 1), *waived]
    return ", ".join(counts) + (f" ({', '.join(beside)})" if beside else "")


_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
