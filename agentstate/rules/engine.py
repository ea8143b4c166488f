"""Runs the rules over a tree, leaves out what the tree waives, and folds their fixes."""

from collections.abc import Sequence

from agentstate.documents.text import SourceText
from agentstate.rules import ALL, waivers
from agentstate.rules.hygiene import CONFLICT
from agentstate.rules.presentation import SOURCE_LIMIT, present
from agentstate.rules.rule import Rule
from agentstate.rules.selection import selected
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Diagnostic
from agentstate.vocabulary.plan import Plan, Write
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.visible import visible

__all__ = ["SOURCE_LIMIT", "fix", "fixed_tree", "judge", "run"]

_ROUNDS = 20
"""How often fixes may follow upon each other; rules that undo each other's fixes would go round for ever."""


def run(tree: Tree, git: GitFacts, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> tuple[Diagnostic, ...]:
    """The diagnostics of `judge` alone."""
    return judge(tree, git, select, ignore)[0]


def judge(tree: Tree, git: GitFacts, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> tuple[tuple[Diagnostic, ...], int]:
    """All diagnostics of the tree, sorted by path, line, column and code, none twice, and how many others the tree waives. Of a file in
    conflict only that is said, and what endangers its reader.

    `select` and `ignore` are codes, beginnings of codes or slugs; AgentStateError for one that means no rule.
    """
    rules = selected(ALL, tree.settings, select, ignore)
    ran = {rule.code: rule for rule in rules if rule.severity_for(tree.settings)}
    found = dict.fromkeys((code, finding) for code, rule in ran.items() for finding in rule.findings(tree, git))
    held = waivers.held(tree, ALL)
    by = {(code, finding): held.covering(ran[code], finding, tree) for code, finding in found} if held.waivers else {}
    kept = [(ran[code], finding) for code, finding in found if not by.get((code, finding))]
    in_conflict = {finding.path for rule, finding in kept if rule is CONFLICT}
    if waivers.UNUSED.code in ran:
        used = {(waiver, code) for (code, _), covering in by.items() for waiver in covering}
        kept += [(waivers.UNUSED, finding) for finding in waivers.unused(held.waivers, used, ran.values())]
    told = [(rule, finding) for rule, finding in kept if finding.path not in in_conflict or rule is CONFLICT or rule.speaks_in_conflict]
    return present(tree, told), sum(map(bool, by.values()))


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
    """What the rule would change, but for files in which one of its findings is waived, which are as somebody wanted them, and for those
    in conflict."""
    proposed = rule.fix(tree) if rule.fix else {}
    changes = {path: source for path, source in proposed.items() if source != tree.source(path)}
    if not changes:
        return changes
    held = waivers.held(tree, ALL)
    spared = {finding.path for finding in CONFLICT.findings(tree, GitFacts()) if not held.covering(CONFLICT, finding, tree)}
    if held.waivers:
        spared |= {finding.path for finding in rule.findings(tree, GitFacts()) if held.covering(rule, finding, tree)}
    return {path: source for path, source in changes.items() if path not in spared}
