"""Runs the rules over a tree: adds to each finding who found it, how much it weighs and the line it is about."""

from collections.abc import Iterator, Sequence

from agentstate.documents.text import SourceText
from agentstate.rules import ALL
from agentstate.rules.rule import Rule
from agentstate.rules.selection import selected
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Diagnostic, Finding, Severity
from agentstate.vocabulary.plan import Plan, Write
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.visible import visible

SOURCE_LIMIT = 200
"""How many characters of the offending line a diagnostic carries."""

_ROUNDS = 20
"""How often fixes may follow upon each other; rules that undo each other's fixes would go round for ever."""


def run(tree: Tree, git: GitFacts, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> tuple[Diagnostic, ...]:
    """The diagnostics of `judge` alone."""
    return judge(tree, git, select, ignore)[0]


def judge(tree: Tree, git: GitFacts, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> tuple[tuple[Diagnostic, ...], int]:
    """All diagnostics of the tree, sorted by path, line, column and code, none twice, and how many others the tree waives.

    `select` and `ignore` are codes, beginnings of codes or slugs; AgentStateError for one that means no rule.
    """
    rules = selected(ALL, tree.settings, select, ignore)
    return tuple(sorted({diagnostic for rule in rules for diagnostic in _diagnostics(rule, tree, git)})), 0


def fix(tree: Tree, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Plan:
    """What writing all fixes of the selected rules would change; applied, nothing is left to fix."""
    fixed, messages = fixed_tree(tree, selected(ALL, tree.settings, select, ignore))
    changed = [path for path, source in fixed.sources.items() if source != tree.sources.get(path)]
    steps = tuple(Write(path, fixed.sources[path].encode(), tree.before(path)) for path in sorted(changed))
    return Plan(steps, messages=messages)


def fixed_tree(tree: Tree, rules: Sequence[Rule]) -> tuple[Tree, tuple[str, ...]]:
    """The tree with every fix of `rules` made until none changes it, and a line for each rule and file that was mended."""
    messages: dict[str, None] = {}
    for _ in range(_ROUNDS):
        before = tree
        for rule in rules:
            changes = _changes(rule, tree)
            messages |= dict.fromkeys(f'fixed {rule.code} {rule.slug} in "{visible(tree.prefix + path, "")}"' for path in changes)
            tree = tree.with_sources(changes) if changes else tree
        if tree is before:
            return tree, tuple(messages)
    raise RuntimeError(f"fixes do not come to rest: {', '.join(messages)}")


def _changes(rule: Rule, tree: Tree) -> dict[str, SourceText]:
    proposed = rule.fix(tree) if rule.fix else {}
    return {path: source for path, source in proposed.items() if source != tree.source(path)}


def _diagnostics(rule: Rule, tree: Tree, git: GitFacts) -> Iterator[Diagnostic]:
    severity = rule.severity_for(tree.settings)
    if severity is not None:
        yield from (_diagnostic(rule, severity, tree, found) for found in rule.findings(tree, git))


def _diagnostic(rule: Rule, severity: Severity, tree: Tree, found: Finding) -> Diagnostic:
    lines = tree.source(found.path).lines or ("",)
    # What is missing at the end of a file is shown behind its last character.
    line, column = (found.line, found.column) if found.line <= len(lines) else (len(lines), len(lines[-1]) + 1)
    return Diagnostic(
        tree.prefix + found.path,
        line,
        column,
        rule.code,
        rule.slug,
        severity,
        visible(found.message, keep=""),
        visible(found.hint, keep=""),
        lines[line - 1][:SOURCE_LIMIT],
    )
