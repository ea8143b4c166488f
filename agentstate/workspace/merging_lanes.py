"""The lanes in a merge under way by their names: git takes a lane that ended for one that began since, where they look alike."""

from collections.abc import Iterator, Mapping

from agentstate.git.blobs import Blobs
from agentstate.git.passages import being_merged, held_at, merge_bases
from agentstate.git.repository import Repository
from agentstate.git.unmerged import BASE, MERGED, OURS, THEIRS, Staged
from agentstate.vocabulary import layout
from agentstate.workspace.reading import MARKDOWN_BYTES

Ids = tuple[str, str, str]
"""The contents of a lane before, on our and on their side; "" where there is none."""


def renamed_lanes(repository: Repository, other: str, index: Mapping[str, Mapping[int, Staged]]) -> dict[str, dict[int, bytes]]:
    """The lanes of which git mixed versions, by path from the top, with the content of each by stage: those that are unmerged, and those
    that only one side still has and changed, and that the index lacks. No lane where git kept them apart.

    `other` is the commit that is merged into HEAD, picked or replayed ("": nobody knows).
    """
    folder = f"{repository.prefix}{layout.LANES}/"
    unmerged = [path for path, held in index.items() if path.startswith(folder) and MERGED not in held]
    if not unmerged or not other or not repository.head:
        return {}
    named = _by_name(repository, other, folder)
    if not any(_is_mixed(index[path], named.get(path, ("", "", ""))) for path in unmerged):
        return {}
    wanted = {path: ids for path, ids in named.items() if path in unmerged or (path not in index and _is_one_sided(ids))}
    found = Blobs(repository.git).read({one: MARKDOWN_BYTES for ids in wanted.values() for one in ids if one})
    read = {path: dict(_contents(ids, found)) for path, ids in wanted.items()}
    return {path: held for path, held in read.items() if len(held) == sum(map(bool, wanted[path]))}


def _by_name(repository: Repository, other: str, folder: str) -> dict[str, Ids]:
    git = repository.git
    bases = merge_bases(git, repository.head, other) if being_merged(repository) else [_parent(repository, other)]
    held = [held_at(git, commit, (folder,)) if commit else {} for commit in ((bases or [""])[0], repository.head, other)]
    return {path: (held[0].get(path, ""), held[1].get(path, ""), held[2].get(path, "")) for path in sorted({*held[0], *held[1], *held[2]})}


def _parent(repository: Repository, commit: str) -> str:
    return repository.git.run("rev-parse", "--quiet", "--verify", f"{commit}^", expected=(0, 1, 128)).text


def _is_mixed(held: Mapping[int, Staged], ids: Ids) -> bool:
    """Whether the index has other versions than the lane of this name, our and their own; a base that a merge made up is none of them."""
    stages = [held[number].id if number in held else "" for number in (OURS, THEIRS)]
    return stages != [*ids[1:]] or (BASE in held) != bool(ids[0])


def _is_one_sided(ids: Ids) -> bool:
    base, ours, theirs = ids
    return bool(ours) != bool(theirs) and base != (ours or theirs)


def _contents(ids: Ids, found: Mapping[str, bytes | int]) -> Iterator[tuple[int, bytes]]:
    for number, one in zip((BASE, OURS, THEIRS), ids, strict=True):
        data = found.get(one)
        if isinstance(data, bytes):
            yield number, data
