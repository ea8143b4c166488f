"""Lanes into which a merge put what belongs to another one: git takes a lane that began for one that ended, where they look alike."""

import re
from collections.abc import Iterator

from agentstate.git.before import same
from agentstate.git.blobs import Blobs
from agentstate.git.failure import GitError
from agentstate.git.passages import Passage, Passages
from agentstate.git.repository import Repository
from agentstate.tree import Tree
from agentstate.vocabulary import layout
from agentstate.vocabulary.patterns import pattern
from agentstate.vocabulary.repository import Mingled
from agentstate.workspace.reading import MARKDOWN_BYTES

_WRITTEN = pattern(rb"^(?:updated_at|lane):.*", re.MULTILINE)
"""What each edit by a verb changes, and what `resolve` goes by."""


def mingled(repository: Repository, passages: Passages, tree: Tree) -> tuple[Mingled, ...]:
    """The lanes that only one side of a merge had, and that are as the merge left them, which is otherwise than that side had them.

    Nobody writes in a merge; where a verb did all the same, the time of the last edit shows it. Contents that cannot be had tell nothing.
    """
    try:
        found = [(passage, *one) for passage in passages.of(tree.prefix) for one in _changed(passage, tree)]
        blobs = Blobs(repository.git).read({one: MARKDOWN_BYTES for _, _, *ids in found for one in ids}) if found else {}
    except GitError as failure:
        if not failure.is_about_objects:
            raise
        return ()
    return tuple(
        Mingled(path, passage.commit, passage.subject)
        for passage, path, before, after in found
        if _is_mingled(blobs.get(before), blobs.get(after), tree.before(path))
    )


def _changed(passage: Passage, tree: Tree) -> Iterator[tuple[str, str, str]]:
    """Each such lane of the tree with the ids of its content in the one parent that has it and in the merge."""
    if len(passage.parts) < max(2, len(passage.parents)):
        return
    for path in sorted(set[str]().union(*(part.of(tree.prefix) for part in passage.parts))):
        own = path.removeprefix(tree.prefix)
        if layout.LANE_NAME.fullmatch(own) and all(path in part for part in passage.parts):
            before = [part[path][0] for part in passage.parts if part[path][0]]
            after = passage.parts[0][path][1]
            if len(before) == 1 and after not in {"", before[0]}:
                yield own, before[0], after


def _is_mingled(before: bytes | int | None, after: bytes | int | None, now: bytes | None) -> bool:
    if not isinstance(before, bytes) or not isinstance(after, bytes):
        return False
    return same(after, now) and _WRITTEN.findall(before) == _WRITTEN.findall(after)
