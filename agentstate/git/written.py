"""In which commit of HEAD's history each of many places was last written: what `git rev-list -1 HEAD -- PLACES` says, for all at once.

That command goes back from HEAD, the latest commit first. At a merge it goes on to the first parent that has the places as the merge
has them, and to every parent where none has. Here one walk does so for all places; the sets of those that it is about are bits.
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from agentstate.git.objects import folders_above
from agentstate.git.repository import Repository
from agentstate.vocabulary.values import dataclass

_FIRST, _FACTOR = 256, 4
"""How many commits are asked about first, and how many times as many each time that these are not enough."""


@dataclass(frozen=True)
class _Commit:
    """A commit: its time in seconds, its parents, and which folders have a place otherwise than each of these (or than nothing)."""

    time: int
    parents: tuple[str, ...]
    changed: tuple[int, ...]


def last_written(repository: Repository, folders: Sequence[str], places: Sequence[str]) -> list[str]:
    """For each of `folders` ("" or "packages/a/") the id of the commit of HEAD's history in which one of `places` in it was last written,
    "" where none was; there must be a HEAD. GitError where git cannot answer, be it about one of the folders alone."""
    history = _History(repository, folders, places)
    found = [""] * len(folders)
    for commit, bits in _writers(history, repository.head, (1 << len(folders)) - 1):
        for number in _numbers(bits):
            found[number] = commit
    return found


def _writers(history: "_History", head: str, wanted: int) -> Iterator[tuple[str, int]]:
    """Each commit that wrote something which no later one did, and for which of the folders."""
    waiting = [(-history[head].time, 0, head, wanted)]
    seen: dict[str, int] = {}
    count = 0
    while waiting and wanted:
        _, _, name, bits = heappop(waiting)
        bits &= wanted & ~seen.get(name, 0)
        seen[name] = seen.get(name, 0) | bits
        written, further = _parted(history[name], bits)
        if written:
            yield name, written
            wanted &= ~written
        for parent, rest in further:
            count += 1
            heappush(waiting, (-history[parent].time, count, parent, rest))


def _parted(commit: _Commit, bits: int) -> tuple[int, list[tuple[str, int]]]:
    """For which of the folders the commit wrote something, and with which of the others the walk goes on to each parent."""
    if not bits:
        return 0, []
    further = []
    for parent, changed in zip(commit.parents, commit.changed, strict=False):
        if same := bits & ~changed:
            further.append((parent, same))
        bits &= changed
    return (bits, further) if commit.parents else (bits & commit.changed[0], [])


def _numbers(bits: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


class _History:
    """The commits at and before HEAD by their ids, asked about many at a time."""

    def __init__(self, repository: Repository, folders: Sequence[str], places: Sequence[str]) -> None:
        self._git = repository.git
        self._bits = {folder: 1 << number for number, folder in enumerate(folders)}
        self._places = tuple(places)
        self._below = tuple(f"{place}/" for place in places)
        self._known: dict[str, _Commit] = {}
        self._edge = {repository.head}
        self._count = _FIRST

    def __getitem__(self, name: str) -> _Commit:
        while name not in self._known:
            self._ask()
        return self._known[name]

    def _ask(self) -> None:
        """Asks about the latest commits of those that are not known."""
        listed = self._git.run("rev-list", "--timestamp", "--parents", f"--max-count={self._count}", *sorted(self._edge), "--").text
        commits = {name: (int(time), tuple(parents)) for time, name, *parents in map(str.split, listed.split("\n"))}
        changed = self._changed({name: parents for name, (_, parents) in commits.items()})
        self._known |= {name: _Commit(time, parents, changed[name]) for name, (time, parents) in commits.items()}
        self._edge = (self._edge | {parent for _, parents in commits.values() for parent in parents}) - self._known.keys()
        self._count *= _FACTOR

    def _changed(self, commits: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[int, ...]]:
        """What each commit has otherwise than each of its parents."""
        pairs = [(name, parent) for name, parents in commits.items() for parent in parents or ("",)]
        ask = ("diff-tree", "--stdin", "-r", "-z", "--root", "--always", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv")
        about = [f":(top,glob)**/{place}{below}" for place in self._places for below in ("", "/**")]
        given = "".join(f"{name} {parent}".rstrip() + "\n" for name, parent in pairs).encode()
        answer = self._git.run(*ask, "--ignore-submodules=none", "--format=%x00%H", "--", *about, given=given, literal=False)
        found: dict[str, tuple[int, ...]] = {}
        for (name, _), paths in zip(pairs, _parts(answer.fields), strict=True):
            found[name] = (*found.get(name, ()), self._about(paths))
        return found

    def _about(self, paths: Sequence[str]) -> int:
        """The folders in which one of these paths is one of the places, or below it."""
        bits = 0
        for path in paths:
            for folder in folders_above(path):
                own = path[len(folder) :]
                if folder in self._bits and (own in self._places or own.startswith(self._below)):
                    bits |= self._bits[folder]
        return bits


def _parts(fields: Sequence[str]) -> Iterator[list[str]]:
    """The paths of each question in an answer of `git diff-tree --stdin --always -z --name-only --format=%x00%H`: an empty part and the
    commit stand before them, and the first of them follows a line feed."""
    paths: list[str] | None = None
    fields_left = iter(fields)
    for field in fields_left:
        if field:
            assert paths is not None  # noqa: S101 - a commit stands before its paths
            paths.append(field if paths else field.removeprefix("\n"))
            continue
        if paths is not None:
            yield paths
        paths = []
        next(fields_left)
    if paths is not None:
        yield paths
