"""Which volumes of the archive a check reads beside the newest: those that changed, and those in which something has to be found.

A volume is append-only, and closed once it is full. What is in one that is as the last commit has it was judged in the log, and when it
came into the archive; so a check costs the same however long the archive is.
"""

from collections.abc import Collection, Iterable

from agentstate.documents.decisions import parse_decisions
from agentstate.git.before import same
from agentstate.rules.kept import logs_before
from agentstate.tree import Tree
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import replace
from agentstate.workspace.reading import SEARCHED, Read, read_sources


def with_changed(tree: Tree, git: GitFacts, read: Read) -> tuple[Tree, GitFacts]:
    """The tree with the volumes that are other than in the commit it is compared with, and the facts without those that are not. Where
    there is no such commit, every one may be."""
    changed = [path for path in tree.archive_paths if path in git.before or not git.base]
    paths = [path for path in changed[-SEARCHED:] if not tree.has(path)]
    if not paths:
        return tree, git
    tree = _with(tree, paths, read)
    alike = {path for path in paths if tree.has(path) and path in git.before and same(git.before[path], tree.before(path))}
    return tree, replace(git, before={path: data for path, data in git.before.items() if path not in alike})


def with_named(tree: Tree, git: GitFacts, read: Read) -> Tree:
    """The tree with the volumes that hold what it names and does not hold: entries that are superseded, or became facts, or were in the
    log. Where one is in none of a few volumes, all of these are in it: then it is known that there is none."""
    unread = _unread(tree)[:SEARCHED]
    wanted = _unknown(tree, git) if unread else set()
    if not wanted:
        return tree
    found = _with(tree, unread, read)
    holding, left = _holding(found, unread, wanted)
    if left and len(tree.archive_paths) <= SEARCHED:
        return found
    return tree.deepened({path: found.sources[path] for path in holding}, {})


def with_entries(tree: Tree, identifiers: Iterable[str], read: Read) -> Tree:
    """The tree with every volume that has an entry which one of these ids, or beginnings of ids, names; of a whole id only the newest."""
    wanted, unread = {name.strip().lower() for name in identifiers} - _ids(tree), _unread(tree)
    for start in range(0, len(unread), SEARCHED):
        if wanted:
            paths = unread[start : start + SEARCHED]
            found = _with(tree, paths, read)
            holding, wanted = _holding(found, paths, wanted)
            tree = tree.deepened({path: found.sources[path] for path in holding}, {})
    return tree


def _unread(tree: Tree) -> list[str]:
    """The volumes that the tree was not read with, newest first."""
    return [path for path in reversed(tree.archive_paths) if not tree.has(path) and path not in tree.unreadable]


def _holding(tree: Tree, paths: Iterable[str], wanted: set[str]) -> tuple[list[str], set[str]]:
    """Those of the volumes that hold what is wanted, and what was found in none by its whole id: the beginning of one may name more."""
    from agentstate.documents.whereabouts import may_name

    holding: list[str] = []
    for path in paths:
        if wanted and may_name(wanted, tree.source(path).text):
            ids = {entry.id for entry in parse_decisions(tree.source(path)).entries}
            holding += [path] if any(identifier.startswith(tuple(wanted)) for identifier in ids) else []
            wanted = wanted - ids
    return holding, wanted


def _unknown(tree: Tree, git: GitFacts) -> set[str]:
    """What the tree names of decisions and is the whole id of none that was read."""
    named = {name.strip().lower() for entry in tree.decisions.entries if not entry.removes for name in entry.supersedes}
    facts = {fact.source_id for fact in tree.facts.facts if fact.source_id} if len(tree.archive_paths) <= SEARCHED else set()
    return (named | facts | {entry.id for log in logs_before(git) for entry in log.entries}) - _ids(tree)


def _ids(tree: Tree) -> set[str]:
    return {entry.id for log in (tree.decisions, *tree.archives) for entry in log.entries}


def _with(tree: Tree, paths: Collection[str], read: Read) -> Tree:
    return tree.deepened(*read_sources(read, paths))
