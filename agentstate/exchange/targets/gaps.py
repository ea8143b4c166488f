"""What of a tree could not be read, and so is in no export."""

from collections.abc import Iterator

from agentstate.documents.conflict import conflict_line
from agentstate.documents.snapshot import Snapshot, parse_snapshot
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.diagnostics import Fault


def gaps(tree: Tree) -> tuple[str, ...]:
    """One line each, by path: a file that is missing or cannot be read, a passage that cannot. A decision without a date is none: it is
    exported."""
    needed = {tree.state_path, layout.FACTS, layout.DECISIONS, layout.TODO}
    missing = (f"{path} is missing" for path in needed if path not in tree.sources and path not in tree.unreadable)
    unread = (f"{path}: {fault.message}" for path, fault in tree.unreadable.items() if path.startswith(layout.FOLDER))
    wrong = (f"{path}:{fault.line}: {fault.message}" for path, fault in _faults(tree) if fault.kind != "invalid-date")
    lines = ((path, conflict_line(source)) for path, source in tree.sources.items() if path.startswith(f"{layout.FOLDER}/"))
    left = (f"{path}:{line}: a merge conflict was left here, both sides are in the export" for path, line in lines if line)
    return tuple(sorted({*missing, *unread, *wrong, *left}))


def snapshots(tree: Tree) -> tuple[Snapshot, ...]:
    """The snapshots that were read and can be, oldest first."""
    parsed = (parse_snapshot(tree.sources[path]) for path in _snapshot_paths(tree))
    return tuple(one for one in parsed if isinstance(one, Snapshot))


def _snapshot_paths(tree: Tree) -> Iterator[str]:
    return (path for path in map(layout.snapshot_path, tree.snapshots) if path in tree.sources)


def _faults(tree: Tree) -> Iterator[tuple[str, Fault]]:
    logs = (tree.decisions, *tree.archives)
    found = [(one.source, one.faults) for one in tree.states] + [(one.source, one.faults) for one in logs]
    for source, faults in [*found, (tree.facts.source, tree.facts.faults), (tree.todo.source, tree.todo.faults)]:
        yield from ((source.path, fault) for fault in faults)
    for path in _snapshot_paths(tree):
        parsed = parse_snapshot(tree.sources[path])
        if not isinstance(parsed, Snapshot):
            yield from ((path, fault) for fault in parsed)
