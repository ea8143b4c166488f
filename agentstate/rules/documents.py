"""What the parsers say of every file of a tree, with the file it is about, for the rules that pass their faults on."""

from collections.abc import Iterator
from functools import lru_cache

from agentstate.documents.state import StateDocument
from agentstate.documents.text import SourceText
from agentstate.rules.rule import Check, finding
from agentstate.settings import parse_settings
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault, Finding
from agentstate.yaml import Path


def state_paths(tree: Tree) -> tuple[str, ...]:
    """The state file and the lanes that were read."""
    return tuple(document.source.path for document in tree.states)


def snapshot_paths(tree: Tree) -> tuple[str, ...]:
    """The snapshots that were read, oldest first: copies of what the notes said once, which nobody corrects."""
    return tuple(sorted(path for path in tree.sources if layout.SNAPSHOT_NAME.fullmatch(path)))


def states(tree: Tree) -> tuple[StateDocument, ...]:
    """Every state of the tree, readable or not: the state file's and the lanes'."""
    return tree.states


def readable_states(tree: Tree) -> Iterator[StateDocument]:
    """The states that YAML could be read from; of the others only that they could not is reported."""
    return (document for document in states(tree) if all(fault.kind != "invalid-yaml" for fault in document.faults))


def at(document: StateDocument, path: Path, message: str, hint: str) -> Finding:
    """A finding at the value that `path` leads to, or at the nearest one around it."""
    line, column = document.position(*path)
    return Finding(document.source.path, line, column, message, hint)


def faults(tree: Tree) -> Iterator[tuple[str, Fault]]:
    """Every fault that a parser found, with the path of its file; those of files that could not be opened are not among them."""
    for state in states(tree):
        yield from ((state.source.path, fault) for fault in state.faults)
    for path in snapshot_paths(tree):
        yield from ((path, fault) for fault in _snapshot_faults(tree.source(path)))
    for log in (tree.decisions, *tree.archives):
        yield from ((log.source.path, fault) for fault in log.faults)
    for path, found in (
        (layout.FACTS, tree.facts.faults),
        (layout.TODO, tree.todo.faults),
        (layout.PROTOCOL, tree.protocol.faults),
        (layout.CONFIG, _config_faults(tree.source(layout.CONFIG))),
    ):
        yield from ((path, fault) for fault in found)


def passed_on(*kinds: str) -> Check:
    """The check of a rule that reports the parsers' faults of these kinds and finds nothing itself."""

    def check(tree: Tree) -> Iterator[Finding]:
        return (finding(path, fault) for path, fault in faults(tree) if fault.kind in kinds)

    return check


@lru_cache(maxsize=16)
def _snapshot_faults(source: SourceText) -> tuple[Fault, ...]:
    from agentstate.documents.snapshot_yaml import yaml_faults

    return yaml_faults(source)


@lru_cache(maxsize=2)
def _config_faults(source: SourceText) -> tuple[Fault, ...]:
    return parse_settings(source)[1]
