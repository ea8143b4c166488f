"""Trees for the tests of rules: the smallest valid one with some files laid over it."""

from collections.abc import Mapping

from agentstate.rules import engine
from agentstate.rules.example import tree_of
from agentstate.rules.rule import Example
from agentstate.tree import Tree
from agentstate.vocabulary.diagnostics import Diagnostic
from agentstate.vocabulary.plan import Write
from agentstate.vocabulary.repository import GitFacts

SHORT = "project: shop\ncurrent_task: cache\nnext_action: test\n"
"""A state to which a test adds lines; they begin at line 4."""


def laid(files: Mapping[str, str | None]) -> Tree:
    """The smallest valid tree with these files in it."""
    return tree_of(Example(files))


def found(files: Mapping[str, str | None], git: GitFacts | None = None) -> list[str]:
    """What the rules find, as `name:line:column code message`, the name without its folders."""
    return [shown(diagnostic) for diagnostic in engine.run(laid(files), git or GitFacts())]


def shown(diagnostic: Diagnostic) -> str:
    name = diagnostic.path.rpartition("/")[2]
    return f"{name}:{diagnostic.line}:{diagnostic.column} {diagnostic.code} {diagnostic.message}"


def fixed(files: Mapping[str, str | None]) -> dict[str, str]:
    """The texts that fixing would write, by path."""
    steps = engine.fix(laid(files)).steps
    return {step.path: step.data.decode("utf-8", "surrogateescape") for step in steps if isinstance(step, Write)}
