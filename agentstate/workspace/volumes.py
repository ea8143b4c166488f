"""Which volumes of the archive a check reads beside the newest: those that changed, and those in which something has to be found.

A volume is append-only, and closed once it is full. What is in one that is as the last commit has it was judged in the log, and when it
came into the archive; so a check costs the same however long the archive is.
"""

from collections.abc import Collection, Iterable

from agentstate.documents.decisions import parse_decisions
from agentstate.documents.losses import removed
from agentstate.git.before import same
from agentstate.rules.kept import logs_before
from agentstate.tree import Tree
from agentstate.vocabulary.repository import GitFacts
from agentstate.vocabulary.values import replace
from agentstate.workspace.reading import SEARCHED, Read, read_sources


def with_changed(tree: Tree, git: GitFacts, read: Read) -> tuple[Tree, GitFacts]:
    """The tree with the volumes that are other than in the commit it is compared with, and the facts without those that are not. Where
    there is no such commit, every one may be, and the newest are read."""
    changed = (
        [path for path in tree.archive_paths if path in git.before or path in git.opaque] if git.base else tree.archive_paths[-SEARCHED:]
    )
    paths = [path for path in changed if not tree.has(path)]
    if not paths:
        return tree, git
    tree = _with(tree, paths, read)
    alike = {path for path in paths if tree.has(path) and path in git.before and same(git.before[path], tree.before(path))}
    return tree, replace(git, before={path: data for path, data in git.before.items() if path not in alike})


def with_edited(tree: Tree, git: GitFacts, read: Read) -> Tree:
    """The tree with the newest of the volumes that git sees changed; without git, with the newest of all."""
    edited = {change.path for change in git.changes}
    folders = tuple(path for path in edited if path.endswith("/") or not path)  # not tracked, and named in place of what is in them
    paths = [path for path in tree.archive_paths if git.reason or path in edited or path.startswith(folders)]
    return _with(tree, [path for path in paths[-SEARCHED:] if not tree.has(path)], read)


def with_named(tree: Tree, git: GitFacts, read: Read) -> Tree:
    """The tree with the volumes that hold what it names and does not hold: entries that are superseded, or became facts, or were in the
    log. Where one is in none of a few volumes, all of these are in it: then it is known that there is none. What was in the log is looked
    for in all, for an error would say that it is in none."""
    unread = _unread(tree)[:SEARCHED]
    wanted = _unknown(tree, git) if unread else set()
    if not wanted:
        return tree
    found = _with(tree, unread, read)
    holding, left = _holding(found, unread, wanted)
    if left and len(tree.archive_paths) <= SEARCHED:
        return found
    tree = tree.deepened({path: found.sources[path] for path in holding}, {})
    return with_entries(tree, _left(tree, git), read)


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
    """Those of the volumes that hold what is wanted, or say that it is removed, and what was found in none by its whole id: the beginning
    of one may name more."""
    from agentstate.documents.whereabouts import may_name, may_remove

    holding: list[str] = []
    for path in paths:
        text = tree.source(path).text
        if wanted and (may_name(wanted, text) or may_remove(text)):
            log = parse_decisions(tree.source(path))
            ids = {entry.id for entry in log.entries}
            holding += [path] if any(identifier.startswith(tuple(wanted)) for identifier in ids | removed([log])) else []
            wanted = wanted - ids
    return holding, wanted


def _unknown(tree: Tree, git: GitFacts) -> set[str]:
    """What the tree names of decisions and is the whole id of none that was read."""
    named = {name.strip().lower() for entry in tree.decisions.entries if not entry.removes for name in entry.supersedes}
    facts = {fact.source_id for fact in tree.facts.facts if fact.source_id} if len(tree.archive_paths) <= SEARCHED else set()
    return (named | facts) - _ids(tree) | _left(tree, git)


def _left(tree: Tree, git: GitFacts) -> set[str]:
    """The ids of the entries that were in a log, and are in none that was read, nor said to be removed there."""
    before = {entry.id for log in logs_before(git) for entry in log.entries}
    return before - _ids(tree) - removed((tree.decisions, *tree.archives)) if before else before


def _ids(tree: Tree) -> set[str]:
    return {entry.id for log in (tree.decisions, *tree.archives) for entry in log.entries}


def _with(tree: Tree, paths: Collection[str], read: Read) -> Tree:
    return tree.deepened(*read_sources(read, paths))
