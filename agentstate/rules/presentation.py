"""Findings as diagnostics: who found each, how much it weighs, the line it is about, and no credential in any of it."""

from collections.abc import Iterable, Iterator

from agentstate.rules.rule import Rule
from agentstate.secrets import Cover, masked
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Diagnostic, Finding
from agentstate.vocabulary.values import names
from agentstate.vocabulary.visible import visible

SOURCE_LIMIT = 200
"""How many characters of the offending line a diagnostic carries."""


def present(tree: Tree, found: Iterable[tuple[Rule, Finding]]) -> tuple[Diagnostic, ...]:
    """The diagnostics that the findings are, sorted by path, line, column and code, none twice."""
    return tuple(sorted(dict.fromkeys(_diagnostics(tree, list(found))), key=_order))


def _order(diagnostic: Diagnostic) -> tuple[object, ...]:
    """What diagnostics are sorted by, in a form that compares fast: a hostile file has tens of thousands of them."""
    return tuple(getattr(diagnostic, name) for name in names(Diagnostic))


def _diagnostics(tree: Tree, found: list[tuple[Rule, Finding]]) -> Iterator[Diagnostic]:
    if not found:
        return
    cover = Cover(source.text for source in tree.sources.values())
    lines = {path: tree.source(path).with_text(masked(tree.source(path).text)).lines or ("",) for path in {item.path for _, item in found}}
    for rule, finding in found:
        severity = rule.severity_for(tree.settings)
        if severity:
            line, column = _place(finding, lines[finding.path])
            message, hint = (visible(cover.over(text), keep="") for text in (finding.message, finding.hint))
            shown = lines[finding.path][line - 1][:SOURCE_LIMIT]
            yield Diagnostic(tree.prefix + finding.path, line, column, rule.code, rule.slug, severity, message, hint, shown)


def _place(finding: Finding, lines: tuple[str, ...]) -> tuple[int, int]:
    """The place, which for what is missing at the end of a file is behind its last character."""
    return (finding.line, finding.column) if finding.line <= len(lines) else (len(lines), len(lines[-1]) + 1)
