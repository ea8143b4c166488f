"""The report as JUnit's XML, which Jenkins, GitLab and most others show as test results."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agentstate.vocabulary.diagnostics import Diagnostic, Report, Severity
from agentstate.vocabulary.visible import visible

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\ufffe": "\\ufffe", "\uffff": "\\uffff"})
"""XML has no way at all to write U+FFFE and U+FFFF; `visible` has shown all other characters that it forbids."""


def render_junit(report: Report) -> str:
    """A suite for each tree, a case for each diagnostic, and one that passes for a tree where nothing was found.

    An error is a failure. A warning or note is a skipped case, because it fails no check. The text is ASCII, in any encoding the same.
    """
    trees = _by_tree(report)
    suites = [line for tree, found in trees.items() for line in _suite(tree, found)]
    total = {"tests": sum(len(found) or 1 for found in trees.values()), "failures": report.count(Severity.ERROR), "errors": 0}
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', _open("testsuites", total), *suites, "</testsuites>", ""])


def _by_tree(report: Report) -> Mapping[str, list[Diagnostic]]:
    """The diagnostics of each tree; one outside all of them stands with the top of the repository."""
    found: dict[str, list[Diagnostic]] = {tree: [] for tree in report.trees}
    for diagnostic in report.diagnostics:
        above = (tree for tree in report.trees if diagnostic.path.startswith(f"{tree}/"))
        found.setdefault(max(above, key=len, default="."), []).append(diagnostic)
    return found


def _suite(tree: str, found: Sequence[Diagnostic]) -> Iterator[str]:
    failures = sum(diagnostic.severity is Severity.ERROR for diagnostic in found)
    counts = {"tests": len(found) or 1, "failures": failures, "errors": 0, "skipped": len(found) - failures}
    yield "  " + _open("testsuite", {"name": f"agentstate {tree}", **counts})
    yield from _cases(found) if found else ["    " + _open("testcase", {"classname": "agentstate", "name": f"check {tree}"}, end="/>")]
    yield "  </testsuite>"


def _cases(found: Iterable[Diagnostic]) -> Iterator[str]:
    """Names hold no line number, so that a case keeps its name when lines move; the second of a name is numbered."""
    seen: Counter[tuple[str, str]] = Counter()
    for diagnostic in found:
        name = f"{diagnostic.code} {diagnostic.slug}: {diagnostic.message}"
        seen[diagnostic.path, name] += 1
        number = seen[diagnostic.path, name]
        yield "    " + _open("testcase", {"classname": diagnostic.path, "name": f"{name} ({number})" if number > 1 else name})
        yield "      " + _outcome(diagnostic)
        yield "    </testcase>"


def _outcome(diagnostic: Diagnostic) -> str:
    element = "failure" if diagnostic.severity is Severity.ERROR else "skipped"
    place = f"{diagnostic.path}:{diagnostic.line}:{diagnostic.column}: {diagnostic.severity}"
    lines = [place, *[diagnostic.source] * bool(diagnostic.source), *[f"hint: {diagnostic.hint}"] * bool(diagnostic.hint)]
    attributes = {"type": f"{diagnostic.code} {diagnostic.slug}", "message": diagnostic.message}
    return f"{_open(element, attributes)}{'&#10;'.join(map(_escaped, lines))}</{element}>"


def _open(element: str, attributes: Mapping[str, str | int], end: str = ">") -> str:
    written = "".join(f' {name}="{_escaped(str(value))}"' for name, value in attributes.items())
    return f"<{element}{written}{end}"


def _escaped(text: str) -> str:
    return visible(text, keep="\t").translate(_ESCAPES).encode("ascii", "xmlcharrefreplace").decode("ascii")
